"""What an index needs from an embedder, and what recall needs from an index."""

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol

from vademecum.model.search import Candidate, Query, Signals, Source, SourceFile


class Mark(NamedTuple):
    """What tells whether a file changed, without what its reader knows of it: bytes, nanoseconds since 1970 of its
    content and of its inode, whether it is gone; and the group of its passages.
    """

    size: int
    mtime: int
    ctime: int
    gone: bool
    group: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What a step of gathering read: files as they are now, places to know no longer, and by the hashes of the turns in
    it (64 bits, signed) the group that they are indexed in, and their passage's place there (0 for none).
    """

    files: Sequence[SourceFile] = ()
    forgotten: Sequence[str] = ()
    turns: Mapping[int, tuple[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bar:
    """What a candidate must reach to be read: at least `least` by the `rating`, 0..1, of its signals and its source."""

    least: float
    rating: Callable[[Signals, Source], float]


class Identity(Protocol):
    """Whose vectors these are: vectors of different identities are never compared."""

    @property
    def provider(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def dimension(self) -> int: ...


class Embedder(Protocol):
    """Turns texts into unit vectors; a text in which nothing is known gets the zero vector."""

    @property
    def identity(self) -> Identity:
        """Name provider, model and number of coordinates."""
        ...

    def embed(self, texts: Sequence[str], /) -> "list[array[float]]":
        """Embed passages, one vector each, in order."""
        ...

    def embed_query(self, text: str, /) -> "array[float]":
        """Embed a question."""
        ...


class Vocabulary(Embedder, Protocol):
    """An embedder that also knows how common words are."""

    def rarity(self, word: str, /) -> float:
        """Return how rare a folded word is in general, 0..1."""
        ...


class Index(Protocol):
    """Where recall looks for candidates: the vault's index, or a hook's short look at it."""

    @property
    def mode(self) -> str:
        """`hybrid` when words and meaning answer, `words` otherwise."""
        ...

    @property
    def degraded(self) -> str | None:
        """Why something is missing from the answers; None when all is well."""
        ...

    def candidates(
        self, query: Query, limit: int, *, elsewhere: bool = False, bar: Bar | None = None
    ) -> list[Candidate]:
        """Return up to `limit` passages from each leg, every filter of the query held inside both.

        With a `bar` those may be left out that do not reach it, but the best of them when none does.
        """
        ...

    def dated(self, query: Query, start: datetime, end: datetime, limit: int) -> list[Candidate]:
        """Return up to `limit` passages of documents and sessions dated in [start, end), as the query filters."""
        ...

    def nearest(self, query: Query, start: datetime, end: datetime) -> datetime | None:
        """Return when the passage of those that is nearest to [start, end), outside it, is dated; None for none."""
        ...
