"""Keeping what a conversation brought, before the host forgets it.

By rule alone, unless a model is set and may still be asked today; whatever goes wrong with a model, the rules stand in.
Everything is written by the one way in, with the trust of an agent, in the scope of the session's project.
"""

import json
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from vademecum import completers, config, disk
from vademecum.engine import write
from vademecum.engine.jobs import folder_of
from vademecum.engine.keepers import Keepers
from vademecum.engine.recall import recall
from vademecum.history import versions
from vademecum.model.errors import UnavailableError, VademecumError
from vademecum.model.memory import GLOBAL, Draft, Receipt, Scope, Trust
from vademecum.model.report import Captured, Spending
from vademecum.model.search import Query, Source
from vademecum.rules import distilling, gate, words
from vademecum.rules.asof import EPOCH
from vademecum.rules.extraction import Fact, distinct, extract
from vademecum.rules.succession import digest, statement, title_key
from vademecum.rules.suspicion import suspicions
from vademecum.rules.turns import Turn
from vademecum.sources.transcripts import turns_of

KNOWN_AT = 0.6
"""Similarity in words from which a fact counts as said already."""

_SPENT = "spent.json"
_NEAR = 5
_MARK_BYTES = 12

_KEPT = frozenset({Source.MEMORY, Source.DOCUMENT})
"""Where what is found is known: what was only said goes with its transcript, this conversation's own among them."""


def capture(keepers: Keepers, session: str, project: str | None, records: bytes, *, may_ask: bool) -> Captured:
    """Keep what the transcript's records of a session say that lasts; see `Vault.capture`."""
    wanted = keepers.settings.capture
    turns = turns_of(records, most=wanted.max_chars, turn_most=wanted.turn_chars)
    by_rule = extract(turns, wanted.max_memories)
    if sum(len(turn.text) for turn in turns) < wanted.min_chars:
        found = Captured()
        facts: Sequence[Fact] = [fact for fact in by_rule if fact.asked]
    else:
        facts, found = _facts(keepers, turns, by_rule, may_ask=may_ask)
    if project is None:
        facts = [fact for fact in facts if fact.asked]
    drafts = [_draft(keepers, fact, session, project) for fact in facts[: wanted.max_memories]]
    drafts = [draft for draft in drafts if not suspicions(f"{draft.title}\n{draft.body}")]
    new = [draft for draft in drafts if not _is_known(keepers, draft)]
    receipts = tuple(_written(keepers, new))
    return Captured(receipts, found.by, len(drafts) - len(new), found.tokens, found.fault)


def spending(keepers: Keepers) -> Spending:
    """Return what was asked of a model today."""
    return _spending(folder_of(keepers.layout.root) / _SPENT, _today(keepers), keepers.settings.capture.calls_per_day)


def _facts(
    keepers: Keepers, turns: Sequence[Turn], by_rule: list[Fact], *, may_ask: bool
) -> tuple[list[Fact], Captured]:
    """Return the facts, and by whom they were found; what a person asked to remember is never left to a model."""
    if not (may_ask and keepers.settings.capture.model):
        return by_rule, Captured()
    try:
        answer = _ask(keepers, turns)
        facts = distilling.read_answer(answer.text, turns, keepers.settings.capture.max_memories)
    except VademecumError as fault:
        return by_rule, Captured(fault=fault.message)
    _spend(keepers, tokens=answer.tokens)
    asked = [fact for fact in by_rule if fact.asked]
    return distinct([*facts, *asked])[::-1], Captured(by=keepers.settings.capture.model, tokens=answer.tokens)


def _ask(keepers: Keepers, turns: Sequence[Turn]) -> completers.Completion:
    """Ask the model, within the day's calls: one is counted before it is made."""
    wanted, environment = keepers.settings.capture, config.child_environment()
    client = completers.find_client(environment)
    if client is None:
        raise UnavailableError("no headless client is on the PATH", hint="install Claude Code, or set no model")
    _spend(keepers, calls=1)
    mark = os.urandom(_MARK_BYTES).hex()
    return completers.complete(
        client,
        distilling.role(mark, wanted.max_memories),
        distilling.fenced(turns, mark),
        model=wanted.model,
        timeout_s=wanted.timeout_s,
        environment=environment,
    )


