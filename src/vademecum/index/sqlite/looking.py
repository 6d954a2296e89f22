"""Look for candidates: both legs, their neighbours, and the signals of each."""

from __future__ import annotations

import math
import sys
from itertools import islice

from vademecum.index.sqlite import context, rows
from vademecum.index.sqlite.context import Surroundings
from vademecum.index.sqlite.rows import Filter, Part
from vademecum.index.sqlite.schema import PART_BITS
from vademecum.index.sqlite.vectors import Sketches
from vademecum.index.sqlite.words import Words
from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.model.search import Candidate
from vademecum.rules import meeting, vectors
from vademecum.rules.matching import Asked, Match, ask, match, may_be_literal, signals
from vademecum.rules.words import query_terms

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Mapping, Sequence

    from vademecum.index.ports import Bar
    from vademecum.index.sqlite.context import Standing
    from vademecum.model.search import Passage, Source

_SCORED_AGAIN = 1.4
"""So many times the limit are scored with their full vectors: a sketch is only an estimate."""

_NEAR_AGAIN = 8
"""So many times the limit of near passages are: what says nearly the same comes early by its sketch, too."""

_WITH_NEIGHBOURS = 25
_NUMPY_FROM = 16
"""Vectors from which on numpy compares faster."""

_SURE = 4
"""Standard deviations of a sketch's estimate that are allowed for."""

_MEANT = 0.4
"""What a concept promises, against the cover of the whole question."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question or a text means: ready to be compared with stored vectors, and its sketch."""

    aim: vectors.Aim
    sketch: bytes


def meaning_of(vector: Sequence[float]) -> Wanted | None:
    """Return a vector as something to look for; None when it is of no use: all zero, or not finite."""
    if not any(vector) or not all(map(math.isfinite, vector)):
        return None
    return Wanted(vectors.aim(vector), vectors.sketch(vector))


@dataclass(frozen=True, slots=True)
class Sight:
    """How far a prompt hook looks: `rarity` tells how rare a word is in general, `kept` memories are read."""

    rarity: Callable[[str], float]
    by_meaning: bool
    kept: int


