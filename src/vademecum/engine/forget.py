"""Forgetting and bringing back: a forgotten memory is no longer recalled, and still in the history."""

from dataclasses import replace

from vademecum.engine import follow, get
from vademecum.engine.commit import Beginning, begin, retire
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import settle
from vademecum.engine.write import free_name
from vademecum.history import versions
from vademecum.history.chain import Tail
from vademecum.model.errors import ConflictError
from vademecum.model.event import EventType
from vademecum.model.memory import Action, Receipt, Version
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
        retire(keepers, tail, version, tail.moment(keepers.clock()), data={"reason": bool(reason)})
    settle(keepers)
    return _receipt(keepers, Action.FORGOTTEN, version, on_disk=False)


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
    settle(keepers)
    return _receipt(keepers, Action.RESTORED, version, on_disk=True)


def _bring_back(keepers: Keepers, tail: Tail, former: Version) -> Version:
    earlier = versions.find(keepers.history.db, "state = 'live' AND lineage = ?", former.lineage)
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


def _receipt(keepers: Keepers, action: Action, version: Version, *, on_disk: bool) -> Receipt:
    memory = version.memory
    return Receipt(
        action=action,
        name=memory.name,
        id=version.id,
        scope=memory.scope,
        sensitivity=memory.sensitivity,
        indexed=follow.catch_up(keepers),
        path=str(keepers.layout.store / place_of(memory.name, memory.scope)) if on_disk else "",
    )
