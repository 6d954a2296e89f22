"""What stands around a passage of a document or a session: it helps to tell whether the passage is meant."""

from __future__ import annotations

from codecs import utf_16_le_decode  # `bytes.decode` imports a module for this encoding
from itertools import islice

from vademecum.index.sqlite.schema import PART_BITS
from vademecum.model.frozen import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Mapping, Sequence

WINDOW = 6
"""Passages before and after that are looked at."""

_READ = WINDOW + 1
"""Passages before and after that are read: so that those directly beside have their windows, too."""

_AT_ONCE = 500
_COLUMNS = "id, grp, place, trace, vector"
_NEIGHBOURS = f"""
SELECT {_COLUMNS} FROM marks INDEXED BY marks_by_group WHERE grp = ? AND grp <> 0 AND place BETWEEN ? AND ?
"""  # noqa: S608  constants only


if TYPE_CHECKING:
    Row = tuple[int, int, int, bytes, bytes | None]
    """A passage's marks as they are stored: thousands are read for a question, and few are looked at closely."""


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
    return {row[0]: standing(row) for row in rows}


def stored_vectors(db: sqlite3.Connection, ids: Collection[int]) -> dict[int, bytes]:
    """Return the vectors of those passages that have one, by id."""
    found: dict[int, bytes] = {}
    left = iter(ids)
    while some := list(islice(left, _AT_ONCE)):
        marks = ", ".join("?" * len(some))
        found |= db.execute(f"SELECT id, vector FROM marks WHERE vector NOT NULL AND id IN ({marks})", some)  # noqa: S608
    return found


def surroundings(
    db: sqlite3.Connection, seen: Iterable[Standing], parts: Collection[int] | None = None
) -> dict[int, dict[int, Row]]:
    """Return what stands within the windows of given passages and of those beside them: by group, then by place.

    With `parts` only what lies in these: a session that went on in another project tells nothing of that.
    """
    wanted: dict[int, list[int]] = {}
    for one in seen:
        if one.group:
            wanted.setdefault(one.group, []).append(one.place)
    found: dict[int, dict[int, Row]] = {}
    for group, places in wanted.items():
        by_place = found.setdefault(group, {})
        for first, last in _spans(places):
            rows = db.execute(_NEIGHBOURS, (group, first, last))
            by_place.update([(row[2], row) for row in rows if parts is None or row[0] >> PART_BITS in parts])
    return found


def around(by_place: Mapping[int, Row], place: int, reach: int) -> list[Row]:
    """Return the passages up to `reach` places before and after, without the one in the middle."""
    places = (*range(place - reach, place), *range(place + 1, place + reach + 1))
    return [by_place[other] for other in places if other in by_place]


def text_of(rows: Iterable[Row]) -> str:
    """Return the traces of passages as one."""
    return utf_16_le_decode(b"".join([row[3] for row in rows]))[0]


def _spans(places: Sequence[int]) -> list[tuple[int, int]]:
    """Join the windows of places that overlap."""
    spans: list[tuple[int, int]] = []
    for place in sorted(places):
        if spans and place - _READ <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], place + _READ)
        else:
            spans.append((place - _READ, place + _READ))
    return spans


def standing(row: Row) -> Standing:
    """Return a row as what stands in it."""
    return Standing(row[0], row[1], row[2], utf_16_le_decode(row[3])[0], row[4])
