"""The always-on file comes with Claude Code's settings, its line in CLAUDE.md only when asked for; both go again."""

import os

import pytest

from faces.terminal import remember, vade
from hosts.conftest import tree

pytestmark = pytest.mark.usefixtures("home")


def connect(*arguments):
    return vade("init", "--client", "claude", "--yes", "--no-import", *arguments)


def test_init_writes_the_always_on_file_and_leaves_the_users_own_alone(claude):
    (claude / "CLAUDE.md").write_bytes(b"Be kind.")
    remember("The kettle is blue", "Bought in May.")

    said = connect()

    assert f"{claude / 'vademecum.md'} (made)" in said.out
    assert "- the_kettle_is_blue [general]" in (claude / "vademecum.md").read_text(encoding="utf-8")
    assert (claude / "CLAUDE.md").read_bytes() == b"Be kind."
    assert vade("rules", "--check").code == 0


@pytest.mark.parametrize("original", [None, b"", b"# Mine\r\n", b"# Mine"])
def test_the_line_comes_when_asked_for_once_and_goes_byte_for_byte(user_dir, claude, original):
    if original is not None:
        (claude / "CLAUDE.md").write_bytes(original)
    before = tree(user_dir)

    connect("--rules")
    connected = tree(user_dir)
    again = connect("--rules", "--json").json["agents"]

    assert (claude / "CLAUDE.md").read_bytes().count(b"@vademecum.md") == 1
    assert tree(user_dir) == connected
    assert {one["deed"] for one in again} == {"kept"}
    assert vade("uninstall").code == 0
    assert tree(user_dir) == before


def test_a_folder_that_init_made_goes_with_the_always_on_file(user_dir):
    before = tree(user_dir)
    connect("--rules")
    assert (user_dir / ".claude" / "vademecum.md").is_file()

    vade("uninstall")

    assert tree(user_dir) == before


def test_a_rehearsal_shows_both_files_and_makes_neither(user_dir, claude):
    (claude / "CLAUDE.md").write_bytes(b"# Mine\n")
    before = tree(user_dir)

    said = connect("--rules", "--dry-run")

    assert f"--- {os.devnull}\n+++ {claude / 'vademecum.md'}\n" in said.out
    assert "+@vademecum.md\n" in said.out
    assert tree(user_dir) == before


def test_a_file_of_that_name_that_is_not_ours_is_told_and_stays(user_dir, claude):
    (claude / "vademecum.md").write_bytes(b"my own notes\n")
    before = tree(user_dir)

    said = connect()

    assert said.code == 1
    assert f"{claude / 'vademecum.md'} is not ours" in said.out
    vade("uninstall")
    assert tree(user_dir) == before


def test_another_users_memories_are_not_put_where_every_session_reads_them(claude):
    vade("--user", "ann", "init", "--client", "claude", "--yes", "--no-import")
    assert not (claude / "vademecum.md").exists()


@pytest.mark.usefixtures("claude")
def test_the_line_is_not_asked_for_where_claude_code_is_not_meant():
    said = vade("init", "--client", "codex", "--yes", "--rules")
    assert said.code == 2
    assert "add `--client claude`" in said.err
