"""What hooks could not do: they are silent, so a log tells, and `vade status` reads it.

A line has the instant, the host, the event, the kind and place of the fault, and the command that mends it.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from vademecum.ledger import FOLDER
from vademecum.model.health import Check, Level

FILE = "hooks.log"
KEPT = timedelta(days=7)
"""How long ago a fault is still worth a line."""

_READ_MOST = 512_000
_KINDS_MOST = 3


def hooks(home: Path, vault: Path, now: datetime) -> Iterator[Check]:
    """Say what keeps hooks from their work, and how often they could not do it lately."""
    for folder, what in ((vault / FOLDER, "ledger"), (home / "log", "log")):
        if os.path.lexists(folder) and not folder.is_dir():
            yield Check(what, f"{folder} is no folder, so hooks cannot write in it", Level.BAD, "move it away")
    found = [line for line in _lines(home / "log" / FILE) if now - KEPT <= _instant(line)]
    if not found:
        yield Check("hooks", f"no faults in {KEPT.days} days")
        return
    kinds = Counter(f"{line.get('event')}: {line.get('kind')} at {line.get('where')}" for line in found)
    said = ", ".join(f"{kind} ({count})" for kind, count in kinds.most_common(_KINDS_MOST))
    last = max(found, key=_instant)
    message = f"{len(found)} gave nothing in {KEPT.days} days, the last on {_instant(last):%Y-%m-%d %H:%M} UTC: {said}"
    yield Check("hooks", message, Level.NOTE, f"`{last.get('mend') or 'vade doctor'}`")


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the log's lines, and those of the one before it; a line that is not ours is left out."""
    for file in (path.with_name(f"{path.name}.1"), path):
        for raw in _tail(file).split(b"\n"):
            try:
                line = json.loads(raw)
            except (ValueError, RecursionError):
                continue
            if isinstance(line, dict):
                yield line


def _tail(path: Path) -> bytes:
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _READ_MOST))
            return file.read(_READ_MOST)
    except OSError:
        return b""


def _instant(line: dict[str, Any]) -> datetime:
    at = line.get("at")
    try:
        return datetime.fromtimestamp(at if isinstance(at, int) else 0, UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)
