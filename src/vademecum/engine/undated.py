"""Nothing is from the time that was asked about: say so, and what is nearest to it."""

from __future__ import annotations

from datetime import datetime, timedelta

from vademecum.model.frozen import TYPE_CHECKING
from vademecum.model.search import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.index.ports import Index
    from vademecum.model.search import Query
    from vademecum.rules.span import When

REACHES = (timedelta(days=7), timedelta(days=60), timedelta(days=500), timedelta(days=5000))
"""How far around the span something is looked for, one after the other."""

_LOOKED_AT = 100


def why(query: Query, when: When, index: Index) -> str | None:
    """Return that no document or session that was asked is dated in the span; None when there are none to be."""
    if not query.sources - {Source.MEMORY}:
        return None
    places = [f"{source.value}s" for source in (Source.SESSION, Source.DOCUMENT) if source in query.sources]
    said = f"nothing is dated {_span(when)} in {' and '.join(places)}"
    nearest = min(_near(query, when, index), key=lambda at: max(when.start - at, at - when.end), default=None)
    if nearest is None:
        return said
    return f"{said}; the nearest is of {nearest.astimezone(when.start.tzinfo):%Y-%m-%d}"


def _span(when: When) -> str:
    first, last = when.start.date(), (when.end - timedelta(microseconds=1)).date()
    return f"on {first}" if first == last else f"between {first} and {last}"


def _near(query: Query, when: When, index: Index) -> Iterator[datetime]:
    for reach in REACHES:
        before = index.dated(query, _earlier(when.start, reach), when.start, _LOOKED_AT)
        after = index.dated(query, when.end, _later(when.end, reach), _LOOKED_AT)
        found = [one.passage.at for one in (*before, *after) if one.passage.at is not None]
        if found:
            yield from found
            return


def _earlier(at: datetime, reach: timedelta) -> datetime:
    return at - reach if at - datetime(1970, 1, 2, tzinfo=at.tzinfo) > reach else datetime(1970, 1, 2, tzinfo=at.tzinfo)


def _later(at: datetime, reach: timedelta) -> datetime:
    return at + reach if datetime(9999, 1, 1, tzinfo=at.tzinfo) - at > reach else at + timedelta(days=1)
