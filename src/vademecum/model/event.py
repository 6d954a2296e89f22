"""The chain's lines: everything that ever happened to a memory."""

from dataclasses import dataclass
from datetime import datetime

from vademecum.model.frozen import StrEnum


class EventType(StrEnum):
    """What happened."""

    STORED = "stored"
    SUPERSEDED = "superseded"
    REVIVED = "revived"
    RESTATED = "restated"
    EDITED = "edited"
    PROMOTED = "promoted"
    BLOCKED = "blocked"
    REDACTED = "redacted"
    FORGOTTEN = "forgotten"
    QUARANTINED = "quarantined"
    RELEASED = "released"
    ARCHIVED = "archived"
    RESTORED = "restored"
    PURGED = "purged"
    ERASED = "erased"
    ROTATED = "rotated"


@dataclass(frozen=True, slots=True)
class Event:
    """One link of the chain.

    `hash` = HMAC-SHA256(key, prev_hash || canonical JSON of the other fields), hex. `content_hash` is salted,
    so that erasing a memory leaves nothing to guess from. `data` is canonical JSON, without secrets.
    """

    seq: int
    at: datetime
    event: EventType
    id: str
    name: str
    content_hash: str
    data: str
    prev_hash: str
    hash: str
