"""What stands around a passage of a document or a session: it helps to tell whether the passage is meant."""

from __future__ import annotations

from codecs import utf_16_le_decode  # `bytes.decode` imports a module for this encoding
from itertools import islice

from vademecum.index.sqlite.rows import fill
from vademecum.index.sqlite.schema import PART_BITS
from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from vademecum.rules.covering import Covering
    from vademecum.rules.matching import Weighted

    Standing = tuple[int, int, int, str, bytes | None]
    """Where a passage stands, and its marks: id, group, place, trace, vector. Hundreds are looked at for a question."""

WINDOW = 6
"""Passages before and after that are looked at."""

BESIDE = 2
"""Those of them that are close."""

_READ = WINDOW + 1
"""Passages before and after that are read: so that those directly beside have their windows, too."""

_AT_ONCE = 500
_SPANS_AT_ONCE = 192
_SPANS_FILLED_TO = 32
_NOWHERE = (0, 0, 0)
_PLACE_BITS = 32
"""A spot is a group's number shifted by this, plus a place: those of neighbours are neighbours."""


def standings(db: sqlite3.Connection, ids: Sequence[int]) -> dict[int, Standing]:
    """Return where passages stand, by id."""
    filled = fill(ids)
    marks = ", ".join("?" * len(filled))
    rows = db.execute(f"SELECT id, grp, place, trace, vector FROM marks WHERE id IN ({marks})", filled)  # noqa: S608
    decode = utf_16_le_decode
    return {number: (number, group, place, decode(trace)[0], vector) for number, group, place, trace, vector in rows}


def stored_vectors(db: sqlite3.Connection, ids: Collection[int]) -> dict[int, bytes]:
    """Return the vectors of those passages that have one, by id."""
    found: dict[int, bytes] = {}
    left = iter(ids)
    while some := fill(list(islice(left, _AT_ONCE))):
        marks = ", ".join("?" * len(some))
        found |= db.execute(f"SELECT id, vector FROM marks WHERE vector NOT NULL AND id IN ({marks})", some)  # noqa: S608
    return found


class Surroundings:
    """The windows of some passages, and of those directly beside them: who stands there, and which terms they have."""

    def __init__(
        self,
        db: sqlite3.Connection,
        seen: Collection[Standing],
        covering: Covering,
        parts: Collection[int] | None = None,
    ) -> None:
        """With `parts` only what lies in these: a session that went on in another project tells nothing of that."""
        found = _rows(db, _spans(seen))
        if parts is not None:
            found = [row for row in found if row[0] >> PART_BITS in parts]
        ids, spots, traces = zip(*found, strict=True) if found else ((), (), ())
        bits = covering.bits([one[3] for one in seen])
        self._own = dict(zip((one[0] for one in seen), bits, strict=True))
        self._ids = dict(zip(spots, ids, strict=True))
        around = covering.bits_of(utf_16_le_decode(b"".join(traces))[0], [len(trace) // 2 for trace in traces])
        self._bits = {spot: has for spot, has in zip(spots, around, strict=True) if has}
        self._covering = covering

    def terms_of(self, one: Standing) -> list[Weighted]:
        """Return the terms of the question that a passage has itself."""
        return self._covering.terms(self._bits_of(one))

    def share_of(self, one: Standing) -> float:
        """Return how much of the question a passage covers itself."""
        return self._covering.share(self._bits_of(one))

    def beside(self, one: Standing) -> list[int]:
        """Return the ids of those directly before and after a passage."""
        spot = _spot(one)
        return [self._ids[other] for other in (spot - 1, spot + 1) if other in self._ids] if one[1] else []

    def covered(self, one: Standing) -> tuple[float, float] | None:
        """Return how much of the question is covered close to a passage and in its wider context; None: it has none."""
        if not one[1]:
            return None
        bits, spot = self._bits, _spot(one)
        close = self._bits_of(one) | _joined(bits, range(spot - BESIDE, spot + BESIDE + 1))
        wide = close | _joined(bits, range(spot - WINDOW, spot - BESIDE))
        wide |= _joined(bits, range(spot + BESIDE + 1, spot + WINDOW + 1))
        return self._covering.share(close), self._covering.share(wide)

    def _bits_of(self, one: Standing) -> int:
        known = self._own.get(one[0])
        return self._bits.get(_spot(one), 0) if known is None else known


def _spot(one: Standing) -> int:
    return (one[1] << _PLACE_BITS) + one[2]


def _joined(bits: Mapping[int, int], spots: Iterable[int]) -> int:
    joined = 0
    for spot in spots:
        if spot in bits:
            joined |= bits[spot]
    return joined


def _rows(db: sqlite3.Connection, spans: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, bytes]]:
    """Return id, spot and trace of what stands in spans."""
    found: list[tuple[int, int, bytes]] = []
    for first in range(0, len(spans), _SPANS_AT_ONCE):
        some = [*spans[first : first + _SPANS_AT_ONCE]]
        some += [_NOWHERE] * (-len(some) % _SPANS_FILLED_TO)
        values = ", ".join(["(?, ?, ?)"] * len(some))
        sql = f"""
WITH span (wanted, low, high) AS (VALUES {values})
SELECT id, (grp << {_PLACE_BITS}) + place, trace FROM span CROSS JOIN marks INDEXED BY marks_by_group
    ON grp = wanted AND grp <> 0 AND place BETWEEN low AND high
"""  # noqa: S608  question marks and a constant only
        found += db.execute(sql, [value for span in some for value in span])
    return found


def _spans(seen: Iterable[Standing]) -> list[tuple[int, int, int]]:
    """Return where the windows lie that are to be read: group, first and last place, those that overlap as one."""
    spans: list[tuple[int, int, int]] = []
    for group, place in sorted([(one[1], one[2]) for one in seen if one[1]]):
        if spans and spans[-1][0] == group and place - _READ <= spans[-1][2] + 1:
            spans[-1] = (group, spans[-1][1], place + _READ)
        else:
            spans.append((group, place - _READ, place + _READ))
    return spans
