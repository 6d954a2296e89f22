"""Events as real hosts send them, recorded from their clients."""

import json
from pathlib import Path

import pytest

from hooks.conftest import Host

RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "transcripts" / "hook_stdin.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
OURS = {
    "SessionStart": "session-start",
    "SessionEnd": "session-end",
    "UserPromptSubmit": "prompt",
    "PreCompact": "pre-compact",
    "PreToolUse": "pre-tool",
    "SubagentStart": "subagent-start",
}


@pytest.mark.parametrize("event", [one for one in RECORDED if one["hook_event_name"] in OURS], ids=lambda e: e["_case"])
def test_a_recorded_event_is_answered_in_the_hosts_words_or_not_at_all(host, event):
    name = event["hook_event_name"]
    client = Host(host.home, host.folder, host.env, "codex" if event["_case"].startswith("codex/") else "claude")

    told = client.fire(OURS[name], **event | {"cwd": str(host.folder)})

    assert (told.code, told.err) == (0, "")
    if told.out:
        answer = json.loads(told.out)
        assert set(answer) == {"hookSpecificOutput"}
        assert answer["hookSpecificOutput"]["hookEventName"] == name
    assert bool(told.out) == (name == "SessionStart")


@pytest.mark.parametrize("event", OURS.values())
@pytest.mark.parametrize("folder", ["told", "untold"])
def test_no_hook_does_anything_in_a_folder_that_is_to_be_left_alone(host, event, folder):
    host.set('[privacy]\nexclude = ["~/shop/**"]\n\n[inject]\nat_action = true\n')
    given = {
        "prompt": "which port does the staging database listen on?",
        "source": "startup",
        "tool_input": {"command": "The staging database listens on port 6543."},
        "agent_id": "a1",
        "agent_type": "general-purpose",
        "task": "which port does the staging database listen on?",
    }

    told = host.fire(event, **given, **({"cwd": None} if folder == "untold" else {}))

    assert (told.code, told.out, told.err) == (0, "", "")
    book = "".join(path.read_text(encoding="utf-8") for path in host.folder_of_vault.glob("ledger/*.jsonl"))
    assert '"prompt"' not in book


@pytest.mark.parametrize("name", ["session-start", "prompt", "session-end"])
def test_a_folder_longer_than_any_can_be_costs_no_time(host, name):
    told = host.fire(name, cwd="a/" * 50_000, prompt="which port does the staging database listen on?")

    assert (told.code, told.err) == (0, "")
    assert told.seconds < 5  # an interpreter's start, many times over, on a busy machine
