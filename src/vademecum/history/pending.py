"""What has to be settled between the versions and the files, and what each file looked like when it was."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

AGREED = "agreed"
"""The file holds the live version's text."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A file that may not yet hold what the versions say; see the table `pending`."""

    place: str
    staged: str
    before: str


@dataclass(frozen=True, slots=True)
class Seen:
    """How a file looked, and what was known about it: AGREED, or why its text is not adopted."""

    size: int
    mtime: int
    inode: int
    known: str


def add(db: sqlite3.Connection, one: Pending) -> None:
    """Note that a file has to be settled; what it held first stays noted when it changes twice."""
    db.execute(
        "INSERT INTO pending VALUES (?, ?, ?) ON CONFLICT (place) DO UPDATE SET staged = excluded.staged",
        (one.place, one.staged, one.before),
    )


def everything(db: sqlite3.Connection) -> list[Pending]:
    """Return what has to be settled."""
    return [Pending(*row) for row in db.execute("SELECT place, staged, before FROM pending")]


def is_any(db: sqlite3.Connection) -> bool:
    """Tell whether anything has to be settled."""
    return db.execute("SELECT 1 FROM pending LIMIT 1").fetchone() is not None


def holds(db: sqlite3.Connection, place: str) -> bool:
    """Tell whether this file has to be settled."""
    return db.execute("SELECT 1 FROM pending WHERE place = ?", (place,)).fetchone() is not None


def clear(db: sqlite3.Connection, places: Iterable[str]) -> None:
    """Note that these files are settled."""
    db.executemany("DELETE FROM pending WHERE place = ?", [(place,) for place in places])


def note(db: sqlite3.Connection, place: str, seen: Seen) -> None:
    """Note how a file looks."""
    db.execute(
        "INSERT OR REPLACE INTO seen VALUES (?, ?, ?, ?, ?)", (place, seen.size, seen.mtime, seen.inode, seen.known)
    )


def forget(db: sqlite3.Connection, place: str) -> None:
    """Forget a file that is gone."""
    db.execute("DELETE FROM seen WHERE place = ?", (place,))


def seen(db: sqlite3.Connection, place: str) -> Seen | None:
    """Return how a file looked."""
    row = db.execute("SELECT size, mtime, inode, known FROM seen WHERE place = ?", (place,)).fetchone()
    return Seen(*row) if row else None


def all_seen(db: sqlite3.Connection) -> dict[str, Seen]:
    """Return how every file looked, by place."""
    rows = db.execute("SELECT place, size, mtime, inode, known FROM seen")
    return {place: Seen(size, mtime, inode, known) for place, size, mtime, inode, known in rows}


def unadopted(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the places whose text is not adopted, with the reason."""
    return list(db.execute("SELECT place, known FROM seen WHERE known != ? ORDER BY place", (AGREED,)))
