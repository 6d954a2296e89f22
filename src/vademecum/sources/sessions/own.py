"""Our own session files: what an agent without a host's transcript tells us, and the archive of what hosts delete.

A line with the session, then a line for each turn or part of one; with `.gz` at the end of its name, in gzip. See
`docs/reference/file-format.md`.
"""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from vademecum import disk
from vademecum.rules.turns import cleaned
from vademecum.sources.ports import Said
from vademecum.sources.sessions.folding import Folding
from vademecum.sources.sessions.parsing import Heard, Record, instant, string

KIND = "session"
_SPEAKER_MOST = 80
_KEY_LIMIT = 2**63
_TURN_LIMIT = 2**31


def is_wanted(data: bytes, start: int, end: int) -> bool:  # noqa: ARG001  every line is ours
    """Want every line."""
    return True


def take(record: Record, fold: Folding) -> Iterator[Heard]:
    """Yield what a line says; the first tells of the session."""
    at = fold.at
    if record.get("vademecum") == KIND:
        if not at.turns:
            at.session = string(record.get("id")) or at.session
            at.agent = string(record.get("agent"))
            at.host, at.project = string(record.get("host")), string(record.get("project"))
            at.cwd = string(record.get("cwd"))
        return
    speaker = " ".join(string(record.get("speaker")).split())[:_SPEAKER_MOST]
    text = cleaned(string(record.get("text")), by_user=False)
    tools = tuple(string(record.get("tools")).splitlines())
    if not speaker or not (text or tools):
        return
    turn = _whole(record.get("turn"), 1, _TURN_LIMIT) or at.turns + 1
    key = _whole(record.get("key"), -_KEY_LIMIT, _KEY_LIMIT) or None  # 0 tells no turn from another
    identity = f"{at.session}\0{turn}\0{speaker}\0{text}\0{key}"
    when, cwd = instant(record.get("at")), string(record.get("cwd"))
    yield Heard(speaker, text, tools, id=identity, at=when, cwd=cwd, turn=turn, key=key)


def _whole(value: object, least: int, limit: int) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and least <= value < limit else None


def write_own(path: Path, header: Mapping[str, Any], turns: Iterable[Said]) -> None:
    """Write a session file, all or nothing; in gzip when its name ends with `.gz`.

    `header` has `id`, and may have `agent`, `host`, `cwd`, `project`; the same turns make the same bytes. Text is
    written as it is given: redact it before.

    Raises:
        OSError: it cannot be written.
    """
    lines = [_plain({"vademecum": KIND} | dict(header))]
    lines += [_plain(_turn(said)) for said in turns]
    data = b"".join(lines)
    disk.replace(path, gzip.compress(data, mtime=0) if path.name.endswith(".gz") else data)


def _turn(said: Said) -> dict[str, Any]:
    plain: dict[str, Any] = {"turn": said.turn, "speaker": said.speaker}
    if said.at is not None:
        plain["at"] = said.at.isoformat()
    plain["text"] = said.text
    plain.update((name, value) for name, value in (("tools", said.tools), ("cwd", said.cwd)) if value)
    return plain | {"key": said.key}


def _plain(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
