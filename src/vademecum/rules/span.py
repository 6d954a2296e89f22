"""A span of time that a question names, and how well an instant fits it."""

from __future__ import annotations

from datetime import datetime, timedelta

from vademecum.model.frozen import dataclass

MARGIN_LEAST, MARGIN_MOST = timedelta(days=1), timedelta(days=15)
"""How far beyond its borders a span still counts for something: a quarter of its length, between these. People
misjudge the day, and night work and time zones move it.
"""

OTHER_YEAR = 0.8
"""What a month that was named without its year counts for in other years than the last."""


@dataclass(frozen=True, slots=True)
class When:
    """A span of time [start, end) that a question names, in the time zone of the present that it was read in.

    `yearly` is a month named without its year: the last one is meant, and to a lesser degree any. `only` tells that the
    question asks about nothing else than the time.
    """

    start: datetime
    end: datetime
    yearly: bool = False
    only: bool = False

    def holds(self, at: datetime | None) -> bool:
        """Tell whether an aware instant lies in the span, not only close to it."""
        return at is not None and self.start <= at < self.end

    def share(self, at: datetime | None) -> float:
        """Return how well an aware instant fits, 0..1: 1 inside, less with the distance beyond a border."""
        if at is None:
            return 0.0
        beyond = max(self.start - at, at - self.end, timedelta())
        margin = min(max((self.end - self.start) / 4, MARGIN_LEAST), MARGIN_MOST)
        close = max(0.0, 1 - beyond / margin)
        if self.yearly and at.astimezone(self.start.tzinfo).month == self.start.month:
            return max(close, OTHER_YEAR)
        return close
