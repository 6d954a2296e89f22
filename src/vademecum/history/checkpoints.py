"""Signing the log's size and root, and checking what was signed. The signing key is not the chain's key."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from vademecum import disk
from vademecum.db import naming_errors
from vademecum.model.errors import DamagedError
from vademecum.rules.notes import Checkpoint, Note, key_hash, read, read_verifier_key, verifier_key

_SEED_BYTES = 32


class Signer:
    """An Ed25519 key in a file of its own (`signing.key`, hex, 0600), its public half beside it (`signing.pub`)."""

    def __init__(self, home: Path, name: str, random_bytes: Callable[[int], bytes] = os.urandom) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415  5 ms, only to sign
            Ed25519PrivateKey,
        )

        self.name = name
        seed = _seed(home / "signing.key", random_bytes)
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._private.public_key().public_bytes_raw()
        disk.create(home / "signing.pub", f"{verifier_key('vademecum.local', self.public)}\n".encode())

    @property
    def verifier_key(self) -> str:
        """The public key as one line, under this log's name."""
        return verifier_key(self.name, self.public)

    def sign(self, checkpoint: Checkpoint) -> Note:
        """Return the signed checkpoint."""
        signature = self._private.sign(checkpoint.text.encode())
        return Note(checkpoint, self.name, key_hash(self.name, self.public), signature)


def _seed(path: Path, random_bytes: Callable[[int], bytes]) -> bytes:
    with naming_errors(path):
        _refuse_a_lost_key(path)
        disk.create(path, random_bytes(_SEED_BYTES).hex().encode() + b"\n")
    try:
        with naming_errors(path):
            seed = bytes.fromhex(path.read_text("ascii").strip())
    except ValueError:
        seed = b""
    if len(seed) != _SEED_BYTES:
        raise DamagedError(f"{path} is not a key", hint="put it back from a backup of the home", code="damaged.key")
    return seed


def _refuse_a_lost_key(path: Path) -> None:
    if not path.exists() and path.with_suffix(".pub").exists():
        raise DamagedError(f"{path} is missing", hint="put it back from a backup of the home", code="damaged.key")


def is_signed(note: Note, public_key: str) -> bool:
    """Tell whether the note carries a right signature of this verifier key (one line)."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  5 ms, only to check
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

    signer, public = read_verifier_key(public_key)
    if note.signer != signer or note.key_hash != key_hash(signer, public):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(note.signature, note.checkpoint.text.encode())
    except InvalidSignature:
        return False
    return True


def keep(db: sqlite3.Connection, note: Note) -> None:
    """Keep a checkpoint; the first one of a size stays."""
    db.execute("INSERT OR IGNORE INTO checkpoint VALUES (?, ?)", (note.checkpoint.size, note.text))


def latest(db: sqlite3.Connection) -> str:
    """Return the newest checkpoint's text, empty when there is none."""
    row = db.execute("SELECT note FROM checkpoint ORDER BY size DESC LIMIT 1").fetchone()
    return str(row[0]) if row else ""


def kept(db: sqlite3.Connection) -> list[tuple[int, str]]:
    """Return every checkpoint's size and text, smallest first."""
    return list(db.execute("SELECT size, note FROM checkpoint ORDER BY size"))


def signed_size(db: sqlite3.Connection) -> int:
    """Return how many events the newest checkpoint covers."""
    return int(db.execute("SELECT coalesce(max(size), 0) FROM checkpoint").fetchone()[0])


__all__ = ["Signer", "is_signed", "keep", "kept", "latest", "read", "signed_size"]
