"""What is read of Claude Code's transcripts, and what never is."""

import re
from pathlib import Path

import pytest

from sources.records import SESSION, Reading, answer, prompt, reading, result, tool, written
from vademecum.rules import distilling
from vademecum.rules.turns import Turn

DATA = Path(__file__).parents[1] / "data" / "transcripts"


def test_a_real_transcript_gives_what_was_typed_and_answered_in_order():
    read = Reading(DATA / "claude_compact.jsonl")

    assert read.turns == [
        (1, "user", "first turn [[say ONE]]"),
        (2, "assistant", "ONE"),
        (3, "user", "second turn [[say TWO]]"),
        (4, "assistant", "TWO"),
        (5, "user", "fourth [[say FOUR]]"),
        (6, "assistant", "FOUR"),
    ]
    assert read.state["title"] == "first turn [[say ONE]]"
    assert read.state["first"] < read.state["last"]
    assert (read.state["turns"], read.state["skipped"], read.state["host"]) == (6, 0, "claude")
    assert read.state["cwd"].startswith("/")


def test_all_that_is_answered_up_to_the_next_prompt_is_one_turn_with_the_tools_used(tmp_path):
    read = reading(
        tmp_path,
        prompt("fix it"),
        answer("Let me look."),
        answer(tool("Read", file_path="/home/ann/shop/src/app.py")),
        result("1\tprint"),
        answer(tool("Bash", command="npm test -- --watch\necho done", description="tests")),
        answer(tool("mcp__tracker__search", query="bug")),
        answer("Found it."),
        prompt("thanks"),
    )

    assert read.turns == [(1, "user", "fix it"), (2, "assistant", "Let me look.\nFound it."), (3, "user", "thanks")]
    assert read.said[1].tools.splitlines() == ["Read src/app.py", "Bash npm test -- --watch", "mcp__tracker__search"]
    assert read.said[1].cwd == "/home/ann/shop"


