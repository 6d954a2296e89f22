"""Writing: check, gate, succession, commit, settle, index, receipt. One way in for every entrance."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from vademecum.engine import edits, follow
from vademecum.engine.commit import Beginning, begin
from vademecum.engine.ending import sign_batch
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import settled
from vademecum.engine.tombstones import is_erased
from vademecum.history import versions
from vademecum.history.chain import Tail
from vademecum.model.errors import (
    ConflictError,
    DamagedError,
    InvalidError,
    RefusedError,
    UnavailableError,
    VademecumError,
)
from vademecum.model.event import EventType
from vademecum.model.memory import Action, Draft, Memory, Receipt, Sensitivity, Trust, Version
from vademecum.rules import drafts, gate, markdown, naming, suspicion, words
from vademecum.rules.asof import EPOCH
from vademecum.rules.gate import Decision
from vademecum.rules.succession import (
    Known,
    Step,
    Succession,
    digest,
    is_edit,
    is_specific,
    may_follow,
    says_anew,
    stem_of,
    succeed,
    title_key,
    with_phrases,
)
from vademecum.store.layout import place_of

BATCH = 256
"""Most drafts in one transaction: it holds the write lock for well under a second."""

COMPARED_MOST = 16
"""Most drafts in a batch whose neighbours are looked for: nobody reads the neighbours of an import's thousands."""

_DONE = {
    Step.FIRST: (EventType.STORED, Action.STORED),
    Step.SUPERSEDE: (EventType.SUPERSEDED, Action.SUPERSEDED),
    Step.REVIVE: (EventType.REVIVED, Action.REVIVED),
}


@dataclass(frozen=True, slots=True)
class Written:
    """What the transaction did with one draft; `version` is None when it was blocked."""

    action: Action
    decision: Decision
    version: Version | None = None


def write(keepers: Keepers, draft: Draft) -> Receipt:
    """Write one memory; it is durable when this returns.

    Raises:
        InvalidError, RefusedError, ConflictError: it can never be, must not be, or cannot here be written.
        UnavailableError: the disk or the lock refuses; nothing was written.
    """
    result = next(write_many(keepers, [draft]))
    if isinstance(result, VademecumError):
        raise result
    return result


def write_many(keepers: Keepers, drafts: Iterable[Draft]) -> Iterator[Receipt | VademecumError]:
    """Write drafts in order, up to BATCH in one transaction; yield what became of each once it is durable."""
    todo = iter(drafts)
    while batch := list(islice(todo, BATCH)):
        with keepers.history.reading():
            results = _write_batch(keepers, batch)
        if len(batch) > 1:
            sign_batch(keepers)
        yield from results


def _write_batch(keepers: Keepers, batch: list[Draft]) -> list[Receipt | VademecumError]:
    prepared = [prepare(keepers, draft) for draft in batch]
    written: list[Written | VademecumError] = [one for one in prepared if not isinstance(one, Decision)]
    notes: tuple[str, ...] = ()
    if len(written) < len(prepared):
        try:
            with keepers.history.writing(keepers.key) as tail:
                written = [_record(keepers, tail, one) if isinstance(one, Decision) else one for one in prepared]
        except (UnavailableError, DamagedError) as fault:
            return [one if isinstance(one, VademecumError) else fault for one in prepared]
        notes = settled(keepers)
    indexed = follow.catch_up(keepers)
    return _receipts(keepers, written, indexed=indexed, notes=notes)


def prepare(keepers: Keepers, draft: Draft) -> Decision | Written | VademecumError:
    """Check a draft and let the gate decide: all that needs no lock.

    What is live word for word has passed the gate before; finding it first makes a second import cheap.
    """
    try:
        checked = drafts.check(draft, keepers.settings.memory)
        _check_scope(checked)
        twin = _twin(keepers, checked)
        if twin is not None and not says_anew(checked, twin) and not edits.is_touched(keepers, _place_of(twin)):
            return Written(Action.DUPLICATE, Decision(checked, (), 0, blocked=False), twin)
        return gate.decide(checked, keepers.policy)
    except (InvalidError, RefusedError) as fault:
        return fault


def _check_scope(draft: Draft) -> None:
    if draft.scope.project is not None:
        naming.check_project(draft.scope.project)
    elif draft.trust is Trust.UNTRUSTED:
        raise RefusedError(
            "what nobody vouches for cannot be global",
            hint="use a project scope; a person can promote it",
            code="refused.trust",
        )


