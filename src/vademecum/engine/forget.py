"""Forgetting and bringing back: a forgotten memory is no longer recalled, and still in the history."""

from dataclasses import replace

from vademecum.engine import edits, follow, get
from vademecum.engine.commit import Beginning, begin, retire
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import settled
from vademecum.engine.write import free_name
from vademecum.history import versions
from vademecum.history.chain import Tail
from vademecum.model.errors import ConflictError
from vademecum.model.event import EventType
from vademecum.model.memory import Action, Receipt, Scope, Version
from vademecum.model.report import Forgotten
from vademecum.rules import markdown
from vademecum.rules.succession import name_key
from vademecum.store.layout import place_of


def forget(keepers: Keepers, name: str, *, reason: str = "") -> Receipt:
    """Retire a live memory.

    Raises:
        MissingError: there is no such memory.
    """
    with keepers.history.writing(keepers.key) as tail:
        version = get.live(keepers, name)
        present = edits.present(keepers, tail, version, must=False)
        if present is not None:
            retire(keepers, tail, present, tail.moment(keepers.clock()), data={"reason": bool(reason)})
    return _receipt(keepers, Action.FORGOTTEN, present or version, settled(keepers))


def forget_project(keepers: Keepers, project: str) -> Forgotten:
    """Retire everything that is live in a project's scope."""
    names = [version.memory.name for version in get.browse(keepers, Scope(project))]
    notes = [note for name in names for note in forget(keepers, name, reason="").notes]
    return Forgotten(project, tuple(names), tuple(dict.fromkeys(notes)))


def restore(keepers: Keepers, name: str) -> Receipt:
    """Bring back the newest version under a name, or the version with this id, as it was.

    Raises:
        MissingError: nothing ever had this name or id.
        ConflictError: the memory is live.
    """
    db = keepers.history.db
    with keepers.history.writing(keepers.key) as tail:
        former = (
            versions.by_id(db, name) or versions.live(db, name) or versions.find(db, "name_key = ?", name_key(name))
        )
        if former is None:
            raise get.missing(keepers, name)
        if former.is_live:
            raise ConflictError(f"{former.memory.name} is live", hint="there is nothing to restore")
        version = _bring_back(keepers, tail, former)
    return _receipt(keepers, Action.RESTORED, version, settled(keepers))


def _bring_back(keepers: Keepers, tail: Tail, former: Version) -> Version:
    earlier = versions.find(keepers.history.db, "state = 'live' AND lineage = ?", former.lineage)
    if earlier is not None:
        earlier = edits.present(keepers, tail, earlier)
    memory, text = former.memory, former.text
    if earlier is not None:
        memory = replace(memory, name=earlier.memory.name, scope=earlier.memory.scope)
    else:
        memory = replace(memory, name=free_name(keepers, memory.name, memory))
    if memory != former.memory:
        text = markdown.render(memory, text)
    new = Beginning(
        event=EventType.RESTORED,
        memory=memory,
        text=text,
        origin=former.origin,
        at=tail.moment(keepers.clock()),
        replaces=earlier,
        lineage=former.lineage,
        data={"of": former.id},
    )
    return begin(keepers, tail, new)


def _receipt(keepers: Keepers, action: Action, version: Version, notes: tuple[str, ...]) -> Receipt:
    memory = version.memory
    return Receipt(
        action=action,
        name=memory.name,
        id=version.id,
        scope=memory.scope,
        sensitivity=memory.sensitivity,
        indexed=follow.catch_up(keepers),
        path="" if action is Action.FORGOTTEN else str(keepers.layout.store / place_of(memory.name, memory.scope)),
        notes=notes,
    )