@pytest.mark.parametrize(
    "record",
    [
        prompt("meta", isMeta=True),
        prompt("summary", isCompactSummary=True, isVisibleInTranscriptOnly=True),
        prompt("side", isSidechain=True),
        prompt("notified", origin={"kind": "task-notification"}),
        prompt("by the system", promptSource="system"),
        prompt("<task-notification>done</task-notification>"),
        prompt("<local-command-stdout>out</local-command-stdout>"),
        prompt("<command-name>/clear</command-name>"),
        prompt("/clear"),
        prompt("[Request interrupted by user]"),
        prompt("<system-reminder>given</system-reminder>"),
        prompt('<vademecum note="data">- given</vademecum>'),
        result("printed"),
        result([{"type": "text", "text": "printed"}]),
        answer({"type": "thinking", "thinking": "hm", "signature": "x"}),
        answer("overloaded", isApiErrorMessage=True),
        {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": ["given"]}},
        {"parentUuid": None, "attachment": {"type": "user", "content": "given"}, "type": "attachment"},
        {"type": "api-request-blob", "message": {"role": "user", "content": "again"}},
        {"type": "api-request", "params": {"messages": ["again"]}},
        {"type": "queue-operation", "content": "again"},
        {"type": "last-prompt", "lastPrompt": "again"},
        {"type": "summary", "summary": "again"},
        {"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted"},
        {"type": "brand-new", "message": {"role": "user", "content": "new"}},
        {"type": ["user"], "message": {"content": "odd"}},
        {"type": "user", "message": None},
        {"type": "user", "origin": [1], "message": {"content": {"text": "odd"}}},
    ],
    ids=str,
)
def test_records_of_other_kinds_are_never_told(tmp_path, record):
    assert reading(tmp_path, record, prompt("kept")).texts == ["kept"]


def queued(text, **more):
    attachment = {"type": "queued_command", "prompt": text, "commandMode": "prompt", "origin": {"kind": "human"}}
    record = {"parentUuid": None, "attachment": attachment | more, "type": "attachment", "uuid": f"q-{text}"}
    return record | {"timestamp": "2026-05-04T08:00:03Z"}


def test_what_was_typed_while_the_agent_worked_is_told_and_notices_are_not(tmp_path):
    first = {"type": "attachment"} | queued("with the type first")
    notices = [
        queued("a", commandMode="task-notification"),
        queued("b", origin={"kind": "peer"}),
        queued("c", isMeta=True),
    ]
    read = reading(tmp_path, prompt("go"), answer("one"), queued("not there!"), first, *notices, answer("two"))

    assert read.texts == ["go", "one", "not there!", "with the type first", "two"]


def test_what_the_user_chose_when_asked_is_told_as_the_users(tmp_path):
    asked = {"questions": [{"question": "Which database?"}], "answers": {"Which database?": "Postgres"}}
    told = "User has answered your questions"
    read = reading(
        tmp_path, prompt("go"), result(told, toolUseResult=asked), result(told, toolUseResult={"answers": 1})
    )

    assert read.turns == [(1, "user", "go"), (2, "user", "Which database? Postgres")]


def test_words_that_look_like_a_record_hide_no_message(tmp_path):
    quoted = 'it writes {"type":"api-request","attachment":{}} and "type":"tool_result" there'
    read = reading(tmp_path, prompt(quoted), answer(quoted))

    assert read.texts == [quoted, quoted]


def test_records_with_spaces_and_with_the_type_at_the_end_are_read_alike(tmp_path):
    spaced = b'{"uuid": "x", "message": {"role": "user", "content": "spaced"}, "type": "user"}\n'
    odd = b' { "type" :\t"user" , "message" : { "content" : "odd" } , "uuid" : "y" } \r\n'

    assert reading(tmp_path, spaced, odd).texts == ["spaced", "odd"]


def test_a_prompt_that_begins_with_a_path_is_no_command(tmp_path):
    assert reading(tmp_path, prompt("/home/ann/x.py fails")).texts == ["/home/ann/x.py fails"]


def test_a_picture_is_a_placeholder_and_the_words_beside_it_are_found(tmp_path):
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo" * 100}}
    read = reading(
        tmp_path,
        prompt([{"type": "text", "text": "see the total"}, picture]),
        answer(tool("mcp__browser__screenshot")),
        result([picture, {"type": "text", "text": "page title: Checkout"}]),
        result([picture]),
        answer("It is cut off."),
    )

    assert read.texts == ["see the total\n[image]", "[image]\npage title: Checkout\nIt is cut off."]


def test_an_edited_prompt_leaves_the_branch_behind(tmp_path):
    records = [
        prompt("set up logging", "p1"),
        answer("plain or JSON?", uuid="a1", parent="p1"),
        prompt("plain", "p2", "a1"),
        answer("done plain", uuid="a2", parent="p2"),
        prompt("JSON", "p3", "a1"),
        answer("done JSON", uuid="a3", parent="p3"),
    ]

    read = reading(tmp_path, *records)
    assert read.left == [3, 4]
    assert [text for turn, _, text in read.turns if turn in read.left] == ["plain", "done plain"]
    assert reading(tmp_path, *records, sizes=[1]).left == [3, 4]


def test_an_answer_that_was_tried_again_leaves_the_first_behind(tmp_path):
    read = reading(
        tmp_path,
        prompt("why", "p1"),
        answer("because", uuid="a1", parent="p1", reply="msg_1"),
        answer("since", uuid="a2", parent="p1", reply="msg_2"),
    )

    assert read.turns == [(1, "user", "why"), (2, "assistant", "because"), (3, "assistant", "since")]
    assert read.left == [2]


def test_tools_that_run_side_by_side_are_no_branches(tmp_path):
    read = reading(
        tmp_path,
        prompt("go", "p1"),
        answer(tool("Bash", command="ls"), uuid="a1", parent="p1"),
        answer(tool("Bash", command="pwd"), uuid="a2", parent="a1"),
        result("/home", uuid="r2", parentUuid="a2"),
        result("a b", uuid="r1", parentUuid="a1"),
        answer("Both ran.", uuid="a3", parent="r2", reply="msg_2"),
    )

    assert read.left == []
    assert read.said[1].tools == "Bash ls\nBash pwd"


def test_a_record_written_twice_is_told_once(tmp_path):
    records = [prompt("one", "p1"), answer("two", uuid="a1", parent="p1")]

    assert reading(tmp_path, *records, *records, *records).texts == ["one", "two"]


def test_a_fork_has_the_keys_of_what_it_copied(tmp_path):
    records = [prompt("one", "p1"), answer("two " * 600, uuid="a1", parent="p1")]
    first = reading(tmp_path, *records)
    fork = reading(
        tmp_path,
        *({**record, "sessionId": "other"} for record in records),
        prompt("new", "p2"),
        name="0f34d425-8032-4bac-b622-a92a9872e090.jsonl",
    )

    assert [said.key for said in fork.said[:-1]] == [said.key for said in first.said]
    assert len({said.key for said in fork.said}) == len(fork.said) > 3
    assert all(-(2**63) <= said.key < 2**63 for said in fork.said)


def test_what_we_ask_a_model_is_no_session(tmp_path):
    asked = distilling.fenced(
        [Turn("user", "we deploy on Fridays"), Turn("agent", "noted")], "0123456789abcdef01234567"
    )
    path = written(tmp_path / "x.jsonl", prompt(asked), answer('{"memories": []}'))
    read = Reading(path)
    assert read.said == []
    assert read.state["ours"] is True

    with path.open("ab") as file:
        file.write(path.read_bytes().replace(b"BEGIN", b"later"))
    assert read.on().said == []


def test_a_session_that_only_quotes_our_question_later_is_told(tmp_path):
    asked = distilling.fenced([Turn("user", "we deploy on Fridays")], "0123456789abcdef01234567")

    assert reading(tmp_path, prompt("hello"), prompt(asked), prompt("bye")).texts[0::2] == ["hello", "bye"]


def test_a_sub_agents_file_belongs_to_its_session(tmp_path):
    parent = "44444444-4444-4444-8444-444444444444"
    records = [prompt("find it", isSidechain=True), answer("there", isSidechain=True)]
    nested = reading(tmp_path, *records, name=f"{parent}/subagents/agent-a1f00d.jsonl")
    beside = reading(tmp_path, *records, name="agent-a1f00d.jsonl")

    assert (nested.session, nested.agent, nested.texts) == (parent, "a1f00d", ["find it", "there"])
    assert (beside.session, beside.agent, beside.texts) == (SESSION, "a1f00d", ["find it", "there"])


def test_the_folder_is_the_records_own_however_late_it_is_told(tmp_path):
    first = {"type": "user", "uuid": "x", "message": {"role": "user", "content": "long " * 60_000}}
    read = reading(tmp_path, first, prompt("second", cwd="D:\\other"))

    assert read.state["cwd"] == "D:\\other"
    assert read.said[-1].cwd == "D:\\other"


@pytest.mark.parametrize(
    "when", ["not a date", 1777881600000, None, True, 10**400, -1e300, [], "9999-12-31T23:59:59-23:00"]
)
def test_an_odd_instant_costs_no_more_than_itself(tmp_path, when):
    assert reading(tmp_path, prompt("kept", timestamp=when)).texts == ["kept"]


def test_an_id_is_made_safe_for_a_files_name(tmp_path):
    read = reading(tmp_path, prompt("x", sessionId="../../etc/passwd"), name="odd.jsonl")

    assert re.fullmatch(r"etc-passwd-[0-9a-f]{8}", read.session)


def test_ids_that_are_made_safe_stay_different(tmp_path):
    odd = ["a b", "a#b", "a-b", "日本", "中国", "..", "x" * 10_000, "x" * 9_999 + "y"]
    made = [reading(tmp_path, prompt("x", sessionId=one), name=f"{number}.jsonl") for number, one in enumerate(odd)]
    names = {one.session for one in made}
    assert len(names) == len(odd)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", name) for name in names)
    again = [
        reading(tmp_path, prompt("x", sessionId=name), name=f"again{number}.jsonl").session
        for number, name in enumerate(names)
    ]
    assert again == list(names)
