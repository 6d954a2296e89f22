"""The plugin's hooks, as a shell runs them: they find the installation, give way to other hooks, and stop nothing."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from faces.terminal import vade
from hooks.running import Answer
from vademecum.config import quick
from vademecum.faces.hooks.event import HOSTS
from vademecum.hosts.ours import SECONDS, hook_command, installed
from vademecum.testing.installation import install

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the plugin's hooks are for POSIX shells")

PLUGIN = Path(__file__).parents[2] / "plugin"
FILES = {"claude": "hooks.json", "codex": "codex.json"}
HOOKS = {
    host: json.loads((PLUGIN / "hooks" / name).read_text(encoding="utf-8"))["hooks"] for host, name in FILES.items()
}
EVENTS = list(HOOKS["claude"])
SHELLS = [shell for name in ("sh", "bash", "zsh") if (shell := shutil.which(name))]
USUAL = Path(".local/share/vademecum/venv")
ASKED = "when are deploys of the billing service frozen?"


@pytest.fixture
def ask(knowing, alpha, user_dir):
    """Return what runs a hook of the plugin for a user whose memory knows something."""

    def asked(event="UserPromptSubmit", host="claude", shell="/bin/sh", plugin=PLUGIN, data=None, **more):
        (group,) = HOOKS[host][event]
        told = {"session_id": "s1", "cwd": str(alpha), "hook_event_name": event, "prompt": ASKED}
        environment = {"HOME": str(user_dir), "PATH": "/usr/bin:/bin", "VADEMECUM_HOME": str(knowing)}
        done = subprocess.run(
            [shell, "-c", group["hooks"][0]["command"]],
            input=json.dumps(told).encode() if data is None else data,
            capture_output=True, check=False, timeout=30, cwd=alpha,
            env=environment | {"CLAUDE_PLUGIN_ROOT": str(plugin)} | more,
        )  # fmt: skip
        return Answer(done.stdout, done.stderr, done.returncode)

    return asked


@pytest.fixture
def usual(user_dir):
    """Install where the installer does."""
    return install(user_dir / USUAL)


@pytest.fixture
def registered(user_dir, usual):
    """Return what puts a line into an agent's own settings, as `vade init` writes it for that installation."""

    def register(host, *events):
        commands = {event: hook_command(installed(), host, event) for event in events}
        hooks = {event: [{"hooks": [{"type": "command", "command": line}]}] for event, line in commands.items()}
        path = user_dir / {"claude": ".claude/settings.json", "codex": ".codex/hooks.json"}[host]
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"hooks": hooks}), encoding="utf-8")

    return register


@pytest.mark.parametrize(("host", "path"), [("claude", ".claude/settings.json"), ("codex", ".codex/hooks.json")])
def test_the_plugin_has_the_hooks_that_init_registers(user_dir, home, host, path):
    vade("init", "--client", host, "--yes", "--no-import")
    settings = json.loads((user_dir / path).read_text(encoding="utf-8"))["hooks"]

    wanted = {name: group["hooks"][0] for name, (group,) in settings.items()}
    found = {name: group["hooks"][0] for name, (group,) in HOOKS[host].items()}
    assert list(found) == list(wanted)
    for name, handler in found.items():
        (ours,) = [event for event in SECONDS if f"set -- {host} {event} " in handler["command"]]
        assert wanted[name]["command"].endswith(f" {host} {ours}")
        most = 3 if (host, ours) == ("codex", "session-end") else SECONDS[ours]  # it waits no longer, and would say so
        assert (handler["type"], handler["timeout"]) == ("command", most)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_prompt_is_given_its_memory_in_every_shell(ask, usual, shell):
    answer = ask(shell=shell)

    assert "frozen on Fridays" in answer.text
    assert (answer.code, answer.err) == (0, b"")


@pytest.mark.parametrize("place", ["elsewhere", "with a space"])
def test_an_installation_anywhere_is_found_by_the_command_on_the_path(ask, tmp_path, place):
    command = install(tmp_path / place / "venv").vade
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "vade").symlink_to(command)

    assert "frozen on Fridays" in ask(PATH=f"{folder}:/usr/bin:/bin").text


