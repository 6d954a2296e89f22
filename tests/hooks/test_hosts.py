"""Events as real hosts send them, recorded from their clients."""

import json
from pathlib import Path

import pytest

from hooks.conftest import Host

RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "transcripts" / "hook_stdin.jsonl").read_text().splitlines()
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
