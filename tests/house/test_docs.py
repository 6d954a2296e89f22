"""What exists is documented, and what is documented exists."""

import ast
import re
import subprocess
import sys

import click
import pytest

from house.tree import REFERENCE, TOP, parsed, shown, sources
from vademecum import config
from vademecum.config.settings import default_of
from vademecum.config.writing import to_toml
from vademecum.faces.cli.app import app
from vademecum.faces.mcp import profiles
from vademecum.model.event import EventType
from vademecum.model.memory import Action, MemoryType, Sensitivity, Trust

CODE = re.compile(r"(?:invalid|refused|missing|conflict|unavailable|damaged)(?:\.[a-z_]+)?")
PAGES = sorted([*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md")])


def page(name):
    return (REFERENCE / name).read_text(encoding="utf-8")


def commands(group, path=()):
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        yield (*path, name), command


def codes_in_the_library():
    return {
        node.value
        for path in sources()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and "." in node.value
        and CODE.fullmatch(node.value)
    }


@pytest.mark.parametrize(
    ("path", "command"), list(commands(app)), ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_every_command_and_option_is_documented(path, command):
    text = page("cli.md")

    assert f"`vade {' '.join(path)}`" in text
    assert command.help
    options = [o for p in command.params if isinstance(p, click.Option) for o in p.opts]
    assert [option for option in options if f"`{option}`" not in text] == []
    assert [p.name for p in command.params if isinstance(p, click.Option) and not p.help] == []


@pytest.mark.parametrize("name", profiles.NAMES)
def test_every_profile_and_tool_is_documented(name):
    text = page("mcp.md")

    assert f"Profile `{name}`" in text
    for tool in profiles.load(name).tools:
        assert f"`{tool.name}`" in text
        assert [parameter for parameter in tool.parameters if f"| `{parameter}`" not in text] == []


def test_every_setting_is_documented_with_its_default_and_its_variable():
    text = page("settings.md")

    for key, spec in config.knobs():
        assert f"| `{key}` | `{to_toml(default_of(spec))}` |" in text
        assert f"`{config.variable(key)}`" in text


def test_every_variable_of_the_environment_is_documented():
    assert [name for name in config.ENVIRONMENT if f"`{name}`" not in page("settings.md")] == []


def test_every_variable_that_is_read_is_declared():
    read = {
        found
        for path in sources()
        if path.name != "make_docs.py"
        for found in re.findall(r"variables\(\)\.get\(\"([A-Z_]+)\"", path.read_text(encoding="utf-8"))
    }

    assert read <= set(config.ENVIRONMENT)


def test_every_error_code_is_documented_and_every_documented_one_exists():
    documented = set(re.findall(r"^\| `([a-z_.]+)` \|", page("errors.md").split("## Codes")[1], re.MULTILINE))
    branches = {"invalid", "refused", "missing", "conflict", "unavailable", "damaged"}

    assert documented == codes_in_the_library() | branches


@pytest.mark.parametrize("words", [MemoryType, Sensitivity, Trust], ids=lambda words: words.__name__)
def test_every_word_of_a_memorys_file_is_documented(words):
    assert [word for word in words if f"`{word}`" not in page("file-format.md")] == []


def test_every_event_and_action_is_a_word_of_the_documentation():
    text = "\n".join(p.read_text(encoding="utf-8") for p in PAGES)

    assert [word for word in (*EventType, *Action) if word.value not in text] == []


def test_the_generated_parts_are_fresh():
    done = subprocess.run(
        [sys.executable, "tools/make_docs.py", "--check"],
        cwd=TOP,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", PAGES, ids=shown)
def test_every_link_leads_somewhere(path):
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        place, _, heading = target.partition("#")
        if place.startswith("http"):
            continue
        page_meant = (path.parent / place).resolve() if place else path
        if not page_meant.exists() or (heading and heading not in headings(page_meant)):
            broken.append(target)

    assert broken == []


def headings(path):
    lines = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def test_no_page_is_left_in_the_middle_of_a_merge_or_says_a_code_twice():
    for path in PAGES:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if line.startswith(("<<<<<<< ", ">>>>>>> ")) or line == "======="], path
    codes = re.findall(r"^\| `([a-z.]+)` \|", page("errors.md"), re.MULTILINE)
    assert codes
    assert sorted(codes) == sorted(set(codes))
