"""What is read of Codex's rollouts and Gemini's chats."""

import json
from pathlib import Path

import pytest

from sources.records import Reading, codex, codex_message, found, line, reading
from vademecum.model.errors import UnavailableError
from vademecum.sources.sessions import read as read_on

DATA = Path(__file__).parents[1] / "data" / "transcripts"
META = codex("session_meta", {"id": "01a22881-1eda-7351-a899-260ec316e3b3", "cwd": "/home/ann/shop"})


def call(name, arguments, **more):
    return codex(
        "response_item", {"type": "function_call", "name": name, "arguments": arguments, "call_id": arguments} | more
    )


def test_a_real_rollout_tells_each_message_once_with_the_tools():
    read = Reading(DATA / "codex_exec.jsonl", "codex")

    assert [(turn, speaker) for turn, speaker, _ in read.turns] == [(1, "user"), (2, "assistant")]
    assert read.texts[0].startswith("hello [[tool exec_command")
    assert read.texts[1] == "CXF"
    assert read.said[1].tools == "exec_command echo hi\nmcp__probe__search_memory"
    assert read.state["cwd"].startswith("/")
    assert read.session == "01a22881-1eda-7351-a899-260ec316e3b3"


def test_a_rollouts_tools_name_the_files_they_patch(tmp_path):
    patch = "*** Begin Patch\n*** Update File: src/app.py\n-a\n+b\n*** Add File: new.py\n+x\n*** End Patch"
    custom = codex("response_item", {"type": "custom_tool_call", "name": "apply_patch", "input": patch, "call_id": "c"})
    shell = call("shell", '{"command":["bash","-lc","ls"]}')
    read = reading(tmp_path, META, codex_message("User", "go"), custom, shell, call("x", "{"), host="codex")

    assert read.said[1].tools == "apply_patch src/app.py\napply_patch new.py\nshell bash -lc ls\nx"


def test_a_rollout_of_an_older_version_is_read_and_none_is_told_twice(tmp_path):
    old = [
        codex("event_msg", {"type": "user_message", "message": "hello"}),
        codex("event_msg", {"type": "agent_message", "message": "hi"}),
    ]
    both = [*old, codex_message("User", "hello"), codex_message("Agent", "hi")]

    assert reading(tmp_path, META, *old, host="codex").texts == ["hello", "hi"]
    assert reading(tmp_path, META, *both, host="codex").texts == ["hello", "hi"]


def test_turns_that_were_taken_back_are_left(tmp_path):
    back = codex("event_msg", {"type": "thread_rolled_back", "num_turns": 1})
    spoken = [codex_message(who, text, f"2026-05-04T08:00:0{n}Z") for n, (who, text) in enumerate(
        [("User", "one"), ("Agent", "1"), ("User", "two"), ("Agent", "2"), ("User", "three")])]  # fmt: skip
    read = reading(tmp_path, META, *spoken[:4], back, spoken[4], host="codex")

    assert read.left == [3, 4]
    assert read.turns[-1] == (5, "user", "three")


def test_a_copied_message_has_the_same_key_in_a_fork(tmp_path):
    spoken = [codex_message("User", "one"), codex_message("Agent", "1")]
    other = codex("session_meta", {"id": "02", "forked_from_id": "01", "cwd": "/home/ann/shop"})
    first = reading(tmp_path, META, *spoken, host="codex")
    fork = reading(tmp_path, other, META, *spoken, host="codex", name="rollout-fork.jsonl")

    assert fork.session == "02"
    assert [said.key for said in fork.said] == [said.key for said in first.said]


def test_a_codex_sub_agent_belongs_to_the_session_that_started_it(tmp_path):
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "parent", "depth": 1}}}
    meta = codex("session_meta", {"id": "child", "cwd": "/x", "source": source})
    read = reading(tmp_path, meta, codex_message("User", "look"), host="codex")

    assert (read.session, read.agent) == ("parent", "child")


def test_a_real_chat_loses_the_context_that_hooks_put_into_the_prompt():
    read = Reading(DATA / "gemini_chat.jsonl", "gemini")

    assert read.turns == [
        (1, "user", 'hello [[tool mcp_probe_search_memory {"query":"gq"}]] [[say GMF]]'),
        (2, "assistant", "GMF"),
    ]
    assert read.said[1].tools == "mcp_probe_search_memory"


