"""Which terms of a question many texts have: found in all of them at once, and held as the bits of a number.

What a passage has together with what stands around it is then one `or` a neighbour, and what that covers of the
question is worked out once for each set of terms.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from vademecum.model.frozen import TYPE_CHECKING
from vademecum.rules.matching import cover, share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.rules.matching import Asked, Weighted


class Covering:
    """Tells which terms of one question traces have, and how much of it these cover. Bit i is its term i."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._shares: dict[int, float] = {0: 0.0}
        self._none = [0.0] * len(asked.weights)
        self._marks: dict[str, int] = {}
        for number, item in enumerate(asked.terms):
            self._marks[item.mark] = self._marks.get(item.mark, 0) | 1 << number

    def bits(self, traces: Sequence[str]) -> list[int]:
        """Return the terms that each trace has."""
        return self.bits_of("".join(traces), [*map(len, traces)])

    def bits_of(self, text: str, lengths: Sequence[int]) -> list[int]:
        """Return the terms that each of some traces has which stand in a text one behind the other."""
        ends = list(accumulate(lengths))
        found = [0] * len(ends)
        find = text.find
        for mark, bits in self._marks.items():
            place = find(mark)
            while place >= 0:
                number = bisect_right(ends, place)
                found[number] |= bits
                place = find(mark, ends[number])
        return found

    def terms(self, bits: int) -> list[Weighted]:
        """Return these terms of the question, in its order."""
        terms = self._asked.terms
        found = []
        while bits:
            lowest = bits & -bits
            found.append(terms[lowest.bit_length() - 1])
            bits ^= lowest
        return found

    def share(self, bits: int) -> float:
        """Return the weighted share, 0..1, of the question that these terms cover."""
        known = self._shares.get(bits)
        if known is None:
            covered = self._none.copy()
            for item in self.terms(bits):
                cover(covered, item.term)
            known = self._shares[bits] = share(self._asked, covered)
        return known
