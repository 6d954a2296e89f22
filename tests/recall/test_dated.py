"""A question about a time is answered by what was said and written then; other sources keep their place."""

from datetime import UTC, datetime, timedelta

import pytest

from vademecum.embedders.static import StaticEmbedder
from vademecum.engine.search import search
from vademecum.index.ports import Seen
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.memory import GLOBAL, Scope
from vademecum.model.search import Passage, Query, Source
from vademecum.model.settings import RecallSettings

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)  # a Monday
LAST_WEEK, LONG_AGO = NOW - timedelta(days=4), NOW - timedelta(days=90)


def said(session, *texts, at, scope=GLOBAL, types=()):
    return [
        Passage(
            f"session:{session}#{number}", Source.SESSION, text, group=f"session:{session}", place=number,
            scope=scope, speaker=("user", "assistant")[number % 2], at=at + timedelta(minutes=number),
            type=dict(types).get(number, ""),
        )
        for number, text in enumerate(texts)
    ]  # fmt: skip


PARSER = ("The parser fails on nested quotes, please fix it.", "Nested quotes are parsed with a stack now.")
GRAPHS = ("Please draw the latency graphs for the gateway.", "The graphs show p95 by route; they are in reports/.")
OLDER = ("Move the invoices to the new bucket.", "All 400 invoices are in the new bucket.")


@pytest.fixture(params=["words and meaning", "words"])
def make(request, tmp_path):
    opened = []

    def index_of(*passages):
        embedder = StaticEmbedder() if request.param != "words" else None
        index = SqliteIndex(tmp_path / f"{len(opened)}.db", embedder)
        index.gather([one for some in passages for one in some], [], Seen())
        opened.append(index)
        return index

    yield index_of
    for index in opened:
        index.close()


def ask(index, text, **fields):
    return search(Query(text, **fields), index=index, settings=RecallSettings(), now=NOW)


def groups(recall):
    return {hit.passage.group for hit in recall.hits}


@pytest.mark.parametrize(
    "question", ["what did we do last week?", "was haben wir letzte Woche gemacht?", "先週は何をしましたか"]
)
def test_a_question_about_a_time_alone_is_answered_by_the_sessions_of_that_time(make, question):
    index = make(said("a", *PARSER, at=LAST_WEEK), said("b", *GRAPHS, at=LAST_WEEK), said("c", *OLDER, at=LONG_AGO))
    assert groups(ask(index, question)) == {"session:a", "session:b"}


def test_such_a_hit_says_why_it_came(make):
    index = make(said("a", *PARSER, at=LAST_WEEK))
    hit = ask(index, "what did we do last week?", explain=True).hits[0]
    assert hit.relevance >= 0.5
    assert {"dated", "date"} <= hit.scores.keys()


def test_a_time_in_which_nothing_was_said_has_no_hits(make):
    index = make(said("c", *OLDER, at=LONG_AGO))
    recall = ask(index, "what did we do last week?")
    assert recall.hits == ()
    assert recall.abstained


def test_every_session_of_a_busy_time_has_its_say(make):
    busy = [f"Step {number} of the long refactoring of module m{number} is done." for number in range(60)]
    index = make(
        said("busy", *busy, at=LAST_WEEK + timedelta(hours=3)), said("a", *PARSER, at=LAST_WEEK - timedelta(days=2))
    )
    assert "session:a" in groups(ask(index, "what did we do last week?"))


def test_what_says_more_comes_before_small_talk(make):
    index = make(said("a", "ok", "You are welcome.", PARSER[0], PARSER[1], at=LAST_WEEK))
    first = ask(index, "what happened last week?").hits[0]
    assert first.passage.text in PARSER


def test_other_projects_and_sources_that_were_not_asked_stay_out(make):
    index = make(said("a", *PARSER, at=LAST_WEEK, scope=Scope("shop")), said("b", *GRAPHS, at=LAST_WEEK))
    question = "what did we do last week?"
    assert groups(ask(index, question, scopes=(GLOBAL,))) == {"session:b"}
    assert groups(ask(index, question, scopes=(Scope("shop"),))) == {"session:a"}
    assert groups(ask(index, question, sources=frozenset({Source.MEMORY}))) == set()


def test_a_time_beside_a_topic_reorders_and_admits_nothing(make):
    index = make(said("a", *PARSER, at=LONG_AGO), said("b", *GRAPHS, at=LAST_WEEK))
    assert "session:b" not in groups(ask(index, "nested quotes in the parser last week"))
    assert "session:a" in groups(ask(index, "nested quotes in the parser last week"))


def test_of_two_that_say_the_same_the_one_of_that_time_comes_first(make):
    question = "nested quotes in the parser"
    index = make(said("old", *PARSER, at=LONG_AGO), said("new", *PARSER[::-1], at=LAST_WEEK))
    assert ask(index, f"{question} last week").hits[0].passage.group == "session:new"
    assert ask(index, f"{question} in September").hits[0].passage.group == "session:old"


def test_a_branch_that_was_left_comes_after_one_that_was_not(make):
    left = said("left", *PARSER, at=LAST_WEEK, types=((0, "abandoned"), (1, "abandoned")))
    index = make(left, said("kept", "The parser fails on nested quotes, please mend it.", PARSER[1], at=LAST_WEEK))
    first = ask(index, "parser nested quotes").hits[0]
    assert first.passage.group == "session:kept"


def test_an_exact_hit_in_a_session_is_not_buried_under_weak_memories(make):
    memories = [
        Passage(
            f"memory:m{number}",
            Source.MEMORY,
            f"Errors of service {number} go to the error channel.",
            name=f"m{number}",
        )
        for number in range(30)
    ]
    index = make(memories, said("a", "The import stops with E7731.", "E7731 is a missing check digit.", at=LONG_AGO))
    assert ask(index, "what does error E7731 mean").hits[0].passage.group == "session:a"
