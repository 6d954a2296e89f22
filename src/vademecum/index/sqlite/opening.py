"""Open `index.db`, whatever state it is in: it is derived, so what cannot be used is moved aside."""

import sqlite3
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from vademecum import db as toolbox
from vademecum import disk
from vademecum.index.sqlite.schema import APPLICATION_ID, SCHEMA, VERSION
from vademecum.model.errors import ConflictError, DamagedError
from vademecum.rules import words

WORDS_VERSION = words.VERSION
"""Whose terms the index is to hold."""

_JOURNAL_MAX = 1 << 20
_CACHED_KB = 8_000
"""Pages that a process keeps: a search touches some hundred all over the file."""

_SIDE_FILES = ("-wal", "-shm", "")
"""In the order in which they go: who opens the file meanwhile sees the old one, not a new one that loses its log."""

_HEADER, _VERSION_AT, _APPLICATION_AT = 72, slice(60, 64), slice(68, 72)
"""Where `user_version` and `application_id` stand in an SQLite file, big-endian (sqlite.org/fileformat2.html)."""

_META = {
    "position": "0",
    "words": str(WORDS_VERSION),
    "identity": "",
    "passages": "0",
    "terms": "0",
    "removed": "0",
    "bare": "0",
    "gathered": "0",
}


class _OlderError(ConflictError):
    """An index of ours from before: nothing in it is worth keeping."""


def connect(path: Path, busy_ms: int = toolbox.BUSY_MS) -> sqlite3.Connection:
    """Open the index, or put a new one in the place of what cannot be used; a writer waits so long for another one.

    Raises:
        UnavailableError: the directory cannot be written, or the disk fails.
    """
    if _looks_usable(path):
        with suppress(DamagedError, ConflictError):
            return _open(path, busy_ms)
    with _replacing(path):
        try:
            return _open(path, busy_ms)  # another process may have been first
        except _OlderError:
            for side in _files(path):
                side.unlink(missing_ok=True)
        except (DamagedError, ConflictError):
            _move_aside(path)
        return _open(path, busy_ms)


def _looks_usable(path: Path) -> bool:
    """Tell by its header whether a file is an index of this version: others are opened by one process at a time, since
    what they open would be taken away under them.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER)
    except OSError:
        return False
    return head[_VERSION_AT] == VERSION.to_bytes(4) and head[_APPLICATION_AT] == APPLICATION_ID.to_bytes(4)


def file_number(path: Path) -> int:
    """Return what tells a file from another one of the same name; 0 when there is none."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def put_away(path: Path, number: int) -> None:
    """Move a damaged index aside, unless another process has put a new file in its place already."""
    with _replacing(path):
        if file_number(path) == number:
            _move_aside(path)


def _replacing(path: Path) -> AbstractContextManager[None]:
    """Keep others from replacing the file meanwhile: the second would take the first one's new file for the old."""
    return disk.locked(path.with_suffix(".lock"))


def _move_aside(path: Path) -> None:
    """Rename an unusable index to `<name>.damaged`, over an earlier one."""
    for side in _files(path):
        if side.exists():
            side.replace(side.with_name(side.name.replace(path.name, f"{path.name}.damaged", 1)))


def _files(path: Path) -> list[Path]:
    return [path.with_name(path.name + suffix) for suffix in _SIDE_FILES]


def _open(path: Path, busy_ms: int) -> sqlite3.Connection:
    db = toolbox.connect(path, durable=False, any_thread=True, busy_ms=busy_ms)
    try:
        with toolbox.naming_errors(path):
            db.execute(f"PRAGMA journal_size_limit = {_JOURNAL_MAX}")
            db.execute(f"PRAGMA cache_size = -{_CACHED_KB}")
            toolbox.create(db, path, SCHEMA, application_id=APPLICATION_ID, version=VERSION)
            _check(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection, path: Path) -> None:
    """Refuse an older schema and a file whose first pages cannot be read; fill in what a new file lacks."""
    if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
        raise _OlderError(f"{path} has an older schema")
    if db.execute("SELECT count(*) FROM meta").fetchone()[0] < len(_META):
        with toolbox.transaction(db, path):
            db.executemany("INSERT OR IGNORE INTO meta VALUES (?, ?)", _META.items())
    for table in ("parts", "passages", "marks", "sketches", "words_data", "plain", "files", "heard"):
        db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone()  # noqa: S608  constants only
