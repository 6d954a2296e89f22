"""Look at the sources, one process at a time, and take in what is new; killed at any step, the next look goes on."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta

from vademecum import disk
from vademecum.config.settings import CONFIG_FILE
from vademecum.engine import follow
from vademecum.engine.gathering import documents, keeping, sessions
from vademecum.engine.gathering.work import Work
from vademecum.engine.keepers import Keepers
from vademecum.model.errors import UnavailableError
from vademecum.model.gathered import Gathered
from vademecum.rules.asof import micros

HURRY_MS = 30
"""How long an answer may wait for what was said a moment ago."""

_LOCK = "gather.lock"


def gather(
    keepers: Keepers,
    *,
    most_s: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Gathered:
    """Take in what is new in transcripts and documents; see `Vault.gather`."""
    until = None if most_s is None else keepers.clock() + timedelta(seconds=most_s)
    return _gather(Work(keepers, until=until, progress=progress))


def behind(keepers: Keepers) -> int:
    """Take in what is new as far as an answer can wait for it, when a look is due; return how many files wait still."""
    looked, now = max(looked_at(keepers), keepers.hurried_at), micros(keepers.clock())
    if not 0 <= now - looked < keepers.settings.sync.cooldown_ms * 1000 or _is_set_anew(keepers, looked, now):
        keepers.hurried_at = now
        keepers.waiting = _hurry(keepers)
    return keepers.waiting if looked_at(keepers) < keepers.hurried_at else 0


def _is_set_anew(keepers: Keepers, looked: int, now: int) -> bool:
    """Tell whether a setting was written between the last look and now: it may name another folder."""
    try:
        return looked <= (keepers.home / CONFIG_FILE).stat().st_mtime_ns // 1000 <= now
    except OSError:
        return False


def _hurry(keepers: Keepers) -> int:
    try:
        until = keepers.clock() + timedelta(milliseconds=HURRY_MS)
        found = _gather(Work(keepers, until=until, hurried=True))
    except follow.FAULTS:
        return 0  # the answer says by itself what is wrong with the index
    return found.left or int(found.busy)


def is_running(keepers: Keepers) -> bool:
    """Tell whether a process is looking at the sources now."""
    try:
        with disk.locked(keepers.layout.root / _LOCK, 0):
            return False
    except UnavailableError as fault:
        return fault.code == "unavailable.locked"


def looked_at(keepers: Keepers) -> int:
    """Return when the sources were last looked at whole, in microseconds since 1970; 0 for never."""
    try:
        return keepers.index.gathered
    except follow.FAULTS:
        return 0


def _gather(work: Work) -> Gathered:
    with ExitStack() as held:
        try:
            held.enter_context(disk.locked(work.keepers.layout.root / _LOCK, 0))
        except UnavailableError as fault:
            if fault.code != "unavailable.locked":
                raise
            return Gathered(busy=True)
        _look(work)
    return work.report()


def _look(work: Work) -> None:
    keepers = work.keepers
    begun: datetime = keepers.clock()
    sessions.gather(work)
    documents.gather(work)
    if not work.hurried:
        keeping.keep(work, keepers.settings.sessions.keep_days)
    if not work.counts["left"]:
        keepers.index.looked(micros(begun))