def test_a_chats_record_that_is_written_again_is_told_once(tmp_path):
    header = {"sessionId": "s", "projectHash": "h", "kind": "main"}
    said = {"id": "g1", "timestamp": "2026-05-04T08:00:00Z", "type": "gemini", "content": "looking"}
    called = said | {"toolCalls": [{"id": "c1", "name": "read_file", "args": {"absolute_path": "/x/a.py"}}]}
    again = {"$set": {"messages": [{"id": "u9", "type": "user", "content": "a summary"}]}}
    asked = {"id": "u1", "type": "user", "content": [{"text": "look"}]}
    read = reading(tmp_path, header, asked, said, called, called, again, host="gemini")

    assert " ".join(read.texts).split() == ["look", "looking"]
    assert [said.tools for said in read.said if said.tools] == ["read_file /x/a.py"]
    assert {said.turn for said in read.said[1:]} == {2}


def test_a_chat_that_was_rewound_leaves_what_came_after(tmp_path):
    spoken = [{"id": i, "type": kind, "content": i} for i, kind in
              [("u1", "user"), ("g1", "gemini"), ("u2", "user"), ("g2", "gemini")]]  # fmt: skip
    records = [{"sessionId": "s"}, *spoken, {"$rewindTo": "u2"}, {"id": "u3", "type": "user", "content": "u3"}]

    assert reading(tmp_path, *records, host="gemini").left == [3, 4]


def whole_chat(*messages, session="5e2c4a30-1111-4222-8333-444455556666"):
    head = {"sessionId": session, "projectHash": "ab" * 32, "startTime": "2026-03-01T09:00:00.000Z"}
    return json.dumps(head | {"lastUpdated": "2026-03-01T09:05:00.000Z", "messages": messages}, indent=2)


HELLO = {"id": "m1", "timestamp": "2026-03-01T09:00:01.000Z", "type": "user", "content": "Where is the walrus key?"}
ANSWER = {
    "id": "m2",
    "timestamp": "2026-03-01T09:00:09.000Z",
    "type": "gemini",
    "content": "In the safe.",
    "thoughts": [{"subject": "s", "description": "a hidden thought"}],
    "toolCalls": [{"id": "c1", "name": "read_file", "args": {"path": "keys.md"}, "status": "success"}],
}
NOTICE = {"id": "m3", "timestamp": "2026-03-01T09:00:10.000Z", "type": "info", "content": "Update available."}


def test_a_chat_of_an_older_version_is_one_document_and_is_read_like_its_lines(tmp_path):
    path = tmp_path / "abab" / "chats" / "session-2026-03-01T09-00-5e2c4a30.json"
    path.parent.mkdir(parents=True)
    path.write_text(whole_chat(HELLO, ANSWER, NOTICE), encoding="utf-8")
    read = Reading(path, "gemini")

    assert read.turns == [(1, "user", "Where is the walrus key?"), (2, "assistant", "In the safe.")]
    assert read.said[1].tools == "read_file keys.md"
    assert read.session == "5e2c4a30-1111-4222-8333-444455556666"

    path.write_text(whole_chat(HELLO, ANSWER, {**HELLO, "id": "m4", "content": "And the other?"}), encoding="utf-8")
    again = read_on("gemini", found(path), read.state)
    assert again.again
    assert [one.text for one in again.said] == ["Where is the walrus key?", "In the safe.", "And the other?"]
    assert [one.key for one in again.said][:2] == [one.key for one in read.said]


@pytest.mark.parametrize("text", ["", "[]", "null", '{"sessionId": "a", "mess', "[" * 100_000, "\udcff"])
def test_a_document_that_is_no_chat_or_not_whole_is_named(tmp_path, text):
    path = tmp_path / "abab" / "chats" / "session-a.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode("utf-8", "surrogateescape"))

    with pytest.raises(UnavailableError, match="no whole JSON document"):
        read_on("gemini", found(path), {})


def test_a_chat_takes_its_folder_from_the_file_beside_it(tmp_path):
    place = tmp_path / "tmp" / "shop"
    place.mkdir(parents=True)
    (place / ".project_root").write_text("/home/ann/shop\n", encoding="utf-8")
    records = [line({"sessionId": "s"}), line({"id": "u1", "type": "user", "content": "hello"})]
    read = reading(place, *records, host="gemini", name="chats/session-1.jsonl")

    assert read.said[0].cwd == read.state["cwd"] == "/home/ann/shop"
