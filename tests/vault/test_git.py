import os
import stat
import subprocess
from dataclasses import replace
from pathlib import Path

from vademecum.model.memory import Draft
from vademecum.model.settings import Settings, StoreSettings


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", folder, *arguments], capture_output=True, check=True, text=True, encoding="utf-8"
    )
    return done.stdout.strip()


def test_a_session_is_one_commit_that_lists_names_and_carries_the_checkpoint(opened):
    vault = opened()
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.write(Draft(title="Editor", body="We edit with vim."))
    vault.close()
    store = vault.path / "store"
    assert git(store, "status", "--porcelain") == ""
    message = git(store, "log", "--format=%B")
    assert message.count("Remember") == 1
    assert {"runtime", "editor"} <= set(message.split())
    assert "vademecum.local/" in message
    assert git(store, "config", "core.fsync") == "all"


def test_closing_without_news_commits_nothing(opened):
    vault = opened()
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.close()
    vault = opened()
    vault.get("runtime")
    vault.close()
    assert git(vault.path / "store", "rev-list", "--count", "HEAD") == "1"


def test_hooks_templates_and_signing_of_the_user_are_not_triggered(opened, user_dir: Path, tmp_path: Path):
    hooks, witness = tmp_path / "hooks", tmp_path / "witness"
    hooks.mkdir()
    for name in ("pre-commit", "commit-msg", "post-commit"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {witness}\nexit 1\n", encoding="utf-8")
        (hooks / name).chmod(stat.S_IRWXU)
    (user_dir / ".gitconfig").write_text(
        f"[core]\n\thooksPath = {hooks}\n[commit]\n\tgpgSign = true\n[init]\n\ttemplateDir = {hooks}\n",
        encoding="utf-8",
    )
    vault = opened()
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.close()
    assert git(vault.path / "store", "rev-list", "--count", "HEAD") == "1"
    assert not witness.exists()


def test_a_store_inside_a_repository_of_the_user_is_left_alone(opened, home: Path):
    home.mkdir(mode=0o700)
    git(home, "init", "--quiet")
    vault = opened()
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.close()
    assert not (vault.path / "store/.git").exists()
    assert "?? ./" in git(home, "status", "--porcelain") or git(home, "status", "--porcelain")


def test_a_store_that_is_a_repository_of_the_user_is_left_alone(opened):
    vault = opened()
    vault.write(Draft(title="Runtime", body="Runs on node."))
    git(vault.path / "store", "init", "--quiet")
    vault.close()
    assert git(vault.path / "store", "status", "--porcelain") == "?? global/"


def test_git_can_be_switched_off(opened, plain: Settings):
    vault = opened(replace(plain, store=StoreSettings(git="off")))
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.close()
    assert not (vault.path / "store/.git").exists()


def test_without_git_everything_else_works(opened, monkeypatch):
    monkeypatch.setenv("PATH", os.devnull)
    vault = opened()
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.close()
    assert opened().verify().is_sound


def test_the_environment_of_another_repository_does_not_leak_in(opened, monkeypatch, tmp_path: Path):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    vault = opened()
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.close()
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert git(vault.path / "store", "rev-list", "--count", "HEAD") == "1"
    assert not (tmp_path / "elsewhere").exists()
