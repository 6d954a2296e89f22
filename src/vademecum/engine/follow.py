"""Letting the index follow the vault, event by event; it may lag, and it may be gone, without any harm."""

import sqlite3
from collections.abc import Callable
from itertools import islice

from vademecum.engine.keepers import Keepers
from vademecum.history import chain, versions
from vademecum.model.errors import DamagedError, UnavailableError, VademecumError
from vademecum.model.event import Event
from vademecum.model.memory import GLOBAL, Similar, Version
from vademecum.model.report import IndexReport
from vademecum.model.search import Passage, Source
from vademecum.store.layout import place_of

_CHUNK = 512
_SIMILAR_MOST = 5
_BEGUN_ANEW_MOST = 2
FAULTS = (VademecumError, sqlite3.Error, OSError)
"""What using the index may raise, none of which is a reason to fail: it is derived."""

REINDEX = "`vade reindex`"


def key_of(name: str) -> str:
    """Return the key of a memory's passage."""
    return f"memory:{name}"


def passage_of(version: Version) -> Passage:
    """Return what the index keeps of a version."""
    memory = version.memory
    return Passage(
        key=key_of(memory.name),
        source=Source.MEMORY,
        text=memory.body,
        title=memory.description,
        name=memory.name,
        tags=memory.tags,
        when=memory.when,
        id=version.id,
        scope=memory.scope,
        type=memory.type,
        domain=memory.domain,
        sensitivity=memory.sensitivity,
        trust=memory.trust,
        at=version.recorded_at,
        valid_from=memory.valid_from,
        path=f"store/{place_of(memory.name, memory.scope)}",
    )


def catch_up(keepers: Keepers) -> bool:
    """Bring the index up to the last event; tell whether that worked."""
    try:
        try:
            _follow(keepers)
        except (DamagedError, sqlite3.Error):
            keepers.drop_index()
            _follow(keepers)
    except FAULTS:
        return False
    return True


def _follow(keepers: Keepers) -> None:
    db = keepers.history.db
    position = keepers.index.position
    if position > chain.head(db).seq:  # of another history, such as before a backup was put back
        keepers.index.rebuild([], position=0)
        position = 0
    begun_anew = 0
    while batch := list(islice(chain.events(db, position), _CHUNK)):
        _apply(keepers, batch)
        reached = keepers.index.position
        begun_anew += reached < position or reached == 0  # it was found damaged, and is empty now
        if begun_anew > _BEGUN_ANEW_MOST:
            raise DamagedError(f"{keepers.layout.index} is damaged again and again", hint="check the disk")
        position = reached


def _apply(keepers: Keepers, batch: list[Event]) -> None:
    db, last = keepers.history.db, batch[-1].seq
    residue = [key for (key,) in db.execute("SELECT key FROM residue WHERE seq <= ?", (last,))]
    upserts, deletes = [], residue
    for name in dict.fromkeys(event.name for event in batch if event.name):
        version = versions.live(db, name)
        if version is None:
            deletes.append(key_of(name))
        else:
            upserts.append(passage_of(version))
    kept = {passage.key for passage in upserts}
    keepers.index.apply(upserts, [key for key in deletes if key not in kept], last)
    if residue:
        with keepers.history.noting():
            db.execute("DELETE FROM residue WHERE seq <= ?", (last,))


def reindex(keepers: Keepers, *, full: bool, progress: Callable[[int], None] | None = None) -> IndexReport:
    """Bring the index up to date; make it anew when `full`, or when another model made it.

    `progress` is told how many passages stand in the new index. The old one answers until the new one is whole.

    Raises:
        UnavailableError: the index cannot be written here.
    """
    begun, index, db = keepers.clock(), keepers.index, keepers.history.db
    anew = full or index.degraded is not None
    if anew:
        position = chain.head(db).seq
        live = (passage_of(version) for version in versions.select(db, "state = 'live'"))
        index.rebuild(live, position=position, progress=progress)
    _follow(keepers)
    seconds = (keepers.clock() - begun).total_seconds()
    return IndexReport(index.counts().passages, index.position, seconds, rebuilt=anew)


def begin_anew(keepers: Keepers) -> bool:
    """Throw the index's file away, with every trace in it, and fill a new one; tell whether that worked."""
    keepers.drop_index()
    path = keepers.layout.index
    for suffix in ("", "-wal", "-shm", ".damaged", ".damaged-wal", ".damaged-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    return catch_up(keepers)


def similar(keepers: Keepers, fresh: list[Version]) -> dict[str, tuple[Similar, ...]]:
    """Return, by id, the live memories that say nearly the same as these."""
    found: dict[str, tuple[Similar, ...]] = {}
    by_scope: dict[str, list[Version]] = {}
    for version in fresh:
        by_scope.setdefault(str(version.memory.scope), []).append(version)
    for group in by_scope.values():
        scopes = tuple({GLOBAL, group[0].memory.scope})
        try:
            near = keepers.index.alike(
                [key_of(version.memory.name) for version in group],
                scopes=scopes,
                at_least=keepers.settings.memory.similar_at,
                limit=_SIMILAR_MOST + 1,
            )
        except FAULTS:
            continue
        for version, neighbours in zip(group, near, strict=True):
            found[version.id] = tuple(
                Similar(key.removeprefix("memory:"), likeness)
                for key, likeness in neighbours
                if key.startswith("memory:") and key != key_of(version.memory.name)
            )[:_SIMILAR_MOST]
    return found


def health(keepers: Keepers) -> tuple[int, str, str | None, str]:
    """Return the index's position, whose vectors it holds, why answers are degraded (None: not), and the mend."""
    try:
        index = keepers.index
        identity = index.identity
        return index.position, "" if identity is None else f"{identity[0]} {identity[1]}", index.degraded, REINDEX
    except UnavailableError as fault:  # a new index would find the same lock, disk or mode
        is_busy = fault.code == "unavailable.locked"
        mend = "another process works on it: try again in a moment" if is_busy else fault.hint
        return 0, "", f"the index cannot be used: {fault}", mend
    except FAULTS as fault:
        return 0, "", f"the index cannot be used: {fault}", REINDEX
