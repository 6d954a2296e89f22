"""An index takes in documents and sessions beside memories, and remembers what it read."""

import random
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vademecum import db as toolbox
from vademecum.embedders.static import StaticEmbedder
from vademecum.index.ports import Seen
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.memory import GLOBAL, Scope
from vademecum.model.search import Passage, Query, Source, SourceFile
from vademecum.testing.hashing import HashingEmbedder

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)


def said(session, number, text, scope=GLOBAL):
    return Passage(
        key=f"session:{session}#{number}",
        source=Source.SESSION,
        text=text,
        scope=scope,
        group=f"session:{session}",
        place=number,
        speaker="user",
        at=AT,
        path=f"/h/{session}.jsonl",
        start=number,
    )


def transcript(session, size=10, **more):
    return SourceFile(f"/h/{session}.jsonl", Source.SESSION, f"session:{session}", size=size, mtime=5, **more)


@pytest.fixture
def index(tmp_path):
    made = SqliteIndex(tmp_path / "index.db", HashingEmbedder())
    yield made
    made.close()


def found(index, text, **query):
    return [one.passage.key for one in index.candidates(Query(text, **query), 10) if one.signals.coverage]


def test_what_was_gathered_is_found_and_opened_by_its_key(index):
    passage = said("s1", 1, "the zebra crossing is painted on Fridays", Scope("road"))
    index.gather([passage], [], Seen([transcript("s1", state={"offset": 10})]))
    assert found(index, "zebra") == ["session:s1#1"]
    assert index.find("session:s1#1") == passage
    assert index.group("session:s1") == [passage]
    assert index.files(Source.SESSION) == [transcript("s1", state={"offset": 10})]


TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=400), min_size=1, max_size=4)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TEXTS)
def test_any_text_comes_back_as_it_was_said(index, texts):
    passages = [said("s1", number, text) for number, text in enumerate(texts, 1)]
    index.gather(passages, [], Seen())
    assert [index.find(passage.key) for passage in passages] == passages


def test_a_key_that_is_not_of_its_group_and_place_is_found_too(index):
    passages = [
        replace(said("s1", 1, "zebra"), key="session:odd"),
        replace(said("s1", 1, "lion"), key="session:s1#2"),
        replace(said("s1", 2, "tiger"), speaker="Ann", key="session:s1#1"),
        replace(said("s2", 7, "puma"), group="", place=0),
    ]
    index.gather(passages, [], Seen())
    assert [index.find(passage.key) for passage in passages] == passages
    index.gather([], [passage.key for passage in passages[:3]], Seen())
    assert index.group("session:s1") == []
    assert index.find("session:s2#7") == passages[3]


def test_a_conversation_takes_less_than_twice_its_text(tmp_path):
    words = Path(__file__).read_text(encoding="utf-8").split()
    chance = random.Random(7)
    texts = [" ".join(chance.choices(words, k=90)) for _ in range(2_000)]
    index = SqliteIndex(tmp_path / "index.db", StaticEmbedder())
    index.gather([said(f"s{number // 40}", number % 40, text) for number, text in enumerate(texts)], [], Seen())
    index.close()
    assert (tmp_path / "index.db").stat().st_size < 2 * sum(map(len, texts))


@pytest.mark.parametrize("half", [slice(None, None, 2), slice(0, 1_000)], ids=["here and there", "whole sessions"])
def test_when_half_is_forgotten_the_file_gives_its_room_back(tmp_path, half):
    passages = [said(f"s{number // 40}", number % 40, f"zebra number {number} " * 8) for number in range(2_000)]
    path = tmp_path / "index.db"
    with closing(SqliteIndex(path, HashingEmbedder())) as index:
        index.gather(passages, [], Seen())
        assert index.shrink() == 0
        index.gather([], [passage.key for passage in passages[half]], Seen())
    before = path.stat().st_size
    with closing(SqliteIndex(path, HashingEmbedder())) as index:
        assert index.shrink() > 0.3 * before
        assert path.stat().st_size < 0.7 * before
        assert index.shrink() == 0
        gone = passages[half]
        assert [index.find(one.key) for one in passages] == [None if one in gone else one for one in passages]


def test_a_text_that_was_damaged_in_the_file_empties_the_index(index, tmp_path):
    index.gather([said("s1", 1, "the zebra crossing is painted on Fridays " * 5)], [], Seen())
    with closing(toolbox.connect(tmp_path / "index.db", durable=False)) as file:
        file.execute("UPDATE passages SET text = ?", (b"\xff" * 40,))
    assert found(index, "zebra") == []
    assert "damaged" in index.degraded


