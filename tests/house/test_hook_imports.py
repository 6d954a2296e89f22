"""The prompt hook imports what it needs and nothing that costs milliseconds."""

import json
import subprocess
import sys

import pytest

from hooks.running import CODE
from vademecum import open_vault
from vademecum.model.memory import Draft

DEAR = {
    "dataclasses", "typing", "inspect", "re", "enum", "json", "pathlib", "datetime", "hashlib", "contextlib", "logging",
    "numpy", "sqlite3", "click", "subprocess", "threading", "tempfile", "tomllib",
}  # fmt: skip
TELL = CODE.replace("main()", "run(sys.argv[1:]);sys.stderr.write(chr(10).join(sys.modules))")


def modules(home, prompt, cwd):
    event = {"session_id": "s", "cwd": str(cwd), "prompt": prompt}
    code = TELL.replace("import main", "import run").replace(";main", ";")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, "claude", "prompt"],
        input=json.dumps(event).encode(), capture_output=True, check=True, env={"VADEMECUM_HOME": str(home)},
    )  # fmt: skip
    return set(done.stderr.decode().split()), done.stdout


@pytest.fixture
def home_with_memory(home):
    with open_vault(home) as vault:
        vault.write(Draft(body="Deploys of the billing service are frozen on Fridays."))
    return home


def test_a_real_prompt_imports_nothing_dear(home_with_memory, tmp_path):
    modules(home_with_memory, "is the billing service frozen on fridays?", tmp_path)  # notes the project
    imported, answer = modules(home_with_memory, "deploys of the billing service on fridays, frozen?", tmp_path)

    assert answer == b""  # given with the first prompt
    assert "vademecum.engine.inject" in imported
    assert imported & DEAR == set()


def test_a_trivial_prompt_imports_neither_the_engine_nor_a_database(home_with_memory, tmp_path):
    imported, answer = modules(home_with_memory, "thanks, continue!", tmp_path)

    assert answer == b""
    assert not [name for name in imported if name.startswith(("vademecum.engine", "vademecum.index", "_sqlite3"))]
    assert imported & DEAR == set()
