"""What a vault answers when it is asked about itself: links, stories, syncs, proofs, its state."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from vademecum.model.event import Event
from vademecum.model.memory import Finding, Receipt, Scope, Version


@dataclass(frozen=True, slots=True)
class Proposal:
    """A memory that asks to become global, and what stands in its way.

    `scope` is where it lives now, `path` where its file would land (relative to the store). `blocked` tells
    that the gate would refuse it as it is; `text` is its body with paths and names generalised, equal to
    the present body when nothing had to change.
    """

    name: str
    scope: Scope
    path: str
    at: datetime
    blocked: bool = False
    reason: str = ""
    findings: tuple[Finding, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class WorkingMemory:
    """The scratchpad that a vault's agents share: a JSON object, and the number of its last change.

    `version` is 0, and `changed_at` None, when nothing was ever written. `redactions` counts the secrets that the
    write which this answers held.
    """

    version: int = 0
    data: dict[str, Any] = field(default_factory=dict)
    changed_at: datetime | None = None
    redactions: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """One `[[target]]` as it is written; `name` is the memory it means, None when there is none."""

    target: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Links:
    """The neighbours of a memory: what it points to, in order, and the names of those that point to it."""

    name: str
    out: tuple[Link, ...] = ()
    into: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """The whole life of a memory: its versions and its events, oldest first."""

    name: str
    versions: tuple[Version, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Unadopted:
    """A change made by hand that is not (yet) part of the vault. `path` is relative to the store."""

    path: str
    name: str
    reason: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a look at the store found. All names; `problems` are sentences that name a file."""

    adopted: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    flagged: tuple[Unadopted, ...] = ()
    problems: tuple[str, ...] = ()
    looked_at: int = 0


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What reindexing did: how many passages stand in the index, up to which event it follows the vault."""

    passages: int
    position: int
    seconds: float = 0.0
    rebuilt: bool = False


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that is not as it was written. `place` is an event (`seq 12`), a memory or a file."""

    place: str
    message: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was forgotten of a whole project: the names of its memories, and what the user should know."""

    project: str
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """What checking the whole vault found; sound when there are no flaws.

    `head` is the hash of the last event. `notes` are facts that are no flaws, such as unadopted edits.
    """

    events: int
    versions: int
    files: int
    head: str
    flaws: tuple[Flaw, ...] = ()
    notes: tuple[str, ...] = ()
    checkpoint: str = ""

    @property
    def is_sound(self) -> bool:
        """Tell whether everything is as it was written."""
        return not self.flaws


@dataclass(frozen=True, slots=True)
class Proof:
    """Evidence that one version was recorded, checkable with the public key alone.

    `leaf` is the event's canonical JSON, `index` its place (0-based) among `size` leaves, `path` the sibling
    hashes (hex, from the leaf up; RFC 6962), `checkpoint` the signed note that states the root, `public_key`
    the verifier key in the C2SP signed-note form. `salt` (hex) and `text` open the leaf's content hash.
    """

    name: str
    id: str
    leaf: str
    index: int
    size: int
    path: tuple[str, ...]
    checkpoint: str
    public_key: str
    salt: str
    text: str


@dataclass(frozen=True, slots=True)
class Offer:
    """An embedder as it is here: what makes its vectors, whether it is chosen, and what it needs when it is not there.

    `model` is empty for words only; `dimension` counts a vector's numbers.
    """

    provider: str
    model: str = ""
    dimension: int = 0
    chosen: bool = False
    available: bool = False
    problem: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Spending:
    """What extraction has asked of a model on one day (`day` is ISO, UTC), and how many calls it may make."""

    day: str
    calls: int
    tokens: int
    most: int


@dataclass(frozen=True, slots=True)
class Status:
    """How a vault is: counts, sizes in bytes, and everything that wants attention.

    `sessions` and `documents` are what is indexed, as it was `gathered` last; `missing` are folders of documents that
    are not there now; `transcripts_bytes` is what the vault keeps of transcripts itself.
    `mend` is what to do when answers are degraded. `signed` and `committed` are the events up to which a checkpoint is
    signed and the store is in git. `waiting` are conversations that were put aside and not looked through yet,
    `no_room` those that a full disk did not take lately.
    """

    user: str
    path: str
    live: int
    versions: int
    events: int
    projects: dict[str, int] = field(default_factory=dict)
    globals: int = 0
    history_bytes: int = 0
    index_bytes: int = 0
    sessions: int = 0
    documents: int = 0
    missing: tuple[str, ...] = ()
    gathered: datetime | None = None
    transcripts_bytes: int = 0
    position: int = 0
    embedder: str = ""
    degraded: str | None = None
    mend: str = ""
    unadopted: tuple[Unadopted, ...] = ()
    proposals: int = 0
    pending: int = 0
    signed: int = 0
    committed: int = 0
    last_event: datetime | None = None
    spending: Spending | None = None
    waiting: int = 0
    no_room: int = 0


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject area with how many memories it has, and its commonest tags with theirs."""

    name: str
    count: int
    tags: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is remembered for a project and for every project, as a session's start shows it.

    `revision` is the last event that it knows of; `grouped` tells that topics are listed, not memories; `more` counts
    what was left out; `tokens` estimates the text.
    """

    project: str | None
    revision: int
    total: int
    grouped: bool
    topics: tuple[Topic, ...]
    more: int
    tokens: int
    text: str


@dataclass(frozen=True, slots=True)
class Captured:
    """What was kept of a conversation: the receipts of what was written, and how the facts were found.

    `by` is `rules` or the model's name; `known` counts facts that were in the vault already, `tokens` what a model
    took; `fault` says why no model was asked although one is set.
    """

    receipts: tuple[Receipt, ...] = ()
    by: str = "rules"
    known: int = 0
    tokens: int = 0
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ImportTrouble:
    """Something in a foreign store that was not taken over, or only with a default. `line` is 0 for all of it."""

    path: str
    message: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """What became of the candidates of an import; `redacted` counts redactions, also in those stored."""

    candidates: int = 0
    stored: int = 0
    duplicates: int = 0
    superseded: int = 0
    revived: int = 0
    blocked: int = 0
    refused: int = 0
    redacted: int = 0


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did; with `dry_run`, what it would do.

    `scopes` has the counts of each scope. `ids` are the versions it wrote: forgetting them undoes it. `unclean` are
    the global memories in which a secret or personal data was seen after it; empty is the promise kept, None is for
    a dry run.
    """

    counts: ImportCounts
    scopes: dict[str, ImportCounts]
    troubles: tuple[ImportTrouble, ...] = ()
    ids: tuple[str, ...] = ()
    unclean: tuple[str, ...] | None = None
    dry_run: bool = False
