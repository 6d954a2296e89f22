"""What the hosts still have of their sessions, and how long they will."""

import json
from pathlib import Path

from vademecum import config
from vademecum.engine.gathering.sessions import hosts_of
from vademecum.engine.keepers import Keepers
from vademecum.model.gathered import Backlog
from vademecum.rules.asof import moment
from vademecum.sources import sessions as reader

DELETE_DAYS = 30
"""After how many days Claude Code deletes a transcript when its settings do not say (`cleanupPeriodDays`)."""

_NANOS = 1_000


def backlog(keepers: Keepers) -> list[Backlog]:
    """Return what each host has, in the order of their names; see `Vault.backlog`."""
    hosts = hosts_of(keepers)
    folders = {"claude": hosts.claude, "codex": hosts.codex, "gemini": hosts.gemini}
    found = {name: Backlog(name, str(folder)) for name, folder in folders.items() if folder is not None}
    for host, one in reader.transcripts(hosts):
        if host in found:
            found[host] = _with(found[host], one.size, one.mtime)
    return [_deleted(one) for one in found.values() if one.transcripts]


def _with(known: Backlog, size: int, mtime: int) -> Backlog:
    at = moment(mtime // _NANOS)
    oldest = at if known.oldest is None else min(known.oldest, at)
    return Backlog(known.host, known.folder, known.transcripts + 1, known.bytes + size, oldest)


def _deleted(known: Backlog) -> Backlog:
    days = delete_days(config.claude_config_dir() / "settings.json") if known.host == "claude" else None
    return Backlog(known.host, known.folder, known.transcripts, known.bytes, known.oldest, days)


def delete_days(settings: Path) -> int:
    """Return after how many days Claude Code deletes a transcript, as its settings say; they are only read."""
    try:
        said = json.loads(settings.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return DELETE_DAYS
    days = said.get("cleanupPeriodDays") if isinstance(said, dict) else None
    return days if isinstance(days, int) and not isinstance(days, bool) and days > 0 else DELETE_DAYS
