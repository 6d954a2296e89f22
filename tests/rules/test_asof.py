import contextlib
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model.errors import InvalidError
from vademecum.rules.asof import iso, micros, moment, parse

NOW = datetime(2026, 3, 31, 10, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01", "2026-03-01T23:59:59.999999Z"),
        ("2026-02", "2026-02-28T23:59:59.999999Z"),
        ("2024-02", "2024-02-29T23:59:59.999999Z"),
        ("2026-12", "2026-12-31T23:59:59.999999Z"),
        ("2026-06-01T12:00+02:00", "2026-06-01T10:00:00.000000Z"),
        ("2026-06-01T12:00Z", "2026-06-01T12:00:00.000000Z"),
        ("2026-06-01t12:00z", "2026-06-01T12:00:00.000000Z"),
        ("2026-06-01 12:00:30.5", "2026-06-01T12:00:30.500000Z"),
        ("now", "2026-03-31T10:30:00.000000Z"),
        ("today", "2026-03-31T10:30:00.000000Z"),
        ("yesterday", "2026-03-30T23:59:59.999999Z"),
        ("3d", "2026-03-28T10:30:00.000000Z"),
        ("3 days ago", "2026-03-28T10:30:00.000000Z"),
        ("90min", "2026-03-31T09:00:00.000000Z"),
        ("90 minutes", "2026-03-31T09:00:00.000000Z"),
        ("36h", "2026-03-29T22:30:00.000000Z"),
        ("5s", "2026-03-31T10:29:55.000000Z"),
        ("2w", "2026-03-17T10:30:00.000000Z"),
        ("last week", "2026-03-24T10:30:00.000000Z"),
        ("a week ago", "2026-03-24T10:30:00.000000Z"),
        ("last month", "2026-02-28T10:30:00.000000Z"),
        ("1mo", "2026-02-28T10:30:00.000000Z"),
        ("last year", "2025-03-31T10:30:00.000000Z"),
        ("25 months ago", "2024-02-29T10:30:00.000000Z"),
        ("  Last Week ", "2026-03-24T10:30:00.000000Z"),
    ],
)
def test_instants_are_read_the_way_people_write_them(text: str, expected: str):
    assert iso(parse(text, NOW)) == expected


@pytest.mark.parametrize(
    "text",
    ["", "soon", "2026-13-01", "2026-02-30", "3 parsecs", "3m", "-3d", "999999y", "2026-00", "12:00", "20260301x"],
)
def test_what_is_no_instant_is_refused_with_examples(text: str):
    with pytest.raises(InvalidError) as refused:
        parse(text, NOW)
    assert refused.value.field == "as_of"
    assert "2026-06-01" in refused.value.hint


ZONES = [UTC, timezone(timedelta(hours=5, minutes=45))]
EARLIEST, LATEST = datetime(1900, 1, 1), datetime(2200, 1, 1)  # noqa: DTZ001  hypothesis adds the zone


@given(st.datetimes(EARLIEST, LATEST, timezones=st.sampled_from(ZONES)))
def test_instants_survive_the_database_and_iso(instant: datetime):
    assert moment(micros(instant)) == instant
    assert parse(iso(instant), NOW) == instant


@given(st.text(max_size=20))
def test_any_text_gives_an_instant_or_a_refusal(text: str):
    with contextlib.suppress(InvalidError):
        assert parse(text, NOW).tzinfo is UTC
