"""The file of a static token table: one row of bytes for each entry of a vocabulary, found by hash in place.

    header    magic, format, dimension, entries, slots, longest entry, offsets of the sections, model id
    slots     a hash table with linear probing: entry number + 1, or 0; the slot of an entry is crc32(entry) mod slots
    ends      where each entry ends in the keys
    keys      the entries in UTF-8, one after the other; a `##` in front marks a continuation
    rows      one byte a coordinate, value + 128; the values of all rows have the same unit

All numbers are little-endian. The file is mapped, not read, so that opening it costs nothing.
"""

from __future__ import annotations

import mmap
import struct
import sys
from zlib import crc32

from vademecum.model.errors import DamagedError, UnavailableError
from vademecum.model.frozen import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MAGIC = b"VADETABL"
FORMAT = 1
HEADER = struct.Struct("<8s9I64s")
BIAS = 128
"""What is added to a signed value to store it in one byte."""


@dataclass(frozen=True, slots=True)
class Header:
    """The head of a table file; `slots_at` to `size` are byte offsets."""

    dimension: int
    entries: int
    slots: int
    longest: int
    slots_at: int
    ends_at: int
    keys_at: int
    rows_at: int
    model: str

    @property
    def size(self) -> int:
        """Length of the whole file in bytes."""
        return self.rows_at + self.entries * self.dimension


class TokenTable:
    """A mapped table file: the number of an entry, and the row of a number."""

    def __init__(self, path: str | Path) -> None:
        """Map the file.

        Raises:
            UnavailableError: it cannot be opened.
            DamagedError: it is not a table, of another format, or cut short.
        """
        try:
            with open(path, "rb") as file:  # noqa: PTH123  a hook does without pathlib
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as fault:
            raise UnavailableError(
                f"the token table {path} cannot be opened ({fault})",
                hint='install vademecum again, or set embedder.provider = "none"',
                code="unavailable.embedder",
            ) from fault
        self.header = _read_header(self._map, path)
        self._slots = self._numbers(self.header.slots_at, self.header.slots)
        self._ends = self._numbers(self.header.ends_at, self.header.entries)

    def find(self, entry: str) -> int:
        """Return the number of a vocabulary entry, or -1.

        A word is looked up in pieces, most of which are no entry: this is the inner loop of embedding new words.
        """
        key = entry.encode()
        slots = self._slots
        slot = crc32(key) % len(slots)
        while number := slots[slot]:
            if self._key(number - 1) == key:
                return number - 1
            slot = (slot + 1) % len(slots)
        return -1

    def row(self, number: int) -> bytes:
        """Return the row of an entry: `dimension` bytes, each value + BIAS."""
        start = self.header.rows_at + number * self.header.dimension
        return self._map[start : start + self.header.dimension]

    def entries(self) -> list[str]:
        """Return the whole vocabulary in order: slow, for those who need all of it."""
        return [self._key(number).decode() for number in range(self.header.entries)]

    def close(self) -> None:
        """Unmap the file."""
        for view in (self._slots, self._ends):
            if isinstance(view, memoryview):
                view.release()
        self._map.close()

    def _key(self, number: int) -> bytes:
        start = self._ends[number - 1] if number else 0
        first = self.header.keys_at
        return self._map[first + start : first + self._ends[number]]

    def _numbers(self, start: int, count: int) -> Sequence[int]:
        """Return a section of numbers as they lie in the file; copied only where a machine counts the other way."""
        if sys.byteorder == "little":
            return memoryview(self._map)[start : start + 4 * count].cast("I")
        return struct.unpack_from(f"<{count}I", self._map, start)


def pack(model: str, dimension: int, entries: list[str], rows: bytes) -> bytes:
    """Return the content of a table file for entries and their rows (`len(entries) * dimension` bytes)."""
    keys = [entry.encode() for entry in entries]
    slots = _hashed(keys)
    ends = [0]
    for key in keys:
        ends.append(ends[-1] + len(key))
    slots_at = HEADER.size
    ends_at = slots_at + 4 * len(slots)
    keys_at = ends_at + 4 * len(keys)
    rows_at = -(-(keys_at + ends[-1]) // 64) * 64
    longest = max(len(entry.removeprefix("##")) for entry in entries)
    numbers = (FORMAT, dimension, len(keys), len(slots), longest, slots_at, ends_at, keys_at, rows_at)
    head = HEADER.pack(MAGIC, *numbers, model.encode())
    index = struct.pack(f"<{len(slots) + len(keys)}I", *slots, *ends[1:])
    body = head + index + b"".join(keys)
    return body + bytes(rows_at - len(body)) + rows


def _hashed(keys: list[bytes]) -> list[int]:
    slots = [0] * (1 << (2 * len(keys)).bit_length())
    for number, key in enumerate(keys, 1):
        slot = crc32(key) % len(slots)
        while slots[slot]:
            slot = (slot + 1) % len(slots)
        slots[slot] = number
    return slots


def _read_header(content: mmap.mmap, path: str | Path) -> Header:
    hint = "install vademecum again"
    if len(content) < HEADER.size or content[: len(MAGIC)] != MAGIC:
        raise DamagedError(f"{path} is not a token table", hint=hint, code="damaged.embedder")
    _, version, *numbers = HEADER.unpack_from(content)
    if version != FORMAT:
        raise DamagedError(
            f"{path} has table format {version}, this program reads {FORMAT}", hint=hint, code="damaged.embedder"
        )
    dimension, entries, slots, longest, slots_at, ends_at, keys_at, rows_at, model = numbers
    name = model.rstrip(b"\0").decode()
    header = Header(dimension, entries, slots, longest, slots_at, ends_at, keys_at, rows_at, name)
    if header.size != len(content):
        raise DamagedError(f"{path} is cut short", hint=hint, code="damaged.embedder")
    return header
