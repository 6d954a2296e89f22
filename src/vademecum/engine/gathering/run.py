"""Look at the sources, one process at a time, and take in what is new; killed at any step, the next look goes on."""

from collections.abc import Callable
from datetime import datetime, timedelta

from vademecum import disk
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


def hurry(keepers: Keepers) -> int:
    """Take in what is new as far as an answer can wait for it; return how many files are left for later."""
    try:
        until = keepers.clock() + timedelta(milliseconds=HURRY_MS)
        return _gather(Work(keepers, until=until, hurried=True)).left
    except follow.FAULTS:
        return 0  # the answer says by itself what is wrong with the index


def is_due(keepers: Keepers) -> bool:
    """Tell whether the sources were last looked at whole, by any process, longer ago than the cooldown."""
    passed = micros(keepers.clock()) - looked_at(keepers)
    return not 0 <= passed < keepers.settings.sync.cooldown_ms * 1000


def looked_at(keepers: Keepers) -> int:
    """Return when the sources were last looked at whole, in microseconds since 1970; 0 for never."""
    try:
        return keepers.index.gathered
    except follow.FAULTS:
        return 0


def _gather(work: Work) -> Gathered:
    keepers = work.keepers
    try:
        with disk.locked(keepers.layout.root / _LOCK, 0):
            begun: datetime = keepers.clock()
            sessions.gather(work)
            documents.gather(work)
            if not work.hurried:
                keeping.keep(work, keepers.settings.sessions.keep_days)
            if not work.counts["left"]:
                keepers.index.looked(micros(begun))
    except UnavailableError as fault:
        if fault.code != "unavailable.locked":
            raise
        return Gathered(busy=True)
    return work.report()
