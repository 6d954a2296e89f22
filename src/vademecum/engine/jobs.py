"""Conversations that wait to be looked through: each a copy of a transcript's end, in a folder of the vault.

A hook has no time and a host deletes its transcripts, so the end of one is put aside here. A process of its own takes
it up, and the next session's start takes up what was left. Nothing heavy is imported.
"""

import contextlib
import json
import re
from hashlib import sha256
from pathlib import Path

from vademecum import disk
from vademecum.model.errors import UnavailableError
from vademecum.model.frozen import dataclass

TAIL_BYTES = 12 * 1024 * 1024
"""Most bytes of a transcript that are put aside: text is a small part of them."""

TRIES = 2
"""How often a job is begun before it is given up: one that ends its process twice would do so again."""

_FOLDER = "capture"
_SUFFIX = ".job"
_PLAIN = re.compile(r"[A-Za-z0-9-]{1,64}")
_WAITING_MOST = 20
_HEAD_MOST = 4_096


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
    for one in earlier:
        one.unlink(missing_ok=True)


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


def drop(vault: Path, project: str) -> None:
    """Throw away what waits of a project."""
    for path in _listed(vault):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            with path.open("rb") as file:
                is_its = json.loads(file.readline(_HEAD_MOST))["project"] == project
            if is_its:
                path.unlink()


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
    try:
        found = sorted(path for path in folder_of(vault).iterdir() if path.name.endswith(_SUFFIX))
    except OSError:
        return []
    return found[:_WAITING_MOST]


def _key(session: str) -> str:
    """Return what a session's jobs are called: its id, where that is one, so that nothing leaves the folder."""
    return session if _PLAIN.fullmatch(session) else sha256(session.encode("utf-8", "replace")).hexdigest()[:32]
