"""On a terminal it asks before it touches anything; and Claude Code's own program is asked to add the server."""

import json
import os
import subprocess
import sys

import pytest

from faces.stdio import command, environment
from faces.terminal import vade
from hosts.agents import ENTRY, loaded
from hosts.conftest import tree

pytestmark = [pytest.mark.usefixtures("home"), pytest.mark.skipif(os.name == "nt", reason="POSIX")]

CLAUDE = f"""#!{sys.executable}
import json, os, sys
from pathlib import Path
path = Path(os.environ["HOME"]) / ".claude.json"
said = json.loads(path.read_text()) if path.exists() else {{"firstStart": "today"}}
servers = said.setdefault("mcpServers", {{}})
assert os.environ["VADEMECUM_CAPTURE"] == "1"
with open(os.environ["HOME"] + "/asked", "a") as log:
    log.write(" ".join(sys.argv[1:5]) + "\\n")
match sys.argv[1:]:
    case ["mcp", "add-json", "--scope", "user", name, text]:
        if name in servers:
            sys.exit(1)
        servers[name] = json.loads(text) | {{"env": {{}}}}
    case ["mcp", "remove", "--scope", "user", name]:
        del servers[name]
    case _:
        sys.exit(2)
path.write_text(json.dumps(said, indent=2))
"""


def on_a_terminal(home, answers: bytes, *arguments: str):
    ours, theirs = os.openpty()
    os.write(ours, answers)
    done = subprocess.run(
        command(*arguments), env=environment(home), cwd=home.parent, stdin=theirs, stderr=theirs,
        stdout=subprocess.PIPE, timeout=60, check=False,
    )  # fmt: skip
    os.write(theirs, b"#")  # a terminal on which nothing was said has nothing to read
    asked = os.read(ours, 10_000).decode().removesuffix("#")
    os.close(theirs)
    os.close(ours)
    return done, asked


@pytest.mark.parametrize(("answer", "is_connected"), [(b"n\n", False), (b"\n\n", True)])
def test_it_names_the_files_and_waits_for_a_yes(home, claude, user_dir, answer, is_connected):
    (claude / "settings.json").write_text("{}", encoding="utf-8")

    done, asked = on_a_terminal(home, answer, "init")

    assert done.returncode == 0
    assert "Connect Claude Code? This changes" in asked
    assert str(claude / "settings.json") in asked
    assert str(user_dir / ".claude.json") in asked
    assert (ENTRY in (claude / "settings.json").read_text(encoding="utf-8")) is is_connected


@pytest.mark.parametrize(("answer", "is_included"), [(b"\n\n", False), (b"\ny\n", True)])
def test_the_users_own_file_includes_the_always_on_file_only_after_a_yes(home, claude, answer, is_included):
    (claude / "CLAUDE.md").write_text("Be kind.", encoding="utf-8")

    _, asked = on_a_terminal(home, answer, "init")

    assert "(a line in your CLAUDE.md)? [y/N]" in asked
    assert (claude / "vademecum.md").is_file()
    assert ("@vademecum.md" in (claude / "CLAUDE.md").read_text(encoding="utf-8")) is is_included


def test_when_all_is_connected_nothing_is_asked(home, claude):
    vade("init", "--yes")
    done, asked = on_a_terminal(home, b"", "init")
    assert (done.returncode, asked) == (0, "")


@pytest.mark.parametrize(("answer", "stays"), [(b"\n", True), (b"y\n", False)])
def test_a_purge_is_asked_for(home, answer, stays):
    vade("init")
    _, asked = on_a_terminal(home, answer, "uninstall", "--purge")
    assert "with every memory in it? [y/N]" in asked
    assert home.exists() is stays


@pytest.fixture
def client(programs, user_dir):
    """Put a program called claude on PATH, which keeps its state as the real one does; return its log."""
    path = programs / "claude"
    path.write_text(CLAUDE, encoding="utf-8")
    path.chmod(0o755)
    return user_dir / "asked"


def test_claudes_own_program_adds_the_server_and_is_asked_once(client, claude, user_dir):
    before = tree(user_dir)

    assert vade("init", "--yes").code == 0
    assert loaded(user_dir / ".claude.json")["mcpServers"]["vademecum"]["env"] == {}
    assert vade("init", "--yes").code == 0
    assert client.read_text(encoding="utf-8") == "mcp add-json --scope user\n"

    assert vade("uninstall").code == 0
    client.unlink()
    assert tree(user_dir) == before


def test_claudes_own_program_takes_the_server_out_of_a_state_that_has_changed(client, claude, user_dir):
    vade("init", "--yes")
    state = user_dir / ".claude.json"
    state.write_text(json.dumps(loaded(state) | {"numStartups": 2}), encoding="utf-8")

    assert vade("uninstall").code == 0

    assert "vademecum" not in state.read_text(encoding="utf-8")
    assert loaded(state)["numStartups"] == 2
    assert client.read_text(encoding="utf-8").endswith("mcp remove --scope user\n")


@pytest.mark.parametrize("ends", ["exit 1", "exit 0"])
def test_when_claudes_own_program_does_nothing_the_file_is_changed_directly(programs, claude, user_dir, ends):
    (programs / "claude").write_text(f"#!/bin/sh\n{ends}\n", encoding="utf-8")
    (programs / "claude").chmod(0o755)
    before = tree(user_dir)

    assert vade("init", "--yes").code == 0
    assert "vademecum" in loaded(user_dir / ".claude.json")["mcpServers"]
    assert vade("uninstall").code == 0
    assert tree(user_dir) == before
