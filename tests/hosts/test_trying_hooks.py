"""`vade doctor` runs the hook of each connected agent, and says when no memory comes back."""

import json
import subprocess
import sys

import pytest

from faces.stdio import command, environment
from vademecum.engine.clock import utc_now
from vademecum.engine.hook_trial import try_hooks
from vademecum.model.health import Level


def vade(home, user_dir, *arguments):
    env = environment(home, HOME=str(user_dir))
    done = subprocess.run(command(*arguments), capture_output=True, env=env, cwd=user_dir, check=False, timeout=120)
    return done.returncode, json.loads(done.stdout)


def hooks(told):
    return {
        check["name"]: (check["level"], check["hint"]) for check in told["checks"] if check["name"].endswith(" hook")
    }


@pytest.mark.skipif(sys.platform == "win32", reason="the shell of POSIX")
def test_a_memory_reaches_a_prompt_by_the_command_of_each_agent(home, user_dir):
    vade(home, user_dir, "init", "--yes", "--client", "claude", "--client", "gemini", "--client", "vscode", "--json")

    _, told = vade(home, user_dir, "doctor", "--json")

    assert hooks(told) == {"Claude Code hook": ("good", ""), "Gemini CLI hook": ("good", "")}
    assert not list((home / "vaults").glob("*/ledger"))


def test_without_a_connected_agent_nothing_is_tried(home, user_dir):
    vade(home, user_dir, "init", "--yes", "--client", "vscode", "--json")

    assert hooks(vade(home, user_dir, "doctor", "--json")[1]) == {}


@pytest.mark.parametrize("line", ["exit 3", "true", "echo no hook", "/nowhere/python -c pass"])
def test_a_hook_that_gives_nothing_is_trouble_with_the_command_that_mends_it(line):
    (found,) = try_hooks([("codex", "Codex", line)], utc_now)

    assert (found.level, found.hint) == (Level.BAD, "`vade init --client codex --yes`")
