"""What the versions must look like, told by the events alone."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from vademecum.model.event import Event, EventType
from vademecum.model.memory import State

BEGINS = frozenset(
    {
        EventType.STORED,
        EventType.SUPERSEDED,
        EventType.REVIVED,
        EventType.EDITED,
        EventType.PROMOTED,
        EventType.RESTORED,
    }
)
"""The events that a version begins with; `from` in their data names the one that it ends."""


@dataclass(slots=True)
class Expected:
    """What the row of one version must hold; see the table `version`."""

    seq: int
    recorded_at: datetime
    content_hash: str
    lineage: str
    row: str
    state: State = State.LIVE
    superseded_at: datetime | None = None


def replay(events: Iterable[Event]) -> dict[str, Expected]:
    """Return the versions that these events leave, by id; erased ones are gone."""
    found: dict[str, Expected] = {}
    for event in events:
        data = json.loads(event.data)
        if event.event in BEGINS:
            earlier = found.get(data.get("from", ""))
            if earlier is not None:
                earlier.state, earlier.superseded_at = State.SUPERSEDED, event.at
            found[event.id] = Expected(event.seq, event.at, event.content_hash, data["lineage"], data["row"])
        elif event.event is EventType.FORGOTTEN and event.id in found:
            found[event.id].state, found[event.id].superseded_at = State.FORGOTTEN, event.at
        elif event.event is EventType.ERASED:
            found.pop(event.id, None)
    return found
