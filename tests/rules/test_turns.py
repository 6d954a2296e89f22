"""What is taken of a host's transcript, and what is not."""

import json
from pathlib import Path

import pytest

from vademecum.rules.turns import Turn
from vademecum.sources.transcripts import turns_of

DATA = Path(__file__).parents[1] / "data" / "transcripts"


def read(data: bytes, most: int = 60_000, turn_most: int = 2_000) -> list[Turn]:
    return turns_of(data, most=most, turn_most=turn_most)


def said(name: str) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in read((DATA / name).read_bytes())]


def lines(*records: object) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def prompt(text: object, **more: object) -> dict[str, object]:
    return {"type": "user", "message": {"role": "user", "content": text}} | more


def test_a_claude_transcript_gives_what_was_typed_and_answered_and_nothing_else():
    assert said("claude_compact.jsonl") == [
        ("user", "first turn [[say ONE]]"),
        ("agent", "ONE"),
        ("user", "second turn [[say TWO]]"),
        ("agent", "TWO"),
        ("user", "fourth [[say FOUR]]"),
        ("agent", "FOUR"),
    ]


def test_commands_expansions_and_the_summary_of_a_compaction_are_no_turns():
    texts = [text for _, text in said("claude_interactive.jsonl")]

    assert "# always use tabs" in texts
    assert not [text for text in texts if "PROBE-PROMPT" in text or "continued from" in text]
    assert not [text for text in texts if text.startswith("<command")]


def test_a_codex_rollout_tells_each_message_once_and_no_injected_context():
    spoken = said("codex_exec.jsonl")

    assert [speaker for speaker, _ in spoken] == ["user", "agent"]
    assert spoken[0][1].startswith("hello [[tool exec_command")
    assert spoken[1][1] == "CXF"


def test_a_gemini_chat_loses_the_context_that_hooks_put_into_the_prompt():
    assert said("gemini_chat.jsonl") == [
        ("user", 'hello [[tool mcp_probe_search_memory {"query":"gq"}]] [[say GMF]]'),
        ("agent", "GMF"),
    ]


def test_an_abandoned_branch_is_left_out():
    texts = " ".join(text for _, text in said("branches.jsonl"))

    assert "active-branch-sentinel" in texts
    assert "abandoned-branch-sentinel" not in texts


def test_what_lies_before_a_record_that_cannot_be_read_stays():
    data = lines(prompt("first", uuid="a"), prompt("third", uuid="c", parentUuid="b"))

    assert [turn.text for turn in read(data)] == ["first", "third"]


@pytest.mark.parametrize(
    "record",
    [
        prompt("meta", isMeta=True),
        prompt("side", isSidechain=True),
        prompt("notified", origin={"kind": "task-notification"}),
        prompt("by the system", promptSource="system"),
        prompt("<task-notification>done</task-notification>"),
        prompt("/model"),
        prompt([{"type": "tool_result", "content": "result"}]),
        prompt([{"type": "image", "source": {"data": "iVBORw0KGgo="}}]),
        {"type": "assistant", "message": {"content": [{"type": "thinking", "thinking": "hm"}]}},
        {"type": "assistant", "isApiErrorMessage": True, "message": {"content": "overloaded"}},
        {"type": "attachment", "attachment": {"type": "hook_additional_context", "content": ["given"]}},
        {"type": "api-request-blob", "message": {"role": "user", "content": "again"}},
        {"type": "last-prompt", "lastPrompt": "again"},
        {"type": "queue-operation", "content": "again"},
        {"type": "brand-new", "payload": {"text": "new"}},
        {"type": ["user"], "message": {"content": "odd"}},
        {"type": "user", "message": None},
        {"type": "event_msg", "payload": {"type": "item_completed", "item": None}},
        [1, 2],
        None,
    ],
    ids=str,
)
def test_records_of_other_kinds_are_no_turns(record):
    assert read(lines(record, prompt("kept"))) == [Turn("user", "kept")]


def test_what_was_typed_while_the_agent_worked_is_a_turn():
    typed = {"type": "queued_command", "prompt": "not there!", "commandMode": "prompt", "origin": {"kind": "human"}}
    notice = {"type": "queued_command", "prompt": "done", "commandMode": "task-notification"}
    records = [{"type": "attachment", "attachment": attachment} for attachment in (typed, notice, None, [])]

    assert read(lines(*records)) == [Turn("user", "not there!")]


def test_what_was_injected_or_is_private_is_cut_out_of_a_turn():
    text = (
        "before <system-reminder>injected</system-reminder>"
        '<vademecum note="data">- remember this: injected</vademecum> middle <private>hidden</private> after'
    )

    (turn,) = read(lines(prompt(text)))

    assert " ".join(turn.text.split()) == "before middle after"


def test_lines_that_cannot_be_read_hide_no_others():
    data = b"\n".join(
        [
            b"\xef\xbb\xbf" + json.dumps(prompt("one")).encode(),
            b'{"type":"user","message":{"content":"bad \\x"}}',
            b"\0" * 50,
            b'{"type":"user"',
            b"[" * 100_000,
            b"",
            json.dumps(prompt("two \ud800")).encode() + b"\r",
            b'{"type":"user","message":{"content":"latin \xe9"}}',
            json.dumps(prompt("not finished")).encode(),
        ]
    )

    assert [turn.text for turn in read(data)] == ["one", "two ?", "latin \ufffd"]


def test_the_end_is_kept_within_bounds():
    data = lines(*(prompt(f"{n} " + "x" * 100) for n in range(50)))

    kept = read(data, most=250, turn_most=60)

    assert [turn.text.split()[0] for turn in kept] == ["46", "47", "48", "49"]
    assert all(len(turn.text) == 60 for turn in kept)
