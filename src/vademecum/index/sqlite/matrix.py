"""Sketches as numpy columns, for indexes of tens of thousands of passages and more."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

_FIRST_LOOK = 50_000
"""Sketches that are compared in full without a first look at their leading bits."""

_KEPT_OF_FIRST_LOOK = 64
"""One in so many sketches passes the first look."""

Column = npt.NDArray[np.uint64]
Distances = npt.NDArray[np.uint16]


class Matrix:
    """All sketches of an index, 64 bits a column; a block keeps its rows, so a change touches one slice."""

    def __init__(self, width: int, block: int) -> None:
        self._width = width
        self._block = block
        self._rows: dict[int, int] = {}
        self._versions: dict[int, int] = {}
        self._ids = np.empty(0, np.int64)
        self._columns: list[Column] = [np.empty(0, np.uint64) for _ in range(-(-width // 8))]

    def follow(self, versions: Mapping[int, int], read: Callable[[int], bytes]) -> None:
        """Take in the blocks that changed, and let go of those that are gone."""
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
        rows = self._live(blocks)
        if len(rows) <= _FIRST_LOOK:
            yield from self._in_order(rows, wanted)
            return
        near = self._first_look(rows, wanted)
        yield from self._in_order(rows[near], wanted)
        yield from self._in_order(rows[~near], wanted)

    def within(self, wanted: bytes, blocks: Sequence[int], most: int) -> list[int]:
        """Return the ids of the blocks that differ in at most so many bits."""
        rows = self._live(blocks)
        for column, target in zip(self._columns, self._targets(wanted), strict=True):
            rows = rows[_popcount(column[rows] ^ target) <= most]
        return [int(n) for n in self._ids[rows][self._distances(rows, wanted) <= most]]

    def _in_order(self, rows: npt.NDArray[np.intp], wanted: bytes) -> Iterator[int]:
        far = self._distances(rows, wanted)
        order = np.argsort(far, kind="stable")
        for start in range(0, len(order), 512):
            yield from (int(number) for number in self._ids[rows[order[start : start + 512]]])

    def _first_look(self, rows: npt.NDArray[np.intp], wanted: bytes) -> npt.NDArray[np.bool_]:
        """Tell which rows are worth a full comparison, by their leading bits."""
        far = _popcount(self._columns[0][rows] ^ self._targets(wanted)[0])
        upto = np.cumsum(np.bincount(far, minlength=65))
        edge = int(np.searchsorted(upto, max(len(rows) // _KEPT_OF_FIRST_LOOK, 4096)))
        near: npt.NDArray[np.bool_] = far <= edge
        return near

    def _distances(self, rows: npt.NDArray[np.intp], wanted: bytes) -> Distances:
        far = np.zeros(len(rows), np.uint16)
        for column, target in zip(self._columns, self._targets(wanted), strict=True):
            far += _popcount(column[rows] ^ target)
        return far

    def _targets(self, wanted: bytes) -> Column:
        return np.frombuffer(wanted.ljust(8 * len(self._columns), b"\0"), np.uint64)

    def _live(self, blocks: Sequence[int]) -> npt.NDArray[np.intp]:
        chosen = np.zeros(len(self._ids) // self._block, bool)
        chosen[[self._rows[block] for block in blocks]] = True
        return np.flatnonzero(np.repeat(chosen, self._block) & (self._ids >= 0))

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


def _popcount(values: Column) -> npt.NDArray[np.uint8]:
    if hasattr(np, "bitwise_count"):
        counted: npt.NDArray[np.uint8] = np.bitwise_count(values)
        return counted
    halves: npt.NDArray[np.uint8] = _COUNTS[values.view(np.uint16).reshape(-1, 4)]
    summed: npt.NDArray[np.uint8] = halves.sum(axis=1, dtype=np.uint8)
    return summed


# For numpy 1.26, which cannot count bits itself.
_COUNTS = np.array([number.bit_count() for number in range(1 << 16)], np.uint8)
