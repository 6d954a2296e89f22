"""Transcripts in the vault: hosts delete theirs after a month, so what was said is kept here, redacted and compressed.

A copy is written before the host deletes the file, and read when an index is made anew and the file is gone.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

from vademecum import disk
from vademecum.engine.gathering.work import Work
from vademecum.engine.keepers import Keepers
from vademecum.index.ports import Seen
from vademecum.model.search import Passage, Source, SourceFile
from vademecum.rules.asof import moment
from vademecum.rules.keys import session_of
from vademecum.sources import sessions as reader
from vademecum.sources.ports import Found, Said

SUFFIX = ".jsonl.gz"
KEPT = "kept"
"""What a file's state says of how much of its session the copy has."""

_MICRO = 1_000
_NOT_KEPT = ("own", "claude-history")
_NAME_MOST = 180


def folder_of(keepers: Keepers) -> Path:
    """Return where a vault keeps the transcripts of hosts."""
    return keepers.layout.root / "transcripts"


def path_of(keepers: Keepers, group: str) -> Path:
    """Return where the copy of a session lies, whether or not there is one."""
    name = session_of(group).replace("/", ".")
    safe = name.isascii() and name.replace("-", "").replace("_", "").replace(".", "").isalnum()
    if not safe or name.startswith(".") or len(name) > _NAME_MOST:
        name = sha256(name.encode("utf-8", "replace")).hexdigest()[:40]
    return folder_of(keepers) / f"{name}{SUFFIX}"


def keep(work: Work, days: int | None) -> None:
    """Write a copy of each transcript that its host deleted, or that was not touched for so many days (None: never)."""
    keepers = work.keepers
    newest = None if days is None else keepers.clock() - timedelta(days=days)
    for place, mark in keepers.index.marks(Source.SESSION).items():
        if work.is_over():
            return
        is_old = mark.gone or (newest is not None and moment(mark.mtime // _MICRO) <= newest)
        file = keepers.index.file(place) if is_old else None
        if file is not None and file.state.get("host") not in _NOT_KEPT:
            work.counts["kept"] += write(keepers, file)


def write(keepers: Keepers, file: SourceFile) -> bool:
    """Write the copy of a transcript; tell whether there was anything that it did not have."""
    if int(file.state.get(KEPT, 0)) >= keepers.index.last_place(file.group):
        return False
    passages = keepers.index.group(file.group)
    session, _, agent = session_of(file.group).partition("/")
    header = {
        "vademecum": "session",
        "id": session,
        "agent": agent,
        "host": file.state.get("host", ""),
        "cwd": file.state.get("cwd", ""),
        "project": file.scope.project or "",
        "title": file.state.get("title", ""),
        "path": file.place,
    }
    disk.make_private_dir(folder_of(keepers))
    reader.write_own(path_of(keepers, file.group), header, told(keepers, file.group, passages))
    kept = {**file.state, KEPT: passages[-1].place}
    keepers.index.gather([], [], Seen([replace(file, state=kept)]))
    return True


def told(keepers: Keepers, group: str, passages: Sequence[Passage]) -> list[Said]:
    """Return a session's passages as turns of our own format; each keeps its hash, so that copies are known again."""
    keys = {place: key for key, place in keepers.index.turns(group)}
    return [Said(one.start, one.speaker, one.text, keys.get(one.place, 0), one.at) for one in passages]


def take_back(work: Work, take: Callable[[str, Found], None]) -> None:
    """Read the copies of what the index does not know: it was made anew, and the hosts' files are gone."""
    if work.hurried or work.is_over():
        return
    copies = sorted(folder_of(work.keepers).glob(f"*{SUFFIX}"))
    if not copies:
        return
    known = {path_of(work.keepers, mark.group).name for mark in work.keepers.index.marks(Source.SESSION).values()}
    for path in copies:
        if path.name in known:
            continue
        with suppress(FileNotFoundError):  # forgotten meanwhile
            take("own", Found.of(str(path), path.stat()))
