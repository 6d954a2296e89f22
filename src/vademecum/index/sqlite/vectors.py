"""The meaning leg: sign sketches in blocks, scanned whole; the best are scored again with their full vectors.

A block holds the sketches of 1,024 consecutive ids. Up to some ten thousand passages the scan is plain Python
(`int.bit_count`, about 1 ms for 10,000); above, numpy is worth its import.
"""

from __future__ import annotations

import sys
from array import array
from itertools import compress

from vademecum.index.sqlite.schema import PART_BITS
from vademecum.model.frozen import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence

if TYPE_CHECKING:  # numpy takes a tenth of a second to import, and a small index never needs it
    from vademecum.index.sqlite.matrix import Matrix

BLOCK = 1024
"""Ids a block; a block number is an id divided by this."""

NUMPY_FROM = 30_000
"""Sketches to compare from which on numpy is used: 3 ms in plain Python, 0.5 ms in numpy after 120 ms of import."""

_NUMPY_LOADED_FROM = 4_000
_NUMPY_FROM_PAIRS = 1_000_000
"""The same for a batch: 65 ms in plain Python; once numpy is loaded anyway, a fraction of that is enough."""

_BATCH_OF_ONE = 8

_SORTED_FIRST = 200
_SAMPLED = 500
_MARGIN = 3
_LARGEST = 255  # distances beyond count as this one
_WITHIN = b"\1" * 256
_ONE_BYTE = 32
"""Bytes of a sketch up to which the count of its bits fits a byte."""

_BIT_COUNTS = bytes(value.bit_count() for value in range(256))


@dataclass(frozen=True, slots=True)
class _Block:
    version: int
    ids: array[int]
    bits: list[int]


