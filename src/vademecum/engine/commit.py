"""Recording that a version begins or ends: the rows, the event and the file to settle, in one transaction."""

import secrets
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from vademecum.engine.keepers import Keepers
from vademecum.history import pending, versions
from vademecum.history.chain import Tail
from vademecum.model.event import EventType
from vademecum.model.memory import Memory, State, Version
from vademecum.rules import markdown
from vademecum.rules.chain import content_hash
from vademecum.rules.succession import plain_hash
from vademecum.rules.ulid import RANDOM_BYTES, ulid
from vademecum.store.layout import place_of

_SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Beginning:
    """A version about to be recorded.

    `replaces` is the live version that it ends, `lineage` the id of the first version of the same memory
    (empty: this is the first). `text` is the exact file; `is_on_disk` says that the file holds it already,
    `found` is the hash of what the file holds when that is not what the vault last wrote.
    """

    event: EventType
    memory: Memory
    text: str
    origin: str
    at: datetime
    replaces: Version | None = None
    lineage: str = ""
    is_on_disk: bool = False
    found: str = ""
    data: dict[str, Any] | None = None


def carried_on(
    version: Version, memory: Memory, event: EventType, at: datetime, data: dict[str, Any] | None = None
) -> Beginning:
    """Return the next version of a memory, with the text of a live one and another scope: its file is rewritten."""
    return Beginning(
        event=event,
        memory=memory,
        text=markdown.render(memory, version.text),
        origin=version.origin,
        at=at,
        replaces=version,
        lineage=version.lineage,
        data=data,
    )


def begin(keepers: Keepers, tail: Tail, new: Beginning) -> Version:
    """Record a version: end the one that it replaces, and have its file written.

    Raises:
        UnavailableError: the disk refuses; nothing was recorded.
    """
    db = keepers.history.db
    identity, salt = ulid(new.at, secrets.token_bytes(RANDOM_BYTES)), secrets.token_bytes(_SALT_BYTES)
    place = place_of(new.memory.name, new.memory.scope)
    version = Version(
        memory=new.memory,
        id=identity,
        lineage=_lineage(db, new) or identity,
        recorded_at=new.at,
        superseded_at=None,
        state=State.LIVE,
        content_hash=content_hash(salt, new.text),
        origin=new.origin,
        text=new.text,
    )
    if not new.is_on_disk:
        keepers.store.stage(identity, new.text)
    before = ""
    if new.replaces is not None:
        before = _leave(keepers, new.replaces, place)
        versions.end(db, new.replaces.id, State.SUPERSEDED, new.at)
    row = versions.Row(version, place, salt)
    data = (new.data or {}) | {"lineage": version.lineage, "row": versions.commitment(row)}
    if new.replaces is not None:
        data["from"] = new.replaces.id
    event = tail.append(new.event, new.at, identity, version.content_hash, data)
    versions.insert(db, row, event.seq)
    if not new.is_on_disk:
        pending.add(db, pending.Pending(place, identity, new.found or before))
    return version


def _lineage(db: sqlite3.Connection, new: Beginning) -> str:
    """Return the lineage to go on with; none when it lives on elsewhere: one memory has one present."""
    if new.lineage and new.replaces is None and versions.find(db, "state = 'live' AND lineage = ?", new.lineage):
        return ""
    return new.lineage


def _leave(keepers: Keepers, old: Version, place: str) -> str:
    """Return what the file at `place` held before; have the file of a version that lay elsewhere removed."""
    old_place = place_of(old.memory.name, old.memory.scope)
    if old_place == place:
        return plain_hash(old.text)
    pending.add(keepers.history.db, pending.Pending(old_place, "", plain_hash(old.text)))
    return ""


def retire(keepers: Keepers, tail: Tail, version: Version, at: datetime, *, data: dict[str, Any] | None = None) -> None:
    """Record that a live version is no longer believed, and have its file removed."""
    db = keepers.history.db
    place = place_of(version.memory.name, version.memory.scope)
    versions.end(db, version.id, State.FORGOTTEN, at)
    tail.append(EventType.FORGOTTEN, at, version.id, version.content_hash, data or {})
    pending.add(db, pending.Pending(place, "", plain_hash(version.text)))
