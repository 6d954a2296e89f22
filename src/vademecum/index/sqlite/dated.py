"""The time leg: what documents and sessions have from a span of time, when no word tells what is meant."""

from __future__ import annotations

from itertools import pairwise, zip_longest

from vademecum.index.sqlite.schema import PART_BITS
from vademecum.model.frozen import TYPE_CHECKING
from vademecum.rules.instants import micros

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from vademecum.index.sqlite.rows import Filter

SLICES = 7
"""Pieces of a span that are looked at alike: a week's days. So its first days are not hidden behind its last."""

ROWS = 400
"""Newest rows of a piece that are looked at, 0.5 microseconds each."""


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
