"""The notebook of faults."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from faces.stdio import environment
from vademecum.faces.journal import QUIET_AFTER, ROTATE_AT, Journal, trace

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def test_a_line_is_appended_and_nobody_else_may_read_it(tmp_path):
    journal = Journal(tmp_path / "log" / "x.jsonl")
    journal.note(NOW, "opened", profile="agent")
    journal.note(NOW, "closed")
    lines = [json.loads(line) for line in journal.path.read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in lines] == ["opened", "closed"]
    assert lines[0]["profile"] == "agent"
    if os.name != "nt":
        assert journal.path.stat().st_mode & 0o777 == 0o600


def test_a_full_log_begins_anew_and_keeps_the_one_before(tmp_path):
    journal = Journal(tmp_path / "x.jsonl")
    journal.path.write_bytes(b"x" * (ROTATE_AT + 1))
    journal.note(NOW, "opened")
    assert journal.path.stat().st_size < 200
    assert (tmp_path / "x.jsonl.1").stat().st_size == ROTATE_AT + 1


def test_a_log_that_cannot_be_written_is_no_reason_to_fail(tmp_path):
    (tmp_path / "file").touch()
    Journal(tmp_path / "file" / "x.jsonl").note(NOW, "opened")


def test_a_trace_says_where_and_not_what():
    with pytest.raises(ZeroDivisionError) as caught:
        Journal.note(1 / 0, NOW, "never")
    assert "test_journal.py" in trace(caught.value)
    assert "division" not in trace(caught.value)


def test_warnings_stop_before_they_can_fill_a_pipe_that_nobody_reads(tmp_path, home):
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from vademecum.faces.journal import Journal\n"
        "journal = Journal(Path(sys.argv[1]))\n"
        "for n in range(10_000): journal.warn('trouble ' * 50)\n"
        "print('done')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "x")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(home),
    )  # fmt: skip
    with process:
        assert process.stdout.readline().strip() == b"done"
        assert len(process.stderr.read()) <= QUIET_AFTER
