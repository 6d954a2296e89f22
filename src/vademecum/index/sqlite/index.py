"""The index of a vault in one SQLite file: derived from the history, rebuilt at will."""

import json
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeVar

from vademecum import db as toolbox
from vademecum.index.ports import Embedder
from vademecum.index.sqlite import opening, rows
from vademecum.index.sqlite.embedding import vectors_of
from vademecum.index.sqlite.looking import Look, Wanted, meaning_of
from vademecum.index.sqlite.rows import Part, identity_text
from vademecum.index.sqlite.schema import PART_BITS
from vademecum.index.sqlite.vectors import NUMPY_FROM, Sketches
from vademecum.index.sqlite.words import Words
from vademecum.index.sqlite.writer import BATCH, Totals, Writer
from vademecum.model.errors import DamagedError
from vademecum.model.memory import Scope
from vademecum.model.search import Candidate, Passage, Query, Source
from vademecum.rules import vectors
from vademecum.rules.matching import Asked

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Counts:
    """How much an index holds. `sources` counts passages by source; `vectors` those with a vector."""

    passages: int
    vectors: int
    sources: dict[str, int]
    uses_numpy: bool


class SqliteIndex:
    """Keeps passages findable by words and by meaning.

    Opening is O(1). A file that is damaged, foreign or of another schema is replaced by an empty one at position
    0, whenever that turns out; the engine then brings it up to date. One that another process replaced, or that
    was deleted, is opened anew. One object may be used by many threads.
    """

    def __init__(
        self, path: Path, embedder: Embedder | None, *, numpy_from: int = NUMPY_FROM, busy_ms: int = toolbox.BUSY_MS
    ) -> None:
        """Open or create the index at `path`; numpy is used from so many sketches on.

        Raises:
            UnavailableError: the file can be neither opened nor created here.
        """
        self._path = path
        self._embedder = embedder
        self._numpy_from = numpy_from
        self._busy_ms = busy_ms
        self._lock = threading.RLock()
        self._damage = ""
        self._begin()

    def _begin(self) -> None:
        self._db = opening.connect(self._path, self._busy_ms)
        self._file = opening.file_number(self._path)
        self._words = Words(self._db)
        self._sketches = Sketches(self._db, self._numpy_from)
        self._seen_version = -1
        self._parts: dict[int, Part] = {}
        self._meta: dict[str, str] = {}
        self._asked: dict[str, Asked] = {}
        self._meaning: tuple[str, Wanted | None] = ("", None)

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

    def candidates(self, query: Query, limit: int, *, elsewhere: bool = False) -> list[Candidate]:
        """Return up to `limit` passages from each leg that may answer the query, with their signals.

        Every filter of the query holds inside both legs. `elsewhere` asks the scopes that the query did not, and
        only by words: enough to say that there is something.
        """
        return self._healing(lambda: self._candidates(query, limit, elsewhere=elsewhere))

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
        """Make the index anew, from the given passages or from what it holds; return how many there are.

        One transaction: readers see the old index until the new one is complete, and a crash leaves the old
        one. From what it holds, vectors of the same embedder are kept. A damaged file is made empty instead, as by
        `apply`.
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
            if passages is None:
                steps = writer.renew(self._embedder, keep_vectors=same)
            else:
                writer.clear()
                steps = (writer.put(batch, self._embedder) for batch in _batches(passages, BATCH))
            for added in steps:
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

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, toolbox.transaction(self._db, self._path, "DEFERRED"):
            self._follow()
            yield

    @contextmanager
    def _writing(self) -> Iterator[Writer]:
        with self._lock:
            try:
                with toolbox.transaction(self._db, self._path):
                    self._follow()
                    yield Writer(self._db, self._words, self._sketches, self._parts)
            except BaseException:
                self._words.forget_words()
                raise
            finally:
                self._changed()

    def _follow(self) -> None:
        """Notice what other processes changed."""
        version = self._db.execute("PRAGMA data_version").fetchone()[0]
        if version != self._seen_version:
            self._changed()
            self._meta = dict(self._db.execute("SELECT name, value FROM meta"))
            self._parts = rows.read_parts(self._db)
            self._seen_version = version

    def _changed(self) -> None:
        self._words.forget()
        self._asked.clear()
        self._sketches.forget()
        self._seen_version = -1

    def _set(self, name: str, value: str) -> None:
        self._db.execute("UPDATE meta SET value = ? WHERE name = ?", (value, name))
        self._meta[name] = value

    def _count(self, added: Totals) -> None:
        self._set("passages", str(int(self._meta["passages"]) + added[0]))
        self._set("terms", str(int(self._meta["terms"]) + added[1]))

    def _start_anew(self, identity: str) -> None:
        self._set("words", str(opening.WORDS_VERSION))
        self._set("passages", "0")
        self._set("terms", "0")
        self._set("identity", identity)
        self._set("bare", "0")

    def _apply(self, upserts: Sequence[Passage], deletes: Sequence[str], position: int) -> None:
        with self._writing() as writer:
            embedder = self._usable_embedder()
            if embedder is not None and not self._meta["identity"]:
                self._set("identity", identity_text(embedder.identity))
            self._catch_up(writer, embedder)
            for key in deletes:
                passages, terms = writer.remove(key)
                self._count((-passages, -terms))
            for batch in _batches(upserts, BATCH):
                self._count(writer.put(batch, embedder))
            self._set("position", str(position))
        self._damage = ""

    def _catch_up(self, writer: Writer, embedder: Embedder | None) -> None:
        """Renew what another version or a run without an embedder left behind.

        Words must be of one version before anything is taken out, since that is done by analysing it again.
        """
        if int(self._meta["words"]) != opening.WORDS_VERSION:
            self._start_anew(self._meta["identity"])
            for added in writer.renew(embedder, keep_vectors=True):
                self._count(added)
        if embedder is None:
            self._set("bare", "1")
        elif self._meta["bare"] == "1":
            writer.fill(embedder)
            self._set("bare", "0")

    def _position(self) -> int:
        with self._reading():
            return int(self._meta["position"])

    def _candidates(self, query: Query, limit: int, *, elsewhere: bool) -> list[Candidate]:
        with self._reading():
            seen = rows.filter_of(query, self._parts, elsewhere=elsewhere)
            wanted = self._wanted(query.text)
            return self._look().candidates(query.text, wanted, seen, limit, by_meaning=not elsewhere)

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

    def _healing(self, work: Callable[[], T], *, again: bool = True) -> T:
        """Run some work; on a file that turns out to be damaged, put an empty one in its place and run it again."""
        with self._lock:
            if opening.file_number(self._path) != self._file:
                self._db.close()
                self._begin()
        try:
            return work()
        except DamagedError:
            self._begin_anew()
            if again:
                return work()
            raise

    def _begin_anew(self) -> None:
        with self._lock:
            self._db.close()
            # Another process may have been first: its new file is sound.
            if opening.file_number(self._path) == self._file:
                opening.move_aside(self._path)
            self._begin()
            self._damage = "the index was damaged and is being made anew"

    def _totals(self) -> tuple[int, float]:
        """Return the number of passages and their mean number of terms."""
        passages = int(self._meta["passages"])
        return passages, int(self._meta["terms"]) / max(passages, 1)

    def _usable_embedder(self) -> Embedder | None:
        if self._embedder is None or self._meta["identity"] not in {"", identity_text(self._embedder.identity)}:
            return None
        return self._embedder

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

    def _why(self) -> str | None:
        if self._damage:
            return self._damage
        if self._embedder is None:
            return "words only: there is no embedder"
        if self._usable_embedder() is None:
            provider, model, _ = json.loads(self._meta["identity"])
            wanted = self._embedder.identity
            return (
                f"words only: the vectors are of {provider} {model}, the embedder is "
                f"{wanted.provider} {wanted.model}; run `vade reindex`"
            )
        if int(self._meta["words"]) != opening.WORDS_VERSION:
            return "the words were indexed by another version; the next write renews them, or `vade reindex`"
        return None

    def _wanted(self, text: str) -> Wanted | None:
        embedder = self._usable_embedder()
        if embedder is None:
            return None
        if self._meaning[0] != text:
            self._meaning = (text, meaning_of(embedder.embed_query(text)))
        return self._meaning[1]


def _batches(passages: Iterable[Passage], size: int) -> Iterator[list[Passage]]:
    source = iter(passages)
    while batch := list(islice(source, size)):
        yield batch
