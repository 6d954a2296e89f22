"""Putting the end of a conversation aside: what a hook does before its host goes on."""

import json
import re
from pathlib import Path

from vademecum import disk
from vademecum.config.quick import vault_of
from vademecum.engine import jobs
from vademecum.engine.whereabouts import project_of
from vademecum.identity.privacy import left_alone_by
from vademecum.ledger import Session
from vademecum.model.errors import UnavailableError
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
    try:
        records, project = _records(vault, session, folder, transcript, home, settings)
        if project is None or not records:
            return False
        jobs.put(vault, session, project or None, records, may_ask=may_ask)
    except (OSError, UnavailableError) as fault:
        jobs.give_up(vault, session, fault)
        raise
    return True


def _records(
    vault: Path, session: str, folder: str, transcript: str, home: str, settings: Settings
) -> tuple[bytes, str | None]:
    """Return what may be read of a transcript's end, and the project that it belongs to."""
    book = Session(str(vault), session)
    if folder and project_of(folder, home, book, settings) is None:
        return b"", None
    records = disk.last_lines(Path(transcript), jobs.TAIL_BYTES)
    folder = folder or _folder_in(records)
    project = project_of(folder, home, book, settings) if records else None
    return (_readable(records, folder, settings) if project is not None else b""), project


def _readable(records: bytes, folder: str, settings: Settings) -> bytes:
    """Return the records without those that were made in a folder to be left alone: a session may have been there.

    A record that names no folder belongs to that of the one before it.
    """
    rules = {name: bool(left_alone_by(Path(_text(name)), settings.privacy)) for name in set(_CWD.findall(records))}
    if not any(rules.values()):
        return records
    kept, hidden = [], bool(left_alone_by(Path(folder), settings.privacy))
    for line in records.splitlines(keepends=True):
        named = _CWD.search(line)
        hidden = rules[named[1]] if named else hidden
        if not hidden:
            kept.append(line)
    return b"".join(kept)


def _folder_in(records: bytes) -> str:
    """Return the folder that the last record was made in: for a host that does not say."""
    last = next(iter(_CWD.findall(records)[-1:]), b"")
    return _text(last)


def _text(raw: bytes) -> str:
    """Return what stands in a JSON string; empty when that is none."""
    try:
        return str(json.loads(b'"' + raw + b'"')).replace("\0", "")
    except ValueError:
        return ""
