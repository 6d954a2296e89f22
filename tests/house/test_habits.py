"""Habits that no linter knows."""

import ast
import json
import re
import tomllib
from itertools import chain

import pytest

from house.tree import PACKAGE, TOP, parsed, shown, sources, texts

FENCES = {
    "src/vademecum/faces/mcp/protocol.py": "one MCP call that fails must not end the server",
    "src/vademecum/faces/hooks/entry.py": "a hook never hurts its host: no output, exit 0, one line in the log",
    "src/vademecum/faces/cli/app.py": "a bug is told in one line, with exit 70",
    "src/vademecum/faces/hooks/afterwards.py": "a process that nobody watches notes a bug and goes",
}
"""Where everything may be caught, and why."""

OUTSIDE = re.compile(r"/root/\.|\bTODO\b|\bFIXME\b")


def handlers(path):
    return (node for node in ast.walk(parsed(path)) if isinstance(node, ast.ExceptHandler))


def is_broad(handler):
    named = (
        {node.id for node in ast.walk(handler.type) if isinstance(node, ast.Name)}
        if handler.type
        else {"BaseException"}
    )
    return bool(named & {"Exception", "BaseException"}) and not isinstance(handler.body[-1], ast.Raise)


@pytest.mark.parametrize("path", sources(), ids=shown)
def test_everything_is_caught_only_at_the_named_fences(path):
    lines = [handler.lineno for handler in handlers(path) if is_broad(handler)]

    assert lines == [] or shown(path) in FENCES


@pytest.mark.parametrize("path", sources(), ids=shown)
def test_no_state_is_kept_in_a_module(path):
    assert [node.lineno for node in ast.walk(parsed(path)) if isinstance(node, ast.Global)] == []


@pytest.mark.parametrize("path", sources("tests"), ids=shown)
def test_our_own_code_is_never_mocked(path):
    text = path.read_text(encoding="utf-8")

    assert re.findall(r"unittest\.mock|import mock|mocker\b|monkeypatch\.setattr\(\s*[\"']vademecum", text) == [] or (
        shown(path) == "tests/house/test_habits.py"
    )


@pytest.mark.parametrize("path", texts(), ids=shown)
def test_nothing_names_the_machine_it_was_made_on_or_leaves_work_undone(path):
    if shown(path) == "tests/house/test_habits.py":
        return
    text = path.read_text(encoding="utf-8", errors="replace")

    assert [line for line in text.splitlines() if OUTSIDE.search(line)] == []


def test_tests_are_named_as_sentences():
    names = [
        f"{shown(path)}: {node.name}"
        for path in sources("tests")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and node.name.count("_") < 3
    ]

    assert names == []


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    changes = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")

    assert f'__version__ = "{project["version"]}"' in text
    assert f"## [{project['version']}]" in changes
    manifests = [json.loads(path.read_text(encoding="utf-8")) for path in (TOP / "plugin").glob(".*/*.json")]
    listed = [one for manifest in manifests for one in manifest.get("plugins", [manifest])]
    assert [one["version"] for one in listed] == [project["version"]] * 3


def test_every_dependency_is_explained():
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [*project["project"]["optional-dependencies"].values(), *project["dependency-groups"].values()]
    wanted = [*project["project"]["dependencies"], *chain.from_iterable(groups)]
    explained = (TOP / "docs" / "dependencies.md").read_text(encoding="utf-8")

    assert [name for name in (re.split(r"[<>=!~\[; ]", w)[0] for w in wanted) if f"`{name}`" not in explained] == []
