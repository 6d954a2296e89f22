"""Hand edits: a file that was changed, added or removed outside becomes a version, or waits for a person."""

from dataclasses import dataclass, replace

from vademecum.engine import follow
from vademecum.engine.commit import Beginning, begin, retire
from vademecum.engine.drafting import applied, draft_of
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import settle, settled
from vademecum.history import pending, versions
from vademecum.history.chain import Tail
from vademecum.history.pending import AGREED, Pending, Seen
from vademecum.model.errors import (
    ConflictError,
    DamagedError,
    InvalidError,
    MissingError,
    RefusedError,
    UnavailableError,
    VademecumError,
)
from vademecum.model.event import EventType
from vademecum.model.frozen import StrEnum
from vademecum.model.memory import Action, FindingKind, Memory, Receipt, Trust, Version
from vademecum.model.report import Unadopted
from vademecum.rules import gate, markdown
from vademecum.rules.gate import Decision
from vademecum.rules.succession import EDIT, digest, lowest, name_key, plain_hash
from vademecum.store.files import Mark
from vademecum.store.layout import memory_at, place_of

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
    if pending.holds(keepers.history.db, place):
        return Taken(place, Fate.SAME)
    try:
        text = keepers.store.read(place)
    except UnavailableError as fault:
        return _flag_unread(keepers, place, fault)
    except (RefusedError, InvalidError) as fault:
        return flag(keepers, place, fault.message)
    return _take(keepers, tail, place, text, asked=asked)


def _take(keepers: Keepers, tail: Tail, place: str, text: str | None, *, asked: bool) -> Taken:
    live = versions.at_place(keepers.history.db, place)
    try:
        if text is None:
            return _gone(keepers, tail, place, live, asked=asked)
        if live is not None and live.text == text:
            _note(keepers, place, AGREED)
            return Taken(place, Fate.SAME)
        edit = judge(keepers, place, text, live)
        _wait_for_a_person(keepers, WAITS, asked=asked)
        return _adopt(keepers, tail, place, text, edit)
    except (RefusedError, InvalidError, DamagedError) as fault:
        return flag(keepers, place, fault.message)


def _wait_for_a_person(keepers: Keepers, reason: str, *, asked: bool) -> None:
    if keepers.settings.store.edits == "flag" and not asked:
        raise RefusedError(reason)


def judge(keepers: Keepers, place: str, text: str, live: Version | None) -> Edit:
    """Return the memory that a file states.

    Raises:
        RefusedError, InvalidError, DamagedError: it cannot become one; the message says why.
    """
    memory, problems = _read(place, text)
    memory = replace(memory, trust=lowest(memory.trust, live.memory.trust if live else Trust.OWNER))
    _refuse_what_cannot_be(keepers, memory)
    _refuse_a_second_file(keepers, memory, place)
    decision = gate.decide(draft_of(memory), keepers.policy)
    if decision.blocked:
        raise RefusedError(f"gate: {decision.reason}")
    gated = applied(memory, decision.draft)
    if decision.redactions:
        text = markdown.render(gated, text)
    _refuse_what_the_header_hides(keepers, text, gated)
    return Edit(gated, text, decision, tuple(f"{place}: {problem}" for problem in problems))


def _read(place: str, text: str) -> tuple[Memory, tuple[markdown.Problem, ...]]:
    found = memory_at(place)
    if found is None:
        raise RefusedError("is not where a memory lies")
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise RefusedError("is not UTF-8")
    memory, problems = markdown.read(text, name=found[0], scope=found[1])
    fatal = [str(problem) for problem in problems if problem.fatal]
    if fatal:
        raise RefusedError("; ".join(fatal))
    return memory, problems


def _refuse_what_cannot_be(keepers: Keepers, memory: Memory) -> None:
    most = keepers.settings.memory.body_max_bytes
    if not (memory.body.strip() or memory.description.strip()):
        raise RefusedError("is empty")
    if "\0" in memory.body or "\0" in memory.description:
        raise RefusedError("holds a NUL character")
    if (size := len(memory.body.encode())) > most:
        raise RefusedError(f"has {size} bytes, of at most {most}: cut it in parts, or raise memory.body_max_bytes")
    if memory.scope.project is None and memory.trust is Trust.UNTRUSTED:
        raise RefusedError("what nobody vouches for cannot be global")


def _refuse_a_second_file(keepers: Keepers, memory: Memory, place: str) -> None:
    other = versions.live(keepers.history.db, memory.name)
    there = place if other is None else place_of(other.memory.name, other.memory.scope)
    if there != place and keepers.store.exists(there):
        raise RefusedError(f"its name is taken by {there}; rename the file")


