"""The gate over files and commits."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from faces.stdio import environment
from faces.terminal import vade

pytestmark = pytest.mark.usefixtures("home")


def fake_token() -> str:
    return "gh" + "p_" + "".join(chr(ord("A") + (n * 7) % 26) for n in range(36))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "clean.md").write_text("Nothing here.\n", encoding="utf-8")
    (folder / "leak.md").write_text(f"First line.\ntoken: {fake_token()}\n", encoding="utf-8")
    return folder


def test_a_scan_names_file_line_and_rule_and_never_the_value(notes, home):
    said = vade("gate", "scan", str(notes))
    assert said.code == 1
    assert f"{notes / 'leak.md'}:2: " in said.out
    assert said.out.endswith("2 files, 1 finding\n")
    assert fake_token() not in said.out
    assert not home.exists()


def test_a_clean_scan_is_exit_0(notes):
    said = vade("gate", "scan", str(notes / "clean.md"), "--json")
    assert (said.code, said.json["findings"]) == (0, [])


def test_what_is_let_through_by_its_fingerprint_is_no_finding(notes):
    vade("init")
    found = vade("gate", "scan", str(notes), "--json").json["findings"]
    assert [(one["line"], one["kind"]) for one in found] == [(2, "secret")]
    assert vade("gate", "allow", found[0]["fingerprint"], "--json").json["allow"] == [found[0]["fingerprint"]]
    assert vade("gate", "scan", str(notes)).code == 0


@pytest.mark.parametrize("arguments", [(), ("x", "--staged"), ("/no/such/path",)])
def test_a_scan_of_nothing_is_refused(arguments):
    said = vade("gate", "scan", *arguments)
    assert said.code == 2
    assert said.err.startswith("vade: paths: ")


def test_a_scan_of_nothing_says_what_to_name():
    assert vade("gate", "scan").err == "vade: paths: are missing (give files or folders, or --staged alone)\n"


def test_a_fingerprint_must_look_like_one():
    assert vade("gate", "allow", fake_token()).code == 2


@pytest.mark.skipif(shutil.which("git") is None, reason="no git")
def test_a_commit_with_a_secret_is_stopped_by_the_hook(home, tmp_path, monkeypatch):
    repository = tmp_path / "repository"
    repository.mkdir()
    monkeypatch.chdir(repository)
    env = environment(home) | {
        "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_CONFIG_NOSYSTEM": "1",
    }  # fmt: skip

    def git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(["git", *arguments], env=env, capture_output=True, timeout=60, check=False)

    git("init", "--quiet")
    hook = Path(vade("gate", "install-hook", "--json").json["hook"])
    assert os.access(hook, os.X_OK)
    Path("leak.md").write_text(f"token: {fake_token()}\n", encoding="utf-8")
    git("add", ".")
    stopped = git("commit", "-m", "leak")
    assert stopped.returncode == 1, stopped
    assert b"leak.md:1: " in stopped.stdout + stopped.stderr
    Path("leak.md").write_text("no token\n", encoding="utf-8")
    git("add", ".")
    assert git("commit", "-m", "clean").returncode == 0
    assert vade("gate", "uninstall-hook", "--json").json == {"removed": True}
    assert vade("gate", "uninstall-hook", "--json").json == {"removed": False}
