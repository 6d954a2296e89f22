"""A question that names a time means a span; words that only look like a time name none."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.rules.dates import QUESTION_MAX, when

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)  # a Monday
LAST_WEEK = ("2026-11-23", "2026-11-30")
YESTERDAY = ("2026-11-29", "2026-11-30")
TODAY = ("2026-11-30", "2026-12-01")
TWO_WEEKS_AGO = ("2026-11-13", "2026-11-20")
MARCH = ("2026-03-01", "2026-04-01")
THIRD = ("2026-03-03", "2026-03-04")
LAST_YEAR = ("2025-01-01", "2026-01-01")
OCTOBER = ("2026-10-01", "2026-11-01")


def span(question, now=NOW):
    found = when(question, now)
    return found and (found.start.strftime("%Y-%m-%d"), found.end.strftime("%Y-%m-%d"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what did we do last week?", LAST_WEEK),
        ("what changed in the parser yesterday", YESTERDAY),
        ("why did the deploy fail this morning?", TODAY),
        ("two weeks ago we chose a queue", TWO_WEEKS_AGO),
        ("the day before yesterday", ("2026-11-28", "2026-11-29")),
        ("3 days ago", ("2026-11-27", "2026-11-28")),
        ("the last three days", ("2026-11-27", "2026-11-30")),
        ("in March we moved the database", MARCH),
        ("on 3 March 2026", THIRD),
        ("what happened on March 3rd?", THIRD),
        ("Mar 3, 2026", THIRD),
        ("notes of 2026-03-03.", THIRD),
        ("what was decided in 2026-03", MARCH),
        ("what broke since last Friday", ("2026-11-27", "2026-11-30")),
        ("since Monday", TODAY),
        ("last month", OCTOBER),
        ("in 2025", LAST_YEAR),
        ("last December", ("2025-12-01", "2026-01-01")),
        ("between March and May", ("2026-03-01", "2026-06-01")),
        ("was haben wir letzte Woche gemacht?", LAST_WEEK),
        ("vor zwei Wochen", TWO_WEEKS_AGO),
        ("gestern", YESTERDAY),
        ("was haben wir am 3. März entschieden", THIRD),
        ("am 03.03.2026", THIRD),
        ("letzten Monat", OCTOBER),
        ("la semaine dernière", LAST_WEEK),
        ("qu'avons-nous fait hier ?", YESTERDAY),
        ("il y a deux semaines", TWO_WEEKS_AGO),
        ("en mars 2026", MARCH),
        ("¿qué hicimos ayer?", YESTERDAY),
        ("la semana pasada", LAST_WEEK),
        ("hace dos semanas", TWO_WEEKS_AGO),
        ("el 3 de marzo de 2026", THIRD),
        ("ontem", YESTERDAY),
        ("na semana passada", LAST_WEEK),
        ("há duas semanas", TWO_WEEKS_AGO),
        ("em março", MARCH),
        ("cosa abbiamo fatto la settimana scorsa?", LAST_WEEK),
        ("due settimane fa", TWO_WEEKS_AGO),
        ("a marzo", MARCH),
        ("先週は何をしましたか", LAST_WEEK),
        ("昨日のデプロイ", YESTERDAY),
        ("3日前", ("2026-11-27", "2026-11-28")),
        ("2026年3月3日", THIRD),
        ("上周我们做了什么？", LAST_WEEK),
        ("昨天", YESTERDAY),
        ("三天前", ("2026-11-27", "2026-11-28")),
        ("去年", LAST_YEAR),
    ],
)
def test_a_time_that_is_named_is_a_span(question, expected):
    assert span(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "may I use the second cache", "march through the list", "it may fail", "mars rover", "mai più",
        "may 5 requests run at once", "the second test", "upgrade to v2026.1", "release 2026.1.2", "last",
        "what was the last error", "plan the week view", "how long is a week in the scheduler", "was ist hier los",
        "in 2048 bytes", "set it to 2026", "report-2026-03-05.md", "notes/2026-03-05-standup.md", "monday.com",
        "deploys are frozen on Fridays", "a year is 365 days", "2026-02-31", "", "in 2000 requests",
    ],
)  # fmt: skip
def test_words_that_look_like_a_time_name_none(question):
    assert when(question, NOW) is None


@pytest.mark.parametrize(
    "question",
    [
        "what did we do last week?", "what happened yesterday", "summarize the sessions from last week",
        "what have we been working on these past few days", "was haben wir letzte Woche gemacht?",
        "qu'avons-nous fait hier ?", "¿qué hicimos ayer?", "o que fizemos na semana passada?",
        "cosa abbiamo fatto la settimana scorsa?", "先週は何をしましたか", "上周我们做了什么？", "in March",
    ],
)  # fmt: skip
def test_a_question_about_a_time_alone_has_no_topic(question):
    assert when(question, NOW).only


@pytest.mark.parametrize("question", ["what broke the parser last week", "昨日のデプロイ", "Zahlungen seit gestern"])
def test_a_question_with_a_topic_is_not_about_the_time_alone(question):
    assert not when(question, NOW).only


def test_a_day_begins_where_the_asker_is():
    tokyo = NOW.replace(hour=20).astimezone(timezone(timedelta(hours=9)))
    assert when("today", tokyo).start == datetime(2026, 11, 30, 15, tzinfo=UTC)


def test_what_lies_close_to_a_span_counts_for_a_part():
    week = when("last week", NOW)
    inside, near, far = (week.share(NOW - timedelta(days=days)) for days in (3, 8, 20))
    assert inside == 1 > near > far == 0
    assert week.share(None) == 0


def test_a_month_without_its_year_is_the_last_one_and_a_little_any():
    march = when("in March", NOW)
    last, before = (march.share(datetime(year, 3, 9, tzinfo=UTC)) for year in (2026, 2024))
    assert last == 1 > before > 0
    assert when("in March 2026", NOW).share(datetime(2024, 3, 9, tzinfo=UTC)) == 0


def test_a_pasted_text_is_not_about_the_dates_in_it():
    assert when("yesterday " + "x" * QUESTION_MAX, NOW) is None
    assert when("2026-03-05 12:00:01 ERROR the pool is full", NOW) is None


@given(st.text(max_size=200))
def test_every_text_has_a_span_or_none(text):
    found = when(text, NOW)
    assert found is None or found.start < found.end