def _refuse_what_the_header_hides(keepers: Keepers, text: str, memory: Memory) -> None:
    """The gate judges a memory's own fields; what a hand put under other keys is recorded with the file too."""
    never = {FindingKind.SECRET} | ({FindingKind.PII} if memory.scope.project is None else set())
    for finding in gate.scan(text, keepers.policy, "file"):
        if finding.kind in never:
            line = text.count("\n", 0, finding.start) + 1
            raise RefusedError(f"gate: line {line} holds what {finding.rule} sees, and cannot be redacted in place")


def _adopt(keepers: Keepers, tail: Tail, place: str, on_disk: str, edit: Edit) -> Taken:
    db, memory = keepers.history.db, edit.memory
    live = versions.live(db, memory.name)
    former = live or versions.find(db, "name_key = ? AND digest = ?", name_key(memory.name), digest(memory))
    event = EventType.EDITED if live else EventType.REVIVED if former else EventType.STORED
    new = Beginning(
        event=event,
        memory=memory,
        text=edit.text,
        origin=EDIT,
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
    _wait_for_a_person(keepers, DELETED, asked=asked)
    retire(keepers, tail, live, tail.moment(keepers.clock()), data={"by": EDIT})
    return Taken(place, Fate.FORGOTTEN, version=live)


def flag(keepers: Keepers, place: str, reason: str) -> Taken:
    """Note that what was done to a file is not taken, and why: it waits for a person."""
    _note(keepers, place, reason)
    return Taken(place, Fate.FLAGGED, reason)


def _flag_unread(keepers: Keepers, place: str, fault: UnavailableError) -> Taken:
    """Note a file that the disk does not give us now; it is looked at again each time."""
    pending.note(keepers.history.db, place, Seen(0, 0, 0, fault.message))
    return Taken(place, Fate.FLAGGED, fault.message)


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
        settled(keepers)
        follow.catch_up(keepers)


def absorb(keepers: Keepers, tail: Tail, live: Version, *, must: bool = True) -> bool:
    """Take a hand edit of the file of a live version that is about to end, so that it is not lost.

    Inside the write lock. Tell whether there was one: then what is live is another version, or none.

    Raises:
        ConflictError: the file was changed, cannot be taken, and `must` be.
    """
    place = place_of(live.memory.name, live.memory.scope)
    if not is_touched(keepers, place):
        return False
    taken = take(keepers, tail, place)
    if taken.fate is Fate.FLAGGED and must:
        raise ConflictError(
            f"{place} was changed by hand and is not adopted: {taken.reason}",
            hint=f"run `vade adopt {live.memory.name}` or `vade revert {live.memory.name}` first",
            code="conflict.unadopted",
        )
    return taken.fate in {Fate.ADOPTED, Fate.FORGOTTEN}


def present(keepers: Keepers, tail: Tail, live: Version, *, must: bool = True) -> Version | None:
    """Return what is live under a version's name once a hand edit of its file is taken; None when that deleted it.

    Raises:
        ConflictError: as for `absorb`.
    """
    absorb(keepers, tail, live, must=must)
    return versions.live(keepers.history.db, live.memory.name)


def adopt(keepers: Keepers, name: str) -> Receipt:
    """Take a hand edit that waits as a new version; the gate still has its say.

    Raises:
        MissingError: no file of this name is changed.
    """
    place = _changed(keepers, name)
    with keepers.history.writing(keepers.key) as tail:
        taken = take(keepers, tail, place, asked=True)
    notes = settled(keepers)
    indexed = follow.catch_up(keepers)
    if taken.fate is Fate.FLAGGED or taken.version is None:
        return Receipt(Action.BLOCKED, name, notes=(taken.reason or "there is nothing to adopt",))
    memory = taken.version.memory
    action = Action.FORGOTTEN if taken.fate is Fate.FORGOTTEN else Action.EDITED
    path = "" if action is Action.FORGOTTEN else str(keepers.layout.store / place)
    return Receipt(
        action, memory.name, taken.version.id, memory.scope, memory.sensitivity, indexed=indexed, path=path, notes=notes
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
    hint = "`vade status` lists what waits"
    if live is not None:
        hint += f"; an edit that was taken in is a version: `vade why {name}`, then `vade restore ID`"
    raise MissingError(f"no file of {name} is changed", hint=hint, code="missing.edit")


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
