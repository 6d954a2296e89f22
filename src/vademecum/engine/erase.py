"""Erasing: no trace of a memory stays but a keyed hash that keeps it from coming back by itself."""

from vademecum.engine import follow, get
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import settle
from vademecum.engine.tombstones import bury
from vademecum.history import pending, versions
from vademecum.history.chain import Tail
from vademecum.history.pending import Pending
from vademecum.model.event import EventType
from vademecum.model.memory import Action, Receipt, Version
from vademecum.rules.succession import plain_hash
from vademecum.store.layout import place_of


def erase(keepers: Keepers, name: str) -> Receipt:
    """Remove every version of a memory from the store, the history and the index; say what still holds it.

    Raises:
        MissingError: nothing ever had this name or id.
    """
    history = keepers.history
    found = get.history(keepers, name)
    history.db.execute("PRAGMA secure_delete = ON")
    try:
        with history.writing(keepers.key) as tail:
            found = get.history(keepers, name)
            for version in found:
                _erase_one(keepers, tail, version)
        settle(keepers)
        indexed = follow.begin_anew(keepers)
        history.shrink()
    finally:
        history.db.execute("PRAGMA secure_delete = OFF")
    last = found[-1]
    return Receipt(
        Action.ERASED, last.memory.name, last.id, last.memory.scope, indexed=indexed, notes=_remains(keepers, found)
    )


def _erase_one(keepers: Keepers, tail: Tail, version: Version) -> None:
    db, memory = keepers.history.db, version.memory
    tombstone = bury(keepers, memory)
    at = tail.moment(keepers.clock())
    tail.append(EventType.ERASED, at, version.id, "", {"tombstone": tombstone})
    db.execute("INSERT OR REPLACE INTO residue VALUES (?, ?)", (follow.key_of(memory.name), tail.head.seq))
    db.execute("DELETE FROM proposal WHERE name = ?", (memory.name,))
    versions.drop(db, version.id)
    place = place_of(memory.name, memory.scope)
    if version.is_live:
        current = keepers.store.read(place)
        pending.add(db, Pending(place, "", plain_hash(version.text if current is None else current)))
    pending.forget(db, place)


def _remains(keepers: Keepers, found: list[Version]) -> tuple[str, ...]:
    """Return what still holds the text, with the command that clears it."""
    places = sorted({place_of(version.memory.name, version.memory.scope) for version in found})
    commits = sum(keepers.git.count(place) for place in places)
    erased = f"erased {len(found)} versions from the store, the history and the index"
    if not commits:
        return (erased,)
    if keepers.git.is_ours():
        folder = keepers.layout.store / ".git"
        return (
            erased,
            f"{commits} commits of the store's git repository still hold it; `rm -rf {folder}` begins it anew",
        )
    paths = " ".join(places)
    return erased, (
        f"{commits} commits of your git repository still hold it; "
        f"`git -C {keepers.layout.store} filter-branch --index-filter 'git rm -q --cached --ignore-unmatch {paths}'"
        " -- --all` removes it"
    )
