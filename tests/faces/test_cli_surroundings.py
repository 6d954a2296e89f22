"""What stands around the command line is not as it should be: homes, settings, folders, outputs, editors."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from faces.sources import transcript
from faces.stdio import command, environment
from faces.terminal import remember, vade

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes and devices of POSIX")


@pytest.mark.parametrize("words", ["status", "doctor", "list", "init"])
def test_a_home_that_is_a_file_is_named_and_left_alone(home, words):
    home.write_text("mine", encoding="utf-8")
    said = vade(words)
    assert said.code in {1, 5}
    assert str(home) in said.out + said.err
    assert home.read_text(encoding="utf-8") == "mine"


@POSIX
@pytest.mark.parametrize("words", ["status", "doctor"])
def test_a_home_that_others_may_write_in_is_trouble_before_it_has_a_vault(home, words):
    home.mkdir()
    home.chmod(0o777)
    said = vade(words)
    assert said.code == 1
    assert said.out == f"!! home: other users may write in {home}  -> run `chmod 700 {home}`\n"


def test_settings_that_cannot_be_read_are_named(home):
    (home / "config.toml").mkdir(parents=True)
    home.chmod(0o700)
    said = vade("list")
    assert said.code == 5
    assert str(home / "config.toml") in said.err


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("name", "hint"),
    [("VADEMECUM_RECAL_K", "did you mean VADEMECUM_RECALL_K?"), ("VADEMECUM_FOO", "`vade config` lists")],
)
def test_an_unknown_variable_is_compared_without_its_prefix(monkeypatch, name, hint):
    monkeypatch.setenv(name, "1")
    said = vade("list")
    assert said.code == 2
    assert hint in said.err


@pytest.mark.usefixtures("home")
def test_a_setting_is_named_once():
    assert vade("config", "store.edits", "perhaps").err.startswith("vade: store.edits: 'perhaps' is not accepted")


@POSIX
def test_a_folder_that_is_gone_is_no_bug(home, tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    said = vade("search", "anything")
    assert (said.code, said.out) == (4, "")
    assert said.err == "vade: the current folder is gone (go to one that exists)\n"
    assert vade("list").code == 0
    assert home.is_dir()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_answer_that_cannot_be_printed_is_told(home):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command("list"), env=environment(home), cwd=home.parent, stdout=full, stderr=subprocess.PIPE,
            timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 5
    assert done.stderr.startswith(b"vade: the answer cannot be printed (")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_error_that_cannot_be_printed_still_has_its_exit_code(home):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command("show", "nothing"), env=environment(home), cwd=home.parent, stderr=full, timeout=60, check=False
        )
    assert done.returncode == 4


@pytest.mark.usefixtures("home")
def test_an_editor_that_fails_is_named(monkeypatch):
    remember("The kettle", "It is blue.")
    monkeypatch.setenv("EDITOR", "/there/is/no/such/editor")
    said = vade("edit", "the_kettle")
    assert said.code == 5
    assert "/there/is/no/such/editor" in said.err
    assert said.err.endswith("(set EDITOR to one that works)\n")


@POSIX
def test_recorded_text_does_not_steer_the_terminal(home):
    body = "red \x1b[31mcolour\x1b[0m, clear \x1b[2J, title \x1b]0;mine\x07, C1 \x9b2J, over\rwritten"
    subprocess.run(
        command("write", "--title", "Escapes", "-"), input=body.encode(), env=environment(home), cwd=home.parent,
        capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    ours, theirs = os.openpty()
    for words in ("show", "search"):
        shown = subprocess.run(
            command(words, "escapes"), env=environment(home, TERM="xterm"), cwd=home.parent, stdout=theirs, timeout=60,
            check=True,
        )  # fmt: skip
        assert shown.returncode == 0
    os.close(theirs)
    seen = os.read(ours, 100_000).replace(b"\r\n", b"\n")
    os.close(ours)
    assert b"clear" in seen
    assert not [sign for sign in (b"\x1b[2J", b"\x1b]", b"\x07", "\x9b".encode(), b"\r") if sign in seen]


@POSIX
def test_an_interruption_while_it_starts_shows_no_traceback(home):
    early = "import os, signal, sys; sys.argv = ['vade', 'list']; import vademecum.faces.entry as entry\n"
    early += "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a job in the background inherits deafness
    early += "sys.modules['click'] = None\n"  # the first import of the command line fails, as an interruption would
    early += "import builtins; real = builtins.__import__\n"
    early += "def load(name, *rest, **more):\n"
    early += "    if name == 'vademecum.faces.cli.app': os.kill(os.getpid(), signal.SIGINT)\n"
    early += "    return real(name, *rest, **more)\n"
    early += "builtins.__import__ = load\nentry.main()\n"
    done = subprocess.run(
        [sys.executable, "-c", early], env=environment(home), cwd=home.parent, capture_output=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, b"")


@POSIX
@pytest.mark.parametrize("line", [["sync"], ["backfill"]])
def test_a_long_look_at_the_sources_shows_how_far_it_is_on_a_terminal_alone(home, user_dir, line):
    for number in range(3):
        session = f"{number:08}-0000-4000-8000-000000000000"
        transcript(user_dir, session, user_dir, *[f"turn {turn} " + "word " * 2000 for turn in range(20)])
    ours, theirs = os.openpty()
    done = subprocess.run(
        command(*line), env=environment(home, TERM="xterm", HOME=str(user_dir)), cwd=home.parent, stderr=theirs,
        stdout=subprocess.PIPE, timeout=120, check=True,
    )  # fmt: skip
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "taking in" in shown
    assert "100%" in shown
    assert b"taking in" not in done.stdout
    ours, theirs = os.openpty()
    subprocess.run(
        command(*line), env=environment(home, TERM="xterm", HOME=str(user_dir)), cwd=home.parent, stderr=theirs,
        stdout=subprocess.DEVNULL, timeout=120, check=True,
    )  # fmt: skip
    os.write(theirs, b"no bar for nothing\n")
    assert os.read(ours, 100_000) == b"no bar for nothing\r\n"
    os.close(theirs)
    os.close(ours)
    again = subprocess.run(
        command(*line, "--json"), env=environment(home, HOME=str(user_dir)), cwd=home.parent, capture_output=True,
        timeout=120, check=True,
    )  # fmt: skip
    assert again.stderr == b""
