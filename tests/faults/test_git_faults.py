"""Git died half-way, or somebody uses it too: the store's own repository is made whole, and committed to again."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from vademecum.engine.vault import Vault
from vademecum.model.memory import Draft, Scope

needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="strace kills at a chosen system call")


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, check=True, encoding="utf-8")
    return done.stdout.strip()


def write(vault: Vault, number: int) -> None:
    vault.write(Draft(title=f"Late {number}", body=f"Late statement {number}.", scope=Scope("app")))


@pytest.mark.parametrize("lock", ["index.lock", "HEAD.lock", "refs/heads/main.lock", "config.lock"])
def test_a_lock_of_a_git_that_died_is_taken_and_one_of_a_live_git_is_not(lock: str, fresh_home, reopened):
    home = fresh_home()
    store = home / "vaults/default/store"
    path = store / ".git" / lock
    path.touch()
    count = git(store, "rev-list", "--count", "HEAD")
    with reopened(home) as vault:
        write(vault, 1)
    assert path.exists()
    if lock != "config.lock":
        assert git(store, "rev-list", "--count", "HEAD") == count
    os.utime(path, (1_600_000_000, 1_600_000_000))
    with reopened(home) as vault:
        write(vault, 2)
    assert not path.exists()
    assert git(store, "status", "--porcelain") == ""
    assert "worktree" not in (store / ".git/config").read_text(encoding="utf-8")


def test_a_repository_that_was_never_finished_does_not_look_like_the_users_own(tmp_path: Path, reopened):
    home = tmp_path / "home"
    with reopened(home) as vault:
        write(vault, 1)
        half = vault.path / "git-1.new"
        (half / "refs").mkdir(parents=True)
    assert git(home / "vaults/default/store", "rev-list", "--count", "HEAD") == "1"


@needs_strace
@pytest.mark.slow
def test_a_vault_killed_while_git_works_is_committed_the_next_time(tmp_path: Path, run_worker, reopened):
    number, lived = 1, False
    while not lived:
        home = tmp_path / f"home{number}"
        trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=rename,link", "-e"]
        code, _, _ = run_worker(home, "close", before=[*trace, f"inject=rename,link:signal=KILL:when={number}"])
        lived = code == 0
        for lock in (home / "vaults/default/store/.git").rglob("*.lock"):
            os.utime(lock, (1_600_000_000, 1_600_000_000))
        with reopened(home) as vault:
            write(vault, number)
        with reopened(home) as vault:
            write(vault, number + 1000)
            assert vault.verify().is_sound
        store = home / "vaults/default/store"
        assert git(store, "status", "--porcelain") == "", number
        assert git(store, "config", "vademecum.own") == "true"
        number += 3


def test_a_pull_of_two_thousand_files_is_taken_at_once(fresh_home, reopened):
    home = fresh_home()
    folder = home / "vaults/default/store/projects/app"
    for number in range(2000):
        text = f"---\nname: pulled_{number}\ndescription: Pulled {number}\n---\n\nPulled statement {number}.\n"
        (folder / f"pulled_{number}.md").write_text(text, encoding="utf-8")
    (folder / "fact_1.md").unlink()
    with reopened(home) as vault:
        report = vault.sync()
        assert len(report.adopted) == 2000
        assert report.forgotten == ("fact_1",)
        assert vault.verify().is_sound
        assert vault.recall("pulled statement 1234").hits
