"""How a home and a vault are, at one glance: what `vade status` shows.

Nothing is written and nothing is made; each look costs milliseconds. What cannot be looked at is itself a line.
"""

import os
import shutil
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from shlex import quote

from vademecum import config, identity
from vademecum.config.quick import vault_of
from vademecum.engine import troubles
from vademecum.engine.vault import Vault
from vademecum.identity import privacy
from vademecum.model.errors import VademecumError
from vademecum.model.health import Check, Health, Level
from vademecum.model.memory import Version
from vademecum.model.report import Status
from vademecum.model.settings import CaptureSettings, PrivacySettings
from vademecum.model.wire import age

ROOM_LEAST = 200 * 1024 * 1024
"""Free bytes under which the disk is called full: a vault's databases need room to grow and to be copied."""

ROOM_SHARE = 100
"""The part of a disk, one in so many, under which it is called full too: others fill the rest soon."""

ROOM_MOST = 1024 * 1024 * 1024
"""Free bytes from which on a disk is never called full, however large it is."""

_SHOWN = 5
_FOR_OTHERS = 0o077


def glance(home: Path, folder: Path, opened: Callable[[], Vault], now: datetime) -> Health:
    """Return how the home, its settings and one vault are, seen from a folder.

    `opened` opens the vault; it is called only when there is one to open, and the caller closes it.
    """
    if not (home / "vaults").is_dir():
        start = Check("home", f"{home} holds no vault yet", Level.NOTE, "`vade init`, or just write: it is made then")
        return Health((start, *project(home, folder)))
    checks = [*about_home(home), *project(home, folder), *troubles.hooks(home, Path(vault_of(str(home))), now)]
    try:
        checks += about_vault(opened(), now)
    except VademecumError as fault:
        checks.append(failed("vault", fault))
    return Health(tuple(checks))


def about_home(home: Path) -> Iterator[Check]:
    """Look at the home's directory, settings and key."""
    yield guarded("home", lambda: config.check_home(home), str(home))
    yield disk_room(home)
    if os.name != "nt":
        yield from _privacy(home)
    yield guarded("settings", lambda: config.load(home), _changed(home))
    yield guarded("key", lambda: config.read_key(home), "in place")


