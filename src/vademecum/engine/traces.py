"""What tells of a project or a memory beside the memories: sessions' ledgers, logs, conversations that wait.

All of it is advice: losing it loses no memory, so what names the erased goes whole, a session's file or a line of a
log.
"""

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from vademecum import config, disk
from vademecum.engine import jobs
from vademecum.identity import registry
from vademecum.ledger import FOLDER
from vademecum.model.memory import Version
from vademecum.rules.naming import project_slug

_KEYS = ("folder:", "git:")
"""What a key of the register begins with when it is a path."""


def clear_project(home: Path, root: Path, project: str) -> int:
    """Remove from a vault's folder what names a project or its folders; return how many conversations waited of it.

    A folder is a project's when the register or a ledger says so, or when a part of its path has the project's name.
    """
    dropped = jobs.drop(root, lambda known, _: known == project)
    folders = {*_registered(home, project), *_visited(root, project)}

    def is_named(raw: bytes) -> bool:
        said = _parsed(raw)
        if said is None:
            return project.encode() in raw
        places = [said[key] for key in ("project", "folder") if isinstance(said.get(key), str)]
        return any(place == project or _is_within(place, folders, project) for place in places)

    _drop_sessions(root, is_named)
    _drop_lines(root / "log", is_named)
    return dropped


def clear_memory(root: Path, versions: Iterable[Version]) -> int:
    """Remove what may tell of a memory from a vault's folder; return how many conversations waited.

    Those of its scope and those outside any project go unread, for a memory of all projects every one: nobody can tell
    in which words they say it. Of other projects those go that have its name or title in them, as do the ledgers of
    sessions that began with one of these.
    """
    found = list(versions)
    told = {text for version in found for text in (version.memory.name, version.memory.description) if text}
    words = [spelled.lower() for text in told for spelled in (text.encode(), json.dumps(text)[1:-1].encode())]
    projects = {version.memory.scope.project for version in found}

    def is_told(raw: bytes) -> bool:
        said = _parsed(raw) or {}
        text = said.get("text")
        return isinstance(text, str) and any(one in text for one in told)

    def may_tell(project: str | None, records: bytes) -> bool:
        if project is None or not projects.isdisjoint({None, project}):
            return True
        said = records.lower()
        return any(word in said for word in words)

    _drop_sessions(root, is_told)
    return jobs.drop(root, may_tell)


def _registered(home: Path, project: str) -> Iterator[str]:
    for key in registry.keys_of(home).get(project, ()):
        for kind in _KEYS:
            if key.startswith(kind):
                yield _plain(key.removeprefix(kind)).removesuffix("/.git")


def _visited(root: Path, project: str) -> Iterator[str]:
    for path in _files(root / FOLDER):
        for raw in _lines(path):
            said = _parsed(raw) or {}
            if said.get("project") == project and isinstance(said.get("folder"), str):
                yield _plain(said["folder"])


def _is_within(place: str, folders: set[str], project: str) -> bool:
    place = _plain(place)
    if any(place == folder or place.startswith(f"{folder}/") for folder in folders):
        return True
    below = place.removeprefix(_plain(str(config.user_dir())))
    return "/" in place and any(project_slug(part) == project for part in below.split("/") if part)


def _plain(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").casefold()


def _drop_sessions(root: Path, is_meant: Callable[[bytes], bool]) -> None:
    for path in _files(root / FOLDER):
        if any(map(is_meant, _lines(path))):
            path.unlink(missing_ok=True)


def _drop_lines(folder: Path, is_meant: Callable[[bytes], bool]) -> None:
    for path in _files(folder):
        lines = _lines(path)
        kept = [line for line in lines if not is_meant(line)]
        if kept != lines:
            disk.replace(path, b"\n".join(kept))


def _files(folder: Path) -> list[Path]:
    """Return the plain files of JSON lines in a folder, also those that were rotated away."""
    found = sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.1")])
    return [path for path in found if path.is_file() and not path.is_symlink()]


def _lines(path: Path) -> list[bytes]:
    with contextlib.suppress(OSError):
        return path.read_bytes().split(b"\n")
    return []


def _parsed(raw: bytes) -> dict[str, Any] | None:
    with contextlib.suppress(ValueError, RecursionError):
        found = json.loads(raw)
        return found if isinstance(found, dict) else None
    return None
