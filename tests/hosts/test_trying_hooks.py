"""`vade doctor` runs the hook of each connected agent, and says when no memory comes back."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from faces.stdio import command, environment
from vademecum.engine.clock import utc_now
from vademecum.engine.hook_trial import Trial, try_hooks
from vademecum.model.health import Level
from vademecum.testing.installation import install

PLUGIN = Path(__file__).parents[2] / "plugin"


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


def plug_in(user_dir, folder):
    """Put into the agents' folders what they write when the plugin is installed."""
    source = {"source": "directory", "path": str(folder)}
    said = {
        "extraKnownMarketplaces": {"vademecum": {"source": source}},
        "enabledPlugins": {"vademecum@vademecum": True},
    }
    (user_dir / ".claude").mkdir(exist_ok=True)
    (user_dir / ".claude" / "settings.json").write_text(json.dumps(said), encoding="utf-8")
    copy = user_dir / ".codex/plugins/cache/vademecum/vademecum/0.1.0"
    shutil.copytree(folder, copy)
    text = '[plugins."vademecum@vademecum"]\nenabled = true\n'
    (user_dir / ".codex" / "config.toml").write_text(text, encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="the plugin's hooks are for POSIX shells")
def test_the_hooks_of_an_installed_plugin_are_tried_too(home, user_dir):
    plug_in(user_dir, PLUGIN)
    vade(home, user_dir, "write", "--body", "There is a home.", "--json")

    bad = hooks(vade(home, user_dir, "doctor", "--json")[1])
    install(user_dir / ".local/share/vademecum/venv")
    good = hooks(vade(home, user_dir, "doctor", "--json")[1])

    assert list(bad) == ["Claude Code plugin hook", "Codex plugin hook"]
    assert all(level == "bad" and "./install.sh" in hint for level, hint in bad.values())
    assert good == {"Claude Code plugin hook": ("good", ""), "Codex plugin hook": ("good", "")}


@pytest.mark.skipif(sys.platform == "win32", reason="the plugin's hooks are for POSIX shells")
def test_a_plugin_beside_the_settings_is_tried_though_it_gives_way(home, user_dir):
    vade(home, user_dir, "init", "--yes", "--client", "claude", "--json")
    path = user_dir / ".claude" / "settings.json"
    copy = user_dir / "copy"
    shutil.copytree(PLUGIN, copy)
    on = {"enabledPlugins": {"vademecum@market": True}}
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | on), encoding="utf-8")
    installed = {"version": 2, "plugins": {"vademecum@market": [{"scope": "user", "installPath": str(copy)}]}}
    (user_dir / ".claude" / "plugins").mkdir()
    (user_dir / ".claude" / "plugins" / "installed_plugins.json").write_text(json.dumps(installed), encoding="utf-8")
    install(user_dir / ".local/share/vademecum/venv")

    tried = hooks(vade(home, user_dir, "doctor", "--json")[1])
    shutil.rmtree(copy)
    without = hooks(vade(home, user_dir, "doctor", "--json")[1])

    assert tried == {"Claude Code hook": ("good", ""), "Claude Code plugin hook": ("good", "")}
    assert without["Claude Code plugin hook"] == ("note", "")


@pytest.mark.parametrize("line", ["exit 3", "true", "echo no hook", "/nowhere/python -c pass"])
def test_a_hook_that_gives_nothing_is_trouble_with_the_command_that_mends_it(line):
    (found,) = try_hooks([Trial("codex", "Codex hook", line)], utc_now)

    assert (found.level, found.hint) == (Level.BAD, "`vade init --client codex --yes`")
