"""One look into `index.db` by a process that lives for one question: it opens, asks and goes.

`SqliteIndex` waits, heals and writes; a prompt hook does none of this, and may not pay for the modules that do. The
candidates are the same.
"""

from __future__ import annotations

import os

from vademecum.index.sqlite import rows
from vademecum.index.sqlite.looking import Look, Sight, meaning_of
from vademecum.index.sqlite.schema import APPLICATION_ID, VERSION
from vademecum.index.sqlite.vectors import NUMPY_FROM, Sketches
from vademecum.index.sqlite.words import Words
from vademecum.model.errors import ConflictError, MissingError, UnavailableError
from vademecum.model.frozen import TYPE_CHECKING
from vademecum.rules import words

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from typing import Self

    from vademecum.index.ports import Bar, Vocabulary
    from vademecum.model.search import Candidate, Query
else:
    try:
        import _sqlite3 as sqlite3  # without the module around it, which imports `datetime`
    except ImportError:
        import sqlite3

SCANNED_MOST = 30_000
"""Passages up to which the meaning proposes candidates; beyond, it rates what the words propose: a scan in plain
Python takes 0.2 microseconds a passage, and numpy longer to import than a hook may take.
"""

KEPT = 20
"""Candidates whose texts are read: a hook gives three."""

PATIENCE_S = 0.2
"""How long a reader waits for a lock: in a write-ahead log hardly ever."""


class Reader:
    """An index opened for reading by one thread, in one transaction: what it answers is of one moment."""

    def __init__(self, path: str, embedder: Callable[[], Vocabulary] | None) -> None:
        """Open the file; `embedder` is called only when the stored vectors are of the static table.

        Raises:
            MissingError: there is no file.
            UnavailableError: it cannot be opened here, or is locked.
            ConflictError: it is not an index of this version.
        """
        if not os.path.exists(path):  # noqa: PTH110  a hook does without pathlib
            raise MissingError(f"there is no index at {path}", hint="`vade status` tells why", code="missing.index")
        self._db = _connect(path)
        self._db.execute("BEGIN")
        self._meta: dict[str, str] = dict(self._db.execute("SELECT name, value FROM meta"))
        self._parts = rows.read_parts(self._db)
        self._embedder = embedder() if embedder and '"static"' in self._meta["identity"] else None
        self._is_usable = self._embedder is not None and self._meta["identity"] == rows.identity_text(
            self._embedder.identity
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    @property
    def mode(self) -> str:
        return "hybrid" if self._is_usable else "words"

    @property
    def degraded(self) -> str | None:
        if int(self._meta["words"]) != words.VERSION:
            return "the words were indexed by another version"
        return None if self._is_usable else "words only: the stored vectors are not of this embedder"

    def candidates(
        self,
        query: Query,
        limit: int,
        *,
        elsewhere: bool = False,
        bar: Bar | None = None,  # noqa: ARG002  what meets a prompt is judged by its text
    ) -> list[Candidate]:
        seen = rows.filter_of(query, self._parts, elsewhere=elsewhere)
        passages = int(self._meta["passages"])
        embedder = self._embedder if self._is_usable else None
        wanted = meaning_of(embedder.embed_query(query.text)) if embedder else None
        totals = (passages, int(self._meta["terms"]) / max(passages, 1))
        look = Look(self._db, Words(self._db), Sketches(self._db, NUMPY_FROM, once=True), self._parts, totals, {})
        scanned = passages if passages <= SCANNED_MOST else rows.span_of(self._db, seen.parts)
        sight = Sight(embedder.rarity if embedder else _rare, by_meaning=scanned <= SCANNED_MOST, kept=KEPT)
        return look.for_prompt(query.text, wanted, seen, limit, sight)


def _rare(_: str) -> float:
    """Without a vocabulary every word counts as rare."""
    return 1.0


def _connect(path: str) -> sqlite3.Connection:
    """Open the file read-only; beside a log that cannot be made (a read-only folder) as it lies there."""
    place = "file:" + path.replace("\\", "/").replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    modes = ["mode=ro"] if os.path.exists(f"{path}-wal") else ["mode=ro", "mode=ro&immutable=1"]  # noqa: PTH110
    for mode in modes:
        db = sqlite3.connect(f"{place}?{mode}", uri=True, isolation_level=None, timeout=PATIENCE_S)  # noqa: TID251
        try:
            found = [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        except sqlite3.Error as fault:
            db.close()
            trouble = fault
            continue
        if found == [APPLICATION_ID, VERSION]:
            return db
        db.close()
        raise ConflictError(f"{path} is not an index of this version", hint="run `vade reindex`")
    raise UnavailableError(f"{path} cannot be read ({trouble})", hint="`vade doctor` looks closer")
