"""Hooks are silent about their troubles, so `vade status` is not: each is counted, with the command that mends it."""

import json
import os
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from faces.terminal import vade
from hooks.running import ask, run
from vademecum.engine.clock import utc_now

FREEZE = "can I deploy the billing service this friday?"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _index(home: Path) -> Path:
    for side in ("-wal", "-shm", ""):
        (home / "vaults/default" / f"index.db{side}").unlink(missing_ok=True)
    return home / "vaults/default/index.db"


def _other_version(home: Path) -> None:
    with sqlite3.connect(home / "vaults/default/index.db") as db:  # noqa: TID251  another version's program
        db.execute("PRAGMA user_version = 99")
    db.close()


BROKEN = {
    "index missing": (_index, "vade reindex"),
    "index is a folder": (lambda home: _index(home).mkdir(), "vade reindex"),
    "index is garbage": (lambda home: _index(home).write_bytes(b"garbage" * 1000), "vade doctor"),
    "index of another version": (_other_version, "vade reindex"),
    "settings are broken": (
        lambda home: (home / "config.toml").write_text("[inject\nk = 3", encoding="utf-8"),
        "config.toml",
    ),
    "register is broken": (
        lambda home: (home / "projects.toml").write_text("not = [a register", encoding="utf-8"),
        "projects.toml",
    ),
    "ledger is a file": (lambda home: _write(home / "vaults/default/ledger", ""), "ledger"),
}


@pytest.mark.parametrize(("break_", "mended_by"), BROKEN.values(), ids=BROKEN)
def test_every_broken_state_is_silent_at_once_counted_and_told(knowing, beta, break_, mended_by):
    shutil.rmtree(knowing / "vaults/default/ledger", ignore_errors=True)
    break_(knowing)
    for _ in range(3):
        began = time.perf_counter()
        assert ask(knowing, FREEZE, beta).is_silent
        assert time.perf_counter() - began < 1

    said = vade("status").out

    assert "3 gave nothing in 7 days" in said
    assert mended_by in said
    assert "billing" not in (knowing / "log" / "hooks.log").read_text(encoding="utf-8")


def test_a_session_is_told_when_hooks_cannot_write_what_they_gave(knowing, beta):
    shutil.rmtree(knowing / "vaults/default/ledger", ignore_errors=True)
    (knowing / "vaults/default/ledger").write_text("", encoding="utf-8")
    event = {"session_id": "s", "cwd": str(beta), "source": "startup"}

    told = run(knowing, "claude", "session-start", json.dumps(event).encode(), beta)

    assert (told.code, told.err) == (0, b"")
    assert "Vademecum is not well" in told.text
    assert "`vade status`" in told.text


def test_an_index_that_another_process_holds_alone_is_not_waited_for(knowing, beta):
    db = sqlite3.connect(knowing / "vaults/default/index.db", isolation_level=None)  # noqa: TID251  another process
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    db.execute("BEGIN EXCLUSIVE")
    began = time.perf_counter()
    try:
        assert ask(knowing, FREEZE, beta).is_silent
        assert time.perf_counter() - began < 1
    finally:
        db.execute("ROLLBACK")
        db.close()
    assert "1 gave nothing" in vade("status").out


def test_what_is_not_wrong_is_no_fault(knowing, beta, home):
    for prompt in (FREEZE, "thanks", "write a css grid", ""):
        ask(knowing, prompt, beta)

    assert "hooks: no faults in 7 days" in vade("status").out
    assert "hooks: no faults in 7 days" in vade("doctor").out


def test_before_anything_was_written_there_is_no_fault(home, beta):
    assert vade("init", "--yes", "--no-import").code == 0

    assert ask(home, FREEZE, beta).is_silent
    assert not (home / "log").exists()


def test_what_is_long_past_or_no_line_is_not_counted(knowing):
    log = knowing / "log" / "hooks.log"
    log.parent.mkdir(exist_ok=True)
    now = int(utc_now().timestamp())
    lines = [{"at": now - 8 * 86_400, "event": "prompt"}, {"at": now, "event": "prompt", "mend": "vade reindex"}]
    odd = ["", "{", "[]", '{"at": "x"}', '{"at": 1e99}', '{"at": 99999999999999999999}', "\x00", "[" * 5_000]
    log.write_text("\n".join([*map(json.dumps, lines), *odd]), encoding="utf-8")
    os.replace(log, f"{log}.1")  # noqa: PTH105
    log.write_text(json.dumps(lines[1]) + "\n", encoding="utf-8")

    said = vade("status").out

    assert "2 gave nothing" in said
    assert "`vade reindex`" in said
