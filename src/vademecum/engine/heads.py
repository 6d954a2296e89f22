"""Where the chain ended, remembered beside the key: what makes a cut tail or an older copy visible."""

import contextlib
import hashlib
import hmac
import os
from dataclasses import dataclass
from pathlib import Path

from vademecum.store.files import make_folder, naming_faults

_SLOT = 160
"""Bytes of one slot: number, hash, MAC, padding, line end. Far less than a disk sector, so it is whole or old."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """An event's number and hash."""

    seq: int
    hash: str


class Heads:
    """Two slots in a small file, written in turn, so that a torn one leaves the other.

    They are written after each commit without a flush: they may lag behind the chain, never run ahead of it.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        self._path = path
        self._key = key

    def remember(self, seq: int, digest: str, *, flush: bool = False) -> None:
        """Note that the chain reached event `seq` with this hash.

        Raises:
            UnavailableError: the disk refuses.
        """
        line = f"{seq:012d} {digest} {self._mac(seq, digest)}".ljust(_SLOT - 1) + "\n"
        if not self._path.parent.is_dir():
            make_folder(self._path.parent)
        with naming_faults(self._path):
            handle = os.open(self._path, os.O_CREAT | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), 0o600)
            try:
                os.lseek(handle, seq % 2 * _SLOT, os.SEEK_SET)
                os.write(handle, line.encode())
                if flush:
                    os.fsync(handle)
            finally:
                os.close(handle)

    def begin_anew(self) -> None:
        """Forget what is remembered, because the chain it belongs to was replaced on purpose."""
        self._path.unlink(missing_ok=True)

    def newest(self) -> Remembered | None:
        """Return the furthest event that is remembered, None when there is none."""
        found = [slot for slot in self._slots() if slot is not None]
        return max(found, key=lambda slot: slot.seq) if found else None

    def all(self) -> list[Remembered]:
        """Return every readable slot."""
        return [slot for slot in self._slots() if slot is not None]

    def is_damaged(self) -> bool:
        """Tell whether a slot holds something that was not written here."""
        return any(slot is None for slot in self._slots())

    def _slots(self) -> list[Remembered | None]:
        data = b""
        with contextlib.suppress(FileNotFoundError), naming_faults(self._path):
            data = self._path.read_bytes()
        parts = [data[start : start + _SLOT] for start in range(0, len(data), _SLOT)]
        return [self._read(part) for part in parts if part.strip(b"\0")]

    def _read(self, slot: bytes) -> Remembered | None:
        words = slot.decode("ascii", "replace").split(" ", 2)
        if len(words) != 3 or not words[0].isdecimal():  # noqa: PLR2004  number, hash, MAC
            return None
        seq, digest = int(words[0]), words[1]
        right = f"{seq:012d} {digest} {self._mac(seq, digest)}".ljust(_SLOT - 1) + "\n"
        return Remembered(seq, digest) if hmac.compare_digest(right.encode(), slot) else None

    def _mac(self, seq: int, digest: str) -> str:
        return hmac.new(self._key, f"{seq} {digest}".encode(), hashlib.sha256).hexdigest()
