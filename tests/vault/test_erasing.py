"""Erased means erased: the whole home is searched for the words, git's objects unpacked."""

import os
import sqlite3
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from vademecum import open_vault
from vademecum.engine.recover import rebuild_history
from vademecum.engine.vault import Vault
from vademecum.model.memory import Draft, Scope

SENTINEL = "quokkaflux"
APP = Scope("app")


def holders(home: Path) -> Iterator[str]:
    """Yield every file of a home in which the word stands, in whatever packing."""
    for path in sorted(home.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            if "objects" in path.parts:
                data = zlib.decompressobj().decompress(data) if data[:1] == b"x" else data
            if SENTINEL.encode() in data or SENTINEL in path.name:
                yield str(path.relative_to(home))


def remember(vault: Vault) -> str:
    name = vault.write(Draft(title=f"About {SENTINEL}", body=f"The {SENTINEL} runs on node.", scope=APP)).name
    vault.write(Draft(name=name, body=f"The {SENTINEL} runs on bun.", scope=APP))
    vault.write(Draft(title="Other", body="Stays.", scope=APP))
    vault.propose(name)
    vault.recall(SENTINEL)
    return name


def test_in_one_session_no_file_keeps_it(vault: Vault, home: Path):
    name = remember(vault)
    notes = vault.forget(name, erase=True).notes
    assert len(notes) == 1
    assert list(holders(home)) == []
    vault.close()
    assert list(holders(home)) == []


def test_what_git_holds_is_named_and_nothing_else_holds_it(opened, home: Path):
    vault = opened()
    name = remember(vault)
    vault.promote(name)
    vault.close()
    vault = opened()
    notes = vault.forget(name, erase=True).notes
    vault.close()
    held = list(holders(home))
    assert held
    assert all("/.git/" in path for path in held)
    assert any("rm -rf" in note for note in notes)


@pytest.mark.skipif(os.name == "nt", reason="a shell's quotes")
def test_the_command_that_clears_git_works_as_printed_in_a_folder_with_spaces(tmp_path):
    home = tmp_path / "my own 'vault'"
    with open_vault(home) as vault:
        name = remember(vault)
    with open_vault(home) as vault:
        (note,) = (note for note in vault.forget(name, erase=True).notes if "rm -rf" in note)
    assert list(holders(home))

    subprocess.run(note.split("`")[1], shell=True, check=True, cwd=tmp_path)

    assert not list(holders(home))
    assert home.is_dir()


@pytest.mark.skipif(os.name == "nt", reason="a shell's quotes")
def test_a_history_that_was_moved_aside_is_named_with_the_command_that_removes_it(tmp_path):
    home = tmp_path / "my home"
    with open_vault(home) as vault:
        name = remember(vault)
    rebuild_history(home, force=True)
    with open_vault(home) as vault:
        (note,) = (note for note in vault.forget(name, erase=True).notes if "moved aside" in note)
    assert [path for path in holders(home) if "/.git/" not in path]

    subprocess.run(note.split("`")[1], shell=True, check=True, cwd=tmp_path)

    assert not [path for path in holders(home) if "/.git/" not in path]


def test_a_text_that_git_holds_without_a_commit_is_named(opened, home: Path):
    vault = opened()
    vault.write(Draft(body="First."))
    vault.close()
    vault = opened()
    name = vault.write(Draft(title=f"About {SENTINEL}", body=f"The {SENTINEL} hums.", scope=APP)).name
    subprocess.run(["git", "-C", vault.path / "store", "add", "--all"], check=True)
    assert any("the objects" in note for note in vault.forget(name, erase=True).notes)


def test_what_the_users_own_repository_around_the_vault_holds_is_named(opened, home: Path):
    home.mkdir(mode=0o700)
    subprocess.run(["git", "init", "--quiet", home], check=True)
    vault = opened()
    name = remember(vault)
    add = ["git", "-C", home, "-c", "user.name=me", "-c", "user.email=me@localhost"]
    subprocess.run([*add, "add", "--all"], check=True)
    subprocess.run([*add, "commit", "--quiet", "-m", "mine"], check=True)
    assert any("your git repository" in note for note in vault.forget(name, erase=True).notes)


def test_an_erasure_that_others_held_up_is_finished_at_the_next_open(opened, home: Path):
    vault = opened()
    name = remember(vault)
    with closing(sqlite3.connect(vault.path / "history.db")) as reader:  # noqa: TID251  another program
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM version").fetchone()
        notes = vault.forget(name, erase=True).notes
    assert any("free pages" in note for note in notes)
    vault.close()
    vault = opened()
    assert vault.verify().is_sound
    assert list(holders(home)) == []
    assert vault._keepers.history.fact("erasing") is None
