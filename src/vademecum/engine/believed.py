"""Recall without the index's words: of what was believed at an instant, straight from the history."""

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import nlargest

from vademecum.history import versions
from vademecum.model.memory import Scope, Version
from vademecum.model.search import Candidate, Passage, Query, Source
from vademecum.rules.asof import micros
from vademecum.rules.matching import idf, weigh
from vademecum.rules.succession import lowest
from vademecum.rules.words import query_terms

WEIGHED_MOST = 200
"""Versions that are analysed word by word, about 0.1 ms each; of more, those that hold the rarest words."""

RATED_MOST = 50
"""Of these the meaning is looked at, too: as many as each leg of a search proposes."""

_AT_ONCE = 500

Cosines = Callable[[str, Sequence[Passage]], list[float] | None]
"""How near passages come to a question; None when nothing can tell."""


@dataclass(frozen=True, slots=True)
class _Sieved:
    """Which versions to weigh, by seq, and how many of all have each term of the question."""

    chosen: list[int]
    counts: Mapping[str, int]
    total: int


def candidates(
    db: sqlite3.Connection,
    asked: Query,
    instant: datetime | None,
    passage_of: Callable[[Version], Passage],
    cosines: Cosines,
) -> tuple[list[Candidate], str]:
    """Return what may answer from what was believed at an instant (None: is believed now), and by which mode.

    A candidate shares a word with the question: a first sieve looks for the beginnings of its words in the texts.
    """
    if Source.MEMORY not in asked.sources:
        return [], "words"
    found = _sieve(db, asked, instant)
    passages = [passage_of(version) for version in _versions(db, found.chosen) if _may_answer(version, asked)]
    weighed = weigh(asked.text, passages, among=(found.counts, found.total))
    best = nlargest(RATED_MOST, weighed, key=lambda one: one.signals.bm25)
    near = cosines(asked.text, [one.passage for one in best])
    if near is None:
        return weighed, "words"
    rated = zip(best, near, strict=True)
    return [replace(one, signals=replace(one.signals, cosine=cosine)) for one, cosine in rated], "hybrid"


def _sieve(db: sqlite3.Connection, asked: Query, instant: datetime | None) -> _Sieved:
    terms = {term.text: _beginning(term.text) for term in query_terms(asked.text)}
    beginnings = set(terms.values())
    held: dict[int, list[str]] = {}
    have: Counter[str] = Counter()
    total = 0
    for seq, text in _texts(db, asked.scopes, instant):
        total += 1
        folded = text.casefold()
        if found := [beginning for beginning in beginnings if beginning in folded]:
            held[seq] = found
            have.update(found)
    weights = {beginning: idf(count, total) for beginning, count in have.items()}
    chosen: list[int] = list(held)
    if len(held) > WEIGHED_MOST and _only_scoped(asked):
        chosen = nlargest(WEIGHED_MOST, held, key=lambda seq: (sum(weights[one] for one in held[seq]), seq))
    return _Sieved(sorted(chosen), {text: have[beginning] for text, beginning in terms.items()}, total)


def _beginning(term: str) -> str:
    """Return what texts that have a term hold, whatever the ending: a stem may differ in its last letters."""
    letters = re.split(r"[^\w]", term)[0]
    return letters[: max(3, len(letters) - 2)].casefold()


def _texts(
    db: sqlite3.Connection, scopes: Collection[Scope] | None, instant: datetime | None
) -> Iterator[tuple[int, str]]:
    conditions, values = ["state = 'live'"], list[object]()
    if instant is not None:
        conditions = ["recorded_at <= ? AND (superseded_at IS NULL OR superseded_at > ?)"]
        values += [micros(instant)] * 2
    if scopes is not None:
        conditions.append(f"scope IN ({', '.join('?' * len(scopes))})")
        values += map(str, scopes)
    sql = f"SELECT seq, name || char(10) || text FROM version WHERE {' AND '.join(conditions)}"  # noqa: S608  constants
    yield from db.execute(sql, values)


def _versions(db: sqlite3.Connection, numbers: Sequence[int]) -> Iterator[Version]:
    for start in range(0, len(numbers), _AT_ONCE):
        some = numbers[start : start + _AT_ONCE]
        yield from versions.select(db, f"seq IN ({', '.join('?' * len(some))})", *some)


def _only_scoped(asked: Query) -> bool:
    """Tell whether no filter but the scope, which the sieve knows, can take a version away afterwards."""
    plain = Query(asked.text)
    return (asked.domain, asked.type, asked.max_sensitivity, asked.min_trust) == (
        plain.domain,
        plain.type,
        plain.max_sensitivity,
        plain.min_trust,
    )


def _may_answer(version: Version, asked: Query) -> bool:
    memory = version.memory
    return (
        (asked.scopes is None or memory.scope in asked.scopes)
        and asked.domain in {None, memory.domain}
        and asked.type in {None, memory.type}
        and memory.sensitivity.rank <= asked.max_sensitivity.rank
        and lowest(memory.trust, asked.min_trust) is asked.min_trust
    )
