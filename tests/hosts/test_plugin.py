"""An agent that has our plugin is connected by it: `vade init` adds nothing, and what is there twice is told."""

import json

import pytest

from faces.terminal import vade

pytestmark = pytest.mark.usefixtures("home")

CLAUDE = {"enabledPlugins": {"other@market": True, "vademecum@market": True}}
CODEX = '[plugins."vademecum@market"]\nenabled = true\n'
PLACES = {"claude": (".claude/settings.json", json.dumps(CLAUDE)), "codex": (".codex/config.toml", CODEX)}


@pytest.fixture(params=PLACES)
def agent(request, user_dir):
    """Return an agent whose plugin can be switched on: its name, its settings, and what these say then."""
    relative, text = PLACES[request.param]
    path = user_dir / relative
    path.parent.mkdir()
    return request.param, path, text


def connect(name):
    return vade("init", "--client", name, "--yes", "--no-import")


def told(name):
    title = {"claude": "Claude Code", "codex": "Codex"}[name]
    return [check for check in json.loads(vade("status", "--json").out)["checks"] if check["name"] == title]


def test_an_agent_with_the_plugin_is_left_to_it(agent, user_dir):
    name, path, text = agent
    path.write_text(text, encoding="utf-8")

    said = connect(name)

    assert said.code == 0, said
    assert "is connected by its plugin\n" in said.out
    assert str(path.parent) not in said.out
    assert path.read_text(encoding="utf-8") == text
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert not (user_dir / ".claude.json").exists()
    assert [(check["level"], check["message"]) for check in told(name)] == [("good", "connected by its plugin")]


def test_a_plugin_that_is_switched_off_connects_nothing(agent):
    name, path, text = agent
    path.write_text(text.replace("true", "false"), encoding="utf-8")

    connect(name)

    assert "vademecum.faces.hooks.entry" in "".join(file.read_text(encoding="utf-8") for file in path.parent.iterdir())


def test_entries_from_before_the_plugin_are_kept_and_told_where_the_tools_are_there_twice(agent):
    name, path, text = agent
    connect(name)
    before = path.read_text(encoding="utf-8")
    both = json.dumps(json.loads(before) | CLAUDE) if name == "claude" else before + text
    path.write_text(both, encoding="utf-8")

    connect(name)

    assert path.read_text(encoding="utf-8") == both
    (note,) = [check for check in told(name) if "is connected twice" in check["message"]]
    assert "by its settings and by its plugin" in note["message"]
    assert ("offered twice" in note["message"]) is (name == "claude")
    assert note["hint"] == f"`vade uninstall --client {name}` leaves it to the plugin"
    vade("config", "inject.at_action", "true")
    connect(name)
    (note,) = [check for check in told(name) if "is connected twice" in check["message"]]
    verb = {"claude": "disable", "codex": "remove"}[name]
    assert note["hint"].startswith(f"`{name} plugin {verb} vademecum@market`: only the settings' hooks ask")


def test_a_plugin_alone_is_told_to_ask_nothing_before_an_action_when_that_is_wanted(agent):
    name, path, text = agent
    path.write_text(text, encoding="utf-8")
    vade("config", "inject.at_action", "true")

    (note,) = [check for check in told(name) if check["level"] == "note"]

    assert "its plugin asks nothing before an action" in note["message"]
    assert f"plugin {'disable' if name == 'claude' else 'remove'} vademecum@market`" in note["hint"]
    assert f"`vade init --client {name} --yes --no-import`" in note["hint"]


def test_disconnecting_leaves_the_plugin_alone(agent):
    name, path, text = agent
    connect(name)
    before = path.read_text(encoding="utf-8")
    path.write_text(json.dumps(json.loads(before) | CLAUDE) if name == "claude" else before + text, encoding="utf-8")

    vade("uninstall", "--client", name, "--yes")

    left = path.read_text(encoding="utf-8")
    assert "vademecum@market" in left
    assert "vademecum.faces" not in left
    assert all(check["level"] == "good" for check in told(name)), told(name)
