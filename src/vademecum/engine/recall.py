"""Recall: look at the store when it is time, let the index catch up, ask it; or ask what was believed earlier."""

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from vademecum.engine import follow
from vademecum.engine.keepers import Keepers
from vademecum.engine.search import rank, search
from vademecum.engine.sync import is_due, sync
from vademecum.history import versions
from vademecum.model.errors import InvalidError, UnavailableError
from vademecum.model.memory import Version
from vademecum.model.search import Hit, Passage, Query, Recall, Source
from vademecum.rules.matching import weigh
from vademecum.rules.succession import digest, lowest
from vademecum.rules.words import query_terms

_LIMIT_MOST = 1000
_PATIENCE_MS = 100
_FEW = 500
"""So many passages are weighed without a first sieve."""


def recall(keepers: Keepers, query: Query | str, fields: dict[str, Any]) -> Recall:
    """Answer a question; see `Vault.recall`."""
    asked = Query(query, **fields) if isinstance(query, str) else replace(query, **fields)
    _check(asked)
    if is_due(keepers):
        _look(keepers)
    if asked.as_of is not None:
        answer = _recall_at(keepers, asked, asked.as_of)
    elif follow.catch_up(keepers):
        answer = search(asked, index=keepers.index, settings=keepers.settings.recall, now=keepers.clock())
    else:
        answer = _recall_without_index(keepers, asked)
    return replace(answer, hits=tuple(_told(keepers, hit, asked) for hit in answer.hits))


def _check(query: Query) -> None:
    if not 1 <= query.limit <= _LIMIT_MOST:
        raise InvalidError("limit", f"{query.limit} is out of bounds", hint=f"use 1 to {_LIMIT_MOST}")
    if query.as_of is not None and query.as_of.tzinfo is None:
        raise InvalidError("as_of", "has no time zone", hint="use an aware datetime")


def _look(keepers: Keepers) -> None:
    """Take hand edits; a store that cannot be written now is looked at the next time."""
    with contextlib.suppress(UnavailableError), keepers.history.hurrying(_PATIENCE_MS):
        sync(keepers)


def _recall_at(keepers: Keepers, asked: Query, instant: datetime) -> Recall:
    """Answer from what was believed at an instant, by words: no index holds what is no longer believed."""
    hits = _weighed(keepers, asked, versions.at_instant(keepers.history.db, instant))
    abstained = None if hits else "nothing that was believed then answers this"
    return Recall(hits=hits, mode="words", abstained=abstained, fresh_as_of=instant)


def _recall_without_index(keepers: Keepers, asked: Query) -> Recall:
    """Answer from the history, by words, when the index can be neither used nor brought up to date."""
    hits = _weighed(keepers, asked, versions.select(keepers.history.db, "state = 'live'"))
    why = follow.health(keepers)[2] or "the index cannot be brought up to date"
    return Recall(
        hits=hits,
        mode="words",
        degraded=f"words only, straight from the history: {why}",
        abstained=None if hits else "nothing that is believed answers this",
        fresh_as_of=keepers.clock(),
    )


def _weighed(keepers: Keepers, asked: Query, believed: Iterable[Version]) -> tuple[Hit, ...]:
    passages = _sieved((follow.passage_of(one) for one in believed if _may_answer(one, asked)), asked.text)
    settings = keepers.settings.recall
    return tuple(rank(weigh(asked.text, passages), asked, settings=settings, now=keepers.clock(), mode="words"))


def _may_answer(version: Version, asked: Query) -> bool:
    memory = version.memory
    return (
        Source.MEMORY in asked.sources
        and (asked.scopes is None or memory.scope in asked.scopes)
        and asked.domain in {None, memory.domain}
        and asked.type in {None, memory.type}
        and memory.sensitivity.rank <= asked.max_sensitivity.rank
        and lowest(memory.trust, asked.min_trust) is asked.min_trust
    )


def _sieved(passages: Iterable[Passage], text: str) -> list[Passage]:
    """Leave out, when there are many, the passages that hold the beginning of no word asked for."""
    found = list(passages)
    if len(found) <= _FEW:
        return found
    beginnings = {term.text[: max(3, len(term.text) - 2)].casefold() for term in query_terms(text)}
    return [one for one in found if _holds_any(one, beginnings)]


def _holds_any(passage: Passage, beginnings: Iterable[str]) -> bool:
    text = f"{passage.title}\n{passage.name}\n{passage.text}\n{passage.tags}".casefold()
    return any(beginning in text for beginning in beginnings)


def _told(keepers: Keepers, hit: Hit, asked: Query) -> Hit:
    """Add what the history knows of a found memory: what it rests on, and what became of it since."""
    if hit.passage.source is not Source.MEMORY:
        return hit
    version = versions.by_id(keepers.history.db, hit.passage.id)
    if version is None:
        return hit
    hit = replace(hit, cites=version.memory.cites) if version.memory.cites else hit
    if not asked.diff_now:
        return hit
    diff, now = _since(keepers, version)
    return replace(hit, diff=diff, now=now)


def _since(keepers: Keepers, then: Version) -> tuple[str, str]:
    """Return what became of a version (see `Hit.diff`), and the text now when it changed."""
    now = next(_live_of(keepers, then), None)
    if now is None:
        return "retired", ""
    if digest(now.memory) == digest(then.memory):
        return "unchanged", ""
    return "changed", now.memory.body or now.memory.description


def _live_of(keepers: Keepers, then: Version) -> Iterator[Version]:
    return versions.select(keepers.history.db, "state = 'live' AND lineage = ?", then.lineage)
