"""Nothing is from the time that was asked about: say so, and what is nearest to it."""

from __future__ import annotations

from datetime import timedelta

from vademecum.model.frozen import TYPE_CHECKING
from vademecum.model.search import Source

if TYPE_CHECKING:
    from vademecum.index.ports import Index
    from vademecum.model.search import Query
    from vademecum.rules.span import When


def why(query: Query, when: When, index: Index) -> str | None:
    """Return that no document or session that was asked is dated in the span; None when there are none to be."""
    if not query.sources - {Source.MEMORY}:
        return None
    places = [f"{source.value}s" for source in (Source.SESSION, Source.DOCUMENT) if source in query.sources]
    said = f"nothing is dated {_span(when)} in {' and '.join(places)}"
    nearest = index.nearest(query, when.start, when.end)
    if nearest is None:
        return said
    return f"{said}; the nearest is of {nearest.astimezone(when.start.tzinfo):%Y-%m-%d}"


def _span(when: When) -> str:
    first, last = when.start.date(), (when.end - timedelta(microseconds=1)).date()
    return f"on {first}" if first == last else f"between {first} and {last}"
