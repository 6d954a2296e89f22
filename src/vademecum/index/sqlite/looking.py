"""Look for candidates: both legs, their neighbours, and the signals of each."""

import math
import sqlite3
from collections.abc import Sequence
from itertools import islice

from vademecum.index.sqlite import context, rows
from vademecum.index.sqlite.context import Standing
from vademecum.index.sqlite.rows import Filter, Part
from vademecum.index.sqlite.vectors import Sketches
from vademecum.index.sqlite.words import Words
from vademecum.model.search import Candidate, Passage
from vademecum.rules import vectors
from vademecum.rules.matching import Asked, ask, covered_by, match, readable, signals
from vademecum.rules.words import query_terms

_SCORED_AGAIN = 2
"""So many times the limit are scored with their full vectors: a sketch is only an estimate."""

_CHUNK = 300
_WITH_NEIGHBOURS = 25
_SURE = 4
"""Standard deviations of a sketch's estimate that are allowed for."""


class Look:
    """One look into the index, inside the caller's transaction."""

    def __init__(
        self,
        db: sqlite3.Connection,
        words: Words,
        sketches: Sketches,
        parts: dict[int, Part],
        totals: tuple[int, float],
    ) -> None:
        self._db = db
        self._words = words
        self._sketches = sketches
        self._parts = parts
        self._total, self._average = totals

    def candidates(self, text: str, vector: Sequence[float] | None, seen: Filter, limit: int) -> list[Candidate]:
        """Return what either leg proposes, and the neighbours of the best, with their signals."""
        if not seen.parts:
            return []
        asked = self._ask(text)
        found = self._words.find(asked, seen, self._total, limit)
        if vector is not None:
            found += self._by_meaning(vector, seen, limit)
        standing = context.standings(self._db, list(dict.fromkeys(found)))
        around = context.surroundings(self._db, standing.values())
        standing |= self._neighbours(standing, around, asked, vector, seen)
        around = context.surroundings(self._db, standing.values()) if around else around
        passages = rows.load(self._db, list(standing), self._parts)
        return [self._candidate(passages[n], one, around, asked, vector) for n, one in standing.items()]

    def near(
        self, wanted: Sequence[Sequence[float]], parts: Sequence[int], at_least: float, limit: int
    ) -> list[list[tuple[str, float]]]:
        """Return the keys of passages whose cosine to each vector is at least that, nearest first."""
        known = [any(vector) for vector in wanted]
        sketched = [vectors.sketch(vector) for vector, usable in zip(wanted, known, strict=True) if usable]
        proposed = iter(self._sketches.within(sketched, parts, _most_bits(at_least, sketched)))
        return [
            self._rated(next(proposed), vector, at_least, limit) if usable else []
            for vector, usable in zip(wanted, known, strict=True)
        ]

    def _ask(self, text: str) -> Asked:
        terms = query_terms(text)
        counts = self._words.counts(term.text for term in terms)
        alike = self._words.look_alikes(terms, counts)
        counts |= self._words.counts(term.text for term in alike)
        return ask(text, (*terms, *alike), counts, self._total, self._average)

    def _by_meaning(self, vector: Sequence[float], seen: Filter, limit: int) -> list[int]:
        """Return the ids whose vectors are nearest, among those that the filter lets through."""
        nearest = self._sketches.nearest(vectors.sketch(vector), seen.parts)
        rated: list[tuple[float, int]] = []
        while len(rated) < limit and (chunk := list(islice(nearest, _SCORED_AGAIN * limit))):
            rated += self._cosines(sorted(rows.permitted(self._db, chunk, seen)), vector)
        return [number for _, number in sorted(rated, reverse=True)[:limit]]

    def _cosines(self, ids: Sequence[int], vector: Sequence[float]) -> list[tuple[float, int]]:
        marks = ", ".join("?" * len(ids))
        found = self._db.execute(f"SELECT id, vector FROM marks WHERE id IN ({marks}) AND vector NOT NULL", ids)  # noqa: S608
        return [(vectors.dot(stored, vector), number) for number, stored in found]

    def _neighbours(
        self,
        standing: dict[int, Standing],
        around: dict[int, dict[int, Standing]],
        asked: Asked,
        vector: Sequence[float] | None,
        seen: Filter,
    ) -> dict[int, Standing]:
        """Return what stands directly beside the best candidates: the answer often follows the question."""
        grouped = [one for one in standing.values() if one.group]
        best = sorted(grouped, key=lambda one: _strength(one, asked, vector), reverse=True)[:_WITH_NEIGHBOURS]
        beside = {other.id: other for one in best for other in context.around(around[one.group], one.place, 1)}
        fresh = [number for number in beside if number not in standing]
        allowed = rows.permitted(self._db, fresh, seen)
        return {number: beside[number] for number in fresh if number in allowed}

    def _candidate(
        self,
        passage: Passage,
        one: Standing,
        around: dict[int, dict[int, Standing]],
        asked: Asked,
        vector: Sequence[float] | None,
    ) -> Candidate:
        held = match(asked, one.trace, lambda: readable(passage))
        beside = context_ = held.coverage
        if one.group:
            beside = self._covered(asked, one, around, 2)
            context_ = self._covered(asked, one, around, context.WINDOW)
        return Candidate(passage, signals(held, _cosine(one, vector), beside, context_))

    def _covered(self, asked: Asked, one: Standing, around: dict[int, dict[int, Standing]], reach: int) -> float:
        near = context.around(around[one.group], one.place, reach)
        return covered_by(asked, [one.trace, *(other.trace for other in near)])

    def _rated(
        self, ids: Sequence[int], vector: Sequence[float], at_least: float, limit: int
    ) -> list[tuple[str, float]]:
        rated = [(cosine, number) for cosine, number in self._cosines(ids[:_CHUNK], vector) if cosine >= at_least]
        best = sorted(rated, reverse=True)[:limit]
        keys = dict(
            self._db.execute(
                f"SELECT id, key FROM passages WHERE id IN ({', '.join('?' * len(best))})",  # noqa: S608
                [number for _, number in best],
            )
        )
        return [(keys[number], cosine) for cosine, number in best]


def _strength(one: Standing, asked: Asked, vector: Sequence[float] | None) -> float:
    """Return how well a neighbour answers on its own."""
    return covered_by(asked, [one.trace]) + max(0.0, _cosine(one, vector))


def _cosine(one: Standing, vector: Sequence[float] | None) -> float:
    return vectors.dot(one.vector, vector) if one.vector is not None and vector is not None else 0.0


def _most_bits(cosine: float, sketched: Sequence[bytes]) -> int:
    """Return how many bits may differ between sketches of vectors of that cosine (Charikar 2002)."""
    bits = 8 * len(sketched[0]) if sketched else 0
    share = math.acos(max(-1.0, min(1.0, cosine))) / math.pi
    return math.ceil(bits * share + _SURE * math.sqrt(bits * share * (1 - share)))