def _spend(keepers: Keepers, *, calls: int = 0, tokens: int = 0) -> None:
    """Count calls and tokens of today.

    Raises:
        UnavailableError: the day's calls are used up, or cannot be counted.
    """
    path = folder_of(keepers.layout.root) / _SPENT
    try:
        disk.make_private_dir(path.parent)
        with disk.locked(path.with_suffix(".lock")):
            spent = _spending(path, _today(keepers), keepers.settings.capture.calls_per_day)
            if spent.calls + calls > spent.most:
                raise UnavailableError(f"the {spent.most} model calls of today are used up")
            plain = {"day": spent.day, "calls": spent.calls + calls, "tokens": spent.tokens + tokens}
            disk.replace(path, json.dumps(plain).encode())
    except OSError as fault:
        raise UnavailableError(f"{path} cannot be written ({fault.strerror})") from fault


def _spending(path: Path, day: str, most: int) -> Spending:
    """Return what was counted today; a count that cannot be read is a full one."""
    try:
        said = json.loads(path.read_bytes())
        if said["day"] == day:
            return Spending(day, int(said["calls"]), int(said["tokens"]), most)
    except FileNotFoundError:
        pass
    except (OSError, ValueError, KeyError, TypeError):
        return Spending(day, most, 0, most)
    return Spending(day, 0, 0, most)


def _today(keepers: Keepers) -> str:
    return keepers.clock().date().isoformat()


def _draft(keepers: Keepers, fact: Fact, session: str, project: str | None) -> Draft:
    return Draft(
        body=fact.text,
        title=fact.title,
        type=fact.type,
        scope=GLOBAL if project is None else Scope(project),
        source=_source(keepers, session, fact.topic),
        source_project=project,
        trust=Trust.AGENT,
        tags=("captured",),
        when=fact.when or None,
    )


def _source(keepers: Keepers, session: str, topic: str) -> str:
    """Return the origin of a topic; one that the gate would redact goes by its hash, so that no two become one."""
    parts = [
        part if not gate.scan(part, keepers.policy) else _hash(part) for part in (session.replace(":", "_"), topic)
    ]
    return ":".join(("session", *parts))


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _is_known(keepers: Keepers, draft: Draft) -> bool:
    """Tell whether the vault holds this in other words, or a person has said something under its title, or dropped it.

    What is extracted by itself must neither bring back what was forgotten nor stand over what was written on purpose.
    """
    db = keepers.history.db
    safe = gate.decide(draft, keepers.policy).draft
    memory = write.memory_of(safe, EPOCH, keepers.settings.memory.description_max)
    if versions.find(db, "state = 'forgotten' AND (digest = ? OR source = ?)", digest(memory), safe.source):
        return True
    scopes = (memory.scope, GLOBAL)
    for scope in scopes:
        same = versions.find(
            db, "state = 'live' AND title_key = ? AND scope = ?", title_key(memory.description), str(scope)
        )
        if same is not None and same.memory.origin_session != safe.source:
            return True
    asked = Query(statement(memory)[:1000], limit=_NEAR, scopes=scopes, threshold=0.0, sources=_KEPT)
    near = recall(keepers, asked, {})
    return any(
        hit.passage.scope in scopes
        and not _is_of(keepers, hit.passage.id, safe.source)
        and words.similarity(statement(memory), hit.passage.text or hit.passage.title) >= KNOWN_AT
        for hit in near.hits
    )


def _is_of(keepers: Keepers, identity: str, source: str) -> bool:
    """Tell whether a version came from this very topic: then it is what the fact goes on from."""
    found = versions.by_id(keepers.history.db, identity)
    return found is not None and found.memory.origin_session == source


def _written(keepers: Keepers, drafts: list[Draft]) -> Iterator[Receipt]:
    for result in write.write_many(keepers, drafts):
        if isinstance(result, Receipt):
            yield result
        elif isinstance(result, UnavailableError):
            raise result


def names_of(keepers: Keepers, session: str, most: int) -> list[str]:
    """Return the names of the memories that were kept of a session, the newest first."""
    begins = _source(keepers, session, "")
    found = versions.select(
        keepers.history.db, "state = 'live' AND substr(source, 1, ?) = ?", len(begins), begins, order="seq DESC"
    )
    return [version.memory.name for version, _ in zip(found, range(most), strict=False)]
