"""The real Claude Code, offline: it starts the server, and its model writes here and finds there.

Left out where no `claude` is on the PATH; `tests/e2e/install_client.sh DIR` fetches one.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from e2e.clients import PLACES, SOURCE, play

pytestmark = pytest.mark.e2e

START = "import sys; sys.argv[0] = 'vade'; from vademecum.faces.entry import main; main()"
TOOL = "mcp__vademecum__"


class Stage:
    """A user with a home, two projects and a client that knows the server."""

    def __init__(self, root: Path, claude: str) -> None:
        self.root, self.claude = root, claude
        self.config = root / "home" / ".claude"
        for folder in (self.config, root / "alpha", root / "beta"):
            folder.mkdir(parents=True)
        settings = {"permissions": {"allow": [TOOL + "*"]}}
        (self.config / "settings.json").write_text(json.dumps(settings), encoding="utf-8")

    def environment(self) -> dict[str, str]:
        """Return what the client sees: nothing of the test's own."""
        return {
            "PATH": PLACES,
            "HOME": str(self.root / "home"),
            "CLAUDE_CONFIG_DIR": str(self.config),
            "VADEMECUM_HOME": str(self.root / "home" / ".vademecum"),
            "ANTHROPIC_API_KEY": "a-key-that-opens-nothing",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "LANG": "C.UTF-8",
            "TERM": "dumb",
        }

    def register(self) -> dict[str, Any]:
        """Return the run that tells the client of the server."""
        server = [sys.executable, "-c", START, "serve"]
        source = ["--env", f"PYTHONPATH={SOURCE}"]
        return self.run("mcp", "add", "--scope", "user", "vademecum", *source, "--", *server)

    def run(self, *arguments: str, project: str = "alpha") -> dict[str, Any]:
        """Return one run of the client in a project."""
        return {"argv": [self.claude, *arguments], "cwd": str(self.root / project)}

    def prompt(self, text: str, project: str) -> dict[str, Any]:
        """Return the run of one prompt."""
        return self.run("-p", text, project=project)

    def play(self, runs: list[dict[str, Any]], scripts: dict[str, Any] | None = None) -> list[dict[str, Any]]:
        """Run the client and return what came of each run."""
        return play(self.environment(), runs, scripts)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """Set the stage, when there is a client."""
    claude = shutil.which("claude")
    if claude is None:
        pytest.skip("no `claude` on the PATH: tests/e2e/install_client.sh fetches one")
    return Stage(tmp_path, str(Path(claude).resolve()))


def test_the_client_lists_the_server_as_connected(stage):
    added, listed = stage.play([stage.register(), stage.run("mcp", "list")])
    assert added["code"] == 0, added
    assert "vademecum" in listed["out"]
    assert "Connected" in listed["out"], listed


def test_what_is_written_in_one_project_is_found_from_another(stage):
    written = {"title": "The build needs Node 20", "body": "Newer ones break the native module.", "scope": "global"}
    scripts = {
        "write": [[[TOOL + "memory_write", written]], "noted"],
        "search": [[[TOOL + "memory_search", {"query": "which node version does the build need"}]], "found"],
    }
    runs = [stage.register(), stage.prompt("act: write", "alpha"), stage.prompt("act: search", "beta")]
    _, wrote, found = stage.play(runs, scripts)
    assert wrote["out"].strip() == "noted", wrote
    assert '\\"action\\":\\"stored\\"' in wrote["told"][-1].replace(" ", "")
    assert found["out"].strip() == "found", found
    assert "Newer ones break the native module." in found["told"][-1]


def test_what_belongs_to_one_project_is_not_found_from_another(stage):
    written = {"title": "The staging port is 6543", "body": "Not the default.", "scope": "project"}
    scripts = {
        "write": [[[TOOL + "memory_write", written]], "noted"],
        "search": [[[TOOL + "memory_search", {"query": "what is the staging port"}]], "looked"],
    }
    runs = [stage.register(), stage.prompt("act: write", "alpha"), stage.prompt("act: search", "beta")]
    again = stage.prompt("act: search", "alpha")
    _, wrote, elsewhere, here = stage.play([*runs, again], scripts)
    assert wrote["out"].strip() == "noted", wrote
    assert "Not the default." not in elsewhere["told"][-1]
    assert "Not the default." in here["told"][-1]


def test_the_instructions_are_always_before_the_model(stage):
    _, told = stage.play([stage.register(), stage.prompt("act: none", "alpha")])
    assert any("Long-term memory that outlives this session" in text for text in told["told"])
