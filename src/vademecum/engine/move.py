"""Moving a project's memories to another project's name: new versions of the same lineages, nothing lost."""

from dataclasses import replace
from datetime import datetime
from itertools import islice

from vademecum.engine import edits, follow
from vademecum.engine.commit import Beginning, begin, carried_on
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import settled
from vademecum.history import versions
from vademecum.model.event import EventType
from vademecum.model.memory import Scope, Version

_BATCH = 256
"""Most memories in one transaction: it holds the write lock for well under a second."""


def move(keepers: Keepers, old: str, new: str) -> int:
    """Move the live memories of a project in one vault to another project; return how many there were."""
    moved = 0
    if old == new:
        return moved
    while batch := _move_batch(keepers, Scope(old), Scope(new)):
        moved += batch
        settled(keepers)
        follow.catch_up(keepers)
    return moved


def _move_batch(keepers: Keepers, old: Scope, new: Scope) -> int:
    with keepers.history.writing(keepers.key) as tail:
        found = list(islice(versions.select(keepers.history.db, "state = 'live' AND scope = ?", str(old)), _BATCH))
        for version in found:
            present = edits.present(keepers, tail, version, must=False)
            if present is not None:
                begin(keepers, tail, _moved(present, old, new, tail.moment(keepers.clock())))
    return len(found)


def _moved(version: Version, old: Scope, new: Scope, at: datetime) -> Beginning:
    memory = replace(version.memory, scope=new)
    if memory.source_project == old.project:
        memory = replace(memory, source_project=new.project)
    return carried_on(version, memory, EventType.EDITED, at, {"moved": [str(old), str(new)]})
