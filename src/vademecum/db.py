"""SQLite toolbox: connect, one immediate transaction, schema, and names for environmental errors.

Nothing here knows what a memory is.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Literal

from vademecum.model.errors import ConflictError, DamagedError, UnavailableError, VademecumError

BUSY_MS = 30_000
"""How long a writer waits for another one, in milliseconds."""

_SAFE = ("PRAGMA trusted_schema = OFF", "PRAGMA foreign_keys = ON")
_READING = ("PRAGMA query_only = ON", "SELECT 1 FROM sqlite_master LIMIT 1")
_WRITING = ("PRAGMA journal_mode = WAL",)
_DURABLE = ("PRAGMA synchronous = FULL", "PRAGMA fullfsync = ON", "PRAGMA checkpoint_fullfsync = ON")

_CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_FULL = {sqlite3.SQLITE_FULL}
_ROOM = 64 * 1024
"""With fewer bytes on its disk, SQLite cannot even begin to read."""

_DENIED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}


def connect(
    path: Path,
    *,
    durable: bool,
    read_only: bool = False,
    must_write: bool = False,
    busy_ms: int = BUSY_MS,
    any_thread: bool = False,
) -> sqlite3.Connection:
    """Open a database file in autocommit mode, in WAL, with safe settings; create it with mode 0600.

    `durable` asks for synchronous=FULL: an acknowledged commit survives a power cut. Without it the file is
    expected to be rebuildable (synchronous=NORMAL). A file that is there but cannot be written here (a read-only
    or full disk, another owner's folder) is opened for reading alone (see `is_read_only`), unless it `must_write`.

    Raises:
        UnavailableError: the file cannot be opened here.
        DamagedError: the file is not a database.
    """
    opened = partial(_connect, path, busy_ms=busy_ms, any_thread=any_thread)
    if read_only:
        return opened(_READING)
    try:
        _make(path)
        return opened(_WRITING + (_DURABLE if durable else ("PRAGMA synchronous = NORMAL",)), "rw")
    except UnavailableError as fault:
        if must_write or fault.code == "unavailable.locked" or not has_content(path):
            raise
        try:
            return opened(_READING, _frozen_mode(path))
        except VademecumError:
            raise fault from None


def is_read_only(db: sqlite3.Connection) -> bool:
    """Tell whether a connection can only read."""
    return bool(db.execute("PRAGMA query_only").fetchone()[0])


def _connect(
    path: Path, statements: tuple[str, ...], mode: str = "ro", *, busy_ms: int, any_thread: bool
) -> sqlite3.Connection:
    with naming_errors(path):
        db = sqlite3.connect(  # noqa: TID251  the one home of connect
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=busy_ms / 1000,
            check_same_thread=not any_thread,
        )
        try:
            for statement in _SAFE + statements:
                db.execute(statement)
        except BaseException:
            db.close()
            raise
        return db


def _make(path: Path) -> None:
    """Create the file with its mode; refuse early one that SQLite would silently open for reading."""
    with naming_errors(path):
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o600))
        elif not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
            raise UnavailableError(
                f"{path} can only be read here", hint="check its owner, mode and disk", code="unavailable.denied"
            )


def _frozen_mode(path: Path) -> str:
    """Return how to read a file beside which nothing can be made: without a log nobody has it open for writing."""
    return "ro" if has_content(path.with_name(path.name + "-wal")) else "ro&immutable=1"


def has_content(path: Path) -> bool:
    """Tell whether there is a file that is not empty.

    Raises:
        UnavailableError: that cannot be seen from here.
    """
    with naming_errors(path):
        try:
            return path.stat().st_size > 0
        except (FileNotFoundError, NotADirectoryError):
            return False


@contextmanager
def transaction(
    db: sqlite3.Connection, path: Path, kind: Literal["IMMEDIATE", "DEFERRED"] = "IMMEDIATE"
) -> Iterator[sqlite3.Connection]:
    """Run the block in one transaction: commit at its end, roll back when it raises.

    IMMEDIATE takes the write lock at the start, so that a writer waits instead of failing in its middle.
    """
    with naming_errors(path):
        db.execute(f"BEGIN {kind}")
        try:
            yield db
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def create(db: sqlite3.Connection, path: Path, schema: str, *, application_id: int, version: int) -> None:
    """Create the schema in an empty database, once, whoever comes first.

    `schema` is a list of statements, each ended by a semicolon at the end of a line.

    Raises:
        ConflictError: the file belongs to another program or to a newer version of this one.
    """
    found = db.execute("PRAGMA user_version").fetchone()[0]
    if found == 0:
        with transaction(db, path):
            if db.execute("PRAGMA user_version").fetchone()[0] == 0:
                for statement in statements(schema):
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {application_id}")
                db.execute(f"PRAGMA user_version = {version}")
        return
    owner = db.execute("PRAGMA application_id").fetchone()[0]
    if owner != application_id:
        raise ConflictError(f"{path} belongs to another program", hint="move it away and try again")
    if found > version:
        raise ConflictError(
            f"{path} was written by a newer version (schema {found}, this one knows {version})",
            hint="update vademecum",
            code="conflict.schema",
        )


def statements(schema: str) -> list[str]:
    """Split a schema text into its statements."""
    found, current = [], ""
    for line in schema.splitlines(keepends=True):
        current += line
        if sqlite3.complete_statement(current):
            found.append(current.strip())
            current = ""
    return found


@contextmanager
def naming_errors(path: Path) -> Iterator[None]:
    """Turn environmental faults of SQLite and the file system into our errors; let bugs through."""
    try:
        yield
    except sqlite3.Error as fault:
        named = _named(fault, path)
        if named is None:
            raise
        raise named from fault
    except PermissionError as fault:
        raise UnavailableError(
            f"no permission for {path}", hint="check its owner and mode", code="unavailable.denied"
        ) from fault
    except OSError as fault:
        if fault.errno not in {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}:
            raise
        if fault.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise _full(path) from fault
        raise UnavailableError(
            f"the disk of {path} refuses ({fault.strerror})", hint="check the disk", code="unavailable.disk"
        ) from fault


def _named(fault: sqlite3.Error, path: Path) -> VademecumError | None:
    code = (getattr(fault, "sqlite_errorcode", None) or 0) & 0xFF
    if code in _CORRUPT:
        return DamagedError(f"{path} is damaged ({fault})", hint="run `vade doctor`", code="damaged.database")
    if code in _BUSY:
        return UnavailableError(f"{path} is locked by another process", hint="try again", code="unavailable.locked")
    if code in _FULL or (code == sqlite3.SQLITE_IOERR and _has_no_room(path)):
        return _full(path)
    if code in _DENIED:
        return UnavailableError(
            f"{path} cannot be written here ({fault})", hint="check its owner, mode and disk", code="unavailable.denied"
        )
    if code == sqlite3.SQLITE_IOERR:
        return UnavailableError(f"the disk of {path} failed ({fault})", hint="check the disk", code="unavailable.disk")
    return None


def _full(path: Path) -> UnavailableError:
    return UnavailableError(f"the disk of {path} is full", hint="make room and try again", code="unavailable.full")


def _has_no_room(path: Path) -> bool:
    """Tell whether not even SQLite's own shared file finds room: it calls that a failed disk."""
    import shutil  # noqa: PLC0415  only a fault pays for it

    try:
        return shutil.disk_usage(path.parent).free < _ROOM
    except OSError:
        return False
