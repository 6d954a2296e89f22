"""Steps of any size tell the same; a file that grows is read on, one that was changed is read anew."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sources.records import Reading, answer, codex, line, prompt, reading, result, tool, written

KEYS = """
type message payload content role uuid parentUuid id item text toolCalls name input args arguments timestamp cwd key at
sessionId $set messages $rewindTo num_turns source subagent thread_spawn speaker turn tools origin kind model display
pastedContents images vademecum namespace isSidechain displayContent call_id action command file_path
""".split()  # noqa: SIM905  a list of its own would take a page
WORDS = """
user assistant event_msg response_item session_meta turn_context item_completed UserMessage AgentMessage text image Bash
tool_use tool_result gemini function_call custom_tool_call thread_rolled_back user_message session mcp__a__b subagent
<system-reminder> <vademecum> <private> </private> ``` 2026-05-04T08:00:01Z
""".split()  # noqa: SIM905  as above
HOSTS = ["claude", "codex", "gemini", "own"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=20,
)
RECORDS = st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8)
BLOCKS = st.lists(
    st.text(max_size=300).map(lambda text: {"type": "text", "text": text})
    | st.sampled_from(["Bash", "Edit"]).map(lambda name: tool(name, command="make\nall", file_path="/home/ann/shop/a"))
    | st.just({"type": "thinking", "thinking": "hm"})
    | st.just({"type": "image", "source": {"data": "iVBORw0KGgo"}}),
    max_size=3,
)
IDS = st.sampled_from(["", *"abcdefgh"])
MESSAGES = (
    st.builds(prompt, st.text(max_size=200), IDS, IDS)
    | st.builds(
        lambda content, own, up, reply: answer(*content, uuid=own, parent=up, reply=reply), BLOCKS, IDS, IDS, IDS
    )
    | st.builds(result, BLOCKS)
    | st.just({"type": "api-request", "params": "x" * 300})
)
QUIET = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def raw(records):
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def told(path, host, sizes):
    read = Reading(path, host, sizes, passage_chars=200)
    return read.said, read.left, read.skipped, {**read.state, "sealed": None}


@QUIET
@given(st.lists(MESSAGES, max_size=12), st.lists(st.integers(1, 900), min_size=1, max_size=4))
def test_steps_of_any_size_tell_the_same_of_a_conversation(tmp_path, records, sizes):
    path = written(tmp_path / "x.jsonl", raw(records))

    assert told(path, "claude", sizes) == told(path, "claude", [8_000_000])


@QUIET
@given(st.sampled_from(HOSTS), st.lists(RECORDS, max_size=8), st.lists(st.integers(1, 900), min_size=1, max_size=4))
def test_records_of_any_shape_raise_nothing_and_tell_the_same_in_steps(tmp_path, host, records, sizes):
    path = written(tmp_path / "x.jsonl", raw(records))

    assert told(path, host, sizes) == told(path, host, [8_000_000])


@QUIET
@given(st.sampled_from(HOSTS), st.binary(max_size=2_000), st.lists(st.integers(1, 300), min_size=1, max_size=4))
def test_any_bytes_raise_nothing(tmp_path, host, data, sizes):
    path = written(tmp_path / "x.jsonl", line(prompt("before")), data)

    assert told(path, host, sizes) == told(path, host, [8_000_000])


def test_an_answer_with_a_megabyte_between_its_records_is_told_the_same_in_steps(tmp_path):
    between = {"type": "api-request", "params": "x" * 400_000}
    records = [
        prompt("go"),
        answer("one"),
        between,
        answer("two"),
        between,
        between,
        between,
        answer("three"),
        prompt("x"),
    ]
    whole = reading(tmp_path, *records)
    steps = reading(tmp_path, *records, sizes=[300_000])

    assert whole.texts == ["go", "one\ntwo", "three", "x"]
    assert steps.said == whole.said
    assert steps.steps > whole.steps


def test_a_line_that_is_not_finished_waits(tmp_path):
    path = written(tmp_path / "x.jsonl", prompt("one"), line(prompt("two"))[:-20])
    read = Reading(path)
    assert read.texts == ["one"]
    assert read.skipped == 0

    with path.open("ab") as file:
        file.write(line(prompt("two"))[-20:])
    assert read.on().texts == ["one", "two"]


def test_an_answer_that_goes_on_later_is_a_further_part_of_its_turn(tmp_path):
    path = written(tmp_path / "x.jsonl", prompt("one"), answer("two", uuid="a"))
    read = Reading(path)
    with path.open("ab") as file:
        file.write(line(answer("three", uuid="b")) + line(prompt("four")))

    assert read.on().turns == [
        (1, "user", "one"),
        (2, "assistant", "two"),
        (2, "assistant", "three"),
        (3, "user", "four"),
    ]
    assert not read.again


@pytest.mark.parametrize("sizes", [[1], [8_000_000]])
def test_a_file_that_grows_tells_no_word_twice_and_loses_none(tmp_path, sizes):
    path = written(tmp_path / "x.jsonl")
    read = Reading(path, sizes=sizes)
    for number in range(40):
        data = line(prompt(f"p{number}")) + line(answer(f"a{number}")) + line(answer(f"b{number}"))
        with path.open("ab") as file:
            file.write(data[: len(data) // 2])
        read.on()
        with path.open("ab") as file:
            file.write(data[len(data) // 2 :])
        read.on()

    words = " ".join(read.texts).split()
    assert words == [f"{kind}{number}" for number in range(40) for kind in "pab"]
    assert {said.turn for said in read.said} == set(range(1, 81))


@pytest.mark.parametrize(
    "changed",
    [
        [prompt("other"), prompt("two"), prompt("three")],
        [prompt("one")],
        [],
        [prompt("one"), prompt("twö"), prompt("three")],
    ],
    ids=["rewritten", "truncated", "emptied", "changed"],
)
def test_a_file_that_was_not_only_appended_to_is_read_from_the_start(tmp_path, changed):
    path = written(tmp_path / "x.jsonl", prompt("one"), prompt("two"))
    read = Reading(path)
    written(path, *changed)
    read.on()

    assert read.again
    assert read.texts == [record["message"]["content"] for record in changed]
    assert [said.turn for said in read.said] == list(range(1, len(changed) + 1))


def test_a_branch_that_is_left_in_a_later_step_is_still_known(tmp_path):
    path = written(tmp_path / "x.jsonl", prompt("one", "p1"), answer("1", uuid="a1"), prompt("two", "p2", "a1"))
    read = Reading(path)
    with path.open("ab") as file:
        file.write(line(prompt("three", "p3", "a1")))

    assert read.on().left == [3]


def test_the_state_is_small_and_holds_no_words_but_the_title(tmp_path):
    records = [
        record for n in range(500) for record in (prompt(f"question {n}", f"p{n}", f"a{n - 1}"), answer(f"word {n}"))
    ]
    state = json.dumps(reading(tmp_path, *records).state)

    assert len(state) < 8_000
    assert "word" not in state
    assert "question 1" not in state


def test_a_long_prompt_is_cut_where_it_pauses_and_every_word_stays(tmp_path):
    text = "\n\n".join(f"Paragraph {n}. " + "It has some words. " * 12 for n in range(30))
    code = "```python\n" + "x = 1\n" * 60 + "```"
    read = reading(tmp_path, prompt(f"{text}\n\n{code}"))

    assert "".join("".join(read.texts).split()) == "".join(f"{text}{code}".split())
    assert all(len(part) <= 1_250 for part in read.texts)
    assert {said.turn for said in read.said} == {1}
    assert all(part.startswith("Paragraph") or code in part for part in read.texts)
    assert len({said.key for said in read.said}) == len(read.said)


def test_a_rollouts_tools_and_words_are_one_turn_in_any_steps(tmp_path):
    call = {"type": "function_call", "name": "exec_command", "arguments": '{"cmd":"ls"}', "call_id": "c"}
    message = {
        "type": "item_completed",
        "item": {"type": "AgentMessage", "content": [{"type": "Text", "text": "done"}]},
    }
    records = [codex("response_item", call), codex("event_msg", message)]

    for sizes in ([1], [8_000_000]):
        read = reading(tmp_path, *records, host="codex", sizes=sizes)
        assert [(said.text, said.tools) for said in read.said] == [("done", "exec_command ls")]
