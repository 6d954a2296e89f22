"""A question about a time alone is answered like a diary, newest first, or by saying that nothing was."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from vademecum import open_vault
from vademecum.faces import prose
from vademecum.model import wire
from vademecum.model.memory import GLOBAL, Draft
from vademecum.model.search import Query, Source
from vademecum.model.settings import EmbedderSettings, KnowledgeSettings, Settings
from vademecum.rules.dates import when
from vademecum.testing.transcripts import claude

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)  # a Monday
TUESDAY, FRIDAY = datetime(2026, 11, 24, 9, tzinfo=UTC), datetime(2026, 11, 27, 9, tzinfo=UTC)
LONG_AGO = datetime(2026, 8, 3, 9, tzinfo=UTC)

GRAPHS = (
    "Please draw the latency graphs for the gateway.",
    "The graphs show p95 by route; they are in reports/.",
    "Good. Did you measure?",
    "Yes, over ten minutes: p95 is 180 ms, and what takes longest is the lookup of tenants, in every route alike.",
)
PARSER = (
    "hi",
    "Hello! What can I do for you?",
    "The parser fails on nested quotes, please fix it.",
    "Nested quotes are parsed with a stack now, and forty new cases hold.",
    "Good. Did you measure?",
    "No.",
)
OLDER = ("Move the invoices to the new bucket.", "All 400 invoices are in the new bucket.")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    made = tmp_path / "notes"
    made.mkdir()
    return made


@pytest.fixture(params=["static", "none"])
def vault(request, home, clock, notes):
    clock.now = NOW
    settings = Settings(
        embedder=EmbedderSettings(provider=request.param), knowledge=KnowledgeSettings(paths=(str(notes),))
    )
    with open_vault(home, settings=settings, clock=clock) as opened:
        yield opened


@pytest.fixture
def say(user_dir: Path, tmp_path: Path, vault):
    """Say something in a session of an agent, and have it taken in."""
    (tmp_path / "app").mkdir()

    def said(number, turns, began):
        session = f"{number:08d}-1111-4111-8111-111111111111"
        claude(user_dir / ".claude" / "projects", session, tmp_path / "app", turns, began=began)
        vault.gather()

    return said


@pytest.fixture
def note(notes: Path, vault):
    """Write a document, last changed at an instant, and have it taken in."""

    def noted(name, text, at):
        path = notes / name
        path.write_text(text, encoding="utf-8")
        os.utime(path, (at.timestamp(), at.timestamp()))
        vault.gather()

    return noted


def ask(vault, text, **fields):
    return vault.recall(Query(text, scopes=None, **fields))


def texts(recall):
    return [hit.passage.text for hit in recall.hits]


QUESTIONS = ["what did we do last week", "was haben wir letzte Woche gemacht", "先週は何をしましたか"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_session_is_told_by_its_first_prompt_the_newest_first(vault, say, question):
    say(1, GRAPHS, TUESDAY)
    say(2, PARSER, FRIDAY)
    say(3, OLDER, LONG_AGO)
    assert texts(ask(vault, question))[:2] == [PARSER[2], GRAPHS[0]]


def test_an_answer_of_each_session_comes_before_chatter(vault, say):
    say(1, GRAPHS, TUESDAY)
    say(2, PARSER, FRIDAY)
    assert texts(ask(vault, "what happened last week", limit=4)) == [PARSER[2], GRAPHS[0], PARSER[3], GRAPHS[3]]


def test_many_sessions_have_one_turn_each_before_any_has_two(vault, say):
    for number in range(8):
        say(
            number, [turn.replace("gateway", f"gateway {number}") for turn in GRAPHS], TUESDAY + timedelta(hours=number)
        )
    hits = ask(vault, "what did we do last week", limit=8).hits
    assert len({hit.passage.group for hit in hits}) == 8


def test_a_long_session_does_not_hide_a_short_one(vault, say):
    say(1, GRAPHS, TUESDAY)
    say(2, [f"Step {number} of the refactoring of module m{number} is done." for number in range(200)], FRIDAY)
    found = texts(ask(vault, "what did we do last week", limit=2))
    assert found == ["Step 0 of the refactoring of module m0 is done.", GRAPHS[0]]


def test_a_document_that_has_the_name_of_the_day_comes_after_what_was_said_on_it(vault, say, note):
    note("deploy.md", "# Deploy\n\nNobody deploys on Fridays: on Friday what happened is looked at.\n", LONG_AGO)
    say(2, PARSER, FRIDAY)
    found = ask(vault, "what happened on Friday", limit=20).hits
    sources = [hit.passage.source for hit in found]
    assert found[0].passage.text == PARSER[2]
    assert sources == sorted(sources, key=lambda source: source is Source.DOCUMENT)


def test_a_document_of_that_time_comes_after_sessions_and_memories_of_that_time(vault, say, note, clock):
    clock.now = FRIDAY
    vault.write(Draft(body="What we did last week: the parser of quotes was chosen.", scope=GLOBAL))
    clock.now = NOW
    note("week.md", "# Week\n\nWhat we did last week.\n", TUESDAY)
    say(2, PARSER, FRIDAY)
    sources = [hit.passage.source for hit in ask(vault, "what did we do last week", limit=20).hits]
    assert Source.MEMORY in sources
    assert sources.index(Source.DOCUMENT) > max(sources.index(Source.MEMORY), sources.index(Source.SESSION))


def test_a_document_alone_tells_of_its_time(vault, note):
    note("week.md", "# Gateway\n\nThe gateway was measured.\n", TUESDAY)
    assert [hit.passage.source for hit in ask(vault, "what did we do last week").hits] == [Source.DOCUMENT]


def test_a_time_of_which_there_is_nothing_is_named_with_the_nearest(vault, say):
    say(3, OLDER, LONG_AGO)
    recall = ask(vault, "what did we do last week")
    assert recall.hits == ()
    assert "nothing is dated between 2026-11-23 and 2026-11-29" in recall.abstained
    assert "the nearest is of 2026-08-03" in recall.abstained


def test_of_two_that_are_near_the_nearer_is_named(vault, say):
    say(3, OLDER, LONG_AGO)
    say(2, PARSER, FRIDAY)
    assert "2026-11-27" in ask(vault, "what did we do on 2026-11-26?").abstained


def test_the_nearest_is_found_before_many_that_are_later(vault, say):
    for number in range(60):
        say(number, (f"Move the invoices of month {number}.",), LONG_AGO + timedelta(days=number))
    assert "the nearest is of 2026-08-03" in ask(vault, "what happened on 2026-07-20?").abstained


def test_the_nearest_of_another_project_is_not_named(vault, say):
    say(3, OLDER, LONG_AGO)
    recall = vault.recall(Query("what did we do last week", scopes=(GLOBAL,)))
    assert "nothing is dated between" in recall.abstained
    assert "nearest" not in recall.abstained


def test_a_single_day_is_named_as_one(vault, say):
    say(3, OLDER, LONG_AGO)
    assert "nothing is dated on 2026-11-29" in ask(vault, "what happened yesterday").abstained


def test_a_vault_without_sessions_names_no_nearest(vault):
    recall = ask(vault, "what did we do last week")
    assert "nothing is dated between" in recall.abstained
    assert "nearest" not in recall.abstained


def test_hits_of_another_time_come_with_a_word_that_nothing_is_of_that_time(vault, say):
    say(3, OLDER, LONG_AGO)
    recall = ask(vault, "the invoices in the new bucket last week")
    assert recall.hits
    assert recall.abstained is None
    assert "nothing is dated between 2026-11-23 and 2026-11-29" in recall.undated
    assert "nothing is dated between" in prose.hits(wire.recall(recall, NOW))


def test_hits_of_that_time_come_without(vault, say):
    say(2, PARSER, FRIDAY)
    assert ask(vault, "what about nested quotes in the parser last week").undated is None
    assert ask(vault, "nested quotes in the parser").undated is None


def test_memories_alone_are_not_said_to_be_of_no_time(vault):
    recall = ask(vault, "what did we do last week", sources=frozenset({Source.MEMORY}))
    assert recall.undated is None


def test_a_smaller_answer_is_the_beginning_of_a_larger_one(vault, say):
    say(1, GRAPHS, TUESDAY)
    say(2, PARSER, FRIDAY)
    found = [texts(ask(vault, "what did we do last week", limit=limit)) for limit in (1, 3, 8)]
    assert found[0] == found[2][:1]
    assert found[1] == found[2][:3]


LAST = (
    "where did we leave off?",
    "What was the last thing we did?",
    "wo sind wir stehen geblieben",
    "où en étions-nous ?",
    "¿dónde lo dejamos?",
    "onde paramos?",
    "dove eravamo rimasti?",
    "上次做到哪里了",
    "前回の続きは？",
)


@pytest.mark.parametrize("question", LAST)
def test_where_one_left_off_is_answered_by_the_last_session_first(vault, say, question):
    say(1, GRAPHS, TUESDAY)
    say(2, PARSER, FRIDAY)
    found = [hit.passage.text for hit in vault.recall(question, scopes=None).hits]
    assert found[:2] == [PARSER[2], GRAPHS[0]]


@pytest.mark.parametrize("question", ["where did we leave the keys of the cabinet", "what was the last release"])
def test_a_place_or_a_thing_is_no_time(question):
    assert when(question, NOW) is None
