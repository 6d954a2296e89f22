"""Sketches as numpy columns, for indexes of tens of thousands of passages and more."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vademecum.rules import vectors

_FIRST_LOOK = 50_000
"""Sketches that are compared in full without a first look at their leading bits."""

_KEPT_OF_FIRST_LOOK = 64
"""One in so many sketches passes the first look."""

_SAMPLED = 16
_NOT_THERE = 255

Column = npt.NDArray[np.uint64]
Distances = npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class _There:
    """Which rows are asked for: their numbers, and a byte a row that is beyond every distance for the others."""

    blocks: tuple[int, ...]
    rows: npt.NDArray[np.intp]
    absent: npt.NDArray[np.uint8]


class Matrix:
    """All sketches of an index, 64 bits a column; a block keeps its rows, so a change touches one slice."""

    def __init__(self, width: int, block: int) -> None:
        self._width = width
        self._block = block
        self._rows: dict[int, int] = {}
        self._versions: dict[int, int] = {}
        self._last: _There | None = None
        self._ids = np.empty(0, np.int64)
        self._columns: list[Column] = [np.empty(0, np.uint64) for _ in range(-(-width // 8))]

    def follow(self, versions: Mapping[int, int], read: Callable[[int], bytes]) -> None:
        """Take in the blocks that changed, and let go of those that are gone."""
        if versions == self._versions:
            return
        self._last = None
        for gone in self._rows.keys() - versions.keys():
            self._fill(self._rows.pop(gone), gone, b"")
            del self._versions[gone]
        fresh = [block for block in versions if block not in self._rows]
        self._grow(fresh)
        for block, version in versions.items():
            if self._versions.get(block) != version:
                self._fill(self._rows[block], block, read(block))
                self._versions[block] = version

    def nearest(self, wanted: bytes, blocks: Sequence[int]) -> Iterator[int]:
        """Yield ids of the blocks, nearest first."""
        there = self._there(blocks)
        if len(there.rows) <= _FIRST_LOOK:
            yield from self._in_order(there.rows, wanted)
            return
        far = self._first_look(there, wanted)
        edge = _edge(far, max(len(there.rows) // _KEPT_OF_FIRST_LOOK, 4096))
        yield from self._in_order(np.flatnonzero(far <= edge), wanted)
        yield from self._in_order(np.flatnonzero((far > edge) & (far < _NOT_THERE)), wanted)

    def within(self, wanted: Sequence[bytes], blocks: Sequence[int], most: int, limit: int) -> list[list[int]]:
        """Return, for each sketch, the nearest ids of the blocks that differ from it in at most so many bits."""
        rows = self._there(blocks).rows
        ids = self._ids[rows]
        columns = [column[rows] for column in self._columns]
        found = []
        for one in wanted:
            far = np.zeros(len(rows), np.uint16)
            for column, target in zip(columns, self._targets(one), strict=True):
                far += _popcount(column ^ target)
            near = np.flatnonzero(far <= most)
            found.append(ids[near[np.argsort(far[near], kind="stable")[:limit]]].tolist())
        return found

    def _in_order(self, rows: npt.NDArray[np.intp], wanted: bytes) -> Iterator[int]:
        far = self._distances(rows, wanted)
        order = np.argsort(far, kind="stable")
        for start in range(0, len(order), 512):
            yield from self._ids[rows[order[start : start + 512]]].tolist()

    def _first_look(self, there: "_There", wanted: bytes) -> npt.NDArray[np.uint8]:
        """Compare the leading bits of all sketches; those that are not asked for are out of reach.

        All, without picking rows first: that would take longer than the comparison.
        """
        far = _popcount(self._columns[0] ^ self._targets(wanted)[0])
        return np.maximum(far, there.absent, out=far)

    def _distances(self, rows: npt.NDArray[np.intp], wanted: bytes) -> Distances:
        far = np.zeros(len(rows), np.uint16)
        for column, target in zip(self._columns, self._targets(wanted), strict=True):
            far += _popcount(column[rows] ^ target)
        return far

    def _targets(self, wanted: bytes) -> Column:
        return np.frombuffer(wanted.ljust(8 * len(self._columns), b"\0"), np.uint64)

    def _there(self, blocks: Sequence[int]) -> "_There":
        """Return what is asked for when just these blocks are; the same ones are usually asked again."""
        if self._last is None or self._last.blocks != tuple(blocks):
            chosen = np.zeros(len(self._ids) // self._block, bool)
            chosen[[self._rows[block] for block in blocks]] = True
            live = np.repeat(chosen, self._block) & (self._ids >= 0)
            absent = np.where(live, 0, _NOT_THERE).astype(np.uint8)
            self._last = _There(tuple(blocks), np.flatnonzero(live), absent)
        return self._last

    def _grow(self, fresh: Sequence[int]) -> None:
        used = len(self._ids) // self._block
        free = sorted(set(range(used)) - set(self._rows.values())) if len(self._rows) < used else []
        missing = max(0, len(fresh) - len(free))
        if missing:
            # A quarter more than asked for, so that growing block by block stays cheap.
            room = (missing + used // 4) * self._block
            self._ids = np.concatenate([self._ids, np.full(room, -1, np.int64)])
            self._columns = [np.concatenate([column, np.zeros(room, np.uint64)]) for column in self._columns]
            free += range(used, used + room // self._block)
        self._rows.update(zip(fresh, free, strict=False))

    def _fill(self, row: int, block: int, bits: bytes) -> None:
        place = slice(row * self._block, (row + 1) * self._block)
        padded = np.zeros((self._block, 8 * len(self._columns)), np.uint8)
        given = np.frombuffer(bits, np.uint8).reshape(-1, self._width)
        padded[: len(given), : self._width] = given
        words = padded.view(np.uint64)
        for number, column in enumerate(self._columns):
            column[place] = words[:, number]
        first = block * self._block
        self._ids[place] = np.where(words.any(axis=1), np.arange(first, first + self._block), -1)


def cosines(rounded: Sequence[bytes], wanted: vectors.Aim) -> list[float]:
    """Return what `vectors.cosine` does for many rounded vectors that are all as long, to twelve digits.

    So equal vectors have equal cosines, wherever they stand among the others.
    """
    rows = np.frombuffer(b"".join(rounded), np.uint8).reshape(len(rounded), -1)
    squares = rows[:, : vectors.HEAD_BYTES].copy().view("<u4")[:, 0] & (vectors.HALVED - 1)
    coordinates = rows[:, vectors.HEAD_BYTES :].astype(np.float64)
    if rounded[0][vectors.HEAD_BYTES - 1] >= vectors.BIAS:
        upper, lower = np.divmod(coordinates, vectors.LEVELS)
        coordinates = 2 * np.stack([upper, lower], axis=2).reshape(len(rounded), -1) + (1 - vectors.LEVELS)
    else:
        coordinates -= vectors.BIAS
    aimed = np.array(wanted.biased) - vectors.BIAS
    products = coordinates @ aimed + (wanted.stretch**2 - aimed @ aimed) / 2
    lengths = wanted.stretch * np.sqrt(np.maximum(squares, 1))
    found: list[float] = np.where(squares, np.round(products / lengths, 12), 0.0).tolist()
    return found


def _edge(far: npt.NDArray[np.uint8], wanted: int) -> int:
    """Return the distance within which about so many lie: one row in a few tells."""
    upto = np.cumsum(np.bincount(far[::_SAMPLED], minlength=65))
    return min(int(np.searchsorted(upto, wanted // _SAMPLED)), 64)


def _popcount(values: Column) -> npt.NDArray[np.uint8]:
    if hasattr(np, "bitwise_count"):
        counted: npt.NDArray[np.uint8] = np.bitwise_count(values)
        return counted
    halves: npt.NDArray[np.uint8] = _COUNTS[values.view(np.uint16).reshape(-1, 4)]
    summed: npt.NDArray[np.uint8] = halves.sum(axis=1, dtype=np.uint8)
    return summed


# For numpy 1.26, which cannot count bits itself.
_COUNTS = np.array([number.bit_count() for number in range(1 << 16)], np.uint8)
