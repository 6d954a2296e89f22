"""The index of a vault in one SQLite file: derived from the history, rebuilt at will."""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from vademecum.index.ports import Bar
from vademecum.index.sqlite import dated, rows
from vademecum.index.sqlite.core import batches
from vademecum.index.sqlite.embedding import vectors_of
from vademecum.index.sqlite.gathering import Gathering
from vademecum.index.sqlite.looking import Look, meaning_of
from vademecum.index.sqlite.rows import identity_text
from vademecum.index.sqlite.schema import PART_BITS
from vademecum.index.sqlite.writer import BATCH
from vademecum.model.errors import DamagedError
from vademecum.model.memory import Scope
from vademecum.model.search import Candidate, Passage, Query, Source
from vademecum.rules import vectors


@dataclass(frozen=True, slots=True)
class Counts:
    """How much an index holds. `sources` counts passages by source; `vectors` those with a vector."""

    passages: int
    vectors: int
    sources: dict[str, int]
    uses_numpy: bool


class SqliteIndex(Gathering):
    """Keeps passages findable by words and by meaning.

    Opening is O(1). A file that is damaged, foreign or of another schema is replaced by an empty one at position
    0, whenever that turns out; the engine then brings it up to date. One that another process replaced, or that
    was deleted, is opened anew. One object may be used by many threads.
    """

    @property
    def position(self) -> int:
        """The last event of the history that this index follows; 0 for a new one."""
        return self._healing(self._position)

    @property
    def identity(self) -> tuple[str, str, int] | None:
        """Whose vectors are stored: provider, model and dimension; None when there are none."""
        return self._healing(self._identity)

    @property
    def degraded(self) -> str | None:
        """Why something is missing from the answers, in a sentence; None when all is well."""
        return self._healing(self._why_degraded)

    @property
    def mode(self) -> str:
        """`hybrid` when words and meaning answer, `words` otherwise."""
        return self._healing(self._mode)

    def apply(self, upserts: Sequence[Passage], deletes: Sequence[str], position: int) -> None:
        """Take passages in and out, in one transaction, and remember how far the history was followed.

        Doing it again changes nothing. Under another embedder than the stored vectors', words are kept without
        vectors until `rebuild`. On a file that turns out to be damaged nothing is applied: there is an empty one in
        its place then, at position 0, and the caller has to follow the history from there.
        """
        try:
            self._healing(lambda: self._apply(upserts, deletes, position), again=False)
        except DamagedError:
            if self.position:
                raise

    def candidates(
        self, query: Query, limit: int, *, elsewhere: bool = False, bar: Bar | None = None
    ) -> list[Candidate]:
        """Return up to `limit` passages from each leg that may answer the query, with their signals.

        Every filter of the query holds inside both legs. `elsewhere` asks the scopes that the query did not, and
        only by words: enough to say that there is something. With a `bar` those that do not reach it are not even
        read, but the best of them when none does.
        """
        return self._healing(lambda: self._candidates(query, limit, elsewhere, bar))

    def dated(self, query: Query, start: datetime, end: datetime, limit: int) -> list[Candidate]:
        """Return up to `limit` passages of documents and sessions dated in [start, end), with their signals.

        Every filter of the query holds. Sessions take turns, so that each has a say.
        """
        return self._healing(lambda: self._dated(query, start, end, limit))

    def nearest(self, query: Query, start: datetime, end: datetime) -> datetime | None:
        """Return when the passage of a document or session nearest to [start, end) outside it is dated; None for none.

        Every filter of the query holds.
        """
        return self._healing(lambda: self._nearest(query, start, end))

    def near(
        self, texts: Sequence[str], *, scopes: Collection[Scope] | None, at_least: float, limit: int
    ) -> list[list[tuple[str, float]]]:
        """Return, for each text, the keys of memories whose cosine is at least that, nearest first."""
        return self._healing(lambda: self._near(texts, scopes, at_least, limit))

    def alike(
        self, keys: Sequence[str], *, scopes: Collection[Scope] | None, at_least: float, limit: int
    ) -> list[list[tuple[str, float]]]:
        """Do the same as `near` for passages that are held, by their own vectors: nothing is embedded again.

        A passage is in its own answer. A key that is not held has an empty one.
        """
        return self._healing(lambda: self._alike(keys, scopes, at_least, limit))

    def cosines(self, text: str, passages: Sequence[Passage]) -> list[float] | None:
        """Return how near passages, which need not be held, come to a question; None when nothing can tell.

        A passage that is held with the same text has a vector already; the others are embedded.
        """
        return self._healing(lambda: self._cosines(text, passages))

    def rebuild(
        self,
        passages: Iterable[Passage] | None = None,
        *,
        position: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> int:
        """Make the index anew; return how many passages there are. `passages` are the memories, None: those it has.

        What it holds of documents and sessions stays, with its words made anew. One transaction: readers see the old
        index until the new one is complete, and a crash leaves the old one. Vectors of the same embedder are kept for
        what it holds. A damaged file is made empty instead, as by `apply`.
        """
        try:
            return self._healing(lambda: self._rebuild(passages, position, progress), again=False)
        except DamagedError:
            if self.position:
                raise
            return 0

    def _rebuild(
        self, passages: Iterable[Passage] | None, position: int | None, progress: Callable[[int], None] | None
    ) -> int:
        with self._writing() as writer:
            same = self._usable_embedder() is not None
            self._start_anew(identity_text(self._embedder.identity) if self._embedder else "")
            if passages is not None:
                writer.clear(Source.MEMORY)
            renewed = writer.renew(self._embedder, keep_vectors=same)
            fresh = (writer.put(batch, self._embedder) for batch in batches(passages or (), BATCH))
            for added in chain(renewed, fresh):
                self._count(added)
                if progress:
                    progress(int(self._meta["passages"]))
            if position is not None:
                self._set("position", str(position))
            return int(self._meta["passages"])

    def counts(self) -> Counts:
        """Count what the index holds."""
        return self._healing(self._counts)

    def _counts(self) -> Counts:
        with self._reading():
            held, with_vector = self._db.execute("SELECT count(*), count(vector) FROM marks").fetchone()
            by_part = self._db.execute("SELECT id >> ?, count(*) FROM passages GROUP BY 1", (PART_BITS,))
            sources: dict[str, int] = {}
            for part, count in by_part:
                name = self._parts[part][0].value
                sources[name] = sources.get(name, 0) + count
            return Counts(held, with_vector, sources, self._sketches.uses_numpy)

    def _apply(self, upserts: Sequence[Passage], deletes: Sequence[str], position: int) -> None:
        with self._writing() as writer:
            embedder = self._usable_embedder()
            if embedder is not None and not self._meta["identity"]:
                self._set("identity", identity_text(embedder.identity))
            self._catch_up(writer, embedder)
            for key in deletes:
                passages, terms = writer.remove(key)
                self._count((-passages, -terms), removed=passages)
            for batch in batches(upserts, BATCH):
                self._count(writer.put(batch, embedder))
            self._set("position", str(position))
        self._damage = ""

    def _position(self) -> int:
        with self._reading():
            return int(self._meta["position"])

    def _candidates(self, query: Query, limit: int, elsewhere: bool, bar: Bar | None) -> list[Candidate]:  # noqa: FBT001
        with self._reading():
            seen = rows.filter_of(query, self._parts, elsewhere=elsewhere)
            wanted = self._wanted(query.text)
            return self._look().candidates(query.text, wanted, seen, limit, by_meaning=not elsewhere, bar=bar)

    def _dated(self, query: Query, start: datetime, end: datetime, limit: int) -> list[Candidate]:
        with self._reading():
            seen = rows.filter_of(query, self._parts, elsewhere=False)
            ids = dated.ids_in(self._db, start, end, seen, limit) if seen.parts else []
            return self._look().rated(query.text, self._wanted(query.text), ids)

    def _nearest(self, query: Query, start: datetime, end: datetime) -> datetime | None:
        with self._reading():
            seen = rows.filter_of(query, self._parts, elsewhere=False)
            return dated.nearest(self._db, start, end, seen) if seen.parts else None

    def _near(
        self, texts: Sequence[str], scopes: Collection[Scope] | None, at_least: float, limit: int
    ) -> list[list[tuple[str, float]]]:
        with self._reading():
            embedder = self._usable_embedder()
            if embedder is None:
                return [[] for _ in texts]
            wanted = [meaning_of(vector) for vector in embedder.embed(list(texts))]
            return self._look().near(wanted, self._memories_of(scopes), at_least, limit)

    def _alike(
        self, keys: Sequence[str], scopes: Collection[Scope] | None, at_least: float, limit: int
    ) -> list[list[tuple[str, float]]]:
        with self._reading():
            look = self._look()
            return look.near(look.meanings(keys), self._memories_of(scopes), at_least, limit)

    def _cosines(self, text: str, passages: Sequence[Passage]) -> list[float] | None:
        with self._reading():
            embedder, wanted = self._usable_embedder(), self._wanted(text)
            if embedder is None or wanted is None:
                return None
            rounded = vectors_of(self._db, self._parts, embedder, passages)
            return [vectors.cosine(one, wanted.aim) if one else 0.0 for one in rounded]

    def _memories_of(self, scopes: Collection[Scope] | None) -> list[int]:
        """Return the parts that hold the memories of some scopes."""
        return [
            number
            for number, (source, scope) in self._parts.items()
            if source is Source.MEMORY and (scopes is None or scope in scopes)
        ]

    def _look(self) -> Look:
        return Look(self._db, self._words, self._sketches, self._parts, self._totals(), self._asked)

    def _identity(self) -> tuple[str, str, int] | None:
        with self._reading():
            stored = self._meta["identity"]
            return tuple(json.loads(stored)) if stored else None

    def _mode(self) -> str:
        with self._reading():
            return "hybrid" if self._usable_embedder() else "words"

    def _why_degraded(self) -> str | None:
        with self._reading():
            return self._why()
