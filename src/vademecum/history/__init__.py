"""The keeper of `history.db`: every version, the chain of events, and what is still to be settled."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vademecum import db as toolbox
from vademecum.history import chain
from vademecum.history.schema import APPLICATION_ID, SCHEMA, VERSION
from vademecum.model.errors import DamagedError

_SHRINK_WAIT_MS = 1000
"""How long shrinking waits for readers, in milliseconds: it can be done later too."""


class History:
    """One vault's `history.db`. Opening costs the same whatever it holds.

    Raises:
        DamagedError: the file is no database, or is cut short.
        ConflictError: another program or a newer version wrote it.
        UnavailableError: it cannot be opened here.
    """

    def __init__(self, path: Path, *, busy_ms: int = toolbox.BUSY_MS) -> None:
        self.path = path
        self._busy_ms = busy_ms
        self.db: sqlite3.Connection = self._open()
        self._file = _identity(path)

    def _open(self, *, must_write: bool = False) -> sqlite3.Connection:
        db = toolbox.connect(self.path, durable=True, must_write=must_write, busy_ms=self._busy_ms, any_thread=True)
        try:
            toolbox.create(db, self.path, SCHEMA, application_id=APPLICATION_ID, version=VERSION)
        except BaseException:
            db.close()
            raise
        return db

    @property
    def is_read_only(self) -> bool:
        """Tell whether the file can only be read here and now."""
        return toolbox.is_read_only(self.db)

    def _be_ready_to_write(self) -> None:
        """Refuse to write into a file that is no longer the vault's; open anew one that could only be read before."""
        if _identity(self.path) != self._file:
            raise DamagedError(
                f"{self.path} was removed or replaced while it was open",
                hint="put it back and open the vault again",
                code="damaged.history",
            )
        if self.is_read_only:
            fresh = self._open(must_write=True)
            self.db.close()
            self.db = fresh

    @contextmanager
    def writing(self, key: bytes) -> Iterator[chain.Tail]:
        """Hold the vault's write lock; what the block appends to the tail is committed, durably, at its end.

        Raises:
            DamagedError: the file was removed or replaced since it was opened.
            UnavailableError: it can only be read here, or another process keeps the lock.
        """
        self._be_ready_to_write()
        with toolbox.transaction(self.db, self.path):
            tail = chain.tail(self.db, key)
            yield tail
            if tail.added:
                chain.save(self.db, tail)

    @contextmanager
    def noting(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock for changes that may be lost in a power cut: they are found out again at need."""
        self._be_ready_to_write()
        self.db.execute("PRAGMA synchronous = NORMAL")
        try:
            with toolbox.transaction(self.db, self.path):
                yield self.db
        finally:
            self.db.execute("PRAGMA synchronous = FULL")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Name the faults of the database that the block reads."""
        with toolbox.naming_errors(self.path):
            yield self.db

    @contextmanager
    def hurrying(self, milliseconds: int) -> Iterator[None]:
        """Wait for other writers no longer than this within the block: a reader has better things to do."""
        self.db.execute(f"PRAGMA busy_timeout = {milliseconds:d}")
        try:
            yield
        finally:
            self.db.execute(f"PRAGMA busy_timeout = {self._busy_ms:d}")

    def shrink(self) -> bool:
        """Give back what is deleted, also in the write-ahead log; tell whether nothing of it stays in the files.

        It does while another process reads: it may need the log.
        """
        with toolbox.naming_errors(self.path), self.hurrying(_SHRINK_WAIT_MS):
            self.db.execute("VACUUM")
            busy = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        return not busy

    def fact(self, name: str) -> str | None:
        """Return a fact about the vault."""
        row = self.db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def facts(self, begin: str) -> dict[str, str]:
        """Return the facts about the vault whose names begin so."""
        return dict(self.db.execute("SELECT name, value FROM fact WHERE substr(name, 1, ?) = ?", (len(begin), begin)))

    def state(self, name: str, value: str) -> None:
        """Note a fact about the vault."""
        self.db.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))

    def unstate(self, name: str) -> None:
        """Drop a fact about the vault."""
        self.db.execute("DELETE FROM fact WHERE name = ?", (name,))

    def close(self) -> None:
        """Close the file."""
        self.db.close()


def _identity(path: Path) -> tuple[int, int]:
    """Return which file a path means now; nothing for none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
