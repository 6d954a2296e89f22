"""Erasing: no trace of a memory stays but a keyed hash that keeps it from coming back by itself."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from shlex import quote

from vademecum.engine import follow, get, manifest, traces
from vademecum.engine.gathering import keeping
from vademecum.engine.gathering.forgetting import FORGOTTEN
from vademecum.engine.gathering.work import Work
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import settled
from vademecum.engine.tombstones import bury
from vademecum.history import pending, versions
from vademecum.history.chain import Tail
from vademecum.history.pending import Pending
from vademecum.model.errors import UnavailableError
from vademecum.model.event import EventType
from vademecum.model.memory import GLOBAL, Action, Receipt, Scope, Version
from vademecum.model.report import Forgotten
from vademecum.model.search import Query, Source
from vademecum.rules.succession import plain_hash
from vademecum.store.layout import place_of

ERASING = "erasing"
"""The fact that tells, while it is there, that deleted text may still lie in the free pages of the files."""

_NAMED_MOST = 10
_ASKED_MOST = 1_000
_LOOKED_AT = 50


def erase(keepers: Keepers, name: str) -> Receipt:
    """Remove every version of a memory from the store, the history and the index; say what still holds it.

    Conversations that wait to be looked through, and may tell of it, are thrown away unread.

    Raises:
        MissingError: nothing ever had this name or id.
    """
    known = get.history(keepers, name)
    waited = traces.clear_memory(keepers.layout.root, known)
    told = _told_in(keepers, known)
    found, indexed, notes = _erase(keepers, lambda: get.history(keepers, name))
    places = sorted({place_of(version.memory.name, version.memory.scope) for version in found})
    memory = found[-1].memory
    notes = (*_remains(keepers, found, places), *told, *_unread(waited), *notes)
    return Receipt(Action.ERASED, memory.name, found[-1].id, memory.scope, indexed=indexed, notes=notes)


def erase_project(keepers: Keepers, project: str) -> Forgotten:
    """Remove every version that was ever in a project's scope, what waits to be read of it, and what names it.

    That is its sessions' ledgers, and the lines of logs that name it or its folders. What was made global, or learned
    there and kept for all, is named and stays.
    """
    scope, root = Scope(project), keepers.layout.root
    waited = traces.clear_project(keepers.home, root, project)
    found, _, notes = _erase(
        keepers, lambda: list(versions.select(keepers.history.db, "scope = ?", str(scope))), or_none=True
    )
    names = tuple(dict.fromkeys(version.memory.name for version in found))
    if found:
        folder = place_of("x", scope).rpartition("/")[0]
        notes = (*_remains(keepers, found, [folder]), *notes)
    notes = (*notes, *_unread(waited), *_kept_for_all(keepers, project), *_gathered(keepers, scope))
    return Forgotten(project, names, notes)


def _unread(waited: int) -> tuple[str, ...]:
    said = f"threw away {waited} conversations that waited to be looked through and may have told of it"
    return (said,) if waited else ()


def _told_in(keepers: Keepers, found: list[Version]) -> tuple[str, ...]:
    """Name the sessions and documents in which a memory stands word for word; they are not erased with it."""
    said = {" ".join(version.memory.body.split()).casefold() for version in found} - {""}
    sources = frozenset({Source.SESSION, Source.DOCUMENT})
    keys: dict[str, None] = {}
    with contextlib.suppress(*follow.FAULTS):
        for text in said:
            query = Query(text[:_ASKED_MOST], scopes=None, sources=sources)
            near = (one.passage for one in keepers.index.candidates(query, _LOOKED_AT))
            keys |= dict.fromkeys(one.group for one in near if text in " ".join(one.text.split()).casefold())
    if not keys:
        return ()
    where = _listed(sorted(keys))
    return (f"it also stands in {where}; `vade sessions forget` takes a session out, a document goes with its file",)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED_MOST} more" if len(names) > _NAMED_MOST else ""
    return ", ".join(names[:_NAMED_MOST]) + more


def _gathered(keepers: Keepers, scope: Scope) -> Iterator[str]:
    """Say what is still found of a project's sessions and documents."""
    with contextlib.suppress(*follow.FAULTS):
        sources = (one.source for one in keepers.index.files() if one.scope == scope and not one.state.get(FORGOTTEN))
        counts = Counter(sources)
        if counts[Source.SESSION]:
            yield (
                f"transcripts of {counts[Source.SESSION]} sessions in it are searched still: `vade sessions list "
                f"--project {scope.project}` names them, `vade sessions forget` takes one out"
            )
        if counts[Source.DOCUMENT]:
            yield f"{counts[Source.DOCUMENT]} documents of it are searched still: `vade knowledge remove` ends that"


