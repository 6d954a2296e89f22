"""What hooks gave to an agent, session by session: one append-only file of JSON lines each.

A line's `kind` is `session` (which project a folder is), `prompt` (what was considered and what was given), `pinned`,
`held` (what the session begins with, to go with its next prompt) or `reset` (the host compacted or cleared the
conversation, so all may be given again). One append with one write each: no lock, and a line that is torn is left out.
`by` is the process that wrote a line: of two that gave the same thing at once, the first in the file did. This is
evidence, not memory: losing it loses tuning.
"""

from __future__ import annotations

import os

from vademecum.model import light_json
from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

FOLDER = "ledger"
PLACES = "places"
"""The one file that is no session's: which project each folder was, of all sessions (see `Places`)."""

PLACES_MOST = 1 << 18
"""Bytes from which on that file begins anew."""

READ_MOST = 1 << 20
"""Bytes of a session's file that are read: its tail, some thousand prompts."""

_PLAIN_FILE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""What keeps an opening from following a link, and from waiting for the other end of a pipe."""

_NAME_MAX = 80
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


class Session:
    """One session's file; it is read once, when it is first asked."""

    def __init__(self, vault: str, session: str) -> None:
        """`vault` is the vault's directory; `session` any text that names the session for the host."""
        self.path = os.path.join(vault, FOLDER, f"{_file_name(session)}.jsonl")  # noqa: PTH118  without pathlib
        self._lines: list[bytes] | None = None
        self._read_to = 0

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
            found.update(_ids(line))
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
        is_torn = self._read()[-1:] not in ([], [b""])  # a killed process left its line without an end
        line = b"\n" * is_torn + light_json.dumps({"kind": kind, "by": os.getpid(), **fields}).encode() + b"\n"
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _PLAIN_FILE
        try:
            file = os.open(self.path, flags, 0o600)
        except FileNotFoundError:
            os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
            file = os.open(self.path, flags, 0o600)
        try:
            os.write(file, line)
        finally:
            os.close(file)

    def given_meanwhile(self) -> frozenset[str]:
        """Return what another process gave after this one read the file, and before it wrote its own newest line."""
        return frozenset(one for line in self._of_others() for one in _ids(line))

    def has_meanwhile(self, kind: str) -> bool:
        """Tell whether another process wrote a line of a kind in that time."""
        return any(line.get("kind") == kind for line in self._of_others())

    def _of_others(self) -> list[dict[str, Any]]:
        lines = [line for raw in _tail(self.path, self._read_to)[0] if (line := _parsed(raw)) is not None]
        ours = [place for place, line in enumerate(lines) if line.get("by") == os.getpid()]
        return [line for line in lines[: ours[-1]] if line.get("by") != os.getpid()] if ours else []

    def _read(self) -> list[bytes]:
        if self._lines is None:
            self._lines, self._read_to = _tail(self.path)
        return self._lines

    def _newest(self, *marks: bytes) -> Iterator[dict[str, Any]]:
        """Yield the lines that hold one of the marks, newest first; what is no line is left out."""
        for raw in reversed(self._read()):
            if any(mark in raw for mark in marks) and (line := _parsed(raw)) is not None:
                yield line


class Places(Session):
    """Which project each folder was when somebody worked it out, so that a session's first prompt need not."""

    def __init__(self, vault: str) -> None:
        """`vault` is the vault's directory."""
        super().__init__(vault, "-")  # any plain name
        self.path = os.path.join(vault, FOLDER, f"{PLACES}.jsonl")  # noqa: PTH118

    def note(self, folder: str, stamp: str, project: str | None) -> None:
        """Add a folder's project. A file that cannot be written is an OSError."""
        if self._read_to > PLACES_MOST:
            os.unlink(self.path)  # noqa: PTH108  all of it can be worked out again
            self._lines = []
        self.append("session", folder=folder, stamp=stamp, project=project)


def _tail(path: str, start: int = 0) -> tuple[list[bytes], int]:
    """Return a file's last lines, from `start` on, and where they end; what is no plain file is empty."""
    try:
        file = os.open(path, os.O_RDONLY | _PLAIN_FILE)
    except OSError:
        return [], 0
    try:
        size = os.lseek(file, 0, os.SEEK_END)
        os.lseek(file, max(start, size - READ_MOST), os.SEEK_SET)
        data = os.read(file, READ_MOST)
    except OSError:
        return [], 0
    finally:
        os.close(file)
    return data.split(b"\n"), size


def _parsed(line: bytes) -> dict[str, Any] | None:
    """Return a line's object; None for what is torn, or was never ours."""
    try:
        found = light_json.loads(line.decode("utf-8", "replace"))
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _ids(line: dict[str, Any]) -> list[str]:
    given = line.get("given")
    return [one for one in given if isinstance(one, str)] if isinstance(given, list) else []


def _file_name(session: str) -> str:
    if session and session != PLACES and len(session) <= _NAME_MAX and _PLAIN.issuperset(session):
        return session
    from hashlib import blake2b  # noqa: PLC0415  hosts give plain names

    return "x" + blake2b(session.encode("utf-8", "replace"), digest_size=16).hexdigest()
