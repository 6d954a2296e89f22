"""Making the files agree with the versions: the end of every write, and the whole of crash recovery.

Settling does the same however often it runs, and whoever runs it: it takes everything that is pending, of any
process, under the vault's write lock.
"""

import contextlib
from dataclasses import dataclass

from vademecum.engine.keepers import Keepers
from vademecum.history import chain, pending, versions
from vademecum.history.pending import AGREED, Pending, Seen
from vademecum.model.errors import RefusedError, UnavailableError
from vademecum.rules.succession import plain_hash
from vademecum.store.files import Mark


def settle(keepers: Keepers) -> None:
    """Write, replace and remove files until the store is what the versions say.

    A file that somebody else changed meanwhile is left as it is: the next sync takes it for the hand edit
    that it is. A file that the disk refuses stays pending, and keeps no other one from being settled.

    Raises:
        UnavailableError: the disk refuses.
    """
    history, store = keepers.history, keepers.store
    with history.noting() as db:
        todo = pending.everything(db)
        faults = [fault for one in todo if (fault := _refused(keepers, one))]
        left = {fault.place for fault in faults}
        settled = [one.place for one in todo if one.place not in left]
        store.flush(settled)
        pending.clear(db, settled)
        store.sweep()
        head = chain.head(db)
        with contextlib.suppress(UnavailableError):  # it may lag: the next one, or the next signing, catches up
            keepers.heads.remember(head.seq, head.hash)
    if faults:
        raise faults[0].fault


def settled(keepers: Keepers) -> tuple[str, ...]:
    """Settle what a verb has recorded; return what to tell its caller when the files cannot follow yet."""
    try:
        settle(keepers)
    except UnavailableError as fault:
        return (f"recorded; its file follows when the disk allows ({fault.message})",)
    return ()


def recover(keepers: Keepers) -> None:
    """Finish what a writer that died left behind; costs next to nothing when there is nothing.

    Raises:
        UnavailableError: the disk refuses; what is left stays pending.
    """
    if pending.is_any(keepers.history.db) or keepers.store.strays():
        settle(keepers)


@dataclass(frozen=True, slots=True)
class _Fault:
    place: str
    fault: UnavailableError


def _refused(keepers: Keepers, one: Pending) -> _Fault | None:
    try:
        _agree(keepers, one)
    except UnavailableError as fault:
        return _Fault(one.place, fault)
    return None


def _agree(keepers: Keepers, one: Pending) -> None:
    db, store = keepers.history.db, keepers.store
    version = versions.at_place(db, one.place)
    try:
        current = store.read(one.place)
    except RefusedError:
        return
    wanted = None if version is None else version.text
    if current != wanted and current is not None and plain_hash(current) != one.before:
        pending.forget(db, one.place)
        return
    if wanted is None:
        store.remove(one.place)
        pending.forget(db, one.place)
        return
    mark = store.mark(one.place) if current == wanted else _write(keepers, one, wanted)
    if mark is not None:
        pending.note(db, one.place, Seen(mark.size, mark.mtime, mark.inode, AGREED))


def _write(keepers: Keepers, one: Pending, text: str) -> Mark:
    staged = keepers.layout.incoming / f"{one.staged}.tmp" if one.staged else None
    return keepers.store.put(one.place, text, staged)
