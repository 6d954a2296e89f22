"""Recall: from a question to hits, or to the reason why there are none."""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING, dataclass, replace
from vademecum.model.search import Candidate, Hit, Query, Recall, Source
from vademecum.rules import diversity, exchanges, fusion, relevance
from vademecum.rules.skipping import asks_nothing
from vademecum.rules.words import query_terms

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from vademecum.index.ports import Bar, Index
    from vademecum.model.search import Signals
    from vademecum.model.settings import RecallSettings
    from vademecum.rules.span import When

TIERS = (50, 250, 1250)
"""Candidates a leg. The next tier is asked only when an answer needs more hits than the first gave and half of
the first was relevant; it comes after it: so a smaller answer is always a prefix of a larger one."""

DATED_CANDIDATES = 100
"""Passages of the time that a question names which are looked at beside what its words and its meaning propose."""

DATED = 0.5
"""Least relevance of a passage of that time when the question names nothing else, as in `what did we do last week`: it
is what was asked for, but nothing says that it is worth telling.
"""

ELSEWHERE_CANDIDATES = 10

_ADMITTED_FOR_MORE = 2


@dataclass(frozen=True, slots=True)
class Rated:
    """A candidate with its relevance and the points that make it."""

    candidate: Candidate
    relevance: float
    evidence: dict[str, float]


def search(query: Query, *, index: Index, settings: RecallSettings, now: datetime) -> Recall:
    """Answer a question from the index, and count what scopes that were not asked would have had."""
    found = find(query, index=index, settings=settings, now=now)
    return replace(found, elsewhere=_elsewhere(query, index, settings, found.mode))


def find(query: Query, *, index: Index, settings: RecallSettings, now: datetime) -> Recall:
    """Answer a question from the index: filter, find, rate, order, spread, cut.

    A question that nothing answers gets no hits and the reason in `abstained`. Every text is a valid question.
    """
    mode = index.mode
    hits: list[Hit] = []
    best: Rated | None = None
    when = _time_named(query, now)
    dated = _of_that_time(query, when, index, mode) if when else []
    idle = asks_nothing(query.text)
    bar = None if when and when.only else _bar(query, settings, mode, idle=idle)
    for tier in TIERS:
        rated = rate(index.candidates(query, tier, bar=bar), mode, idle=idle)
        if tier == TIERS[0]:
            rated = _joined(rated, dated)
        rated = _admitted(rated, when) if when and when.only else rated
        best = best or max(rated, key=lambda one: one.relevance, default=None)
        known = {key for hit in hits for key in (hit.passage.key, *hit.collapsed)}
        fresh = [one for one in rated if one.candidate.passage.key not in known]
        hits += answer(fresh, query, settings, now, mode, query.limit - len(hits), when)
        admitted = sum(one.relevance >= _threshold(query, settings) for one in rated)
        if len(hits) >= query.limit or _ADMITTED_FOR_MORE * admitted < tier:
            break
    is_of_then = when is None or bool(dated) or any(when.holds(hit.passage.at) for hit in hits)
    undated = _why_undated(query, when, index) if when and not is_of_then else None
    return Recall(
        hits=tuple(hits),
        mode=mode,
        degraded=index.degraded,
        abstained=None if hits else undated or _why_nothing(query, best, _threshold(query, settings)),
        undated=undated,
    )


def rank(
    candidates: Sequence[Candidate], query: Query, *, settings: RecallSettings, now: datetime, mode: str
) -> list[Hit]:
    """Rate, order, spread and cut candidates from anywhere: `rules.matching.weigh` makes them of passages that
    no index holds, such as what the vault believed earlier.
    """
    return answer(rate(candidates, mode), query, settings, now, mode, query.limit, _time_named(query, now))


def rate(candidates: Sequence[Candidate], mode: str, *, idle: bool = False) -> list[Rated]:
    """Return each candidate with its relevance, in the same order; `idle` tells that the question asks for nothing."""
    scale = _scale(mode)
    evident = ((one, _evidence(one, idle=idle)) for one in candidates)
    return [Rated(one, relevance.probability(sum(found.values()), one.signals, scale), found) for one, found in evident]


def _evidence(candidate: Candidate, *, idle: bool) -> dict[str, float]:
    return _told(candidate.signals, candidate.passage.source, idle=idle)


def _told(signals: Signals, source: Source, *, idle: bool) -> dict[str, float]:
    found = relevance.evidence(signals)
    crowd = fusion.CROWD[source]
    if idle and not signals.exact:
        crowd *= fusion.IDLE
    return found | {"crowd": crowd} if crowd else found


def _bar(query: Query, settings: RecallSettings, mode: str, *, idle: bool = False) -> Bar:
    """Return what a candidate must reach: its text need not be read to know its relevance."""
    from vademecum.index.ports import Bar  # noqa: PLC0415  a prompt hook has none

    scale = _scale(mode)

    def rating(signals: Signals, source: Source) -> float:
        return relevance.probability(sum(_told(signals, source, idle=idle).values()), signals, scale)

    return Bar(_threshold(query, settings), rating)


def _time_named(query: Query, now: datetime) -> When | None:
    from vademecum.engine.clock import local  # noqa: PLC0415  a prompt hook does without both
    from vademecum.rules import dates  # noqa: PLC0415

    return dates.when(query.text, local(now))


