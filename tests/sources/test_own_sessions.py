"""Our own session files, and Claude Code's history of prompts."""

import gzip
import json
from datetime import UTC, datetime

import pytest

from sources.records import Reading, found, prompt, reading, written
from vademecum.sources.ports import Said
from vademecum.sources.sessions import prompt_key, read_history, write_own

AT = datetime(2026, 5, 4, 8, tzinfo=UTC)
HEADER = {"id": "chat-1", "host": "api", "cwd": "/home/ann/shop", "project": "shop"}
TURNS = [
    Said(1, "Ann", "we deploy on Mondays", -5, AT, "/home/ann/shop"),
    Said(2, "assistant", "noted", 2**63 - 1, None, "", "Edit notes.md\nBash ls"),
    Said(2, "assistant", "…and kept", 7),
]


@pytest.mark.parametrize("name", ["chat.jsonl", "chat.jsonl.gz"])
def test_a_session_that_was_written_is_read_back_as_it_was(tmp_path, name):
    path = tmp_path / name
    write_own(path, HEADER, TURNS)
    read = Reading(path, "own", sizes=[10])

    assert read.said == [
        TURNS[0],
        Said(2, "assistant", "noted", 2**63 - 1, None, "/home/ann/shop", "Edit notes.md\nBash ls"),
        Said(2, "assistant", "…and kept", 7, None, "/home/ann/shop"),
    ]
    assert read.session == "chat-1"
    assert (read.state["host"], read.state["project"], read.state["turns"]) == ("api", "shop", 2)
    assert read.on().said == read.said


def test_the_same_session_makes_the_same_bytes_in_a_private_file(tmp_path):
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_own(tmp_path / name, HEADER, TURNS)

    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
    assert (tmp_path / "a.jsonl.gz").stat().st_mode & 0o777 == 0o600


def test_a_line_without_number_or_key_is_the_next_turn(tmp_path):
    header = {"vademecum": "session", "id": "s"}
    said = [{"speaker": "user", "text": "one"}, {"turn": "x", "key": 1.5, "speaker": "assistant", "text": "two"}]
    odd = [{"text": "nobody"}, {"speaker": "user"}, {"turn": -1, "speaker": ["user"], "text": "x"}]

    assert reading(tmp_path, header, *said, *odd, host="own").turns == [(1, "user", "one"), (2, "assistant", "two")]


@pytest.mark.parametrize("keep", [0, 5, 30, -4])
def test_a_damaged_archive_tells_what_can_still_be_read(tmp_path, keep):
    path = tmp_path / "chat.jsonl.gz"
    write_own(path, HEADER, TURNS)
    path.write_bytes(path.read_bytes()[:keep])

    assert len(Reading(path, "own").said) <= 3


def test_an_archive_that_was_written_anew_is_read_from_the_start(tmp_path):
    path = tmp_path / "chat.jsonl.gz"
    write_own(path, HEADER, TURNS)
    read = Reading(path, "own")
    write_own(path, HEADER, [*TURNS, Said(3, "Ann", "and on Tuesdays", 8)])

    assert read.on().again
    assert read.texts == ["we deploy on Mondays", "noted", "…and kept", "and on Tuesdays"]


def history(path, sizes=8_000_000):
    state, done, told = {}, False, {}
    while not done:
        reads, state, done = read_history(found(path), json.loads(json.dumps(state)), most_bytes=sizes)
        for one in reads:
            told.setdefault(one.session, []).extend(one.said)
    return told


def entry(text, session="s1", **more):
    plain = {"display": text, "pastedContents": {}, "timestamp": 1795975343843, "project": "/home/ann/shop"}
    return plain | {"sessionId": session} | more


@pytest.mark.parametrize("size", [1, 8_000_000])
def test_a_history_gives_the_prompts_of_each_session(tmp_path, size):
    path = written(
        tmp_path / "history.jsonl",
        entry("always use tabs"),
        entry("/clear"),
        entry("hello", "s2"),
        b"{broken\n",
        entry("look at [Pasted text #1 +2 lines] please", pastedContents={"1": {"type": "text", "content": "a\nb"}}),
        {"display": "old", "timestamp": "odd", "project": None},
        entry(["odd"]),
    )
    told = history(path, size)

    assert {session: [said.text for said in prompts] for session, prompts in told.items()} == {
        "s1": ["always use tabs", "look at a\nb please"],
        "s2": ["hello"],
        "history": ["old"],
    }
    assert (told["s1"][0].cwd, told["s1"][0].at.year) == ("/home/ann/shop", 2026)


def test_a_prompt_of_the_history_is_known_by_the_transcripts_words(tmp_path):
    text = "always use tabs. " * 200
    session = "3da5e42b-3f5f-49c0-bd00-7cc275947ec0"
    told = history(written(tmp_path / "history.jsonl", entry(text, session)))[session]
    read = reading(tmp_path, prompt(text))

    assert len(told) > 2
    assert [said.key for said in told] == [prompt_key(read.session, said.text) for said in read.said]
    assert not {said.key for said in told} & {said.key for said in read.said}


def test_an_archive_is_plain_gzip(tmp_path):
    write_own(tmp_path / "a.jsonl.gz", HEADER, TURNS)
    first = gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()).splitlines()[0]

    assert json.loads(first) == {"vademecum": "session"} | HEADER
