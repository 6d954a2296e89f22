"""Putting the end of a conversation aside: what a hook does before its host goes on."""

import json
import re
from pathlib import Path

from vademecum import disk
from vademecum.engine import jobs
from vademecum.engine.giving import vault_of
from vademecum.engine.whereabouts import project_of
from vademecum.ledger import Session
from vademecum.model.settings import Settings

_CWD = re.compile(rb'"cwd"\s*:\s*"((?:[^"\\]|\\.){1,4096})"')


def put_aside(
    *, session: str, folder: str, transcript: str, home: str, settings: Settings, may_ask: bool = True
) -> bool:
    """Copy the end of a session's transcript into the vault, when that is wanted; tell whether there was one.

    Only the file that the host names is read, never another one of its folder; nothing is read of a folder that is to
    be left alone.

    Raises:
        VademecumError: the project or the home's register is not in order.
        OSError: the vault's folder cannot be written.
    """
    vault = Path(vault_of(home))
    if not (transcript and session and settings.capture.enabled and vault.is_dir()):
        return False
    book = Session(str(vault), session)
    if folder and project_of(folder, home, book, settings) is None:
        return False
    records = disk.last_lines(Path(transcript), jobs.TAIL_BYTES)
    project = project_of(folder or _folder_in(records), home, book, settings) if records else None
    if project is None:
        return False
    jobs.put(vault, session, project or None, records, may_ask=may_ask)
    return True


def _folder_in(records: bytes) -> str:
    """Return the folder that the last record was made in: for a host that does not say."""
    last = next(iter(list(_CWD.finditer(records))[-1:]), None)
    try:
        return str(json.loads(b'"' + last[1] + b'"')) if last else ""
    except ValueError:
        return ""
