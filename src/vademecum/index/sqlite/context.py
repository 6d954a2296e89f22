"""What stands around a passage of a document or a session: it helps to tell whether the passage is meant."""

from __future__ import annotations

from codecs import utf_16_le_decode  # `bytes.decode` imports a module for this encoding
from itertools import islice

from vademecum.model.frozen import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Mapping, Sequence

WINDOW = 6
"""Passages before and after that are looked at."""

_AT_ONCE = 500
_COLUMNS = "id, grp, place, trace, vector"
_NEIGHBOURS = f"""
SELECT {_COLUMNS} FROM marks INDEXED BY marks_by_group WHERE grp = ? AND grp <> 0 AND place BETWEEN ? AND ?
"""  # noqa: S608  constants only


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a passage stands in its group, and its marks."""

    id: int
    group: int
    place: int
    trace: str
    vector: bytes | None


def standings(db: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Standing]:
    """Return where passages stand, by id."""
    marks = ", ".join("?" * len(ids))
    rows = db.execute(f"SELECT {_COLUMNS} FROM marks WHERE id IN ({marks})", ids)  # noqa: S608
    return {row[0]: _standing(row) for row in rows}


def stored_vectors(db: sqlite3.Connection, ids: Collection[int]) -> dict[int, bytes]:
    """Return the vectors of those passages that have one, by id."""
    found: dict[int, bytes] = {}
    left = iter(ids)
    while some := list(islice(left, _AT_ONCE)):
        marks = ", ".join("?" * len(some))
        found |= db.execute(f"SELECT id, vector FROM marks WHERE vector NOT NULL AND id IN ({marks})", some)  # noqa: S608
    return found


def surroundings(db: sqlite3.Connection, seen: Iterable[Standing]) -> dict[int, dict[int, Standing]]:
    """Return what stands within the window of the given passages: by group, then by place."""
    wanted: dict[int, list[int]] = {}
    for one in seen:
        if one.group:
            wanted.setdefault(one.group, []).append(one.place)
    found: dict[int, dict[int, Standing]] = {}
    for group, places in wanted.items():
        by_place = found.setdefault(group, {})
        for first, last in _spans(places):
            rows = db.execute(_NEIGHBOURS, (group, first, last))
            by_place.update((row[2], _standing(row)) for row in rows)
    return found


def around(by_place: Mapping[int, Standing], place: int, reach: int) -> list[Standing]:
    """Return the passages up to `reach` places before and after, without the one in the middle."""
    places = (*range(place - reach, place), *range(place + 1, place + reach + 1))
    return [by_place[other] for other in places if other in by_place]


def _spans(places: Sequence[int]) -> list[tuple[int, int]]:
    """Join the windows of places that overlap."""
    spans: list[tuple[int, int]] = []
    for place in sorted(places):
        if spans and place - WINDOW <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], place + WINDOW)
        else:
            spans.append((place - WINDOW, place + WINDOW))
    return spans


def _standing(row: tuple[int, int, int, bytes, bytes | None]) -> Standing:
    return Standing(row[0], row[1], row[2], utf_16_le_decode(row[3])[0], row[4])