def _twin(keepers: Keepers, draft: Draft) -> Version | None:
    memory = memory_of(draft, EPOCH, keepers.settings.memory.description_max)
    return versions.find(keepers.history.db, "state = 'live' AND digest = ?", digest(memory))


def _place_of(version: Version) -> str:
    return place_of(version.memory.name, version.memory.scope)


def _record(keepers: Keepers, tail: Tail, decision: Decision) -> Written | VademecumError:
    at = tail.moment(keepers.clock())
    if decision.blocked:
        tail.append(EventType.BLOCKED, at, "", "", {"findings": rules_of(decision)})
        return Written(Action.BLOCKED, decision)
    try:
        written = _place(keepers, tail, decision)
    except (InvalidError, RefusedError, ConflictError, DamagedError) as fault:
        return fault
    version = written.version
    if decision.redactions and version is not None and written.action is not Action.DUPLICATE:
        tail.append(
            EventType.REDACTED, version.recorded_at, version.id, version.content_hash, {"findings": rules_of(decision)}
        )
    return written


def rules_of(decision: Decision) -> list[list[str]]:
    """Return which rules saw something and where, for the chain; never the values."""
    return [list(pair) for pair in sorted({(finding.rule, finding.field) for finding in decision.findings})]


def _place(keepers: Keepers, tail: Tail, decision: Decision) -> Written:
    draft, at = decision.draft, tail.moment(keepers.clock())
    memory = memory_of(draft, at, keepers.settings.memory.description_max)
    step = decide(keepers, memory, look_up(keepers, memory, draft))
    earlier = _live_of(keepers, step)
    if earlier is not None and edits.absorb(keepers, tail, earlier, must=step.step is not Step.DUPLICATE):
        return _place(keepers, tail, decision)
    if step.step is Step.DUPLICATE:
        return Written(Action.DUPLICATE, decision, step.of)
    _refuse_what_was_erased(keepers, memory)
    event, action = _DONE[step.step]
    memory = _named(keepers, memory, draft.name, step, earlier)
    before = earlier or step.of
    if draft.when is None and before is not None:
        memory = replace(memory, when=before.memory.when)
    if earlier is not None:
        memory = _carried(memory, draft, earlier.memory)
    text = markdown.render(memory, None if earlier is None else earlier.text)
    new = Beginning(
        event=event,
        memory=memory,
        text=text,
        origin=draft.source,
        at=at,
        replaces=earlier,
        lineage=step.of.lineage if step.of else "",
        data={"of": step.of.id} if step.step is Step.REVIVE and step.of else None,
    )
    return Written(action, decision, begin(keepers, tail, new))


def _carried(memory: Memory, draft: Draft, earlier: Memory) -> Memory:
    """Return a memory with what it keeps of the version that it replaces."""
    if digest(memory) == digest(earlier) and not is_edit(draft, earlier):
        return with_phrases(memory, earlier)
    return replace(
        memory,
        source_project=memory.source_project or earlier.source_project,
        created=draft.created or earlier.created or memory.created,
    )


def decide(keepers: Keepers, memory: Memory, known: Known) -> Succession:
    """Return what a memory is to the vault; also what comes back must not take the place of what is trusted more."""
    related_at = keepers.settings.memory.related_at
    step = succeed(memory, known, related_at=related_at, similarity=words.similarity)
    earlier = _live_of(keepers, step)
    if step.step is Step.REVIVE and earlier is not None and not may_follow(memory, earlier):
        return succeed(memory, replace(known, former=None), related_at=related_at, similarity=words.similarity)
    return step


def memory_of(draft: Draft, at: datetime, description_max: int) -> Memory:
    """Return the memory that a checked, gated draft states; its name is still to be found."""
    body = markdown.clean_body(draft.body)
    missing = [link for link in draft.links if f"[[{link}]]" not in body]
    if missing:
        body = (body + "\n\n" if body else "") + "See also: " + ", ".join(f"[[{link}]]" for link in missing)
    return Memory(
        name="",
        description=draft.title or naming.first_sentence(draft.body, description_max),
        body=body,
        type=drafts.memory_type(draft.type),
        scope=draft.scope,
        domain=draft.domain,
        sensitivity=Sensitivity(draft.sensitivity),
        source_project=draft.source_project or draft.scope.project,
        origin_session=draft.source,
        trust=draft.trust,
        tags=draft.tags,
        when=draft.when or (),
        created=draft.created or at.astimezone().date().isoformat(),
        valid_from=draft.valid_from,
        cites=draft.cites,
    )


