"""A question to recall, what an index proposes, and what is answered."""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING, StrEnum, dataclass, field
from vademecum.model.memory import Cite, Scope, Sensitivity, Trust

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any


class Source(StrEnum):
    """What kind of text a passage comes from."""

    MEMORY = "memory"
    DOCUMENT = "document"
    SESSION = "session"


ABANDONED = "abandoned"
"""The type of a turn whose branch of the conversation was left: a prompt that was edited, an answer tried again."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question for recall, complete and valid by construction.

    `scopes` are the scopes that may answer (None = every scope; asked for explicitly). `project` is the
    asker's own project: it weighs, it does not filter. `limit` is 1..1000 (faces hold agents to 20).
    `threshold` is a least relevance in 0..1; None takes the setting. `as_of` asks what the vault believed at
    that instant.
    """

    text: str
    limit: int = 5
    scopes: tuple[Scope, ...] | None = None
    project: str | None = None
    domain: str | None = None
    type: str | None = None
    sources: frozenset[Source] = frozenset(Source)
    max_sensitivity: Sensitivity = Sensitivity.SECRET
    min_trust: Trust = Trust.UNTRUSTED
    threshold: float | None = None
    as_of: datetime | None = None
    diff_now: bool = False
    explain: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """The unit of indexing and of search results: a memory, or a chunk of a document or transcript.

    `key` is unique in the index: `memory:<name>`, `document:<path>#<n>`, `session:<id>#<n>`. `group` joins
    the passages of one document or session, `place` orders them in it. `title`, `name` and `tags` are own
    weighted fields; `text` is the body, `when` are phrases by which a memory is found too. `path` is relative to the
    vault for a memory, absolute for a document or a transcript; forward slashes. `start` is the line of a document, or
    the turn of a session, at which the text begins, from 1; 0 for a memory.
    """

    key: str
    source: Source
    text: str
    title: str = ""
    name: str = ""
    tags: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    id: str = ""
    scope: Scope = field(default_factory=Scope)
    type: str = ""
    domain: str = ""
    sensitivity: Sensitivity = Sensitivity.PUBLIC
    trust: Trust = Trust.OWNER
    group: str = ""
    place: int = 0
    speaker: str = ""
    at: datetime | None = None
    valid_from: str | None = None
    path: str = ""
    start: int = 0

    @property
    def sought(self) -> str:
        """What words and meaning are looked for in: the text, then the phrases, one a line."""
        return "\n".join((self.text, *self.when)) if self.when else self.text


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that passages were taken from: what the index knows of it, so that only what is new is read.

    `place` is its absolute path and identity, `group` what its passages belong to, `mtime` and `ctime` in
    nanoseconds. `state` is what its reader needs to go on, and what lists show of it (plain JSON). `gone` tells that
    the file is no longer there while its passages are kept.
    """

    place: str
    source: Source
    group: str
    scope: Scope = field(default_factory=Scope)
    size: int = 0
    mtime: int = 0
    state: dict[str, Any] = field(default_factory=dict)
    gone: bool = False
    ctime: int = 0


@dataclass(frozen=True, slots=True)
class Signals:
    """What recall saw in one candidate: the named features that relevance is computed from. All in 0..1
    unless said otherwise; `bm25` is positive and unbounded; `cosine` is -1..1, exactly 0 where one of the two has no
    vector.

    `coverage` is the weighted share of the query's terms that the passage has; `beside` and `context` count
    those within two and six places of its document or session too. For a passage that stands alone the three
    are the same. `near` is the higher cosine of the two that stand directly beside it, 0 when it stands alone.
    """

    bm25: float = 0.0
    cosine: float = 0.0
    coverage: float = 0.0
    exact: float = 0.0
    title: float = 0.0
    beside: float = 0.0
    context: float = 0.0
    near: float = 0.0


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a prompt and a memory have in common, as the prompt hook looks at it.

    `telling` is the sum of how rare the found words are in general, each 0..1; `words` is how many are found. `share`
    is the part, 0..1, of the prompt's tokens whose word or concept the memory has. `concepts` counts the tokens with a
    concept of the memory; `subject` is the weight of the prompt's concepts in its head, as an inverse document
    frequency. `foreign` is the part of the tokens that only a concept is met of, when one of the two is in English
    and the other is not. `phrased` tells that the memory says when it is wanted: more words are then found by chance.
    """

    telling: float = 0.0
    words: int = 0
    share: float = 0.0
    concepts: int = 0
    subject: float = 0.0
    foreign: float = 0.0
    phrased: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage proposed by an index, with the signals that proposed it; `meeting` only for a prompt hook."""

    passage: Passage
    signals: Signals
    meeting: Meeting | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that made the cut.

    `relevance` is a calibrated probability in 0..1, comparable across queries; `score` also holds the
    bounded adjustments that order hits; `scores` explains both, by name. `collapsed` are keys of near-equal
    passages that this hit stands for. `diff` is filled for `diff_now`: unchanged, changed (`now` has the
    present text) or retired. `cites` are the places that a memory rests on.
    """

    passage: Passage
    relevance: float
    score: float
    scores: dict[str, float] = field(default_factory=dict)
    collapsed: tuple[str, ...] = ()
    diff: str = ""
    now: str = ""
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer: hits best first, and what produced them.

    `mode` is `hybrid` (words and meaning) or `words`. `degraded` says why something is missing, None when
    all is well. `abstained` says why there are no hits; `undated` that the question names a time from which there is
    nothing, so that the hits are of others. `elsewhere` counts relevant memories of projects
    that were not asked. `fresh_as_of` is the last whole look at the store and, where they were asked, at transcripts
    and documents; or the instant asked about. `behind` counts the files of those that wait to be taken in.
    """

    hits: tuple[Hit, ...]
    mode: str
    degraded: str | None = None
    abstained: str | None = None
    undated: str | None = None
    fresh_as_of: datetime | None = None
    elsewhere: int = 0
    behind: int = 0
    took_ms: float = 0.0
