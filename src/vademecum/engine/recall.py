"""Recall: look at the store when it is time, let the index catch up, ask it; or ask what was believed earlier."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from time import perf_counter
from typing import Any

from vademecum.engine import believed, follow
from vademecum.engine.gathering.run import behind, looked_at
from vademecum.engine.keepers import Keepers
from vademecum.engine.search import rank, search
from vademecum.engine.sync import LOOKED, is_due, sync
from vademecum.history import versions
from vademecum.model.errors import InvalidError, UnavailableError
from vademecum.model.memory import Version
from vademecum.model.search import Hit, Passage, Query, Recall, Source
from vademecum.rules.asof import moment
from vademecum.rules.succession import digest

_LIMIT_MOST = 1000
_PATIENCE_MS = 100
_MEMORIES = frozenset({Source.MEMORY})


def recall(keepers: Keepers, query: Query | str, fields: dict[str, Any]) -> Recall:
    """Answer a question; see `Vault.recall`."""
    began = perf_counter()
    asked = Query(query, **fields) if isinstance(query, str) else replace(query, **fields)
    _check(asked)
    with keepers.hurrying(_PATIENCE_MS):
        if is_due(keepers):
            _look(keepers)
        waiting = behind(keepers) if asked.as_of is None and asked.sources != _MEMORIES else 0
    if asked.as_of is not None:
        answer = _recall_at(keepers, asked, asked.as_of)
    elif follow.catch_up(keepers):
        answer = search(asked, index=keepers.index, settings=keepers.settings.recall, now=keepers.clock())
        answer = replace(answer, fresh_as_of=_looked_at(keepers, asked), behind=waiting)
    else:
        answer = _recall_without_index(keepers, asked)
    hits = tuple(_told(keepers, hit, asked) for hit in answer.hits)
    return replace(answer, hits=hits, took_ms=1000 * (perf_counter() - began))


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
    """Answer from what was believed at an instant: the index's words are of what is believed now."""
    hits, mode = _from_history(keepers, asked, instant)
    abstained = None if hits else "nothing that was believed then answers this"
    return Recall(hits=hits, mode=mode, abstained=abstained, fresh_as_of=instant)


def _recall_without_index(keepers: Keepers, asked: Query) -> Recall:
    """Answer from the history, by words, when the index can be neither used nor brought up to date."""
    hits, mode = _from_history(keepers, asked, None)
    why = follow.health(keepers)[2] or "the index cannot be brought up to date"
    return Recall(
        hits=hits,
        mode=mode,
        degraded=f"{mode} only, straight from the history: {why}",
        abstained=None if hits else "nothing that is believed answers this",
        fresh_as_of=_looked_at(keepers, asked),
    )


def _from_history(keepers: Keepers, asked: Query, instant: datetime | None) -> tuple[tuple[Hit, ...], str]:
    def cosines(text: str, passages: Sequence[Passage]) -> list[float] | None:
        try:
            return keepers.index.cosines(text, passages) if instant is not None else None
        except follow.FAULTS:
            return None

    found, mode = believed.candidates(keepers.history.db, asked, instant, follow.passage_of, cosines)
    settings = keepers.settings.recall
    return tuple(rank(found, asked, settings=settings, now=keepers.clock(), mode=mode)), mode


def _looked_at(keepers: Keepers, asked: Query) -> datetime | None:
    """Return when the store, and the sources that were asked, were last looked at: what is newer is in no answer."""
    looks = [int(keepers.history.fact(LOOKED) or 0)]
    if asked.sources != _MEMORIES:
        looks.append(looked_at(keepers))
    known = [look for look in looks if look]
    return moment(min(known)) if known else None


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
