"""The time leg: what documents and sessions have from a span of time, when no word tells what is meant."""

from __future__ import annotations

from itertools import pairwise, zip_longest

from vademecum.index.sqlite.schema import PART_BITS
from vademecum.model.frozen import TYPE_CHECKING
from vademecum.rules.instants import micros, moment

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from vademecum.index.sqlite.rows import Filter

SLICES = 7
"""Pieces of a span that are looked at alike: a week's days. So its first days are not hidden behind its last."""

ROWS = 400
"""Newest rows of a piece that are looked at, 0.5 microseconds each."""

FAR = 20_000
"""Rows on either side of a span in which what is nearest to it is looked for, 0.2 microseconds each."""

_NO_INSTANT = 1 << 62
"""More than every instant in microseconds: what is dated in another time zone is stored as text, and sorts after it."""


def ids_in(db: sqlite3.Connection, start: datetime, end: datetime, seen: Filter, limit: int) -> list[int]:
    """Return at most `limit` passages dated in [start, end): of each session and document in turn, newest first.

    Of one session its first passage comes before its later ones, since it says what was asked for; then its last.
    """
    first, last = micros(start), micros(end)
    edges = [first + (last - first) * number // SLICES for number in range(SLICES + 1)]
    by_group: dict[int, list[int]] = {}
    for low, high in reversed(list(pairwise(edges))):
        for number, group in _rows(db, low, high, seen):
            by_group.setdefault(group, []).append(number)
    return list(_in_turn([_from_both_ends(some) for some in by_group.values()]))[:limit]


def nearest(db: sqlite3.Connection, start: datetime, end: datetime, seen: Filter) -> datetime | None:
    """Return when the passage nearest to [start, end) outside it is dated, None when none is close to it."""
    first, last = micros(start), micros(end)
    found = [
        moment(at)
        for condition, order, bound in (("at < ?", "DESC", first), (f"at >= ? AND at < {_NO_INSTANT}", "ASC", last))
        for (at,) in _closest(db, condition, order, bound, seen)
    ]
    return min(found, key=lambda at: max(start - at, at - end), default=None)


def _closest(db: sqlite3.Connection, condition: str, order: str, bound: int, seen: Filter) -> list[tuple[int]]:
    conditions = list(seen.conditions)
    if not seen.every_part:
        conditions.append(f"n.id >> {PART_BITS} IN ({', '.join(map(str, seen.parts))})")
    sql = f"""
SELECT n.at FROM (
  SELECT id, at FROM passages INDEXED BY passages_by_at WHERE grp <> 0 AND {condition} ORDER BY at {order} LIMIT {FAR}
) n {"" if seen.is_plain else "JOIN passages p ON p.id = n.id"} WHERE {" AND ".join(conditions) or "1"}
 ORDER BY n.at {order} LIMIT 1"""  # noqa: S608  names and numbers only
    return db.execute(sql, (bound, *seen.parameters)).fetchall()


def _rows(db: sqlite3.Connection, low: int, high: int, seen: Filter) -> list[tuple[int, int]]:
    conditions = ["p.grp <> 0", "p.at >= ?", "p.at < ?", *seen.conditions]
    if not seen.every_part:
        conditions.append(f"p.id >> {PART_BITS} IN ({', '.join(map(str, seen.parts))})")
    sql = f"""
SELECT p.id, p.grp FROM passages p INDEXED BY passages_by_at WHERE {" AND ".join(conditions)}
 ORDER BY p.at DESC LIMIT {ROWS}"""  # noqa: S608  names and numbers only
    return db.execute(sql, (low, high, *seen.parameters)).fetchall()


def _from_both_ends(newest_first: Sequence[int]) -> list[int]:
    """Put the oldest first, then the newest, the second oldest and so on: a session's errand, and what came of it."""
    size = len(newest_first)
    return [newest_first[-1 - place // 2] if place % 2 == 0 else newest_first[place // 2] for place in range(size)]


def _in_turn(groups: Sequence[Sequence[int]]) -> Iterator[int]:
    yield from (number for row in zip_longest(*groups) for number in row if number is not None)