class Sketches:
    """Finds the ids whose vectors point most nearly where a query's does. The caller holds the transaction."""

    def __init__(self, db: sqlite3.Connection, numpy_from: int, *, once: bool = False) -> None:
        """`once` is for one scan: sketches are compared as they lie there, and none is kept for the next."""
        self._db = db
        self._once = once
        self._numpy_from = numpy_from
        self._blocks: dict[int, _Block] = {}
        self._matrix: Matrix | None = None
        self._versions: dict[int, int] = {}
        self._fresh = False

    @property
    def uses_numpy(self) -> bool:
        """Tell whether the last scan was large enough for numpy."""
        return self._matrix is not None

    def forget(self) -> None:
        """Look at the blocks' versions again before the next scan: the index may have changed."""
        self._fresh = False

    def put(self, changes: Iterable[tuple[int, bytes]], width: int) -> None:
        """Set the sketches of ids; empty bytes take one away. `width` is the length of a sketch."""
        touched: dict[int, list[tuple[int, bytes]]] = {}
        for number, bits in changes:
            touched.setdefault(number // BLOCK, []).append((number % BLOCK, bits))
        for block, slots in touched.items():
            self._write(block, slots, width)
        self._fresh = False

    def clear(self) -> None:
        """Take every sketch away."""
        self._db.execute("DELETE FROM sketches")
        self._blocks.clear()
        self._matrix = None
        self._fresh = False

    def nearest(self, wanted: bytes, parts: Sequence[int]) -> Iterator[int]:
        """Yield the ids of the parts, nearest sketch first, until the caller has enough."""
        chosen = self._chosen(parts)
        if self._once and len(wanted) <= _ONE_BYTE:
            counted = b"".join(_distances(self._raw(block), wanted) for block in chosen)
            yield from _in_order(counted, lambda place: chosen[place // BLOCK] * BLOCK + place % BLOCK)
        elif len(chosen) * BLOCK >= self._worth_it():
            yield from self._as_matrix(len(wanted)).nearest(wanted, chosen)
        else:
            yield from _nearest(self._as_blocks(chosen, len(wanted)), wanted)

    def within(self, wanted: Sequence[bytes], parts: Sequence[int], most: int, limit: int) -> list[list[int]]:
        """Return, for each sketch, the nearest ids whose sketches differ from it in at most so many bits."""
        chosen = self._chosen(parts)
        if not wanted or not chosen:
            return [[] for _ in wanted]
        width = len(wanted[0])
        pairs = len(wanted) * len(chosen) * BLOCK
        if pairs >= min(_NUMPY_FROM_PAIRS, _BATCH_OF_ONE * self._worth_it()):
            return self._as_matrix(width).within(wanted, chosen, most, limit)
        blocks = self._as_blocks(chosen, width)
        return [_within(blocks, one, most)[:limit] for one in wanted]

    def _chosen(self, parts: Sequence[int]) -> list[int]:
        if not self._fresh:
            self._versions = dict(self._db.execute("SELECT block, version FROM sketches ORDER BY block").fetchall())
            self._fresh = True
        wanted = set(parts)
        return [block for block in self._versions if block * BLOCK >> PART_BITS in wanted]

    def _worth_it(self) -> int:
        """Return the number of sketches from which on numpy is faster; it is soon, once it is loaded anyway."""
        return min(self._numpy_from, _NUMPY_LOADED_FROM) if "numpy" in sys.modules else self._numpy_from

    def _write(self, block: int, slots: list[tuple[int, bytes]], width: int) -> None:
        row = self._db.execute("SELECT version, bits FROM sketches WHERE block = ?", (block,)).fetchone()
        version, bits = (row[0], bytearray(row[1])) if row else (0, bytearray())
        needed = (max(slot for slot, _ in slots) + 1) * width
        bits.extend(bytes(max(0, needed - len(bits))))
        for slot, sketch in slots:
            bits[slot * width : (slot + 1) * width] = sketch or bytes(width)
        self._db.execute("INSERT OR REPLACE INTO sketches VALUES (?, ?, ?)", (block, version + 1, bytes(bits)))

    def _raw(self, block: int) -> bytes:
        bits: bytes = self._db.execute("SELECT bits FROM sketches WHERE block = ?", (block,)).fetchone()[0]
        return bits

    def _as_blocks(self, chosen: Sequence[int], width: int) -> list[_Block]:
        for block in chosen:
            held = self._blocks.get(block)
            if held is None or held.version != self._versions[block]:
                self._blocks[block] = _read(block, self._versions[block], self._raw(block), width)
        return [self._blocks[block] for block in chosen]

    def _as_matrix(self, width: int) -> Matrix:
        if self._matrix is None:
            from vademecum.index.sqlite.matrix import Matrix  # noqa: PLC0415  numpy, only now

            self._matrix = Matrix(width, BLOCK)
            self._blocks.clear()
        self._matrix.follow(self._versions, self._raw)
        return self._matrix


def _read(block: int, version: int, bits: bytes, width: int) -> _Block:
    read = int.from_bytes
    values = [read(bits[start : start + width], "little") for start in range(0, len(bits), width)]
    first = block * BLOCK
    live = [(first + slot, value) for slot, value in enumerate(values) if value]
    return _Block(version, array("q", [number for number, _ in live]), [value for _, value in live])


def _nearest(blocks: Sequence[_Block], wanted: bytes) -> Iterator[int]:
    """Yield ids, nearest first."""
    target = int.from_bytes(wanted, "little")
    ids = array("q")
    for held in blocks:
        ids.extend(held.ids)
    far = [(bits ^ target).bit_count() for held in blocks for bits in held.bits]
    yield from _in_order(_as_bytes(far), ids.__getitem__)


def _in_order(counted: bytes, id_of: Callable[[int], int]) -> Iterator[int]:
    """Yield the ids of places by their distances, a byte each."""
    # A caller rarely needs more than the first hundreds: only they are put in order at once.
    edge = _edge(counted, _SORTED_FIRST)
    for wanted_here in (_WITHIN[: edge + 1].ljust(256, b"\0"), _WITHIN[edge + 1 :].rjust(256, b"\0")):
        places = compress(range(len(counted)), counted.translate(wanted_here))
        yield from (number for _, number in sorted((counted[place], id_of(place)) for place in places))


def _distances(bits: bytes, wanted: bytes) -> bytes:
    """Return a byte for each slot of a block: in how many bits it differs; `_LARGEST` fills the block up.

    The whole block is compared at once as one number, and the lanes of bytes are summed as numbers: half the time of
    taking each sketch for itself. An empty slot is as far as chance; no passage is there.
    """
    width, slots = len(wanted), len(bits) // len(wanted)
    differing = int.from_bytes(bits, "little") ^ int.from_bytes(wanted * slots, "little")
    counts = differing.to_bytes(len(bits), "little").translate(_BIT_COUNTS)
    lanes = [int.from_bytes(counts[lane::width], "little") for lane in range(width - 1)]
    # So that the sum of all lanes fits a byte, the last one counts 8 as 7.
    lanes.append(int.from_bytes(counts[width - 1 :: width].replace(b"\x08", b"\x07"), "little"))
    return sum(lanes).to_bytes(slots, "little").ljust(BLOCK, b"\xff")


def _as_bytes(far: Sequence[int]) -> bytes:
    try:
        return bytes(far)
    except ValueError:  # a long sketch, or one that is the very opposite
        return bytes(min(distance, _LARGEST) for distance in far)


def _edge(counted: bytes, wanted: int) -> int:
    """Return a distance within which at least so many lie, most likely: a sample tells, and no order hangs on it."""
    sample = sorted(counted[:: max(1, len(counted) // _SAMPLED)])
    place = _MARGIN + int(_MARGIN / 2 * wanted * len(sample) / max(len(counted), 1))
    return sample[place] if place < len(sample) else _LARGEST


def _within(blocks: Sequence[_Block], wanted: bytes, most: int) -> list[int]:
    target = int.from_bytes(wanted, "little")
    near = [
        (distance, number)
        for held in blocks
        for number, bits in zip(held.ids, held.bits, strict=True)
        if (distance := (bits ^ target).bit_count()) <= most
    ]
    return [number for _, number in sorted(near)]
