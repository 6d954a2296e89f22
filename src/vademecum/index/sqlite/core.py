"""The index's file: opened and healed, read and written one transaction at a time, and what is known of its state."""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TypeVar

from vademecum import db as toolbox
from vademecum.index.ports import Embedder
from vademecum.index.sqlite import opening, rows
from vademecum.index.sqlite.looking import Wanted, meaning_of
from vademecum.index.sqlite.rows import Part, identity_text
from vademecum.index.sqlite.vectors import NUMPY_FROM, Sketches
from vademecum.index.sqlite.words import Words
from vademecum.index.sqlite.writer import Totals, Writer
from vademecum.model.errors import DamagedError
from vademecum.model.search import Passage
from vademecum.rules.matching import Asked

T = TypeVar("T")


class Core:
    """Holds the file open. One that is damaged, foreign or of another schema is replaced by an empty one."""

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

    def _count(self, added: Totals, removed: int = 0) -> None:
        """Keep the totals; `removed` passages leave holes in the file."""
        for name, more in (("passages", added[0]), ("terms", added[1]), ("removed", removed)):
            if more:
                self._set(name, str(int(self._meta[name]) + more))

    def _start_anew(self, identity: str) -> None:
        self._set("words", str(opening.WORDS_VERSION))
        self._set("passages", "0")
        self._set("terms", "0")
        self._set("identity", identity)
        self._set("bare", "0")

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
            opening.put_away(self._path, self._file)
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

    def wait_at_most(self, milliseconds: int) -> None:
        """Wait so long for another process from now on."""
        with self._lock:
            self._busy_ms = milliseconds
            self._db.execute(f"PRAGMA busy_timeout = {milliseconds:d}")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()


def batches(passages: Iterable[Passage], size: int) -> Iterator[list[Passage]]:
    """Yield passages in lists of at most `size`."""
    source = iter(passages)
    while batch := list(islice(source, size)):
        yield batch
