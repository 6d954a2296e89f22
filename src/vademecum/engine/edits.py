"""Hand edits: a file that was changed, added or removed outside becomes a version, or waits for a person."""

from dataclasses import dataclass, replace
from enum import StrEnum

from vademecum.engine import follow
from vademecum.engine.commit import Beginning, begin, retire
from vademecum.engine.drafting import applied, draft_of
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import settle
from vademecum.history import pending, versions
from vademecum.history.chain import Tail
from vademecum.history.pending import AGREED, Pending, Seen
from vademecum.model.errors import ConflictError, InvalidError, MissingError, RefusedError, VademecumError
from vademecum.model.event import EventType
from vademecum.model.memory import Action, Memory, Receipt, Trust, Version
from vademecum.model.report import Unadopted
from vademecum.rules import gate, markdown
from vademecum.rules.gate import Decision
from vademecum.rules.succession import digest, lowest, name_key, plain_hash
from vademecum.store.files import Mark
from vademecum.store.layout import memory_at, place_of

ORIGIN = "edit"
WAITS = "waits to be adopted"
DELETED = "its file was deleted"


class Fate(StrEnum):
    """What became of a file that was looked at."""

    SAME = "same"
    ADOPTED = "adopted"
    FORGOTTEN = "forgotten"
    FLAGGED = "flagged"


