"""Making the files agree with the versions: the end of every write, and the whole of crash recovery.

Settling does the same however often it runs, and whoever runs it: it takes everything that is pending, of any
process, under the vault's write lock.
"""

from vademecum.engine.keepers import Keepers
from vademecum.history import chain, pending, versions
from vademecum.history.pending import AGREED, Pending, Seen
from vademecum.model.errors import RefusedError
from vademecum.rules.succession import plain_hash
from vademecum.store.files import Mark


def settle(keepers: Keepers) -> None:
    """Write, replace and remove files until the store is what the versions say.

    A file that somebody else changed meanwhile is left as it is: the next sync takes it for the hand edit
    that it is.

    Raises:
        UnavailableError: the disk refuses; what is left stays pending.
    """
    history, store = keepers.history, keepers.store
    with history.noting() as db:
        todo = pending.everything(db)
        for one in todo:
            _agree(keepers, one)
        store.flush([one.place for one in todo])
        pending.clear(db, [one.place for one in todo])
        store.sweep()
        head = chain.head(db)
        keepers.heads.remember(head.seq, head.hash)


def recover(keepers: Keepers) -> None:
    """Finish what a writer that died left behind; costs next to nothing when there is nothing."""
    if pending.is_any(keepers.history.db) or keepers.store.strays():
        settle(keepers)


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
