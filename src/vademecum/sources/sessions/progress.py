"""How far a transcript was read: what the next step needs to go on as if there had been no step."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from hashlib import blake2b
from operator import attrgetter
from typing import IO, Any

VERSION = 1
SEEN_MOST = 64
PROMPTS_MOST = 200

_HEAD_BYTES = 4096
_TAIL_BYTES = 512


@dataclass(slots=True)
class Progress:
    """What is known of a session at a place in its transcript.

    `seen` are hashes of the last records, so that one which the host wrote twice is heard once. `prompts` are the last
    prompts, each as the hash of what it goes on from and its turn: two with the same are branches. `root` tells the
    same of the answer that is being given: what it goes on from, and which reply it is.
    """

    turns: int = 0
    speaker: str = ""
    title: str = ""
    first: str = ""
    last: str = ""
    cwd: str = ""
    session: str = ""
    agent: str = ""
    project: str = ""
    host: str = ""
    skipped: int = 0
    ours: bool = False
    style: str = ""
    seen: tuple[int, ...] = ()
    prompts: tuple[tuple[int, int], ...] = ()
    root: tuple[int, int] = (0, 0)

    def copy(self) -> "Progress":
        """Return a copy of its own."""
        return Progress(*_VALUES(self))


_NAMES = tuple(field.name for field in fields(Progress))
_VALUES = attrgetter(*_NAMES)
_PLAIN = tuple(name for name in _NAMES if name not in {"seen", "prompts", "root"})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a step begins: the byte, whether it lies in a line that was given up, and what is known there."""

    offset: int = 0
    within: bool = False
    progress: Progress | None = None


def to_plain(place: Place, sealed: tuple[int, str, str]) -> dict[str, Any]:
    """Return a place as plain JSON; `sealed` are the bytes that its file is known by (see `seal`)."""
    progress = place.progress or Progress()
    plain: dict[str, Any] = {"v": VERSION, "offset": place.offset, "within": place.within, "sealed": list(sealed)}
    plain.update((name, getattr(progress, name)) for name in _PLAIN)
    plain["seen"] = list(progress.seen)
    plain["prompts"] = [list(prompt) for prompt in progress.prompts]
    plain["root"] = list(progress.root)
    return plain


def from_plain(state: Mapping[str, Any]) -> tuple[Place, tuple[int, str, str]] | None:
    """Return the place that a state tells, and its seal; None when it is no state of this version."""
    try:
        if state["v"] != VERSION:
            return None
        progress = Progress(**{name: state[name] for name in _PLAIN})
        if any(type(getattr(progress, name)) is not type(getattr(_FRESH, name)) for name in _PLAIN):
            return None
        progress.seen = tuple(int(one) for one in state["seen"])
        progress.prompts = tuple((int(parent), int(turn)) for parent, turn in state["prompts"])
        progress.root = (int(state["root"][0]), int(state["root"][1]))
        size, head, tail = state["sealed"]
        return Place(int(state["offset"]), bool(state["within"]), progress), (int(size), str(head), str(tail))
    except (KeyError, TypeError, ValueError, IndexError):
        return None


_FRESH = Progress()


def seal(file: IO[bytes], size: int) -> tuple[int, str, str]:
    """Return what the first `size` bytes of a file are known by: their number, their start and their end, hashed."""
    file.seek(0)
    start = file.read(min(size, _HEAD_BYTES))
    file.seek(max(0, size - _TAIL_BYTES))
    end = file.read(min(size, _TAIL_BYTES))
    return size, _digest(start), _digest(end)


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()
