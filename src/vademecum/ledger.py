"""What hooks gave to an agent, session by session: one append-only file of JSON lines each.

A line's `kind` is `session` (which project a folder is), `prompt` (what was considered and what was given), `pinned`,
`held` (what the session begins with, to go with its next prompt) or `reset` (the host compacted or cleared the
conversation, so all may be given again). One append with one write each: no lock, and a torn last line is left out.
This is evidence, not memory: losing it loses tuning.
"""

from __future__ import annotations

import os

from vademecum.model import light_json
from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

FOLDER = "ledger"
READ_MOST = 1 << 20
"""Bytes of a session's file that are read: its tail, some thousand prompts."""

_NAME_MAX = 80
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


class Session:
    """One session's file; it is read once, when it is first asked."""

    def __init__(self, vault: str, session: str) -> None:
        """`vault` is the vault's directory; `session` any text that names the session for the host."""
        self.path = os.path.join(vault, FOLDER, f"{_file_name(session)}.jsonl")  # noqa: PTH118  without pathlib
        self._lines: list[bytes] | None = None

    def project_of(self, folder: str, stamp: str) -> dict[str, Any] | None:
        """Return what was noted of a folder under settings of this stamp; None when nothing was."""
        for line in self._newest(b'"session"'):
            if line.get("folder") == folder:
                return line if line.get("stamp") == stamp else None
        return None

    def given(self) -> frozenset[str]:
        """Return the ids of the versions that were given since the last reset."""
        found: set[str] = set()
        for line in self._newest(b'"given":["', b'"reset"'):
            if line.get("kind") == "reset":
                break
            found.update(line.get("given", ()))
        return frozenset(found)

    def has_pinned(self) -> bool:
        """Tell whether the pinned facts were given since the last reset."""
        newest = next(self._newest(b'"pinned"', b'"reset"'), {})
        return newest.get("kind") == "pinned"

    def held(self) -> str:
        """Return what the session's beginning left for its next prompt; empty when nothing waits."""
        for line in self._newest(b'"held"', b'"prompt"'):
            if line.get("kind") in {"held", "prompt"}:
                return str(line.get("text", ""))
        return ""

    def last_prompt(self) -> dict[str, Any] | None:
        """Return the newest prompt's line."""
        return next(self._newest(b'"prompt"'), None)

    def append(self, kind: str, **fields: Any) -> None:  # noqa: ANN401  what JSON can hold
        """Add a line. A folder or file that cannot be written is an OSError."""
        line = light_json.dumps({"kind": kind, **fields}) + "\n"
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        try:
            file = os.open(self.path, flags, 0o600)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
            file = os.open(self.path, flags, 0o600)
        try:
            os.write(file, line.encode())
        finally:
            os.close(file)

    def _newest(self, *marks: bytes) -> Iterator[dict[str, Any]]:
        """Yield the lines that hold one of the marks, newest first; what is no line is left out."""
        if self._lines is None:
            self._lines = _tail(self.path)
        for line in reversed(self._lines):
            if any(mark in line for mark in marks):
                try:
                    yield light_json.loads(line.decode("utf-8", "replace"))
                except ValueError:
                    continue


def _tail(path: str) -> list[bytes]:
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - READ_MOST))
            return file.read().split(b"\n")
    except OSError:
        return []


def _file_name(session: str) -> str:
    if session and len(session) <= _NAME_MAX and _PLAIN.issuperset(session):
        return session
    from hashlib import blake2b  # noqa: PLC0415  hosts give plain names

    return "x" + blake2b(session.encode("utf-8", "replace"), digest_size=16).hexdigest()
