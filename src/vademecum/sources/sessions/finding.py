"""Which transcripts there are: a walk that follows no symbolic link and opens nothing."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from vademecum.model.frozen import dataclass
from vademecum.sources.ports import Found, Skipped

_DEPTH_MOST = 6
_NEVER = {"tool-results", "memory", ".git"}
_LINES = ".jsonl"
_PACKED = ".jsonl.zst"
WHOLE = ".json"
"""What old versions of Gemini CLI wrote: a session as one JSON document, anew each time."""

PACKED = "is packed with zstd, which is not read; unpack it with `zstd -d`"
"""Why what Codex packed away is passed over."""

IsTranscript = Callable[[str, tuple[str, ...]], bool]
"""Takes a file's name, and the names of the folders down to it."""


@dataclass(frozen=True, slots=True)
class Hosts:
    """Where the transcripts of each host are; None leaves a host out.

    `claude` is its `projects` folder, `claude_history` its file of prompts, `codex` its `sessions` folder, `gemini` its
    `tmp` folder, `own` the vault's `sessions` folder. `subagents` takes in those of sub-agents, too.
    """

    claude: Path | None = None
    claude_history: Path | None = None
    codex: Path | None = None
    gemini: Path | None = None
    own: Path | None = None
    subagents: bool = True


def transcripts(hosts: Hosts, passed_over: list[Skipped] | None = None) -> Iterator[tuple[str, Found]]:
    """Yield every transcript with its host's name, the oldest change first; the history of prompts comes last.

    The names are `claude`, `codex`, `gemini`, `own`, `claude-history`. Folders that cannot be read and transcripts that
    are packed in a way we do not read are passed over, and added to `passed_over`.
    """
    found: list[tuple[int, str, Found]] = []
    skipped: list[Skipped] = []
    for host, root, is_transcript in (
        ("claude", hosts.claude, _claude(subagents=hosts.subagents)),
        ("codex", hosts.codex, _codex),
        ("gemini", hosts.gemini, _gemini(subagents=hosts.subagents)),
        ("own", hosts.own, _own),
    ):
        if root is not None:
            found += ((file.mtime, host, file) for file in _walk(str(root), (), is_transcript, skipped))
    if passed_over is not None:
        there = {file.place for _, _, file in found}
        passed_over += (one for one in skipped if one.place.removesuffix(".zst") not in there)
    found.sort(key=lambda one: (one[0], one[2].place))
    yield from ((host, file) for _, host, file in found)
    if hosts.claude_history is not None and (history := _file(hosts.claude_history)):
        yield "claude-history", history


def _claude(*, subagents: bool) -> IsTranscript:
    def is_transcript(name: str, folders: tuple[str, ...]) -> bool:
        if not name.endswith(_LINES):
            return False
        if name.startswith("agent-"):
            return subagents
        return len(folders) <= 1

    return is_transcript


def _codex(name: str, folders: tuple[str, ...]) -> bool:  # noqa: ARG001  by year, month and day
    return name.endswith(_LINES)


def _gemini(*, subagents: bool) -> IsTranscript:
    def is_transcript(name: str, folders: tuple[str, ...]) -> bool:
        is_chat = name.endswith(_LINES) or (name.startswith("session-") and name.endswith(WHOLE))
        return is_chat and folders[1:2] == ("chats",) and (len(folders) == 2 or subagents)  # noqa: PLR2004

    return is_transcript


def _own(name: str, folders: tuple[str, ...]) -> bool:  # noqa: ARG001  folders are the owner's to make
    return name.endswith((_LINES, f"{_LINES}.gz")) and not name.startswith(".")


def _walk(
    folder: str, folders: tuple[str, ...], is_transcript: IsTranscript, skipped: list[Skipped]
) -> Iterator[Found]:
    inner: list[tuple[str, str]] = []
    for entry in _entries(folder, skipped):
        try:
            if entry.is_dir(follow_symlinks=False):
                inner.append((entry.path, entry.name))
            elif is_transcript(entry.name, folders) and entry.is_file(follow_symlinks=False):
                yield from _found(entry.path, entry.stat(follow_symlinks=False))
            elif entry.name.endswith(_PACKED):
                skipped.append(Skipped.of(entry.path, PACKED))
        except OSError:
            continue
    if len(folders) < _DEPTH_MOST:
        for path, name in inner:
            if name not in _NEVER:
                yield from _walk(path, (*folders, name), is_transcript, skipped)


def _entries(folder: str, skipped: list[Skipped]) -> "Iterator[os.DirEntry[str]]":
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except PermissionError as error:
        skipped.append(Skipped.of(folder, f"cannot be looked through: {error.strerror}"))
    except (OSError, ValueError):
        return


def _found(place: str, status: os.stat_result) -> Iterator[Found]:
    try:
        place.encode()
    except UnicodeEncodeError:
        return  # a name that is no text cannot be remembered
    yield Found.of(place, status)


def _file(path: Path) -> Found | None:
    try:
        return next(_found(str(path), path.stat()), None) if path.is_file() else None
    except OSError:
        return None