def look_up(keepers: Keepers, memory: Memory, draft: Draft) -> Known:
    """Return what the vault holds that a memory may have to do with, which the draft states.

    Raises:
        ConflictError: the name that the caller means lives in another scope.
    """
    db, scope, key = keepers.history.db, str(memory.scope), digest(memory)
    named = None if draft.name is None else versions.live(db, draft.name)
    if named is not None and named.memory.scope != memory.scope:
        raise ConflictError(
            f"{named.memory.name} lives in {named.memory.scope}, not in {memory.scope}",
            hint="give its scope, promote it, or choose another name",
            code="conflict.scope",
        )
    sourced = None
    if is_specific(memory.origin_session):
        sourced = versions.find(db, "state = 'live' AND source = ? AND scope = ?", memory.origin_session, scope)
    twin = versions.find(db, "state = 'live' AND digest = ?", key)
    return Known(
        twin=twin,
        anew=twin is not None and says_anew(draft, twin),
        former=versions.find(db, "state != 'live' AND digest = ?", key),
        named=named,
        titled=tuple(
            versions.select(db, "state = 'live' AND title_key = ? AND scope = ?", title_key(memory.description), scope)
        ),
        sourced=sourced,
    )


def _live_of(keepers: Keepers, step: Succession) -> Version | None:
    """Return the live version that a step ends: its own, or what a revived lineage has become."""
    if step.of is None or step.of.is_live:
        return step.of
    return versions.find(
        keepers.history.db,
        "state = 'live' AND lineage = ? AND scope = ?",
        step.of.lineage,
        str(step.of.memory.scope),
    )


def _named(keepers: Keepers, memory: Memory, wanted: str | None, step: Succession, earlier: Version | None) -> Memory:
    if earlier is not None:
        return replace(memory, name=earlier.memory.name)
    if step.of is not None:
        base = step.of.memory.name
    else:
        base = naming.slug(wanted or stem_of(memory.origin_session) or memory.description)
    return replace(memory, name=free_name(keepers, base, memory))


def free_name(keepers: Keepers, wanted: str, memory: Memory) -> str:
    """Return `wanted`, or the next `wanted_2` that neither a live memory nor a file has."""
    db, store = keepers.history.db, keepers.store

    def is_taken(name: str) -> bool:
        return versions.live(db, name) is not None or store.exists(place_of(name, memory.scope))

    return naming.free_name(wanted, is_taken)


def _refuse_what_was_erased(keepers: Keepers, memory: Memory) -> None:
    if is_erased(keepers, memory):
        raise RefusedError(
            "this was erased on purpose", hint="say it in other words to keep it again", code="refused.erased"
        )


def _receipts(
    keepers: Keepers, written: list[Written | VademecumError], *, indexed: bool, notes: tuple[str, ...]
) -> list[Receipt | VademecumError]:
    fresh = [
        one.version
        for one in written
        if isinstance(one, Written) and one.version is not None and one.action is not Action.DUPLICATE
    ]
    similar = follow.similar(keepers, fresh) if indexed and len(written) <= COMPARED_MOST else {}
    return [
        one
        if isinstance(one, VademecumError)
        else replace(
            receipt_of(keepers, one),
            indexed=indexed and one.version is not None,
            similar=similar.get(one.version.id, ()) if one.version else (),
            notes=(*notes, *_suspicions(one)) if one.version else (one.decision.reason,),
        )
        for one in written
    ]


def _suspicions(one: Written) -> tuple[str, ...]:
    """Return the note on a text that seems to speak to the agent that will read it."""
    draft = one.decision.draft
    found = (
        ()
        if one.action is Action.DUPLICATE
        else suspicion.suspicions("\n".join((draft.title, draft.body, *(draft.when or ()))))
    )
    return (suspicion.note(found),) if found else ()


def receipt_of(keepers: Keepers, one: Written) -> Receipt:
    """Return the receipt of what was done, before indexing."""
    decision, version = one.decision, one.version
    memory = version.memory if version else None
    return Receipt(
        action=one.action,
        name=memory.name if memory else "",
        id=version.id if version else "",
        scope=memory.scope if memory else decision.draft.scope,
        sensitivity=memory.sensitivity if memory else Sensitivity(decision.draft.sensitivity),
        findings=decision.findings,
        redactions=decision.redactions,
        path=str(keepers.layout.store / place_of(memory.name, memory.scope)) if memory else "",
    )
