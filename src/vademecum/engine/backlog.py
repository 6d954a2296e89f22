"""What the hosts still have of their sessions, and how long they will."""

import json
from dataclasses import replace
from pathlib import Path

from vademecum import config
from vademecum.engine import follow
from vademecum.engine.gathering.sessions import hosts_of
from vademecum.engine.gathering.work import UNFINISHED
from vademecum.engine.keepers import Keepers
from vademecum.model.gathered import Backlog
from vademecum.model.search import Source
from vademecum.rules.asof import moment
from vademecum.sources import sessions as reader
from vademecum.sources.ports import Found, Skipped

DELETE_DAYS = 30
"""After how many days Claude Code deletes a transcript when its settings do not say (`cleanupPeriodDays`)."""

_NANOS = 1_000


def backlog(keepers: Keepers) -> list[Backlog]:
    """Return what each host has, in the order of their names; see `Vault.backlog`."""
    hosts, silent = hosts_of(keepers), _silent(keepers)
    folders = {"claude": hosts.claude, "codex": hosts.codex, "gemini": hosts.gemini}
    found = {name: Backlog(name, str(folder)) for name, folder in folders.items() if folder is not None}
    passed_over: list[Skipped] = []
    for host, one in reader.transcripts(hosts, passed_over):
        if host in found:
            found[host] = _with(found[host], one, is_silent=one.place in silent)
    packed = [one.place for one in passed_over if one.reason == reader.PACKED]
    counted = [replace(one, packed=_below(one.folder, packed)) for one in found.values()]
    return [_deleted(one) for one in counted if one.transcripts or one.packed]


def _below(folder: str, places: list[str]) -> int:
    return sum(Path(place).is_relative_to(folder) for place in places)


def _silent(keepers: Keepers) -> set[str]:
    """Return where the transcripts are that were read whole, and in which nothing was said that we understand."""
    try:
        files = keepers.index.files(Source.SESSION)
    except follow.FAULTS:
        return set()
    return {file.place for file in files if file.size != UNFINISHED and not file.state.get("turns")}


def _with(known: Backlog, one: Found, *, is_silent: bool) -> Backlog:
    at = moment(one.mtime // _NANOS)
    return replace(
        known,
        transcripts=known.transcripts + 1,
        bytes=known.bytes + one.size,
        oldest=at if known.oldest is None else min(known.oldest, at),
        silent=known.silent + is_silent,
    )


def _deleted(known: Backlog) -> Backlog:
    days = delete_days(config.claude_config_dir() / "settings.json") if known.host == "claude" else None
    return replace(known, delete_days=days)


def delete_days(settings: Path) -> int:
    """Return after how many days Claude Code deletes a transcript, as its settings say; they are only read."""
    try:
        said = json.loads(settings.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return DELETE_DAYS
    days = said.get("cleanupPeriodDays") if isinstance(said, dict) else None
    return days if isinstance(days, int) and not isinstance(days, bool) and days > 0 else DELETE_DAYS