def _erase(
    keepers: Keepers, find: Callable[[], list[Version]], *, or_none: bool = False
) -> tuple[list[Version], bool, tuple[str, ...]]:
    """Erase what is found under the lock; return it, whether the index is well, and what could not be done yet."""
    history = keepers.history
    history.db.execute("PRAGMA secure_delete = ON")
    try:
        with history.writing(keepers.key) as tail:
            found = find()
            if or_none and not found:
                return [], True, ()
            for version in found:
                _erase_one(keepers, tail, version)
            history.state(ERASING, str(tail.head.seq))
        notes = settled(keepers)
        manifest.drop(keepers)
        indexed, left = finish(keepers)
    finally:
        history.db.execute("PRAGMA secure_delete = OFF")
    return found, indexed, (*left, *notes)


def _kept_for_all(keepers: Keepers, project: str) -> tuple[str, ...]:
    names = [one.memory.name for one in get.browse(keepers, GLOBAL) if one.memory.source_project == project]
    return (f"learned there and kept for all projects: {_listed(names)}",) if names else ()


def finish(keepers: Keepers) -> tuple[bool, tuple[str, ...]]:
    """Give back the pages that held what was erased; tell whether the index is well, and what could not be done yet.

    An erasure that was cut short is finished by the next one who opens the vault.
    """
    with contextlib.suppress(*follow.FAULTS):
        keeping.keep(Work(keepers), None)  # only the index holds what hosts have deleted
    indexed = follow.begin_anew(keepers)
    try:
        if not keepers.history.shrink():
            return indexed, ("free pages of the history hold it until no other process reads, and the vault is opened",)
        with keepers.history.noting():
            keepers.history.unstate(ERASING)
    except UnavailableError as fault:
        return indexed, (f"free pages of the history hold it until the vault is opened again ({fault.message})",)
    return indexed, ()


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


def _remains(keepers: Keepers, found: list[Version], places: list[str]) -> tuple[str, ...]:
    """Return what still holds the text, with the command that clears it; `places` are files or folders of the store."""
    commits = sum(keepers.git.count(place) for place in places)
    erased = (f"erased {len(found)} versions from the store, the history and the index", *_moved_aside(keepers))
    if not commits and not keepers.git.holds([version.text for version in found]):
        return erased
    held = f"{commits} commits" if commits else "the objects"
    if keepers.git.is_ours():
        folder = keepers.layout.store / ".git"
        return (
            *erased,
            f"{held} of the store's git repository still hold it; `rm -rf {quote(str(folder))}` begins it anew",
        )
    each = f"git rm -rq --cached --ignore-unmatch {' '.join(map(quote, places))}"
    return *erased, (
        f"{held} of your git repository still hold it; "
        f"`git -C {quote(str(keepers.layout.store))} filter-branch --index-filter {quote(each)} -- --all` removes it"
    )


def _moved_aside(keepers: Keepers) -> tuple[str, ...]:
    """Name the histories that were damaged once, and moved aside: whatever they held is still in them."""
    history = keepers.layout.history
    files = sorted(str(path) for path in history.parent.glob(f"{history.name}.lost-*"))
    if not files:
        return ()
    return (f"a history that was moved aside may still hold it; `rm {' '.join(map(quote, files))}` removes it",)
