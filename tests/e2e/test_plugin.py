"""The plugin in the real clients: they accept it, its hooks bring memories, and nothing comes twice or in the way.

A client that is not on the PATH is left out; `tests/e2e/install_client.sh DIR` fetches one.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from e2e.clients import ClaudeCode, Codex, Person, Run, find, play

pytestmark = pytest.mark.e2e

PLUGIN = str(Path(__file__).parents[2] / "plugin")
NAME = "vademecum@vademecum"
TOOL = "mcp__plugin_vademecum_vademecum__"
FREEZE = ("--title", "Billing deploys", "--body", "Deploys of the billing service are frozen on Fridays; ask Marta.")
KNOWN = "ask Marta"
ASKED = "When may I deploy the billing service?"
SCRIPTS = {"search": [[[TOOL + "memory_search", {"query": ASKED}]], "found"]}


class PluggedIn(Person):
    """A person who has `vade` on the PATH, and may put the plugin into the client."""

    has_vade = True

    def environment(self) -> dict[str, str]:
        said = super().environment()
        return said | {"PATH": f"{self.installation / 'bin'}:{said['PATH']}"} if self.has_vade else said

    def client_runs(self, *arguments: str) -> Run:
        """Return the run of one of the client's own commands."""
        return {"argv": [self.client.program, *arguments], "cwd": str(self.home)}

    def plug_in(self) -> list[Run]:
        """Return the runs that install the plugin: all that a user does."""
        verb = "install" if self.client.name == "claude" else "add"
        return [self.client_runs("plugin", "marketplace", "add", PLUGIN), self.client_runs("plugin", verb, NAME)]

    def knows(self) -> Run:
        return self.vade("write", *FREEZE, cwd=self.alpha)

    def asks_the_plugin(self, text: str = ASKED, *more: str) -> Run:
        """Return the run of one prompt with the client's plugins on."""
        run = self.asks(text, server=True)
        argv = [word.replace("features.plugins=false", "features.plugins=true") for word in run["argv"]]
        return run | {"argv": [*argv[:1], *more, *argv[1:]]}

    def play_with(self, scripts: dict[str, Any], *runs: Run) -> list[Run]:
        done = play(self.environment(), runs, scripts)
        assert [run["code"] for run in done] == [0] * len(runs), done
        return done


@pytest.fixture
def claude(tmp_path: Path) -> PluggedIn:
    settings = json.dumps({"permissions": {"allow": [TOOL + "*"]}})
    return PluggedIn(tmp_path, find(ClaudeCode), {".claude/settings.json": settings})


@pytest.fixture
def codex(tmp_path: Path) -> PluggedIn:
    return PluggedIn(tmp_path, find(Codex))


@pytest.fixture(params=["claude", "codex"])
def person(request: pytest.FixtureRequest) -> PluggedIn:
    found: PluggedIn = request.getfixturevalue(request.param)
    return found


def told(run: Run) -> str:
    """Return all that was put before the model at the end of a turn."""
    assert run["told"], (run["out"], run["err"])
    return str(run["told"][-1])


def test_the_validator_finds_nothing_not_even_for_the_public_directory(claude):
    validate = ("plugin", "validate", "--strict", "--profile", "directory")

    (said,) = claude.play(claude.client_runs(*validate, PLUGIN))

    assert "Validation passed" in said["out"]
    assert "warning" not in said["out"].lower()


def test_claude_code_installs_it_and_shows_all_its_parts(claude):
    *_, listed, details, servers = claude.play(
        *claude.plug_in(),
        claude.client_runs("plugin", "list"),
        claude.client_runs("plugin", "details", "vademecum"),
        claude.client_runs("mcp", "list"),
    )

    assert NAME in listed["out"]
    assert "enabled" in listed["out"]
    assert all(word in details["out"] for word in ("memory, using-memory", "UserPromptSubmit", "MCP servers (1)"))
    assert "plugin:vademecum:vademecum" in servers["out"]
    assert "Connected" in servers["out"], servers


def test_codex_installs_it_and_shows_its_server(codex):
    *_, listed, servers = codex.play(
        *codex.plug_in(), codex.client_runs("plugin", "list"), codex.client_runs("mcp", "list")
    )

    assert f"{NAME}  installed, enabled" in " ".join(listed["out"].split(" ")), listed
    assert "vademecum" in servers["out"]


def test_a_memory_comes_with_the_prompt_by_the_plugin_alone(person):
    *_, turn = person.play(*person.plug_in(), person.knows(), person.asks_the_plugin())

    assert told(turn).count(KNOWN) == 1
    assert "clamping" not in turn["err"]
    assert not (person.memory / "log" / "hooks.log").exists()


def test_a_folder_is_enough_for_a_session(claude):
    _, turn = claude.play(claude.knows(), claude.asks_the_plugin(ASKED, "--plugin-dir", PLUGIN))

    assert "UserPromptSubmit hook additional context: <vademecum" in told(turn)
    assert told(turn).count(KNOWN) == 1


def test_the_model_searches_by_the_plugins_server(claude):
    *_, turn = claude.play_with(SCRIPTS, *claude.plug_in(), claude.knows(), claude.asks_the_plugin("act: search"))

    assert turn["out"].strip() == "found", turn
    assert KNOWN in told(turn)


def test_the_command_puts_the_users_words_before_the_model(claude):
    *_, turn = claude.play(*claude.plug_in(), claude.asks_the_plugin("/vademecum:memory search lanterns"))

    assert "The user asks the long-term memory: `search lanterns`" in told(turn)


def test_what_init_registered_first_is_not_recalled_twice(person):
    runs = [person.connect(), *person.plug_in(), person.knows(), person.asks_the_plugin()]

    *_, turn = person.play(*runs)

    assert told(turn).count(KNOWN) == 1


def test_init_leaves_a_client_with_the_plugin_to_it(person):
    runs = [*person.plug_in(), person.connect(), person.vade("status"), person.knows(), person.asks_the_plugin()]

    *_, status, _, turn = person.play(*runs)

    assert "connected by its plugin" in status["out"]
    assert told(turn).count(KNOWN) == 1
    assert "faces.hooks.entry" not in "".join(
        path.read_text(encoding="utf-8") for path in person.home.glob(".c*/*.json")
    )


def test_without_vademecum_the_prompt_goes_its_way(person):
    person.has_vade = False

    *_, turn = person.play(*person.plug_in(), person.asks_the_plugin())

    assert ASKED in told(turn)
    assert "<vademecum" not in told(turn)
    assert turn["out"].strip().endswith("ok")


def test_taken_off_it_leaves_nothing_that_asks(person):
    off = ("uninstall", "vademecum") if person.client.name == "claude" else ("remove", NAME)
    runs = [*person.plug_in(), person.knows(), person.client_runs("plugin", *off), person.asks_the_plugin()]

    *_, turn = person.play(*runs)

    assert KNOWN not in told(turn)
