"""Looking at the store: hand edits, git pulls, deletions and a fresh clone are one code path."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice

from vademecum.engine import follow
from vademecum.engine.edits import DELETED, Fate, Taken, flag, take, unadopted
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import recover, settle, settled
from vademecum.history import pending
from vademecum.history.pending import Pending
from vademecum.model.errors import UnavailableError
from vademecum.model.report import SyncReport
from vademecum.rules.asof import micros
from vademecum.store.layout import memory_at

_BATCH = 128
_SMALL_BATCH = 8
"""In a hurry the clock is looked at between these."""

_MANY = 20
"""More files than this gone at once, and more than half: nobody meant that."""

LOOKED = "looked_at"
"""Under this name the history keeps when the store was last looked at, in microseconds since 1970."""


def sync(keepers: Keepers, most_s: float | None = None) -> SyncReport:
    """Take every change made outside since the last look, or say why it is not taken.

    What is not taken within `most_s` seconds is left: the next look is due at once then.
    """
    until = None if most_s is None else keepers.clock() + timedelta(seconds=most_s)
    problems = [*_recovered(keepers), *_rewrite_a_lost_store(keepers)]
    closed: list[str] = []
    changed, gone, looked_at = _look(keepers, closed)
    problems += [f"store/{folder} cannot be read: check its owner and mode" for folder in closed]
    taken = list(_take_all(keepers, changed, until))
    taken += _flag_all(keepers, gone) if _is_a_loss(keepers, gone) else _take_all(keepers, gone, until)
    if any(one.fate in {Fate.ADOPTED, Fate.FORGOTTEN} for one in taken):
        problems += settled(keepers)
    follow.catch_up(keepers)
    if until is None or keepers.clock() <= until:
        with keepers.history.noting():
            keepers.history.state(LOOKED, str(micros(keepers.clock())))
    problems += [problem for one in taken for problem in one.problems]
    return SyncReport(
        adopted=_names(taken, Fate.ADOPTED),
        forgotten=_names(taken, Fate.FORGOTTEN),
        flagged=tuple(unadopted(keepers)),
        problems=tuple(problems),
        looked_at=looked_at,
    )


def _recovered(keepers: Keepers) -> tuple[str, ...]:
    """Finish what is left to do; a file that the disk refuses keeps no other one from being looked at."""
    try:
        recover(keepers)
    except UnavailableError as fault:
        if fault.code == "unavailable.locked" or keepers.history.is_read_only:
            raise
        return (fault.message,)
    return ()


def is_due(keepers: Keepers) -> bool:
    """Tell whether the last look at the store, by any process, is longer ago than the cooldown."""
    last = keepers.history.fact(LOOKED)
    passed = micros(keepers.clock()) - int(last or 0)
    return not 0 <= passed < keepers.settings.sync.cooldown_ms * 1000


def _look(keepers: Keepers, closed: list[str]) -> tuple[list[str], list[str], int]:
    """Return the places that look changed, those that are gone, and how many files there are."""
    known = pending.all_seen(keepers.history.db)
    changed, present = [], set()
    for place, mark in keepers.store.scan(closed):
        present.add(place)
        seen = known.get(place)
        if seen is None or (seen.size, seen.mtime, seen.inode) != (mark.size, mark.mtime, mark.inode):
            changed.append(place)
    rows = keepers.history.db.execute("SELECT place FROM version WHERE state = 'live'")
    gone = {place for (place,) in rows} | set(known)
    flagged = {place for place, seen in known.items() if seen.known.startswith(DELETED)}
    unseen = gone - present - flagged
    return changed, sorted(place for place in unseen if not place.startswith(tuple(closed))), len(present)


def _take_all(keepers: Keepers, places: list[str], until: datetime | None) -> Iterator[Taken]:
    todo = iter(places)
    size = _BATCH if until is None else _SMALL_BATCH
    while (until is None or keepers.clock() <= until) and (batch := list(islice(todo, size))):
        with keepers.history.writing(keepers.key) as tail:
            taken = [take(keepers, tail, place) for place in batch]
        yield from taken


def _is_a_loss(keepers: Keepers, gone: list[str]) -> bool:
    row = keepers.history.db.execute("SELECT count(*) FROM version WHERE state = 'live'").fetchone()
    return len(gone) > _MANY and 2 * len(gone) > row[0]


def _flag_all(keepers: Keepers, gone: list[str]) -> list[Taken]:
    with keepers.history.noting():
        return [flag(keepers, place, f"{DELETED}, with {len(gone)} files at once") for place in gone]


def _rewrite_a_lost_store(keepers: Keepers) -> Iterator[str]:
    """Write the whole store anew from the history, when its folder is gone: that is an accident, not an edit."""
    if keepers.layout.store.is_dir():
        return
    db = keepers.history.db
    with keepers.history.noting():
        places = [place for (place,) in db.execute("SELECT place FROM version WHERE state = 'live'")]
        for place in places:
            pending.add(db, Pending(place, "", ""))
    if places:
        settle(keepers)
        yield f"the store was gone; {len(places)} files were written anew from the history"


def _names(taken: list[Taken], fate: Fate) -> tuple[str, ...]:
    return tuple(found[0] for one in taken if one.fate is fate and (found := memory_at(one.place)))
