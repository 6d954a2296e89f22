"""The chain of events in the database: appending, reading, and the edge of the Merkle tree over it."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from vademecum.model.event import Event, EventType
from vademecum.rules import chain
from vademecum.rules.asof import EPOCH, micros, moment

_TICK = timedelta(microseconds=1)
_HASH_BYTES = 32

_EVENTS = """
    SELECT event.seq, event.at, event.event, event.id, coalesce(version.name, ''), event.content_hash, event.data,
           event.prev_hash, event.hash
      FROM event
      LEFT JOIN version ON version.id = event.id AND event.id != ''
"""


@dataclass(frozen=True, slots=True)
class Head:
    """The last event: its number (0 before the first), its hash, its instant."""

    seq: int
    hash: str
    at: datetime


@dataclass(slots=True)
class Tail:
    """The growing end of the chain within one transaction."""

    key: bytes
    head: Head
    size: int
    frontier: list[bytes]
    added: list[Event] = field(default_factory=list)

    def moment(self, now: datetime) -> datetime:
        """Return `now`, or just after the last event when the clock went back: time in a vault only grows."""
        return max(now, self.head.at + _TICK)

    def append(self, event: EventType, at: datetime, identity: str, content_hash: str, data: dict[str, Any]) -> Event:
        """Seal the next event and grow the tree by its leaf."""
        number, previous = self.head.seq + 1, self.head.hash
        bare = Event(number, at, event, identity, "", content_hash, chain.canonical(data), previous, "")
        stated = chain.leaf(bare)
        sealed = Event(
            number, at, event, identity, "", content_hash, bare.data, previous, chain.link(self.key, previous, stated)
        )
        chain.grow(self.frontier, self.size, chain.leaf_hash(stated))
        self.size += 1
        self.head = Head(number, sealed.hash, at)
        self.added.append(sealed)
        return sealed


def head(db: sqlite3.Connection) -> Head:
    """Return the last event's number, hash and instant."""
    row = db.execute("SELECT seq, hash, at FROM event ORDER BY seq DESC LIMIT 1").fetchone()
    return Head(row[0], row[1], moment(row[2])) if row else Head(0, chain.BEGINNING, EPOCH)


def edge(db: sqlite3.Connection) -> tuple[int, list[bytes]]:
    """Return the size of the tree and its frontier, as they are kept."""
    size, frontier = db.execute("SELECT size, frontier FROM tree").fetchone()
    return size, [frontier[start : start + _HASH_BYTES] for start in range(0, len(frontier), _HASH_BYTES)]


def tail(db: sqlite3.Connection, key: bytes) -> Tail:
    """Return the end of the chain, to be grown inside the transaction that reads it."""
    size, frontier = edge(db)
    return Tail(key, head(db), size, frontier)


def save(db: sqlite3.Connection, tail: Tail) -> None:
    """Write what was added to the end of the chain."""
    db.executemany(
        "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (one.seq, micros(one.at), str(one.event), one.id, one.content_hash, one.data, one.prev_hash, one.hash)
            for one in tail.added
        ],
    )
    db.execute("UPDATE tree SET size = ?, frontier = ?", (tail.size, b"".join(tail.frontier)))
    tail.added.clear()


def events(db: sqlite3.Connection, after: int = 0) -> Iterator[Event]:
    """Yield the events after number `after`, in order."""
    return map(_event, db.execute(_EVENTS + " WHERE event.seq > ? ORDER BY event.seq", (after,)))


def events_of(db: sqlite3.Connection, identities: list[str]) -> list[Event]:
    """Return the events of these versions, in order."""
    found: list[Event] = []
    for identity in identities:
        found += map(_event, db.execute(_EVENTS + " WHERE event.id = ?", (identity,)))
    return sorted(found, key=lambda event: event.seq)


def leaves(db: sqlite3.Connection, size: int | None = None) -> list[bytes]:
    """Return the leaf hashes of the first `size` events, all without it."""
    found = map(_event, db.execute(_EVENTS + " WHERE event.seq <= ? ORDER BY event.seq", (size or 1 << 60,)))
    return [chain.leaf_hash(chain.leaf(event)) for event in found]


def _event(row: tuple[Any, ...]) -> Event:
    seq, at, event, identity, name, content_hash, data, prev_hash, digest = row
    return Event(seq, moment(at), EventType(event), identity, name, content_hash, data, prev_hash, digest)
