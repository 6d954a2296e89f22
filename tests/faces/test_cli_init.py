"""The first minute: a home is made, and what Claude Code remembers is offered."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from faces.stdio import command, environment
from faces.terminal import vade

SLUG = str.maketrans("/_.", "---")


@pytest.fixture
def claude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return Claude Code's folder: it knows two projects in folders of one name, a gone one, and odd files."""
    folder = tmp_path / "claude"
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(folder))
    keep(folder, tmp_path / "a" / "api", "retries.md", "Payments are retried four times", "With jitter.")
    keep(folder, tmp_path / "b" / "api", "retries.md", "Webhooks are never retried", "They would double orders.")
    gone = keep(folder, tmp_path / "gone", "build.md", "The build needs Bazel 7", "Not 8.")
    (gone / "notes.txt").write_text("not markdown", encoding="utf-8")
    (gone / "empty.md").write_text("", encoding="utf-8")
    (gone / "cafe.md").write_bytes("Les caf\u00e9s ferment le lundi".encode("latin-1"))
    (tmp_path / "gone").rmdir()
    return folder


def keep(claude, project, name, title, body):
    project.mkdir(parents=True)
    place = claude / "projects" / str(project).translate(SLUG)
    (place / "memory").mkdir(parents=True)
    (place / "1.jsonl").write_text(json.dumps({"type": "user", "cwd": str(project)}) + "\n", encoding="utf-8")
    text = f"---\nname: {name[:-3]}\ndescription: {title}\ntype: project\n---\n\n{body}\n"
    (place / "memory" / name).write_text(text, encoding="utf-8")
    (place / "memory" / "MEMORY.md").write_text(f"# Memory\n- [{title}]({name}) \u2014 hook\n", encoding="utf-8")
    return place / "memory"


def found(*arguments):
    return [hit["description"] for hit in vade("search", *arguments, "--json").json["hits"]]


@pytest.mark.usefixtures("home", "claude")
def test_what_claude_code_remembers_is_found_right_after_init(tmp_path, monkeypatch):
    said = vade("init", "--yes")
    assert said.code == 0
    assert "Copied what Claude Code remembers:\n" in said.out
    assert "  in all: 4 candidates, 4 stored\n" in said.out
    monkeypatch.chdir(tmp_path / "a" / "api")
    assert found("are payments retried") == ["Payments are retried four times"]
    assert found("are webhooks retried") != ["Webhooks are never retried"]
    monkeypatch.chdir(tmp_path / "b" / "api")
    assert found("are webhooks retried") == ["Webhooks are never retried"]
    monkeypatch.chdir(tmp_path)
    assert vade("search", "which bazel does the build need", "--json").json["elsewhere"] == 1
    assert found("which bazel does the build need", "--scope", "all") == ["The build needs Bazel 7"]


@pytest.mark.usefixtures("home", "claude")
def test_a_second_init_copies_nothing_and_says_nothing_of_it():
    vade("init", "--yes")
    assert "Claude Code remembers" not in vade("init", "--yes").out
    assert vade("init", "--json").json["imported"]["counts"]["duplicates"] == 4


@pytest.mark.usefixtures("home", "claude")
def test_without_a_yes_it_is_offered_and_nothing_is_copied():
    said = vade("init")
    assert "4 memories that are not here: `vade import claude-memory` copies them." in said.out
    assert vade("list", "--json").json["memories"] == []


@pytest.mark.usefixtures("home", "claude")
def test_a_no_is_a_no():
    assert vade("init", "--yes", "--no-import", "--json").json["imported"] is None
    assert vade("list", "--json").json["memories"] == []


@pytest.mark.skipif(os.name == "nt", reason="a terminal of POSIX")
@pytest.mark.parametrize(("answer", "kept"), [(b"n\nn\n", 0), (b"\nn\n", 4)])
def test_on_a_terminal_it_asks(home, claude, answer, kept):
    ours, theirs = os.openpty()
    os.write(ours, answer)
    done = subprocess.run(
        command("init"), env=environment(home, CLAUDE_CONFIG_DIR=str(claude)), cwd=home.parent, stdin=theirs,
        stderr=theirs, stdout=subprocess.PIPE, timeout=60, check=False,
    )  # fmt: skip
    os.close(theirs)
    asked = os.read(ours, 10_000)
    os.close(ours)
    assert done.returncode == 0
    assert b"Claude Code has 4 memories that are not here. Copy them? [Y/n]:" in asked
    assert len(vade("list", "--json").json["memories"]) == kept


@pytest.mark.usefixtures("home")
def test_where_nothing_is_remembered_nothing_is_offered():
    assert "memories" not in vade("init", "--yes").out
    assert vade("import", "claude-memory").out == "There is nothing to take over.\n"