def test_the_position_in_the_history_is_not_touched(index):
    index.apply([], [], 7)
    index.gather([said("s1", 1, "zebra")], [], Seen())
    assert index.position == 7


def test_a_turn_that_another_session_holds_is_known(index):
    index.gather([said("s1", 1, "zebra")], [], Seen(turns={11: ("session:s1", 1), -12: ("session:s1", 0)}))
    assert index.heard([11, -12, 13], "session:s2", "/h/s2.jsonl") == {11, -12}
    assert index.heard([11, -12, 13], "session:s1", "/h/s1.jsonl") == set()


def test_a_turn_that_another_file_of_the_session_holds_is_known(index):
    index.gather([said("s1", 1, "zebra")], [], Seen(turns={11: ("session:s1", 1), 12: ("session:s1", 0)}))
    assert index.heard([11, 12], "session:s1", "/other/s1.jsonl") == {11}
    assert sorted(index.turns("session:s1")) == [(11, 1), (12, 0)]


def test_groups_are_named_by_how_they_begin_and_end(index):
    index.gather([said("s1", 1, "zebra"), said("s1/a", 1, "lion"), said("s2/a", 1, "tiger")], [], Seen())
    assert index.groups("session:s1", "") == ["session:s1", "session:s1/a"]
    assert index.groups("session:", "/a") == ["session:s1/a", "session:s2/a"]


def test_the_first_session_keeps_a_turn(index):
    index.gather([said("s1", 1, "zebra")], [], Seen(turns={11: ("session:s1", 1)}))
    index.gather([said("s2", 1, "lion")], [], Seen(turns={11: ("session:s2", 1)}))
    assert index.heard([11], "session:s2", "/h/s2.jsonl") == {11}


def test_a_rebuild_from_memories_keeps_what_was_gathered(index):
    index.gather([said("s1", 1, "the zebra crossing")], [], Seen([transcript("s1")], turns={1: ("session:s1", 1)}))
    assert index.rebuild([Passage("memory:a", Source.MEMORY, "a lion", name="a")], position=3) == 2
    assert found(index, "zebra") == ["session:s1#1"]
    assert found(index, "lion") == ["memory:a"]
    assert index.files() == [transcript("s1")]
    assert index.rebuild([], position=4) == 1
    assert found(index, "lion") == []
    assert index.heard([1], "", "") == {1}


def test_texts_that_only_moved_are_not_embedded_again(tmp_path):
    embedder = HashingEmbedder()
    index = SqliteIndex(tmp_path / "index.db", embedder)
    lines = [said("d", number, f"chapter {number} about animal{number}") for number in range(1, 40)]
    index.gather(lines, [], Seen())
    before = embedder.embedded
    moved = [said("d", number + 1, one.text) for number, one in enumerate(lines, 1)]
    index.gather([said("d", 1, "a new first chapter"), *moved], [], Seen())
    assert embedder.embedded == before + 1
    assert [one.text for one in index.group("session:d")] == ["a new first chapter", *(one.text for one in lines)]
    index.close()


def test_a_file_that_is_forgotten_is_not_known_any_more(index):
    index.gather([said("s1", 1, "zebra")], [], Seen([transcript("s1")]))
    index.gather([], ["session:s1#1"], Seen(forgotten=["/h/s1.jsonl"]))
    assert index.files() == []
    assert index.group("session:s1") == []
    assert found(index, "zebra") == []


def test_what_was_gathered_is_there_when_the_file_is_opened_again(tmp_path: Path):
    first = SqliteIndex(tmp_path / "index.db", HashingEmbedder())
    first.gather([said("s1", 1, "zebra")], [], Seen([transcript("s1", gone=True)]))
    first.close()
    again = SqliteIndex(tmp_path / "index.db", HashingEmbedder())
    assert again.files() == [transcript("s1", gone=True)]
    assert found(again, "zebra") == ["session:s1#1"]
    again.close()


def test_what_was_said_next_in_another_project_is_not_found(index):
    lines = [said("s1", 1, "where does the zebra sleep", Scope("road")), said("s1", 2, "in Oslo", Scope("sea"))]
    index.gather([*lines, said("s1", 3, "the zebra there is striped", Scope("sea"))], [], Seen())
    for text in ("zebra", "zebra sleep Oslo striped"):
        candidates = index.candidates(Query(text, scopes=(GLOBAL, Scope("road"))), 10)
        assert {one.passage.scope for one in candidates} == {Scope("road")}
