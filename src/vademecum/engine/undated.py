"""Nothing is from the time that was asked about: say so, and what is nearest to it."""

from __future__ import annotations

from datetime import datetime, timedelta

from vademecum.model.frozen import TYPE_CHECKING
from vademecum.model.search import Source

if TYPE_CHECKING:
    from vademecum.index.ports import Index
    from vademecum.model.search import Query
    from vademecum.rules.span import When

REACHES = (timedelta(days=7), timedelta(days=60), timedelta(days=500), timedelta(days=5000))
"""How far around the span something is looked for, one after the other."""

_LOOKED_AT = 50
_NARROWINGS = 20


def why(query: Query, when: When, index: Index) -> str | None:
    """Return that no document or session that was asked is dated in the span; None when there are none to be."""
    if not query.sources - {Source.MEMORY}:
        return None
    places = [f"{source.value}s" for source in (Source.SESSION, Source.DOCUMENT) if source in query.sources]
    said = f"nothing is dated {_span(when)} in {' and '.join(places)}"
    near = (_last_before(query, when, index), _first_after(query, when, index))
    nearest = min((at for at in near if at), key=lambda at: max(when.start - at, at - when.end), default=None)
    if nearest is None:
        return said
    return f"{said}; the nearest is of {nearest.astimezone(when.start.tzinfo):%Y-%m-%d}"


def _span(when: When) -> str:
    first, last = when.start.date(), (when.end - timedelta(microseconds=1)).date()
    return f"on {first}" if first == last else f"between {first} and {last}"


def _last_before(query: Query, when: When, index: Index) -> datetime | None:
    found = (_instants(query, index, _earlier(when.start, reach), when.start) for reach in REACHES)
    return next((max(some) for some in found if some), None)


def _first_after(query: Query, when: When, index: Index) -> datetime | None:
    """Return when something is dated next: the index gives what is newest, so it is asked again for what is before."""
    found = (_instants(query, index, when.end, _later(when.end, reach)) for reach in REACHES)
    first = next((min(some) for some in found if some), None)
    for _ in range(_NARROWINGS if first else 0):
        earlier = _instants(query, index, when.end, first) if first else []
        if not earlier:
            break
        first = min(earlier)
    return first


def _instants(query: Query, index: Index, start: datetime, end: datetime) -> list[datetime]:
    found = index.dated(query, start, end, _LOOKED_AT) if start < end else []
    return [one.passage.at for one in found if one.passage.at is not None]


def _earlier(at: datetime, reach: timedelta) -> datetime:
    return at - reach if at - datetime(1970, 1, 2, tzinfo=at.tzinfo) > reach else datetime(1970, 1, 2, tzinfo=at.tzinfo)


def _later(at: datetime, reach: timedelta) -> datetime:
    return at + reach if datetime(9999, 1, 1, tzinfo=at.tzinfo) - at > reach else at + timedelta(days=1)
