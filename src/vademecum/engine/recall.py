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
from vademecum.model.search import Query, Recall

_PATIENCE_MS = 100


def recall(keepers: Keepers, query: Query | str, fields: dict[str, Any]) -> Recall:
    """Answer a question; see `Vault.recall`."""
    asked = Query(query, **fields) if isinstance(query, str) else replace(query, **fields)
    if is_due(keepers):
        _look(keepers)
    settings, now = keepers.settings.recall, keepers.clock()
    if asked.as_of is not None:
        then = [follow.passage_of(one) for one in versions.at_instant(keepers.history.db, asked.as_of)]
        return search_at(asked, then, index=keepers.index, settings=settings, now=now)
    follow.catch_up(keepers)
    return search(asked, index=keepers.index, settings=settings, now=now)


def _look(keepers: Keepers) -> None:
    """Take hand edits; a store that cannot be written now is looked at the next time."""
    with contextlib.suppress(UnavailableError), keepers.history.hurrying(_PATIENCE_MS):
        sync(keepers)