def _of_that_time(query: Query, when: When, index: Index, mode: str) -> list[Rated]:
    """Return what documents and sessions have from the time that the question names."""
    return rate(index.dated(query, when.start, when.end, DATED_CANDIDATES), mode)


def _admitted(rated: Sequence[Rated], when: When) -> list[Rated]:
    """Make all that is of a time relevant to a question that names nothing else, memories that it found too."""
    return [
        replace(one, relevance=max(one.relevance, DATED)) if when.holds(one.candidate.passage.at) else one
        for one in rated
    ]


def _why_undated(query: Query, when: When, index: Index) -> str | None:
    from vademecum.engine import undated  # noqa: PLC0415  few questions need it, and a prompt hook never does

    return undated.why(query, when, index)


def _joined(rated: Sequence[Rated], dated: Sequence[Rated]) -> list[Rated]:
    keys = {one.candidate.passage.key for one in dated}
    return [*dated, *(one for one in rated if one.candidate.passage.key not in keys)]


def answer(
    rated: Sequence[Rated],
    query: Query,
    settings: RecallSettings,
    now: datetime,
    mode: str,
    limit: int,
    when: When | None = None,
) -> list[Hit]:
    """Return the hits among rated candidates: those relevant enough, ordered and spread, at most `limit`.

    `when` is the time that the question names.
    """
    threshold = _threshold(query, settings)
    admitted = [one for one in rated if one.relevance >= threshold]
    if when is not None and when.only:
        return diversity.in_turn(_sorted(_recounted(admitted, when, mode, explain=query.explain)), limit)
    wanted = fusion.wish(query, _speakers(admitted), now, when)
    return diversity.spread(_sorted(_scored(admitted, query, settings, wanted, mode)), limit)


def _sorted(hits: list[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage.key))


def _speakers(rated: Sequence[Rated]) -> set[str]:
    return {one.candidate.passage.speaker for one in rated}


def _scored(
    admitted: Sequence[Rated], query: Query, settings: RecallSettings, wanted: fusion.Wish, mode: str
) -> list[Hit]:
    if settings.ranking == "blend":
        blended = fusion.blend([one.candidate for one in admitted])
        return [
            Hit(one.candidate.passage, one.relevance, score, {"blend": score} if query.explain else {})
            for one, score in zip(admitted, blended, strict=True)
        ]
    moves = [fusion.adjustments(one.candidate, wanted) for one in admitted]
    points = [sum(one.evidence.values()) + fusion.bounded(move) for one, move in zip(admitted, moves, strict=True)]
    if not wanted.mine:
        further = exchanges.moves([one.candidate.passage for one in admitted], points)
        moves = [move | more for move, more in zip(moves, further, strict=True)]
    return [_hit(one, move, mode, explain=query.explain) for one, move in zip(admitted, moves, strict=True)]


def _recounted(admitted: Sequence[Rated], when: When, mode: str, *, explain: bool) -> list[Hit]:
    """Return the hits of a question about a time alone: whatever words they have in common with it tell nothing."""
    from vademecum.rules import recounting  # noqa: PLC0415  a prompt hook does without

    scale = _scale(mode)
    hits = []
    for one, moves in zip(admitted, recounting.moves([one.candidate.passage for one in admitted], when), strict=True):
        is_dated = when.holds(one.candidate.passage.at)
        evidence = {"dated": scale.middle} if is_dated else one.evidence
        score = relevance.score(sum(evidence.values()) + sum(moves.values()), scale)
        hits.append(Hit(one.candidate.passage, one.relevance, score, evidence | moves if explain else {}))
    return hits


def _hit(one: Rated, moves: dict[str, float], mode: str, *, explain: bool) -> Hit:
    points = sum(one.evidence.values()) + fusion.bounded(moves)
    score = relevance.score(points, _scale(mode))
    return Hit(one.candidate.passage, one.relevance, score, one.evidence | moves if explain else {})


def _scale(mode: str) -> relevance.Scale:
    return relevance.HYBRID if mode == "hybrid" else relevance.WORDS


def _threshold(query: Query, settings: RecallSettings) -> float:
    return settings.threshold if query.threshold is None else query.threshold


def _why_nothing(query: Query, best: Rated | None, threshold: float) -> str:
    if not query.text.strip():
        return "the question is empty"
    if best is None:
        terms = query_terms(query.text)
        return "nothing has a word of the question" if terms else "the question has no words"
    name = best.candidate.passage.name or best.candidate.passage.key
    return f"the nearest, {name}, has relevance {best.relevance:.2f}; {threshold:.2f} is asked for"


def _elsewhere(query: Query, index: Index, settings: RecallSettings, mode: str) -> int:
    """Count the memories of scopes that were not asked which would have been hits."""
    if query.scopes is None or Source.MEMORY not in query.sources:
        return 0
    bar, threshold = _bar(query, settings, mode), _threshold(query, settings)
    rated = rate(index.candidates(query, ELSEWHERE_CANDIDATES, elsewhere=True, bar=bar), mode)
    return sum(one.relevance >= threshold for one in rated if one.candidate.passage.source is Source.MEMORY)
