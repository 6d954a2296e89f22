"""No answer twice: near-equal hits collapse, a document has its say three times at most, the rest is spread."""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING, replace
from vademecum.model.search import Hit
from vademecum.rules.words import telling_terms

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

RELEVANCE_SHARE = 0.7
"""Lambda of maximal marginal relevance (Carbonell and Goldstein 1998): 1 would only look at the score."""

LIKENESS_POWER = 3
"""Likeness counts by its cube: sharing a few words is chance, sharing most of them is saying it again. Taken as it is,
it cost one point of recall at 10 on chat turns."""

NEARLY_EQUAL = 0.9
"""Likeness of words from which two hits say the same."""

FROM_ONE_GROUP = 3
"""Most hits of one document or session among the first `AMONG`, and again among each `AMONG` that follow."""

AMONG = 5


class _Held:
    """A hit on its way into the answer, or not."""

    def __init__(self, hit: Hit) -> None:
        self.hit = hit
        self.terms: frozenset[str] | None = None
        self.compared = 0
        self.likeness = 0.0
        self.likest = 0
        self.worth = 1.0
        self.twins: list[str] = []

    def said(self) -> frozenset[str]:
        if self.terms is None:
            self.terms = _words_of(self.hit.passage.text)
        return self.terms

    def value(self, chosen: Sequence[_Held]) -> float:
        """Return what the hit adds to those chosen so far, which is never more than before; each pair is compared
        once.
        """
        for place in range(self.compared, len(chosen)):
            likeness = _likeness(self.said(), chosen[place].said())
            if likeness > self.likeness:
                self.likeness, self.likest = likeness, place
        self.compared = len(chosen)
        self.worth = RELEVANCE_SHARE * self.hit.score - (1 - RELEVANCE_SHARE) * self.likeness**LIKENESS_POWER
        return self.worth


def spread(hits: Sequence[Hit], limit: int) -> list[Hit]:
    """Choose hits so that each adds something; a smaller `limit` gives a prefix of a larger one.

    `hits` come in the order of their scores, best first.
    """
    left = [_Held(hit) for hit in hits]
    chosen: list[_Held] = []
    from_group: dict[str, int] = {}
    while len(chosen) < limit:
        most = FROM_ONE_GROUP * (1 + len(chosen) // AMONG)
        full = {group for group, count in from_group.items() if group and count >= most}
        best = _best(left, chosen, full)
        if best is None:
            break
        left.remove(best)
        if best.likeness >= NEARLY_EQUAL:
            chosen[best.likest].twins.append(best.hit.passage.key)
            continue
        from_group[best.hit.passage.group] = from_group.get(best.hit.passage.group, 0) + 1
        chosen.append(best)
    return [replace(one.hit, collapsed=tuple(one.twins)) if one.twins else one.hit for one in chosen]


def in_turn(hits: Sequence[Hit], limit: int) -> list[Hit]:
    """Choose hits in their order, of one group as many as `spread` does, however alike they are."""
    left, chosen = list(hits), list[Hit]()
    from_group: dict[str, int] = {}
    while left and len(chosen) < limit:
        most = FROM_ONE_GROUP * (1 + len(chosen) // AMONG)
        best = next((hit for hit in left if not hit.passage.group or from_group.get(hit.passage.group, 0) < most), None)
        if best is None:
            break
        left.remove(best)
        from_group[best.passage.group] = from_group.get(best.passage.group, 0) + 1
        chosen.append(best)
    return chosen


def _best(left: Sequence[_Held], chosen: Sequence[_Held], full: Collection[str]) -> _Held | None:
    """Return the hit that adds most, of a group that is not full.

    Texts are only compared while a hit could still win by its score.
    """
    best, most = None, -1.0
    for held in left:
        if RELEVANCE_SHARE * held.hit.score <= most:
            break
        if held.worth <= most or held.hit.passage.group in full:
            continue
        value = held.value(chosen)
        if value > most:
            best, most = held, value
    return best


def _words_of(text: str) -> frozenset[str]:
    """Return the words that texts are compared by; between spaces is close enough, and five times as fast."""
    return frozenset(text.lower().split()) if text.isascii() else telling_terms(text)


def _likeness(ours: frozenset[str], theirs: frozenset[str]) -> float:
    return 2 * len(ours & theirs) / (len(ours) + len(theirs)) if ours and theirs else 0.0
