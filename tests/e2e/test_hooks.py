"""The real Claude Code with our hooks around its sessions, and as the headless client that reads a conversation."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from e2e.test_claude_code import SOURCE, Stage
from vademecum import Draft, Scope, open_vault

pytestmark = pytest.mark.e2e

SESSION = "11111111-2222-4333-8444-555555555555"
CODE = f"import sys;sys.path[:0]=['{SOURCE}'];from vademecum.faces.hooks.entry import main;main()"
EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt",
    "PreCompact": "pre-compact",
    "SessionEnd": "session-end",
}
WAIT = """
import sys, time
sys.path[:0] = [{source!r}]
from vademecum import open_vault
deadline = time.monotonic() + 30
while time.monotonic() < deadline:
    with open_vault() as vault:
        if len(vault.browse()) >= {wanted}:
            break
    time.sleep(0.2)
"""
ASK = """
import sys
sys.path[:0] = [{source!r}]
from vademecum import completers, config
answer = completers.complete({client!r}, "You extract facts.", "BEGIN x\\nact: distil\\nEND x\\n",
                             model="haiku", timeout_s=60, environment=config.child_environment())
print(answer.text, answer.tokens)
"""


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    claude = shutil.which("claude")
    if claude is None:
        pytest.skip("no `claude` on the PATH: tests/e2e/install_client.sh fetches one")
    return Stage(tmp_path, str(Path(claude).resolve()))


def hooked(stage: Stage) -> Path:
    """Register the hooks, put a memory into the vault, and return the home."""
    hooks = {
        event: [{"hooks": [{"type": "command", "command": f'"{sys.executable}" -I -S -c "{CODE}" claude {name}'}]}]
        for event, name in EVENTS.items()
    }
    (stage.config / "settings.json").write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
    home = stage.root / "home" / ".vademecum"
    with open_vault(home) as vault:
        vault.write(Draft(body="The staging database listens on port 6543.", scope=Scope("alpha")))
    return home


def python(stage: Stage, code: str, **fields: object) -> dict[str, object]:
    return {"argv": [sys.executable, "-I", "-c", code.format(source=str(SOURCE), **fields)], "cwd": str(stage.root)}


def test_a_session_begins_with_the_overview_and_what_it_decided_outlives_its_compaction(stage):
    home = hooked(stage)
    (home / "config.toml").write_text("[capture]\nmin_chars = 0\n", encoding="utf-8")
    runs = [
        stage.run("-p", "--session-id", SESSION, "We decided to keep the page size at 5000 rows."),
        stage.run("-p", "--resume", SESSION, "/compact"),
        python(stage, WAIT, wanted=2),
        stage.run("-p", "what is the page size that we decided on?"),
    ]

    first, compacted, waited, later = stage.play(runs)

    assert (first["code"], compacted["code"], waited["code"], later["code"]) == (0, 0, 0, 0)
    assert "Remembered: 1 of alpha" in first["told"][-1]
    assert "hook" not in first["err"].lower()
    with open_vault(home) as vault:
        assert "We decided to keep the page size at 5000 rows." in [one.memory.body for one in vault.browse()]
    assert "page size at 5000 rows" in later["told"][-1]
    assert not (home / "log" / "hooks.log").exists()


def test_the_headless_client_reads_with_nothing_to_act_with_and_runs_no_hook(stage):
    home = hooked(stage)
    (stage.config / "CLAUDE.md").write_text("a rule of the user", encoding="utf-8")
    scripts = {"distil": [[], '{"memories": []}']}

    (asked,) = stage.play([python(stage, ASK, client=stage.claude)], scripts)

    assert asked["out"].strip() == '{"memories": []} 20', asked
    (told,) = asked["told"]
    assert "You extract facts." in told
    assert "a rule of the user" not in told
    assert "6543" not in told
    assert not (home / "vaults" / "default" / "ledger").exists()
    assert not list(stage.config.glob("projects/**/*.jsonl"))
