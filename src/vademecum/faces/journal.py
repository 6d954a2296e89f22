"""The notebook of faults: one JSON line each, in the vault's `log/`, rotated; never a memory's text.

Standard error gets a short warning too, but only so many bytes of them in the life of a process: a host that
never reads that pipe must not be able to block us.
"""

import contextlib
import json
import os
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any

ROTATE_AT = 1_000_000
"""Bytes after which a log begins anew; the one before it is kept as `.1`."""

QUIET_AFTER = 16_384
"""Bytes of warnings on standard error, at most: what the smallest pipe holds unread."""

_TRACE_MOST = 8_000


def log_of(home: Path, user: str) -> Path:
    """Return the folder of a vault's logs."""
    return home / "vaults" / user / "log"


class Journal:
    """Appends to one log file; a log that cannot be written is never a reason to fail."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._said = 0

    def note(self, at: datetime, event: str, **facts: Any) -> None:  # noqa: ANN401  whatever JSON takes
        """Append one line: the instant, what happened, and its facts."""
        line = json.dumps({"at": at.isoformat(), "pid": os.getpid(), "event": event, **facts}, default=str)
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._rotate()
            handle = os.open(self.path, os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o600)
            try:
                os.write(handle, line.encode() + b"\n")
            finally:
                os.close(handle)

    def fault(self, at: datetime, where: str, fault: BaseException) -> None:
        """Note a bug with its traceback."""
        self.note(at, "fault", where=where, kind=type(fault).__name__, trace=trace(fault))

    def warn(self, text: str) -> None:
        """Say one line on standard error, unless enough was said there."""
        line = f"vade: {text[:500]}\n".encode("utf-8", "replace")
        if self._said + len(line) > QUIET_AFTER:
            return
        self._said += len(line)
        with contextlib.suppress(OSError):
            os.write(2, line)

    def _rotate(self) -> None:
        if self.path.exists() and self.path.stat().st_size > ROTATE_AT:
            self.path.replace(self.path.with_suffix(self.path.suffix + ".1"))


def trace(fault: BaseException) -> str:
    """Return where a fault passed through: files, lines and functions, innermost last.

    The fault's own words are left out: they may quote a memory or a secret.
    """
    steps = []
    at: TracebackType | None = fault.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        steps.append(f"{code.co_filename}:{at.tb_lineno} {code.co_name}")
        at = at.tb_next
    return "\n".join(steps)[-_TRACE_MOST:]
