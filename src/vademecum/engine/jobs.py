"""Conversations that wait to be looked through: each a copy of a transcript's end, in a folder of the vault.

A hook has no time and a host deletes its transcripts, so the end of one is put aside here. A process of its own takes
it up, and the next session's start takes up what was left. Nothing heavy is imported.
"""

import contextlib
import errno
import json
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from vademecum import disk
from vademecum.model.errors import UnavailableError
from vademecum.model.frozen import dataclass

TAIL_BYTES = 12 * 1024 * 1024
"""Most bytes of a transcript that are put aside: text is a small part of them."""

TRIES = 2
"""How often a job is begun before it is given up: one that ends its process twice would do so again."""

TOLD = timedelta(days=7)
"""How long it is told that a conversation was given up."""

_FOLDER = "capture"
_SUFFIX = ".job"
_NO_ROOM = ".no-room"
_FULL = {errno.ENOSPC, errno.EDQUOT}
_PLAIN = re.compile(r"[A-Za-z0-9-]{1,64}")
_WAITING_MOST = 20


@dataclass(frozen=True, slots=True)
class Job:
    """What was put aside: of which session and project, whether a model may be asked, and the records."""

    path: Path
    session: str
    project: str | None
    may_ask: bool
    records: bytes


def folder_of(vault: Path) -> Path:
    """Return where a vault's jobs lie."""
    return vault / _FOLDER


def put(vault: Path, session: str, project: str | None, records: bytes, *, may_ask: bool) -> None:
    """Put the end of a transcript aside; it takes the place of what waits of the same session.

    Raises:
        OSError: the vault's folder cannot be written.
    """
    folder = folder_of(vault)
    disk.make_private_dir(folder)
    disk.sweep(folder)
    head = {"session": session, "project": project, "may_ask": may_ask}
    path = folder / f"{_key(session)}.{len(records)}.0{_SUFFIX}"
    earlier = [one for one in _listed(vault) if one.name.startswith(f"{_key(session)}.") and one != path]
    disk.replace(path, json.dumps(head).encode() + b"\n" + records)
    for one in (*earlier, _mark(vault, session)):
        one.unlink(missing_ok=True)


def give_up(vault: Path, session: str, fault: Exception) -> None:
    """Mark that the end of a session's transcript could not be put aside, when that is for want of room.

    The mark is an empty file: a full disk still takes one. The newest few are kept.
    """
    if getattr(fault, "errno", None) not in _FULL and getattr(fault, "code", "") != "unavailable.full":
        return
    with contextlib.suppress(OSError):
        disk.make_private_dir(folder_of(vault))
        mark = _mark(vault, session)
        os.close(os.open(mark, os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), disk.PRIVATE_FILE))
        os.utime(mark)
        for old in sorted(_marks(vault), key=lambda path: path.stat().st_mtime)[:-_WAITING_MOST]:
            old.unlink(missing_ok=True)


def given_up(vault: Path, now: datetime) -> int:
    """Return how many conversations were lately given up for want of room."""
    count = 0
    for path in _marks(vault):
        with contextlib.suppress(OSError):
            count += now - TOLD <= datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return count


def _mark(vault: Path, session: str) -> Path:
    return folder_of(vault) / f"{_key(session)}{_NO_ROOM}"


def _marks(vault: Path) -> list[Path]:
    return list(folder_of(vault).glob(f"*{_NO_ROOM}"))


def count(vault: Path) -> int:
    """Return how many wait, as far as one look goes."""
    return len(_listed(vault))


def take(vault: Path) -> Job | None:
    """Begin the next job, None when none waits; one that was begun too often is thrown away.

    Only the holder of the folder's lock may call this.
    """
    disk.sweep(folder_of(vault))
    for path in _listed(vault):
        stem, _, tries = path.name.removesuffix(_SUFFIX).rpartition(".")
        if not tries.isdigit() or int(tries) >= TRIES:
            path.unlink(missing_ok=True)
            continue
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            begun = path.rename(path.with_name(f"{stem}.{int(tries) + 1}{_SUFFIX}"))
            head, _, records = begun.read_bytes().partition(b"\n")
            said = json.loads(head)
            return Job(begun, said["session"], said["project"], bool(said["may_ask"]), records)
        path.unlink(missing_ok=True)
    return None


def done(job: Job) -> None:
    """Remove a job that is finished."""
    job.path.unlink(missing_ok=True)


def put_back(job: Job) -> None:
    """Let a job wait as if it had not been begun: what kept it from being done was not in it."""
    stem, _, tries = job.path.name.removesuffix(_SUFFIX).rpartition(".")
    job.path.rename(job.path.with_name(f"{stem}.{int(tries) - 1}{_SUFFIX}"))


def drop(vault: Path, is_meant: Callable[[str | None, bytes], bool]) -> int:
    """Throw away what waits and is meant, by its project (None for outside any) and its records; return how many did.

    What cannot be read goes too.
    """
    folder = folder_of(vault)
    if not folder.is_dir():
        return 0
    disk.sweep(folder)
    dropped = 0
    for path in _waiting(vault):
        goes = True
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            head, _, records = path.read_bytes().partition(b"\n")
            goes = is_meant(json.loads(head)["project"], records)
        if goes:
            path.unlink(missing_ok=True)
            dropped += 1
    return dropped


def lock(vault: Path, wait_s: float) -> contextlib.AbstractContextManager[None]:
    """Hold the lock of those who work on the jobs.

    Raises:
        UnavailableError: somebody else has held it for `wait_s` seconds: they will do what waits.
    """
    folder = folder_of(vault)
    if not folder.is_dir():
        raise UnavailableError("nothing was put aside", code="unavailable.locked")
    return disk.locked(folder / "lock", wait_s)


def _listed(vault: Path) -> list[Path]:
    return _waiting(vault)[:_WAITING_MOST]


def _waiting(vault: Path) -> list[Path]:
    try:
        return sorted(path for path in folder_of(vault).iterdir() if path.name.endswith(_SUFFIX))
    except OSError:
        return []


def _key(session: str) -> str:
    """Return what a session's jobs are called: its id, where that is one, so that nothing leaves the folder."""
    return session if _PLAIN.fullmatch(session) else sha256(session.encode("utf-8", "replace")).hexdigest()[:32]