def test_a_package_that_is_not_in_the_usual_folder_is_looked_for(ask, usual):
    (usual.packages / "vademecum").rename(usual.packages.parent / "vademecum")
    (usual.packages / "ours.pth").write_text(str(usual.packages.parent), encoding="utf-8")

    assert "frozen on Fridays" in ask().text


@pytest.mark.parametrize("event", EVENTS)
def test_without_an_installation_nothing_is_said_and_nothing_stopped(ask, event):
    assert ask(event).is_silent


@pytest.mark.parametrize("event", EVENTS)
def test_without_the_plugins_own_files_nothing_is_stopped(ask, usual, tmp_path, event):
    assert ask(event, plugin=tmp_path / "gone").is_silent


@pytest.mark.parametrize("text", ["if then fi\n", "vade_python() {\n", "exit 2\n", "exec nothing-of-this-name\n"])
@pytest.mark.parametrize("shell", SHELLS)
def test_a_damaged_file_of_the_plugin_stops_nothing(ask, usual, tmp_path, text, shell):
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "run.sh").write_text(text, encoding="utf-8")

    answer = ask(plugin=tmp_path, shell=shell)

    assert (answer.out, answer.code) == (b"", 0)


@pytest.mark.parametrize("event", EVENTS)
def test_what_cannot_be_read_stops_nothing(ask, usual, event):
    answer = ask(event, data=b"\xff{not json")

    assert (answer.out, answer.code) == (b"", 0)


def test_an_installation_without_the_package_says_nothing(ask, usual):
    (usual.packages / "vademecum").unlink()

    assert ask().is_silent


@pytest.mark.parametrize(
    "text", ["", "#!/bin/sh", "#!/bin/bash\nexit 2\n", "#!/bin/sh\nexit 2\n", "#!/usr/bin/env python3\n"]
)
def test_another_command_of_the_name_is_not_started(ask, tmp_path, text):
    other = tmp_path / "bin" / "vade"
    other.parent.mkdir()
    other.write_text(text, encoding="utf-8")
    other.chmod(0o755)

    assert ask(PATH=f"{other.parent}:/usr/bin:/bin").is_silent


@pytest.mark.parametrize("host", FILES)
def test_a_hook_in_the_users_own_settings_answers_alone(ask, registered, host):
    registered(host, "prompt")

    assert ask(host=host).is_silent


def test_what_init_has_registered_answers_alone(ask, usual):
    vade("init", "--client", "claude", "--yes", "--no-import")

    assert ask().is_silent


@pytest.mark.parametrize(("other", "host"), [("codex", "claude"), ("claude", "codex")])
def test_a_hook_in_another_agents_settings_changes_nothing(ask, registered, other, host):
    registered(other, "prompt")

    assert "frozen on Fridays" in ask(host=host).text


def test_an_event_that_the_settings_lack_is_answered_by_the_plugin(ask, registered):
    registered("claude", "session-start", "session-end")

    assert "frozen on Fridays" in ask().text


def test_settings_in_another_folder_are_found_as_the_agent_finds_them(ask, registered, user_dir):
    registered("claude", "prompt")
    (user_dir / ".claude").rename(user_dir / "moved")

    assert "frozen on Fridays" in ask().text
    assert ask(CLAUDE_CONFIG_DIR=str(user_dir / "moved")).is_silent


def test_what_the_product_started_itself_is_given_nothing(ask, usual):
    assert ask(VADEMECUM_CAPTURE="1").is_silent


@pytest.mark.parametrize("host", HOSTS)
def test_only_agents_that_take_plugins_have_a_file_to_look_into(host, user_dir):
    path = quick.hooks_file(host)

    assert bool(path) == (host in {"claude", "codex"})
    assert not path or os.path.commonpath([path, user_dir]) == str(user_dir)
