"""What gathering from sources did, and what is known of sessions and folders of documents."""

from dataclasses import dataclass, field
from datetime import datetime

from vademecum.model.memory import GLOBAL, Scope
from vademecum.model.search import Passage


@dataclass(frozen=True, slots=True)
class Omitted:
    """A file or folder that was not read, and why."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Gathered:
    """What one look at transcripts and documents did.

    `sessions` and `documents` are files with something new in them, `passages` what the index took in; `removed` are
    documents that are no longer there; `gone` transcripts that their host deleted, whose passages stay; `kept` those
    that were put into the vault. `bytes` were read. `lines_skipped` could not be understood. `missing` are folders that
    are not there now: what is known of them stays. `left` are files that wait for the next look; with `busy` another
    process is at it, and nothing was done here.
    """

    sessions: int = 0
    documents: int = 0
    passages: int = 0
    removed: int = 0
    gone: int = 0
    kept: int = 0
    bytes: int = 0
    lines_skipped: int = 0
    omitted: tuple[Omitted, ...] = ()
    missing: tuple[str, ...] = ()
    left: int = 0
    busy: bool = False


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A session as lists show it.

    `id` is the host's id, with the sub-agent's after a slash if it is one. `path` is its transcript; `gone` tells that
    the host has deleted it, `kept` that the vault has a copy. `title` is the first prompt in a line.
    """

    id: str
    host: str
    scope: Scope
    title: str
    first: datetime | None
    last: datetime | None
    turns: int
    path: str
    gone: bool = False
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A document or session, whole or around one passage, as it is indexed: without secrets.

    `key` is the passage that was asked for, empty for the whole. `passages` are in their order.
    """

    key: str
    group: str
    passages: tuple[Passage, ...]
    title: str = ""
    path: str = ""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class KnowledgeFolder:
    """A folder, or a file, whose documents are searched, and in which scope.

    `documents` and `passages` are what the index holds of it; `omitted` what is not read, of the last look; `ignored`
    counts the documents, and the folders with whatever is in them, that patterns leave out.
    """

    path: str
    scope: Scope = field(default=GLOBAL)
    documents: int = 0
    passages: int = 0
    missing: bool = False
    omitted: tuple[Omitted, ...] = ()
    ignored: int = 0


@dataclass(frozen=True, slots=True)
class Backlog:
    """What a host still has of its sessions: how many transcripts, their bytes, and when the oldest was last written.

    `delete_days` is after how many days untouched the host deletes a transcript; None when it deletes none by itself.
    In `silent` of them nothing was found that was said: sessions that ended before they began, or a form that is new.
    `packed` are further ones that are packed in a way that is not read.
    """

    host: str
    folder: str
    transcripts: int = 0
    bytes: int = 0
    oldest: datetime | None = None
    delete_days: int | None = None
    silent: int = 0
    packed: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One step of looking after a vault: what it did, or why it could not."""

    name: str
    did: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Maintained:
    """What looking after a vault did, step by step, and its sizes in bytes afterwards."""

    steps: tuple[Step, ...]
    sizes: dict[str, int]
