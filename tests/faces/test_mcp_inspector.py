"""A third opinion: MCP Inspector's command line looks at the server, in both eras.

Left out where no `mcp-inspector` is on the PATH; `tests/e2e/install_client.sh DIR mcp-inspector` fetches it.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from faces.stdio import SOURCE, START, environment
from vademecum.faces.mcp import profiles

pytestmark = pytest.mark.e2e


@pytest.fixture
def inspector() -> str:
    """Return the inspector's command."""
    found = shutil.which("mcp-inspector")
    if found is None:
        pytest.skip("no `mcp-inspector` on the PATH: tests/e2e/install_client.sh DIR mcp-inspector fetches it")
    return found


@pytest.fixture
def inspect(inspector: str, home: Path, tmp_path: Path):
    """Return a function that asks the inspector one thing."""
    server = tmp_path / "vade"
    server.write_text(
        f"#!/usr/bin/env python3\nimport sys\nsys.path.insert(0, {str(SOURCE)!r})\n{START}\n", encoding="utf-8"
    )

    def ask(era: str, *arguments: str, profile: str = "agent") -> tuple[int, Any]:
        argv = [inspector, "--cli", shutil.which("python"), str(server), "serve", "--profile", profile]
        done = subprocess.run(
            [*argv, "--protocol-era", era, "--format", "json", *arguments],
            env=environment(home), cwd=home.parent, capture_output=True, encoding="utf-8", timeout=60, check=False,
        )  # fmt: skip
        return done.returncode, _result(done.stdout) or done.stderr

    return ask


def _result(said: str) -> Any:
    """Return the result, which the inspector may wrap."""
    found = json.loads(said) if said.strip() else None
    return found["result"] if isinstance(found, dict) and "result" in found else found


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize("profile", profiles.NAMES)
def test_the_inspector_finds_no_fault_in_the_tools(inspect, era, profile):
    code, listed = inspect(era, "--method", "tools/list", "--strict", profile=profile)
    assert code == 0, listed
    assert [tool["name"] for tool in listed["tools"]] == [tool.name for tool in profiles.load(profile).tools]


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_reads_the_overview_and_gets_the_prompt(inspect, era):
    text = json.dumps({"text": "The kettle is blue."})
    code, stored = inspect(
        era, "--method", "tools/call", "--tool-name", "remember", "--tool-args-json", text, profile="sup-mem"
    )
    assert code == 0, stored
    code, read = inspect(era, "--method", "resources/read", "--uri", "memory://manifest")
    assert "- the_kettle_is_blue" in read["contents"][0]["text"], (code, read)
    asked = ("--method", "prompts/get", "--prompt-name", "recall", "--prompt-args", "topic=kettle")
    code, prompt = inspect(era, *asked, profile="sup-mem")
    assert "The kettle is blue." in prompt["messages"][0]["content"]["text"], (code, prompt)


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_writes_and_finds(inspect, era):
    written = json.dumps({"title": "The kettle is blue", "body": "Bought in May."})
    code, stored = inspect(era, "--method", "tools/call", "--tool-name", "memory_write", "--tool-args-json", written)
    assert (code, stored["structuredContent"]["action"]) == (0, "stored"), stored
    code, found = inspect(era, "--method", "tools/call", "--tool-name", "memory_search", "--tool-arg", "query=kettle")
    assert [hit["name"] for hit in found["structuredContent"]["hits"]] == ["the_kettle_is_blue"], (code, found)
    code, read = inspect(era, "--method", "resources/read", "--uri", "memory://memory/the_kettle_is_blue")
    assert "Bought in May." in read["contents"][0]["text"], (code, read)


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_is_told_of_an_unknown_tool(inspect, era):
    code, _ = inspect(era, "--method", "tools/call", "--tool-name", "no_such_tool")
    assert code != 0
