"""What a start loads: measured in a new interpreter, because good intentions do not last."""

import json
import subprocess
import sys

import pytest

from house.tree import TOP
from vademecum import config

HEAVY = {
    "click",
    "numpy",
    "yaml",
    "cryptography",
    "re2",
    "redact_secret",
    "onnxruntime",
    "tokenizers",
    "asyncio",
    "mcp",
}


def loaded_by(code: str, *arguments: str, stdin: str = "") -> set[str]:
    script = f"{code}\nimport sys; print(*sorted(sys.modules), sep='\\n', file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        input=stdin,
        cwd=TOP,
    )
    return set(done.stderr.split())


def test_importing_the_package_loads_nothing_of_it():
    loaded = loaded_by("import vademecum")

    assert {name for name in loaded if name.startswith("vademecum")} == {"vademecum"}


@pytest.mark.parametrize("name", ["Draft", "Query", "Scope", "Settings", "VademecumError"])
def test_a_value_costs_only_the_values(name):
    loaded = loaded_by(f"import vademecum; vademecum.{name}")

    assert not loaded & (HEAVY | {"sqlite3", "subprocess"})
    assert not {m for m in loaded if m.startswith(("vademecum.engine", "vademecum.faces", "vademecum.store"))}


def test_settings_and_identity_load_no_parser(home):
    config.init_home(home)
    loaded = loaded_by(
        "from pathlib import Path; from vademecum import config, identity;"
        "config.load(config.home()); identity.project_of(Path.cwd(), config.home())"
    )

    assert not loaded & (HEAVY | {"tomllib", "subprocess", "difflib", "sqlite3"})


def test_the_server_lists_its_tools_without_anything_heavy(home):
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "server/discover"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]
    code = (
        "import sys; sys.argv = ['vade', 'serve']\n"
        "from vademecum.faces.entry import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass"
    )

    loaded = loaded_by(code, stdin="".join(json.dumps(message) + "\n" for message in messages))

    assert "vademecum.faces.mcp.profiles.agent" in loaded
    assert not loaded & (HEAVY | {"sqlite3", "tomllib", "subprocess"})
    assert not home.exists()


@pytest.mark.parametrize("line", [["--help"], ["sessions", "--help"], ["knowledge", "--help"], ["projects"]])
def test_a_command_that_asks_for_no_search_loads_no_reader_and_no_index(home, line):
    code = (
        "import sys; sys.argv[0] = 'vade'\n"
        "from vademecum.faces.entry import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass"
    )

    loaded = loaded_by(code, *line)

    assert "vademecum.faces.cli.app" in loaded
    assert not {name for name in loaded if name.startswith("vademecum.sources")}
    assert not loaded & {"vademecum.engine.gathering.run", "vademecum.index.sqlite.index"}
    assert not loaded & {"numpy", "pathspec", "watchfiles"}
