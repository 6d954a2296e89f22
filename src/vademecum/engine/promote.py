"""From one project to everywhere: proposed by anybody, done by a person."""

import json
from dataclasses import replace

from vademecum.engine import edits, follow, get
from vademecum.engine.commit import begin, carried_on
from vademecum.engine.drafting import applied, draft_of
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import settled
from vademecum.engine.write import rules_of
from vademecum.history import versions
from vademecum.model.errors import ConflictError
from vademecum.model.event import EventType
from vademecum.model.memory import GLOBAL, Action, Memory, Receipt, Trust, Version
from vademecum.model.report import Proposal
from vademecum.rules import gate
from vademecum.rules.asof import micros, moment
from vademecum.rules.gate import Decision
from vademecum.rules.generalising import generalise
from vademecum.rules.succession import digest
from vademecum.store.layout import place_of


def propose(keepers: Keepers, name: str) -> Proposal:
    """Ask for a memory to become global; nothing changes until a person promotes it.

    The proposal waits, with the text that it would have: machine paths made general.

    Raises:
        MissingError: there is no such memory.
        ConflictError: it is global already.
    """
    version = _candidate(keepers, name)
    at = keepers.clock()
    with keepers.history.noting() as db:
        row = (version.memory.name, micros(at), _wanted(version))
        db.execute("INSERT OR REPLACE INTO proposal VALUES (?, ?, ?)", row)
    return _proposal(keepers, version, *row[1:])


def proposals(keepers: Keepers) -> list[Proposal]:
    """Return what waits for a person, oldest first; what was forgotten or is global by now waits no more."""
    db = keepers.history.db
    found = []
    for name, at, text in db.execute("SELECT name, at, text FROM proposal ORDER BY at").fetchall():
        version = versions.live(db, name)
        if version is not None and version.memory.scope.project is not None:
            found.append(_proposal(keepers, version, at, text))
    return found


def promote(keepers: Keepers, name: str) -> Receipt:
    """Make a project's memory global, as proposed when it was: the person who calls this vouches for it.

    The gate judges it once more. Lineage and source project stay; the file moves.

    Raises:
        MissingError: there is no such memory.
        ConflictError: it is global already, or a global one says the same.
    """
    with keepers.history.writing(keepers.key) as tail:
        version = _candidate(keepers, name)
        version = edits.present(keepers, tail, version) or version
        memory = _as_global(keepers, version)
        decision = gate.decide(draft_of(memory), keepers.policy)
        at = tail.moment(keepers.clock())
        if decision.blocked:
            tail.append(EventType.BLOCKED, at, "", "", {"findings": rules_of(decision)})
            return _blocked(version, decision)
        memory = applied(memory, decision.draft)
        _refuse_a_twin(keepers, memory)
        done = begin(keepers, tail, carried_on(version, memory, EventType.PROMOTED, at))
        keepers.history.db.execute("DELETE FROM proposal WHERE name = ?", (version.memory.name,))
    notes = settled(keepers)
    return Receipt(
        action=Action.PROMOTED,
        name=memory.name,
        id=done.id,
        scope=GLOBAL,
        sensitivity=memory.sensitivity,
        findings=decision.findings,
        redactions=decision.redactions,
        indexed=follow.catch_up(keepers),
        path=str(keepers.layout.store / place_of(memory.name, GLOBAL)),
        notes=notes,
    )


def _wanted(version: Version) -> str:
    """Return, as JSON, what a version would say as a global one, and which version that was made from."""
    said = [generalise(version.memory.description), generalise(version.memory.body), version.id]
    return json.dumps(said, ensure_ascii=False)


def _proposed(version: Version, text: str) -> tuple[str, str]:
    """Return the proposed title and body; made anew when the memory says something else by now."""
    title, body, made_from = json.loads(text)
    if made_from != version.id:
        title, body, _ = json.loads(_wanted(version))
    return title, body


def _candidate(keepers: Keepers, name: str) -> Version:
    version = get.live(keepers, name)
    if version.memory.scope.project is None:
        raise ConflictError(f"{version.memory.name} is global already", hint="there is nothing to promote")
    return version


def _as_global(keepers: Keepers, version: Version) -> Memory:
    """Return the memory as it would be: the proposed text when one waits, and a person's word for it."""
    memory = version.memory
    row = keepers.history.db.execute("SELECT text FROM proposal WHERE name = ?", (memory.name,)).fetchone()
    title, body = _proposed(version, row[0]) if row else (memory.description, memory.body)
    return replace(
        memory,
        description=title,
        body=body,
        scope=GLOBAL,
        source_project=memory.source_project or memory.scope.project,
        trust=Trust.OWNER if memory.trust is Trust.UNTRUSTED else memory.trust,
    )


def _refuse_a_twin(keepers: Keepers, memory: Memory) -> None:
    twin = versions.find(keepers.history.db, "state = 'live' AND digest = ?", digest(memory))
    if twin is not None:
        raise ConflictError(
            f"{twin.memory.name} is global and says the same", hint=f"forget {memory.name}, or change it first"
        )


def _blocked(version: Version, decision: Decision) -> Receipt:
    memory = version.memory
    return Receipt(
        action=Action.BLOCKED,
        name=memory.name,
        id=version.id,
        scope=memory.scope,
        sensitivity=memory.sensitivity,
        findings=decision.findings,
        notes=(decision.reason,),
    )


def _proposal(keepers: Keepers, version: Version, at: int, text: str) -> Proposal:
    memory = version.memory
    title, body = _proposed(version, text)
    wanted = replace(memory, description=title, body=body, scope=GLOBAL)
    decision = gate.decide(draft_of(wanted), keepers.policy)
    return Proposal(
        name=memory.name,
        scope=memory.scope,
        path=place_of(memory.name, GLOBAL),
        at=moment(at),
        blocked=decision.blocked,
        reason=decision.reason,
        findings=decision.findings,
        text=body or title,
    )
