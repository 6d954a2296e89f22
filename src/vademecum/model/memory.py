"""A memory: one fact, its versions, and what a write of it may say and did."""

from __future__ import annotations

from vademecum.model.errors import InvalidError
from vademecum.model.frozen import TYPE_CHECKING, StrEnum, dataclass, field

if TYPE_CHECKING:
    from datetime import datetime


class MemoryType(StrEnum):
    """What kind of fact a memory is; the host's own frontmatter word."""

    USER = "user"
    FEEDBACK = "feedback"
    PROJECT = "project"
    REFERENCE = "reference"
    PROCEDURAL = "procedural"


TYPE_ALIASES = {
    "preference": MemoryType.FEEDBACK,
    "fact": MemoryType.REFERENCE,
    "decision": MemoryType.PROJECT,
    "entity": MemoryType.REFERENCE,
    "other": MemoryType.REFERENCE,
}
"""Other systems' words for a memory's type, accepted on input."""


class Sensitivity(StrEnum):
    """How far a memory may travel, lowest first; the gate only ever raises it."""

    PUBLIC = "public"
    INTERNAL = "internal"
    SECRET = "secret"  # noqa: S105  a level, not a password

    @property
    def rank(self) -> int:
        """Return 0 for public, 1 for internal, 2 for secret."""
        return list(Sensitivity).index(self)


class Trust(StrEnum):
    """Who vouches for a memory; set by the writer's channel, never by text."""

    OWNER = "owner"
    AGENT = "agent"
    UNTRUSTED = "untrusted"


class State(StrEnum):
    """Where a version stands."""

    LIVE = "live"
    SUPERSEDED = "superseded"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a memory holds: everywhere (`project` is None), or in one project."""

    project: str | None = None

    def __str__(self) -> str:
        return "global" if self.project is None else f"project:{self.project}"

    @classmethod
    def parse(cls, text: str) -> Scope:
        """Read `global` or `project:<name>`.

        Raises:
            InvalidError: the text is neither.
        """
        if text == "global":
            return cls()
        kind, _, project = text.partition(":")
        if kind == "project" and project:
            return cls(project)
        raise InvalidError("scope", f"{text!r} is not a scope", hint="use `global` or `project:<name>`")


GLOBAL = Scope()


@dataclass(frozen=True, slots=True)
class Cite:
    """A place that a fact rests on, checked at recall.

    `start` and `end` are 1-based lines, 0 when the whole file is meant; `digest` is the sha256 of those lines.
    """

    path: str
    start: int = 0
    end: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory as a writer hands it in, before the checks and the gate.

    `title` becomes the description; without one the body's first sentence does. `name` is given only by a
    caller that means a particular memory: writing to a live name supersedes it. `source` is the origin key:
    a channel (`cli`, `mcp`, `http`, `import`) or something specific (`native:<project>/<file>`,
    `session:<id>:<topic>`), which supersedes what came from the same place. `when` are phrases that somebody would
    type who needs it: recall finds it by them too. None keeps those of the version that is replaced.
    """

    body: str = ""
    title: str = ""
    name: str | None = None
    type: str = MemoryType.REFERENCE
    domain: str = "general"
    scope: Scope = GLOBAL
    sensitivity: str = Sensitivity.PUBLIC
    tags: tuple[str, ...] = ()
    when: tuple[str, ...] | None = None
    links: tuple[str, ...] = ()
    cites: tuple[Cite, ...] = ()
    source: str = "cli"
    source_project: str | None = None
    trust: Trust = Trust.OWNER
    created: str | None = None
    valid_from: str | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """One fact, as its markdown file states it. Dates are ISO (`YYYY-MM-DD`)."""

    name: str
    description: str
    body: str
    type: MemoryType = MemoryType.REFERENCE
    scope: Scope = GLOBAL
    domain: str = "general"
    sensitivity: Sensitivity = Sensitivity.PUBLIC
    source_project: str | None = None
    origin_session: str = "cli"
    trust: Trust = Trust.OWNER
    tags: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    created: str = ""
    valid_from: str | None = None
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """One immutable state of a memory. Instants are aware UTC datetimes; `text` is the exact file text."""

    memory: Memory
    id: str
    lineage: str
    recorded_at: datetime
    superseded_at: datetime | None
    state: State
    content_hash: str
    origin: str
    text: str

    @property
    def is_live(self) -> bool:
        """Tell whether this is what the vault believes now."""
        return self.state is State.LIVE


class FindingKind(StrEnum):
    """What a gate rule saw."""

    SECRET = "secret"  # noqa: S105  a kind, not a password
    PII = "pii"
    PATH = "path"
    SUSPECT = "suspect"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a gate rule saw, and where; never the value.

    `start` and `end` are code-point offsets into the text of `field` as it was given. `fingerprint` is a
    keyed hash of the value: the handle for `vade gate allow`.
    """

    rule: str
    kind: FindingKind
    field: str
    start: int
    end: int
    fingerprint: str = ""


class Action(StrEnum):
    """What a write did."""

    STORED = "stored"
    DUPLICATE = "duplicate"
    SUPERSEDED = "superseded"
    REVIVED = "revived"
    BLOCKED = "blocked"
    FORGOTTEN = "forgotten"
    RESTORED = "restored"
    PROMOTED = "promoted"
    EDITED = "edited"
    ERASED = "erased"


@dataclass(frozen=True, slots=True)
class Similar:
    """A live memory that says nearly the same; `similarity` in 0..1."""

    name: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a write did. `path` is absolute; it is empty when nothing is on disk."""

    action: Action
    name: str
    id: str = ""
    scope: Scope = GLOBAL
    sensitivity: Sensitivity = Sensitivity.PUBLIC
    findings: tuple[Finding, ...] = ()
    redactions: int = 0
    similar: tuple[Similar, ...] = ()
    indexed: bool = False
    path: str = ""
    notes: tuple[str, ...] = field(default=())
