"""Recall: look at the store when it is time, let the index catch up, ask it."""

import contextlib
from dataclasses import replace
from typing import Any

from vademecum.engine import follow
from vademecum.engine.keepers import Keepers
from vademecum.engine.search import search, search_at
from vademecum.engine.sync import is_due, sync
from vademecum.history import versions
from vademecum.model.errors import UnavailableError
from vademecum.model.search import Hit, Query, Recall, Source

_PATIENCE_MS = 100


def recall(keepers: Keepers, query: Query | str, fields: dict[str, Any]) -> Recall:
    """Answer a question; see `Vault.recall`."""
    asked = Query(query, **fields) if isinstance(query, str) else replace(query, **fields)
    if is_due(keepers):
        _look(keepers)
    settings, now = keepers.settings.recall, keepers.clock()
    if asked.as_of is not None:
        then = [follow.passage_of(one) for one in versions.at_instant(keepers.history.db, asked.as_of)]
        return _with_cites(keepers, search_at(asked, then, index=keepers.index, settings=settings, now=now))
    follow.catch_up(keepers)
    return _with_cites(keepers, search(asked, index=keepers.index, settings=settings, now=now))


def _with_cites(keepers: Keepers, answer: Recall) -> Recall:
    """Add what each found memory rests on: the index keeps texts, the history keeps the rest."""
    return replace(answer, hits=tuple(_cited(keepers, hit) for hit in answer.hits))


def _cited(keepers: Keepers, hit: Hit) -> Hit:
    version = versions.by_id(keepers.history.db, hit.passage.id) if hit.passage.source is Source.MEMORY else None
    return replace(hit, cites=version.memory.cites) if version and version.memory.cites else hit


def _look(keepers: Keepers) -> None:
    """Take hand edits; a store that cannot be written now is looked at the next time."""
    with contextlib.suppress(UnavailableError), keepers.history.hurrying(_PATIENCE_MS):
        sync(keepers)