@dataclass(frozen=True, slots=True)
class Taken:
    """One file's fate. `problems` are sentences about a file that was adopted in spite of them."""

    place: str
    fate: Fate
    reason: str = ""
    problems: tuple[str, ...] = ()
    version: Version | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A file's text, judged fit to be a version; `text` differs from the file's when the gate redacted it."""

    memory: Memory
    text: str
    decision: Decision
    problems: tuple[str, ...]


def take(keepers: Keepers, tail: Tail, place: str, *, asked: bool = False) -> Taken:
    """Make the vault agree with the file at `place`, inside the write lock, or note why it does not.

    `asked` says that a person wants it now, also where edits only get flagged.
    """
    db, store = keepers.history.db, keepers.store
    if pending.holds(db, place):
        return Taken(place, Fate.SAME)
    live = versions.at_place(db, place)
    try:
        text = store.read(place)
    except (RefusedError, InvalidError) as fault:
        return _flag(keepers, place, fault.message)
    if text is None:
        return _gone(keepers, tail, place, live, asked=asked)
    if live is not None and live.text == text:
        _note(keepers, place, AGREED)
        return Taken(place, Fate.SAME)
    edit = judge(keepers, place, text, live)
    if isinstance(edit, str):
        return _flag(keepers, place, edit)
    if keepers.settings.store.edits == "flag" and not asked:
        return _flag(keepers, place, WAITS)
    return _adopt(keepers, tail, place, text, edit)


def judge(keepers: Keepers, place: str, text: str, live: Version | None) -> Edit | str:
    """Return the memory that a file states, or the reason why it cannot become one."""
    name, scope = memory_at(place) or ("", None)
    if scope is None:
        return "is not where a memory lies"
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        return "is not UTF-8"
    memory, problems = markdown.read(text, name=name, scope=scope)
    fatal = [str(problem) for problem in problems if problem.fatal]
    if fatal:
        return "; ".join(fatal)
    memory = replace(memory, trust=lowest(memory.trust, live.memory.trust if live else Trust.OWNER))
    refused = _refused(keepers, memory, place)
    if refused:
        return refused
    decision = gate.decide(draft_of(memory), keepers.policy)
    if decision.blocked:
        return f"gate: {decision.reason}"
    gated = applied(memory, decision.draft)
    if decision.redactions:
        try:
            text = markdown.render(gated, text)
        except VademecumError as fault:
            return f"gate: holds what must be redacted, and {fault.message}"
    return Edit(gated, text, decision, tuple(f"{place}: {problem}" for problem in problems))


def _refused(keepers: Keepers, memory: Memory, place: str) -> str:
    if not (memory.body.strip() or memory.description.strip()):
        return "is empty"
    if "\0" in memory.body or "\0" in memory.description:
        return "holds a NUL character"
    if len(memory.body.encode()) > keepers.settings.memory.body_max_bytes:
        return f"has more than {keepers.settings.memory.body_max_bytes} bytes"
    if memory.scope.project is None and memory.trust is Trust.UNTRUSTED:
        return "what nobody vouches for cannot be global"
    other = versions.live(keepers.history.db, memory.name)
    if other is not None and (there := place_of(other.memory.name, other.memory.scope)) != place:
        return f"its name is taken by {there}; rename the file" if keepers.store.exists(there) else ""
    return ""


def _adopt(keepers: Keepers, tail: Tail, place: str, on_disk: str, edit: Edit) -> Taken:
    db, memory = keepers.history.db, edit.memory
    live = versions.live(db, memory.name)
    former = live or versions.find(db, "name_key = ? AND digest = ?", name_key(memory.name), digest(memory))
    event = EventType.EDITED if live else EventType.REVIVED if former else EventType.STORED
    new = Beginning(
        event=event,
        memory=memory,
        text=edit.text,
        origin=ORIGIN,
        at=tail.moment(keepers.clock()),
        replaces=live,
        lineage=former.lineage if former else "",
        is_on_disk=edit.text == on_disk,
        found=plain_hash(on_disk),
    )
    version = begin(keepers, tail, new)
    if new.is_on_disk:
        _note(keepers, place, AGREED)
    if edit.decision.redactions:
        found = sorted({(finding.rule, finding.field) for finding in edit.decision.findings})
        tail.append(EventType.REDACTED, new.at, version.id, version.content_hash, {"findings": found})
    return Taken(place, Fate.ADOPTED, problems=edit.problems, version=version)


def _gone(keepers: Keepers, tail: Tail, place: str, live: Version | None, *, asked: bool) -> Taken:
    if live is None:
        pending.forget(keepers.history.db, place)
        return Taken(place, Fate.SAME)
    if keepers.settings.store.edits == "flag" and not asked:
        return _flag(keepers, place, DELETED)
    retire(keepers, tail, live, tail.moment(keepers.clock()), data={"by": ORIGIN})
    return Taken(place, Fate.FORGOTTEN, version=live)


def _flag(keepers: Keepers, place: str, reason: str) -> Taken:
    _note(keepers, place, reason)
    return Taken(place, Fate.FLAGGED, reason)


def flag_deleted(keepers: Keepers, place: str, reason: str) -> Taken:
    """Note that a file is gone, without believing that this was meant."""
    return _flag(keepers, place, reason)


def _note(keepers: Keepers, place: str, known: str) -> None:
    mark = _mark(keepers, place) or Mark(0, 0, 0)
    pending.note(keepers.history.db, place, Seen(mark.size, mark.mtime, mark.inode, known))


def _mark(keepers: Keepers, place: str) -> Mark | None:
    try:
        return keepers.store.mark(place)
    except VademecumError:
        return None


def is_touched(keepers: Keepers, place: str) -> bool:
    """Tell, without reading it, whether a file looks other than when it was last known to agree."""
    mark, seen = _mark(keepers, place), pending.seen(keepers.history.db, place)
    if mark is None or seen is None:
        return mark is not None or seen is not None
    return (mark.size, mark.mtime, mark.inode) != (seen.size, seen.mtime, seen.inode)


def freshen(keepers: Keepers, place: str) -> None:
    """Take a hand edit of one file at once, when there is one."""
    if not is_touched(keepers, place):
        return
    with keepers.history.writing(keepers.key) as tail:
        taken = take(keepers, tail, place)
    if taken.fate in {Fate.ADOPTED, Fate.FORGOTTEN}:
        settle(keepers)
        follow.catch_up(keepers)


def adopt(keepers: Keepers, name: str) -> Receipt:
    """Take a hand edit that waits as a new version; the gate still has its say.

    Raises:
        MissingError: no file of this name is changed.
    """
    place = _changed(keepers, name)
    with keepers.history.writing(keepers.key) as tail:
        taken = take(keepers, tail, place, asked=True)
    settle(keepers)
    indexed = follow.catch_up(keepers)
    if taken.fate is Fate.FLAGGED or taken.version is None:
        return Receipt(Action.BLOCKED, name, notes=(taken.reason or "there is nothing to adopt",))
    memory = taken.version.memory
    action = Action.FORGOTTEN if taken.fate is Fate.FORGOTTEN else Action.EDITED
    path = "" if action is Action.FORGOTTEN else str(keepers.layout.store / place)
    return Receipt(
        action, memory.name, taken.version.id, memory.scope, memory.sensitivity, indexed=indexed, path=path
    )


def revert(keepers: Keepers, name: str) -> Receipt:
    """Throw a hand edit away: the file becomes what the vault believes, or goes.

    Raises:
        MissingError: no file of this name is changed.
        ConflictError: the file cannot be replaced.
    """
    place, db = _changed(keepers, name), keepers.history.db
    with keepers.history.noting():
        current = keepers.store.read(place)
        pending.add(db, Pending(place, "", "" if current is None else plain_hash(current)))
    settle(keepers)
    version = versions.at_place(db, place)
    if is_touched(keepers, place):
        raise ConflictError(f"{place} was changed again meanwhile", hint="try again")
    if version is None:
        return Receipt(Action.FORGOTTEN, name, notes=("the file is removed; it never was a memory",))
    memory = version.memory
    path = str(keepers.layout.store / place)
    return Receipt(Action.RESTORED, memory.name, version.id, memory.scope, memory.sensitivity, path=path)


def _changed(keepers: Keepers, name: str) -> str:
    """Return the place of the changed file that a name (or a place) means."""
    live = versions.live(keepers.history.db, name)
    known = [place for place, _ in pending.unadopted(keepers.history.db)]
    if live is not None:
        known.append(place_of(live.memory.name, live.memory.scope))
    for place in known:
        found = memory_at(place)
        if name in {place, found[0] if found else ""} and is_changed(keepers, place):
            return place
    raise MissingError(f"no file of {name} is changed", hint="`vade status` lists what waits", code="missing.edit")


def is_changed(keepers: Keepers, place: str) -> bool:
    """Tell whether a file really holds something other than the vault believes."""
    live = versions.at_place(keepers.history.db, place)
    try:
        text = keepers.store.read(place)
    except VademecumError:
        return True
    return text != (None if live is None else live.text)


def unadopted(keepers: Keepers) -> list[Unadopted]:
    """Return the changes made by hand that are not part of the vault, with the reason."""
    found = []
    for place, reason in pending.unadopted(keepers.history.db):
        name, _ = memory_at(place) or (place, None)
        found.append(Unadopted(place, name, reason))
    return found