class Look:
    """One look into the index for one question, inside the caller's transaction."""

    def __init__(
        self,
        db: sqlite3.Connection,
        words: Words,
        sketches: Sketches,
        parts: dict[int, Part],
        totals: tuple[int, float],
        asked: dict[str, Asked],
    ) -> None:
        """`asked` remembers the last question, as long as the index does not change."""
        self._db = db
        self._words = words
        self._sketches = sketches
        self._parts = parts
        self._total, self._average = totals
        self._rated_before: dict[int, float] = {}
        self._known: dict[int, Standing] = {}
        self._asked = asked

    def candidates(
        self,
        text: str,
        wanted: Wanted | None,
        seen: Filter,
        limit: int,
        *,
        by_meaning: bool,
        bar: Bar | None,
    ) -> list[Candidate]:
        """Return what either leg proposes, and the neighbours of the best, with their signals.

        Without `by_meaning` the meaning only rates what the words propose. What does not reach the `bar` is left out.
        """
        if not seen.parts:
            return []
        asked = self._ask(text)
        found = self._words.find(asked, seen, limit, thoroughly=by_meaning)
        if wanted is not None and by_meaning:
            found += self._by_meaning(wanted, seen, limit)
        standing = self._standing(list(dict.fromkeys(found)), wanted)
        around = self._surroundings(standing, asked, None if seen.every_part else seen.parts)
        standing |= self._neighbours(standing, around, wanted, seen)
        best = self._best(standing, around, asked, wanted)[:limit]
        texts = rows.load(
            self._db, [one.id for one in best if bar is None or may_be_literal(asked, one.held)], self._parts
        )
        if bar is not None:
            best = self._above(bar, best, asked, texts)
        return self._read(best, texts, standing, around, asked, wanted)

    def rated(self, text: str, wanted: Wanted | None, ids: Sequence[int]) -> list[Candidate]:
        """Return given passages with their signals, whether or not anything proposes them."""
        standing = self._standing(ids, wanted)
        asked = self._ask(text)
        around = self._surroundings(standing, asked)
        return self._read(self._best(standing, around, asked, wanted), {}, standing, around, asked, wanted)

    def _surroundings(
        self, standing: Mapping[int, Standing], asked: Asked, parts: Collection[int] | None = None
    ) -> Surroundings:
        from vademecum.rules.covering import Covering  # noqa: PLC0415  a hook asks for memories, which stand alone

        return Surroundings(self._db, standing.values(), Covering(asked), parts)

    def _best(
        self, standing: Mapping[int, Standing], around: Surroundings, asked: Asked, wanted: Wanted | None
    ) -> list[_Seen]:
        """Return all that was looked at, what promises most first; texts are not read for that."""
        seen = [
            _Seen(number, match(asked, one[3], around.terms_of(one)), self._cosine(one, wanted), around.covered(one))
            for number, one in standing.items()
        ]
        seen.sort(key=_Seen.promise, reverse=True)
        return seen

    def _above(self, bar: Bar, seen: Sequence[_Seen], asked: Asked, texts: Mapping[int, Passage]) -> list[_Seen]:
        """Return those that reach the bar, or the best of those that do not; `texts` are of those where they matter."""
        rated = [
            (bar.rating(signals(asked, one.held, texts.get(one.id), one.cosine, one.around), self._source(one)), one)
            for one in seen
        ]
        above = [one for rating, one in rated if rating >= bar.least]
        return above or [one for _, one in sorted(rated, key=lambda pair: pair[0], reverse=True)[:1]]

    def _source(self, one: _Seen) -> Source:
        return self._parts[one.id >> PART_BITS][0]

    def _read(
        self,
        seen: Sequence[_Seen],
        texts: Mapping[int, Passage],
        standing: Mapping[int, Standing],
        around: Surroundings,
        asked: Asked,
        wanted: Wanted | None,
    ) -> list[Candidate]:
        """Return candidates with their passages, of which `texts` are read already."""
        passages = {**texts, **rows.load(self._db, [one.id for one in seen if one.id not in texts], self._parts)}
        near = self._near([standing[one.id] for one in seen], around, wanted)
        return [
            Candidate(passage, signals(asked, one.held, passage, one.cosine, one.around, near.get(one.id, 0.0)))
            for one in seen
            for passage in [passages[one.id]]
        ]

    def for_prompt(self, text: str, wanted: Wanted | None, seen: Filter, limit: int, sight: Sight) -> list[Candidate]:
        """Return the memories that words, meaning or concepts propose to a prompt, with where it meets each."""
        if not seen.parts:
            return []
        asked = self._ask(text)
        prompted = meeting.prompt(text, asked, self._words.counts, self._total, sight.rarity)
        found = self._words.find(asked, seen, limit, thoroughly=sight.by_meaning)
        found += self._words.meant(prompted.concepts, seen)
        if wanted is not None and sight.by_meaning:
            found += self._by_meaning(wanted, seen, limit)
        standing = self._standing(list(dict.fromkeys(found)), wanted)
        best = sorted(
            (_Seen(number, match(asked, one[3]), self._cosine(one, wanted), None) for number, one in standing.items()),
            key=lambda one: one.promise() + _MEANT * meeting.met_concepts(prompted, standing[one.id][3]),
            reverse=True,
        )[: sight.kept]
        passages = rows.load(self._db, [one.id for one in best], self._parts)
        return [
            Candidate(
                passages[one.id],
                signals(asked, one.held, passages[one.id], one.cosine),
                meeting.meet(prompted, one.held, standing[one.id][3], passages[one.id]),
            )
            for one in best
        ]

    def near(
        self, wanted: Sequence[Wanted | None], parts: Sequence[int], at_least: float, limit: int
    ) -> list[list[tuple[str, float]]]:
        """Return the keys of passages whose cosine to each meaning is at least that, nearest first."""
        usable = [one for one in wanted if one is not None]
        sketched = [one.sketch for one in usable]
        found = self._sketches.within(sketched, parts, _most_bits(at_least, usable), _NEAR_AGAIN * limit)
        stored = context.stored_vectors(self._db, {number for ids in found for number in ids})
        rated = [
            self._rated({number: stored[number] for number in ids if number in stored}, one, at_least, limit)
            for ids, one in zip(found, usable, strict=True)
        ]
        in_turn = iter(rated)
        return [next(in_turn) if one else [] for one in wanted]

    def meanings(self, keys: Sequence[str]) -> list[Wanted | None]:
        """Return what passages mean, by their stored vectors."""
        ids = [rows.find_id(self._db, key, self._parts) for key in keys]
        stored = context.stored_vectors(self._db, {number for number in ids if number is not None})
        held = (stored.get(number) if number is not None else None for number in ids)
        return [meaning_of(vectors.restore(vector)) if vector else None for vector in held]

    def _ask(self, text: str) -> Asked:
        if text not in self._asked:
            self._asked.clear()
            self._asked[text] = self._weighed(text)
        return self._asked[text]

    def _weighed(self, text: str) -> Asked:
        terms = query_terms(text)
        counts = self._words.counts(term.text for term in terms)
        alike = self._words.look_alikes(terms, counts)
        counts |= self._words.counts(term.text for term in alike)
        return ask(text, (*terms, *alike), counts, self._total, self._average)

    def _by_meaning(self, wanted: Wanted, seen: Filter, limit: int) -> list[int]:
        """Return the ids whose vectors are nearest, among those that the filter lets through."""
        nearest = self._sketches.nearest(wanted.sketch, seen.parts)
        rated: list[tuple[float, int]] = []
        while len(rated) < limit and (chunk := list(islice(nearest, int(_SCORED_AGAIN * limit)))):
            standing = self._standing(sorted(rows.permitted(self._db, chunk, seen)), wanted)
            rated += [(self._cosine(one, wanted), one[0]) for one in standing.values()]
        return [number for _, number in sorted(rated, reverse=True)[:limit]]

    def _standing(self, ids: Sequence[int], wanted: Wanted | None) -> dict[int, Standing]:
        """Return the marks of passages, compared with what is wanted; each is read once."""
        fresh = context.standings(self._db, [number for number in ids if number not in self._known])
        self._compare({number: one[4] for number, one in fresh.items()}, wanted)
        self._known |= fresh
        return {number: self._known[number] for number in ids if number in self._known}

    def _cosine(self, one: Standing, wanted: Wanted | None) -> float:
        if one[4] is None or wanted is None:
            return 0.0
        cosine = self._rated_before.get(one[0])
        if cosine is None:
            cosine = self._rated_before[one[0]] = vectors.cosine(one[4], wanted.aim)
        return cosine

    def _compare(self, stored: Mapping[int, bytes | None], wanted: Wanted | None) -> None:
        """Compare many vectors at once, if numpy is there already, so that they are known one by one."""
        if wanted is None:
            return
        by_length: dict[int, dict[int, bytes]] = {}
        for number, vector in stored.items():
            if vector is not None and number not in self._rated_before:
                by_length.setdefault(len(vector), {})[number] = vector
        for some in by_length.values():
            self._rated_before.update(zip(some, _cosines(list(some.values()), wanted), strict=True))

    def _neighbours(
        self, standing: Mapping[int, Standing], around: Surroundings, wanted: Wanted | None, seen: Filter
    ) -> dict[int, Standing]:
        """Return what stands directly beside the best candidates: the answer often follows the question."""
        grouped = [one for one in standing.values() if one[1]]
        strength = {one[0]: around.share_of(one) + self._cosine(one, wanted) for one in grouped}
        best = sorted(grouped, key=lambda one: strength[one[0]], reverse=True)[:_WITH_NEIGHBOURS]
        beside = dict.fromkeys(number for one in best for number in around.beside(one))
        fresh = [number for number in beside if number not in standing]
        allowed = rows.permitted(self._db, fresh, seen)
        return self._standing([number for number in fresh if number in allowed], wanted)

    def _near(self, seen: Sequence[Standing], around: Surroundings, wanted: Wanted | None) -> dict[int, float]:
        """Return the higher cosine of the two that stand directly beside each passage of a document or a session."""
        if wanted is None:
            return {}
        beside = {one[0]: around.beside(one) for one in seen if one[1]}
        fresh = {number for two in beside.values() for number in two} - self._rated_before.keys()
        self._compare(context.stored_vectors(self._db, fresh), wanted)
        rated = self._rated_before
        return {one: max([rated.get(number, 0.0) for number in two], default=0.0) for one, two in beside.items()}

    def _rated(
        self, stored: Mapping[int, bytes], wanted: Wanted, at_least: float, limit: int
    ) -> list[tuple[str, float]]:
        """Return the keys of the best of some vectors, with their cosines."""
        rated = [(vectors.cosine(vector, wanted.aim), number) for number, vector in stored.items()]
        best = sorted((pair for pair in rated if pair[0] >= at_least), reverse=True)[:limit]
        passages = rows.load(self._db, [number for _, number in best], self._parts) if best else {}
        return [(passages[number].key, cosine) for cosine, number in best]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A candidate before its text is read."""

    id: int
    held: Match
    cosine: float
    around: tuple[float, float] | None

    def promise(self) -> float:
        """Return about how much evidence there is."""
        beside, far = self.around or (self.held.coverage, self.held.coverage)
        return self.held.named + self.held.coverage + beside + far + 2 * self.cosine


def _cosines(rounded: Sequence[bytes], wanted: Wanted) -> Sequence[float]:
    if "numpy" not in sys.modules or len(rounded) < _NUMPY_FROM:
        return [vectors.cosine(one, wanted.aim) for one in rounded]
    from vademecum.index.sqlite.matrix import cosines  # noqa: PLC0415  only where numpy is loaded already

    return cosines(rounded, wanted.aim)


def _most_bits(cosine: float, wanted: Sequence[Wanted]) -> int:
    """Return how many bits may differ between sketches of vectors of that cosine (Charikar 2002)."""
    bits = 8 * len(wanted[0].sketch) if wanted else 0
    share = math.acos(max(-1.0, min(1.0, cosine))) / math.pi
    return math.ceil(bits * share + _SURE * math.sqrt(bits * share * (1 - share)))