def disk_room(home: Path) -> Check:
    """Look at the room on the home's disk."""
    try:
        disk = shutil.disk_usage(home)
    except OSError as fault:
        return Check("disk", f"cannot be looked at ({fault.strerror})", Level.NOTE, f"check the disk of {home}")
    message = f"{disk.free // (1024 * 1024):,} MB free"
    if disk.free >= max(ROOM_LEAST, min(disk.total // ROOM_SHARE, ROOM_MOST)):
        return Check("disk", message)
    hint = f"make room on the disk of {home}: when it is full, writes are refused and conversations are not kept"
    return Check("disk", message, Level.BAD, hint)


def project(home: Path, folder: Path) -> Iterator[Check]:
    """Tell which project the folder belongs to and by which rule, and which projects have lost their folder."""
    try:
        rules = _privacy_rules(home)
        rule = privacy.left_alone_by(folder, rules)
        here = identity.NOWHERE if rule else identity.project_of(folder, home)
        lost = identity.orphans(home)
        alone = list(islice(privacy.left_alone(home, rules), _SHOWN))
    except VademecumError as fault:
        yield failed("project", fault)
        return
    if rule:
        yield Check("project", f"this folder is left alone: {rule}")
    else:
        yield Check("project", f"{here.name} (by {here.rule})" if here.name else "none: this folder is no project")
    for name, why in alone:
        said = f"{name} is left alone: {why}"
        yield Check("privacy", said, Level.NOTE, f"`vade forget --project {name} --erase` removes what is kept of it")
    for name in lost[:_SHOWN]:
        yield Check(
            "project",
            f"the folder of {name} is gone",
            Level.NOTE,
            "moved? `vade projects remap OLD_PATH NEW_PATH`",
        )


def _privacy_rules(home: Path) -> PrivacySettings:
    try:
        return config.load(home).privacy
    except VademecumError:
        return PrivacySettings()  # broken settings have a line of their own


def about_vault(vault: Vault, now: datetime) -> Iterator[Check]:
    """Look at what a vault holds and what in it wants attention."""
    status = vault.status()
    yield Check("vault", f"{status.path} ({status.user})")
    yield Check("memories", counted(status, vault.browse()))
    yield from _index(status, vault.settings.embedder.provider)
    yield from _sources(status, now)
    yield from _edits(status)
    yield Check("checkpoint", f"signed up to event {status.signed}" if status.signed else "none signed yet")
    yield _git(status, vault.settings.store.git)
    yield capture(status, vault.settings.capture)
    if status.proposals:
        yield Check("proposals", f"{status.proposals} wait for approval", Level.NOTE, "`vade promote --list`")


def counted(status: Status, live: list[Version]) -> str:
    """Say how many memories there are, by scope and by domain."""
    domains = Counter(version.memory.domain for version in live)
    scopes = [f"{status.globals} global", *(f"{n} {name}" for name, n in sorted(status.projects.items()))]
    parts = [f"{status.live} live ({', '.join(scopes)})"]
    if domains:
        parts.append("domains: " + ", ".join(f"{name} {n}" for name, n in domains.most_common()))
    parts.append(f"{_count(status.versions, 'version')}, {_count(status.events, 'event')}")
    return "; ".join(parts)


def _index(status: Status, provider: str) -> Iterator[Check]:
    unused = "none: recall by words only" if provider == "none" else f"{provider}: nothing is embedded yet"
    yield Check("embedder", status.embedder or unused)
    if status.degraded:
        yield Check("index", status.degraded, Level.BAD, status.mend)
    elif status.position < status.events:
        behind = status.events - status.position
        yield Check("index", f"{behind} events behind the vault", Level.NOTE, "`vade sync`")
    else:
        yield Check("index", f"follows the vault up to event {status.position}")


def _sources(status: Status, now: datetime) -> Iterator[Check]:
    looked = f"looked through {age(status.gathered, now)}" if status.gathered else "not looked through yet"
    size = f"the index has {megabytes(status.index_bytes)}, kept transcripts {megabytes(status.transcripts_bytes)}"
    yield Check("sources", f"{status.sessions} sessions, {status.documents} documents; {looked}; {size}")
    for path in status.missing[:_SHOWN]:
        hint = f"put it back, or `vade knowledge remove {quote(path)}`"
        yield Check("sources", f"{path} is not there; what was found in it stays", Level.NOTE, hint)


def megabytes(size: int) -> str:
    """Say a size for people."""
    return f"{size / 1_000_000:.1f} MB"


def _git(status: Status, wanted: str) -> Check:
    if wanted == "off":
        return Check("git", "off: the store is not committed by us")
    if status.committed < status.events:
        waiting = status.events - status.committed
        hint = "it follows when the vault is closed; if it never does: is git installed?"
        return Check("git", f"{waiting} events wait for a commit", Level.NOTE, hint)
    return Check("git", f"committed up to event {status.committed}")


def capture(status: Status, wanted: CaptureSettings) -> Check:
    """Say whether conversations are looked through, what that may cost and has cost today, and how to end it."""
    if not wanted.enabled:
        return Check("capture", "off: nothing is kept of conversations by itself")
    spent = status.spending
    calls = f"{spent.calls} of {spent.most} model calls today, {spent.tokens} tokens" if spent else "no model"
    message = f"on, by {wanted.model or 'rule'} ({calls}); `vade config capture.enabled false` ends it"
    if status.no_room:
        said = f"{message}; the ends of {status.no_room} conversations were given up for want of room on the disk"
        return Check("capture", said, Level.NOTE, "make room; `vade write` keeps by hand what was said in them")
    if status.waiting:
        return Check(
            "capture", f"{message}; {status.waiting} wait", Level.NOTE, "the next session's start takes them up"
        )
    return Check("capture", message)


def _edits(status: Status) -> Iterator[Check]:
    for one in status.unadopted[:_SHOWN]:
        hint = f"`vade adopt {one.name}` or `vade revert {one.name}`"
        yield Check("edit", f"{one.path}: {one.reason}", Level.NOTE, hint)
    if len(status.unadopted) > _SHOWN:
        yield Check("edit", f"and {len(status.unadopted) - _SHOWN} more", Level.NOTE, "`vade sync`")


def _privacy(home: Path) -> Iterator[Check]:
    open_ones = [path for path in (home, home / "key", home / "config.toml") if _is_open(path)]
    if open_ones:
        names = ", ".join(path.name for path in open_ones)
        yield Check("home", f"others may read {names}", Level.BAD, f"`chmod -R go= {quote(str(home))}`")


def _is_open(path: Path) -> bool:
    try:
        return bool(stat.S_IMODE(path.stat().st_mode) & _FOR_OTHERS)
    except OSError:
        return False


def _changed(home: Path) -> str:
    """Say how many settings are not what they are by themselves."""
    try:
        changed = sum(row.origin != "default" for row in config.explain(home))
    except VademecumError:
        changed = 0
    return "1 changed from its default" if changed == 1 else f"{changed} changed from their defaults"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def guarded(name: str, look: Callable[[], object], message: str) -> Check:
    """Return a good line when the look succeeds, else what it raised."""
    try:
        look()
    except VademecumError as fault:
        return failed(name, fault)
    except OSError as fault:
        return Check(name, f"cannot be read ({fault.strerror})", Level.BAD, "check the owner and mode of the home")
    return Check(name, message)


def failed(name: str, fault: VademecumError) -> Check:
    """Return the line of a fault, with its way out."""
    return Check(name, fault.message, Level.BAD, fault.hint)
