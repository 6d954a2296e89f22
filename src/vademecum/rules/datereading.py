"""Read what names a time: the patterns, and what each means."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from vademecum.model.frozen import dataclass, replace
from vademecum.rules import timewords as words
from vademecum.rules.span import When

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

_FEW = 4
_ONE_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_UNIT_DAYS = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 30.4, "year": 365.25}
_FIRST_YEAR = 1970


def _any(phrases: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, phrases), key=lambda one: (-len(one), one)))


_LATIN = [word for word in words.UNITS if word.isascii()]
_FAR_EAST = [word for word in words.UNITS if not word.isascii()]
_UNIT = rf"(?P<unit>{_any(_LATIN)})(?:'s)?(?![\w-])"
_UNIT_CJK = rf"(?P<unit>{_any(_FAR_EAST)})"
_COUNTS = [*words.COUNTED, *words.SOME, *words.PAIR]
_N = rf"(?P<n>\d{{1,3}}|{_any([word for word in _COUNTS if word.isascii()])})"
_N_CJK = rf"(?P<n>\d{{1,3}}|{_any([word for word in _COUNTS if not word.isascii()])})"
_LAST = (
    r"last|previous|letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?|scors[oaie]|ultim[oaie]s?|dernier(?:e|es|s)?|"
    r"pasad[oa]s?|passad[oa]s?"
)
_THIS = r"this|diese[nrsm]?|cette|cet|ce|esta|este|nesta|neste|quest[oa]"
_DAY_NUMBER = r"(?:3[01]|[12]\d|0?[1-9])"
_ORDINAL = r"(?:st|nd|rd|th|er|\.|o)?"
_YEAR_NUMBER = r"(?:19|20)\d\d(?![\w-]|\.\d)"
_OF = r"(?:,\s?|\s(?:of\s|de\s|del\s|di\s)?)"
_ALL_MONTHS = _any(name for name in words.MONTHS if name not in words.SHORT)
_BARE = _any(name for name in words.PAIRED[0][1] if name not in words.LOOSE)
_THINGS = r"(?!\s?(?:ms|rows|lines|bytes|files|users|items|times|requests|tokens|seconds|messages|words|px|mb|kb|gb)\b)"

_NUMBERS = re.compile(
    rf"(?<![a-z0-9_./:-])(?P<y>(?:19|20)\d\d)[-/](?P<m>1[0-2]|0?[1-9])(?:[-/](?P<d>{_DAY_NUMBER}))?(?![a-z0-9_/:-]|\.\w|\s\d\d:)"
)
_NUMBERS_DOTTED = re.compile(
    rf"(?<![\w./:-])(?P<d>{_DAY_NUMBER})\.\s?(?P<m>1[0-2]|0?[1-9])\.\s?(?P<y>(?:19|20)\d\d)(?![\w-]|\.\d)"
)
_NUMBERS_CJK = re.compile(
    rf"(?<!\d)(?:(?P<y>(?:19|20)\d\d)年)?(?P<m>1[0-2]|0?[1-9])月(?:(?P<d>{_DAY_NUMBER})[日号號])?"
)
_DAY = re.compile(rf"(?<![\w'-])(?P<day>{_any(words.DAYS)})(?:'s)?(?![\w-])")
_RELATIVE = re.compile(rf"\b(?:(?P<this>{_THIS})|{_LAST})\s{_UNIT}")
_RELATIVE_AFTER = re.compile(rf"\b{_UNIT}\s(?:dernier|derniere|passee?|pasad[oa]|passad[oa]|scors[oa])\b")
_AGO = re.compile(rf"\b{_N}\s?{_UNIT}\s(?:ago|earlier|fa|atras)\b")
_BEFORE_NOW = re.compile(rf"\b(?:vor|il y a|hace|ha)\s(?:etwa\s|circa\s|environ\s|cerca de\s|unos\s)?{_N}\s?{_UNIT}")
_AGO_CJK = re.compile(rf"{_N_CJK}\s?{_UNIT_CJK}(?:之|以)?前")
_LAST_SEVERAL = re.compile(rf"\b(?:past|{_LAST})\s{_N}\s{_UNIT}")
_SEVERAL_LAST = re.compile(rf"\b{_N}\s(?:{_LAST})\s{_UNIT}")
_PAST_ONE = re.compile(rf"\bpast\s{_UNIT}")
_SEVERAL_CJK = re.compile(rf"(?:過去|过去|最近|直近|この)的?\s?{_N_CJK}\s?{_UNIT_CJK}")
_WEEKDAY = re.compile(
    rf"\b(?:(?P<last>{_LAST})|on|since|this|from|after|am|seit|vom|diesen|depuis|el|desde|na|da|dal)\s"
    rf"(?:the\s|el\s|a\s)?(?P<weekday>{_any(words.WEEKDAYS)})(?![\w-])"
)
_WEEKDAY_AFTER = re.compile(rf"\b(?P<weekday>{_any(words.WEEKDAYS)})\s(?:dernier|pasado|passad[oa]|scors[oa])\b")
_DAY_MONTH = re.compile(
    rf"(?<![\w.:-])(?P<day>{_DAY_NUMBER}){_ORDINAL}\s(?:of\s|de\s|di\s)?(?P<month>{_any(words.MONTHS)})\b(?:{_OF}(?P<year>{_YEAR_NUMBER}))?"
)
_MONTH_DAY = re.compile(
    rf"\b(?P<loose>{_any(words.MONTHS)})\s(?P<day_after>{_DAY_NUMBER})(?:st|nd|rd|th)?(?![\w:%-]|\.\d)(?:,?\s(?P<year>{_YEAR_NUMBER}))?"
)
_MONTH_YEAR = re.compile(rf"\b(?P<month>{_any(words.MONTHS)})\.?{_OF}(?P<year>{_YEAR_NUMBER})")
_PLACED_MONTH = re.compile(rf"\b(?P<before>[a-z]+)[ -](?P<month>{_ALL_MONTHS})(?![\w-])")
_BARE_MONTH = re.compile(rf"\b(?P<bare>{_BARE})(?![\w-])")
_YEAR = re.compile(
    r"\b(?:in|since|during|from|of|year|jahr|jahre|seit|en|depuis|annee|em|ano|desde|nel|anno|del|dal)\s"
    rf"(?P<year>{_YEAR_NUMBER}){_THINGS}"
)
_YEAR_CJK = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)年(?!前|\d)")
_NAMED_CJK = re.compile(rf"(?P<named>{_any(words.CJK)})")


@dataclass(frozen=True, slots=True)
class Named:
    """Where a text names a time: the expression, and the name in it that a preposition may stand before."""

    start: int
    end: int
    name: int
    when: When


def found(text: str, question: str, now: datetime, kinds: Collection[str]) -> list[Named]:
    """Return what names a time, in the order of the text; of two that overlap, the one of the earlier reader.

    Only readers of the given kinds are tried (see `timewords.kinds`).
    """
    taken: list[Named] = []
    for kind, pattern, read in _READERS:
        for hit in pattern.finditer(text) if kind in kinds else ():
            is_free = all(hit.end() <= one.start or hit.start() >= one.end for one in taken)
            meant = _safely(read, hit, now) if is_free and not _is_verb(hit, question) else None
            if meant is not None:
                taken.append(Named(hit.start(), hit.end(), _name_at(hit), meant))
    return sorted(taken, key=lambda one: one.start)


def joined(before: str, first: When, others: list[When], now: datetime) -> When:
    """Widen a span by the words before it: `since Monday` reaches to now, `between May and July` to the second."""
    if others and words.BETWEEN.search(before):
        start, end = min(first.start, others[0].start), max(first.end, others[0].end)
        return When(start, end)
    if words.SINCE.search(before):
        return replace(first, end=max(now, first.end), yearly=False)
    return first


def _name_at(hit: re.Match[str]) -> int:
    """Return where the name begins in an expression that may begin with a preposition."""
    groups = hit.re.groupindex
    if "before" in groups:
        return hit.start("month")
    return (
        hit.start("weekday") if "weekday" in groups else hit.start("year") if set(groups) == {"year"} else hit.start()
    )


def _safely(read: Callable[[re.Match[str], datetime], When | None], hit: re.Match[str], now: datetime) -> When | None:
    try:
        return read(hit, now)
    except (ValueError, OverflowError):  # the 31st of June, ten thousand years ago
        return None


def _is_verb(hit: re.Match[str], question: str) -> bool:
    """Tell whether `may 5` or `mar 2` is no date: it has neither a year nor a capital."""
    groups = hit.groupdict()
    plain = groups.get("loose")
    return plain in words.LOOSE and not groups["year"] and plain.title() not in question


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _days(now: datetime, back: int, length: int = 1) -> When:
    start = _midnight(now) - back * _ONE_DAY
    return When(start, start + length * _ONE_DAY)


def _month(year: int, month: int, now: datetime) -> tuple[datetime, datetime]:
    start = datetime(year, month, 1, tzinfo=now.tzinfo)
    return start, datetime(year + month // 12, month % 12 + 1, 1, tzinfo=now.tzinfo)


def _year(year: int, now: datetime) -> When | None:
    if not _FIRST_YEAR <= year <= now.year + 1:
        return None
    return When(datetime(year, 1, 1, tzinfo=now.tzinfo), datetime(year + 1, 1, 1, tzinfo=now.tzinfo))


def _calendar(unit: str, back: int, now: datetime) -> When | None:
    """Return the whole day, week, weekend, month or year so many before the present one."""
    if unit == "day":
        return _days(now, back)
    if unit in {"week", "weekend"}:
        monday = _midnight(now) - (now.weekday() + 7 * back) * _ONE_DAY
        return When(monday + 5 * _ONE_DAY if unit == "weekend" else monday, monday + _WEEK)
    if unit == "month":
        months = 12 * now.year + now.month - 1 - back
        return When(*_month(months // 12, months % 12 + 1, now))
    return _year(now.year - back, now)


def _read_day(hit: re.Match[str], now: datetime) -> When | None:
    day = hit["day"]
    return _days(now, words.DAYS[day]) if words.is_meant(day, hit.string) else None


def _read_relative(hit: re.Match[str], now: datetime) -> When | None:
    """Read `last week`, `this month`, `the year before last`."""
    back = 0 if hit["this"] else 1
    return _calendar(words.UNITS[hit["unit"]], back, now)


def _read_relative_after(hit: re.Match[str], now: datetime) -> When | None:
    """Read `la semaine derniere`."""
    return _calendar(words.UNITS[hit["unit"]], 1, now)


def _read_ago(hit: re.Match[str], now: datetime) -> When | None:
    """Read `two weeks ago`: a day is that day, anything longer is about then."""
    number, unit = words.number(hit["n"], few=_FEW), words.UNITS[hit["unit"]]
    if unit == "day":
        return _days(now, number)
    if unit == "year":
        return _year(now.year - number, now)
    length = timedelta(days=_UNIT_DAYS[unit])
    middle = now - number * length
    return When(middle - length / 2, middle + length / 2)


def _read_last_several(hit: re.Match[str], now: datetime) -> When:
    """Read `the last three days`: back from now."""
    number, unit = words.number(hit["n"], few=_FEW), words.UNITS[hit["unit"]]
    start = now - timedelta(days=number * _UNIT_DAYS[unit])
    return When(start if unit == "hour" else _midnight(start), now)


def _read_weekday(hit: re.Match[str], now: datetime) -> When:
    """Read `on Monday`: the last one, which may be today; `last Monday` is before today."""
    back = (now.weekday() - words.WEEKDAYS[hit["weekday"]]) % 7
    return _days(now, back or (7 if hit["last"] else 0))


def _read_weekday_after(hit: re.Match[str], now: datetime) -> When:
    return _days(now, (now.weekday() - words.WEEKDAYS[hit["weekday"]]) % 7 or 7)


def _read_past(hit: re.Match[str], now: datetime) -> When:
    days = _UNIT_DAYS[words.UNITS[hit["unit"]]]
    return When(now - timedelta(days=days), now)


def _read_month(hit: re.Match[str], now: datetime) -> When | None:
    """Read `in March`, `3 March`, `March 3rd, 2026`; without a year the last one is meant."""
    groups = hit.groupdict()
    if "before" in groups and not words.goes_before(groups["before"], groups["month"]):
        return None
    name = groups.get("month") or groups.get("loose") or groups.get("bare")
    day, year = groups.get("day") or groups.get("day_after"), groups.get("year")
    return _dated(year, words.MONTHS[str(name)], day, now)


def _read_numbers(hit: re.Match[str], now: datetime) -> When | None:
    groups = hit.groupdict()
    return _dated(groups.get("y"), int(groups["m"]), groups.get("d"), now)


def _dated(year: str | None, month: int, day: str | None, now: datetime) -> When | None:
    if year is not None and _year(int(year), now) is None:
        return None
    passed = (month, int(day or 1)) <= (now.month, now.day)
    number = int(year) if year else now.year if passed else now.year - 1
    if day is not None:
        start = datetime(number, month, int(day), tzinfo=now.tzinfo)
        return When(start, start + _ONE_DAY)
    return When(*_month(number, month, now), yearly=year is None)


def _read_year(hit: re.Match[str], now: datetime) -> When | None:
    return _year(int(hit["year"]), now)


def _read_cjk(hit: re.Match[str], now: datetime) -> When | None:
    unit, back = words.CJK[hit["named"]]
    return _calendar(unit, back, now)


_READERS: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str], datetime], When | None]], ...] = (
    ("number", _NUMBERS, _read_numbers),
    ("number", _NUMBERS_DOTTED, _read_numbers),
    ("cjk", _NUMBERS_CJK, _read_numbers),
    ("month", _DAY_MONTH, _read_month),
    ("month", _MONTH_DAY, _read_month),
    ("month", _MONTH_YEAR, _read_month),
    ("month", _PLACED_MONTH, _read_month),
    ("month", _BARE_MONTH, _read_month),
    ("day", _DAY, _read_day),
    ("unit", _AGO, _read_ago),
    ("unit", _BEFORE_NOW, _read_ago),
    ("cjk", _AGO_CJK, _read_ago),
    ("unit", _LAST_SEVERAL, _read_last_several),
    ("unit", _SEVERAL_LAST, _read_last_several),
    ("cjk", _SEVERAL_CJK, _read_last_several),
    ("unit", _PAST_ONE, _read_past),
    ("unit", _RELATIVE, _read_relative),
    ("unit", _RELATIVE_AFTER, _read_relative_after),
    ("weekday", _WEEKDAY, _read_weekday),
    ("weekday", _WEEKDAY_AFTER, _read_weekday_after),
    ("number", _YEAR, _read_year),
    ("cjk", _YEAR_CJK, _read_year),
    ("cjk", _NAMED_CJK, _read_cjk),
)
"""Earlier ones know more: `3 March 2026` before `in March`."""
