"""What gathering needs from a source: which files there are, and what is new in one of them."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from vademecum.rules.chunking import Chunk

__all__ = ["Chunk", "Folder", "Found", "Said", "SessionRead", "Skipped"]

_INSTANT_MOST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Found:
    """A file as the disk shows it now. `place` is its absolute path, `mtime` and `ctime` in nanoseconds.

    `ctime` tells of a change that left size and time of writing as they were.
    """

    place: str
    size: int
    mtime: int
    ctime: int = 0

    @classmethod
    def of(cls, place: str, status: os.stat_result) -> "Found":
        """Return a file by its status; a time that 64 bits cannot hold is the last or the first that they can."""
        return cls(place, status.st_size, _instant(status.st_mtime_ns), _instant(status.st_ctime_ns))


def _instant(nanoseconds: int) -> int:
    return max(-_INSTANT_MOST, min(nanoseconds, _INSTANT_MOST))


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that is not read, and why, in words for its owner."""

    place: str
    reason: str

    @classmethod
    def of(cls, place: str, reason: str) -> "Skipped":
        """Return it under a name that is text, whatever bytes it has on the disk."""
        return cls(place.encode("utf-8", "backslashreplace").decode(), reason)


@dataclass(frozen=True, slots=True)
class Said:
    """A turn of a session, or a part of one that was cut; text not yet redacted.

    `turn` counts the session's turns from 1; parts of one turn have the same. `speaker` is `user`, `assistant`, or a
    person's own name. `key` identifies the turn wherever it is copied to: 64 bits, signed. `cwd` is the folder that the
    agent worked in, empty when not known. `tools` are the tools used in it with the file or command, one a line.
    """

    turn: int
    speaker: str
    text: str
    key: int
    at: datetime | None = None
    cwd: str = ""
    tools: str = ""


@dataclass(frozen=True, slots=True)
class SessionRead:
    """A step through a transcript: what is new in it, and the state from which the next step goes on.

    `session` is the session's id, `agent` the sub-agent's in it, if it is one; both may stand in folder or file names
    and are safe there. `state` is plain JSON. `left` are turns of branches that were left behind (see `Said.turn`).
    `again` tells that everything of this session comes anew, since the file was not only appended to. `skipped` counts
    records that could not be read. `done` is False when there is more.
    """

    session: str
    said: Sequence[Said] = ()
    state: Mapping[str, Any] = field(default_factory=dict)
    agent: str = ""
    left: Sequence[int] = ()
    again: bool = False
    skipped: int = 0
    done: bool = True


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder, or a single file, that the user named, and what was found in it.

    `base` is what the place of each of its files begins with: an absolute path. `missing` tells that it is not there
    now, or cannot be looked through: what is known of it is then kept. `whole` is False when the look was ended early:
    what was not found may be there all the same. `closed` are folders in it that could not be looked through: what is
    known below them is kept. `skipped` names at most 200, and counts the rest in a last one. `ignored` counts files
    that are documents by their name and folders, that a pattern leaves out.
    """

    root: Path
    files: Sequence[Found] = ()
    skipped: Sequence[Skipped] = ()
    missing: bool = False
    whole: bool = True
    base: str = ""
    closed: Sequence[str] = ()
    ignored: int = 0
