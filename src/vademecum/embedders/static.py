"""The default embedder: a text's vector is the sum of the rows of its word pieces. No model runs.

Rows are summed as big integers with one 32-bit lane a coordinate, so a word is one addition whatever its
dimension; no numerical library is needed, and the sum is exact, so a vector never depends on its company.
"""

from __future__ import annotations

import math
import os
import struct
from array import array

from vademecum.embedders import wordpiece
from vademecum.embedders.identity import Identity
from vademecum.embedders.table import BIAS, TokenTable
from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import TypeVar

    from vademecum.embedders.ports import Vector

    T = TypeVar("T")

TABLE = os.path.join(os.path.dirname(__file__), "static.bin")  # noqa: PTH118, PTH120  a hook does without pathlib
"""The table that ships with the package (see NOTICE beside it)."""

CACHED_WORDS = 4096
"""Words whose sums an embedder remembers, about 1 KB each."""

CACHED_PIECES = 16_384
"""Words whose pieces it remembers, about 200 bytes each."""

FIRST_WORD = 999
"""Number of the first word of the vocabulary; before it are marks and single characters."""

_EVERYWHERE = 300
"""So many words are about equally common; after them rarity grows with the logarithm of the place."""

_RAREST = math.log(101)
_CACHED_LENGTH = 40
_LANE = 4


class StaticEmbedder:
    """Sums rows of a token table; about 0.1 ms for a text of 500 characters."""

    def __init__(self, path: str | Path = TABLE) -> None:
        """Map the table.

        Raises:
            UnavailableError: the file cannot be opened.
            DamagedError: it is not a table of this format.
        """
        self._table = TokenTable(path)
        head = self._table.header
        self.identity = Identity("static", head.model, head.dimension)
        self._words: dict[str, int] = {}
        self._pieces: dict[str, bytes] = {}
        self._lanes = struct.Struct(f"<{head.dimension + 1}I")

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> Vector:
        known = self._words
        total = 0
        for word in wordpiece.split(text):
            lanes = known.get(word)
            total += self._learn(word) if lanes is None else lanes
        return self._unit(total)

    def rarity(self, word: str) -> float:
        """Return how rare a word is in general, 0 (everywhere) to 1: by its place in a vocabulary sorted by frequency.

        A word of several pieces, and one that the vocabulary lacks, is rare.
        """
        number = self._table.find(word)
        if number < 0:
            return 1.0
        return min(1.0, math.log(2 + max(0, number - FIRST_WORD) / _EVERYWHERE) / _RAREST)

    def close(self) -> None:
        """Let go of the table file."""
        self._table.close()

    def _learn(self, word: str) -> int:
        """Return the lanes of a word, and remember them when it comes again: most words of a text come once."""
        pieces = self._pieces.get(word)
        if pieces is not None:
            return _keep(self._words, CACHED_WORDS, word, self._sum(pieces))
        find, longest = self._table.find, self._table.header.longest
        found = [number for part in wordpiece.parts(word) for number in wordpiece.pieces(part, find, longest)]
        return self._sum(_keep(self._pieces, CACHED_PIECES, word, array("I", found).tobytes()))

    def _sum(self, pieces: bytes) -> int:
        return sum(map(self._widened, memoryview(pieces).cast("I")))

    def _widened(self, number: int) -> int:
        """Return a row as one integer; a last lane of 1 counts the rows in a sum, to take their bias off again."""
        wide = bytearray(self._lanes.size)
        wide[:-_LANE:_LANE] = self._table.row(number)
        wide[-_LANE] = 1
        return int.from_bytes(wide, "little")

    def _unit(self, total: int) -> Vector:
        *sums, rows = self._lanes.unpack(total.to_bytes(self._lanes.size, "little"))
        bias = BIAS * rows
        values = [value - bias for value in sums]
        length = math.hypot(*values) or 1.0
        return array("f", [value / length for value in values])


def _keep(cache: dict[str, T], most: int, word: str, value: T) -> T:
    """Remember something of a word, unless the word is so long that it will hardly come again."""
    if len(word) <= _CACHED_LENGTH:
        if len(cache) >= most:
            cache.clear()
        cache[word] = value
    return value
