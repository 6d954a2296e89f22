"""Signed checkpoints of the log, as text: C2SP tlog-checkpoint in a C2SP signed-note.

A checkpoint states how many events there are and the root over them. Who has one, and the public key, can tell
later whether anything before it was changed, cut or rolled back.
"""

import binascii
import hashlib
from base64 import b64decode, b64encode
from dataclasses import dataclass

from vademecum.model.errors import InvalidError

_ED25519 = b"\x01"
_KEY_HASH = 4
_SIGNATURE = 64
_MARK = "\u2014 "


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a checkpoint states. `origin` names the log; `root` is 32 bytes."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """The signed text: three lines."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """A checkpoint with one signature. `signer` and `key_hash` (4 bytes) say whose it is."""

    checkpoint: Checkpoint
    signer: str
    key_hash: bytes
    signature: bytes

    @property
    def text(self) -> str:
        """The whole note."""
        signed = b64encode(self.key_hash + self.signature).decode()
        return f"{self.checkpoint.text}\n{_MARK}{self.signer} {signed}\n"


def key_hash(signer: str, public: bytes) -> bytes:
    """Return the 4 bytes by which a signature names its key."""
    return hashlib.sha256(signer.encode() + b"\n" + _ED25519 + public).digest()[:_KEY_HASH]


def verifier_key(signer: str, public: bytes) -> str:
    """Return a public key (32 bytes) as one line: what a verifier needs."""
    return f"{signer}+{key_hash(signer, public).hex()}+{b64encode(_ED25519 + public).decode()}"


def read_verifier_key(line: str) -> tuple[str, bytes]:
    """Return the signer and the public key (32 bytes) of a verifier key.

    Raises:
        InvalidError: the line is not one, or contradicts itself.
    """
    try:
        signer, hashed, encoded = line.strip().split("+", 2)
        data = b64decode(encoded, validate=True)
    except (ValueError, binascii.Error):
        raise InvalidError("public_key", "is not a verifier key") from None
    if data[:1] != _ED25519 or key_hash(signer, data[1:]).hex() != hashed:
        raise InvalidError("public_key", "is not an Ed25519 verifier key, or was changed")
    return signer, data[1:]


def read(text: str) -> Note:
    """Read a note with one signature.

    Raises:
        InvalidError: the text is no signed checkpoint.
    """
    try:
        stated, signed = text.split("\n\n", 1)
        origin, size, root = stated.split("\n")
        signer, encoded = signed.rstrip("\n").removeprefix(_MARK).split(" ")
        data = b64decode(encoded, validate=True)
        checkpoint = Checkpoint(origin, int(size), b64decode(root, validate=True))
    except (ValueError, binascii.Error):
        raise InvalidError("checkpoint", "is not a signed checkpoint") from None
    note = Note(checkpoint, signer, data[:_KEY_HASH], data[_KEY_HASH:])
    if len(note.signature) != _SIGNATURE or note.text != text:
        raise InvalidError("checkpoint", "is not a signed checkpoint in its one spelling")
    return note
