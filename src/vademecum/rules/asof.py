"""Instants: as people write them, as files and databases keep them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from vademecum.model.errors import InvalidError
from vademecum.model.frozen import TYPE_CHECKING
from vademecum.rules.instants import EPOCH, micros, moment

if TYPE_CHECKING:
    import re

__all__ = ["EPOCH", "iso", "micros", "moment", "parse"]

_UNITS = {
    "s": timedelta(seconds=1),
    "min": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_WORDS = {"second": "s", "sec": "s", "minute": "min", "hour": "h", "day": "d", "week": "w"}
_MONTHS = {"mo": 1, "month": 1, "q": 3, "quarter": 3, "y": 12, "year": 12}

_AGO = r"(\d{1,6})\s*([a-z]+?)s?(?:\s+ago)?"
_LAST = r"(?:last|a|one|an)\s+([a-z]+?)(?:\s+ago)?"
_DAY = r"\d{4}-\d{2}-\d{2}"
_MONTH = r"(\d{4})-(\d{2})"


def iso(instant: datetime) -> str:
    """Return an aware instant as ISO 8601 in UTC, always with microseconds, ended by `Z`."""
    return instant.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def parse(text: str, now: datetime) -> datetime:
    """Read an instant the way people write one; the answer is aware and in UTC.

    A date or a month means its last microsecond, UTC: what was believed at the end of it. `2026-06-01T12:00`
    without an offset is UTC. `3d`, `2 weeks ago`, `6mo` and `last week` count back from `now`; `today` is now,
    `yesterday` is the end of that day, UTC.

    Raises:
        InvalidError: the text is none of these, or no such date exists.
    """
    wanted = text.strip().lower()
    try:
        found = _named(wanted, now) or _relative(wanted, now) or _dated(wanted)
    except (ValueError, OverflowError):
        found = None
    if found is None:
        raise InvalidError("as_of", f"{text!r} is not a date", hint="use `2026-06-01`, `2026-06-01T12:00+02:00`, `3d`")
    return found


def _named(text: str, now: datetime) -> datetime | None:
    if text in {"now", "today"}:
        return now.astimezone(UTC)
    if text == "yesterday":
        return _end_of(now.astimezone(UTC).date() - timedelta(days=1))
    return None


def _relative(text: str, now: datetime) -> datetime | None:
    if match := _match(_LAST, text):
        count, word = 1, match[1]
    elif match := _match(_AGO, text):
        count, word = int(match[1]), match[2]
    else:
        return None
    here = now.astimezone(UTC)
    if word in _MONTHS:
        return _months_before(here, count * _MONTHS[word])
    unit = _UNITS.get(_WORDS.get(word, word))
    return here - count * unit if unit else None


def _dated(text: str) -> datetime | None:
    if _match(_DAY, text):
        return _end_of(date.fromisoformat(text))
    if month := _match(_MONTH, text):
        first = date(int(month[1]), int(month[2]), 1)
        return _end_of((first + timedelta(days=31)).replace(day=1) - timedelta(days=1))
    found = datetime.fromisoformat(text.upper())
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def _match(pattern: str, text: str) -> re.Match[str] | None:
    import re  # noqa: PLC0415  an index reads instants, and parses none

    return re.fullmatch(pattern, text)


def _end_of(day: date) -> datetime:
    return datetime.combine(day, time.max, UTC)


def _months_before(here: datetime, months: int) -> datetime:
    total = here.year * 12 + here.month - 1 - months
    first = here.replace(year=total // 12, month=total % 12 + 1, day=1)
    last = ((first + timedelta(days=31)).replace(day=1) - timedelta(days=1)).day
    return first.replace(day=min(here.day, last))
