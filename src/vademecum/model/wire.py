"""The one serialiser: values as plain dictionaries, the same for `--json`, MCP and any later face.

Instants are ISO 8601 in UTC (`2026-01-31T08:30:00Z`), scopes are `global` or `project:<name>`, enums are their
words. A report without a shape of its own is written field by field.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from typing import Any

from vademecum.model.errors import InvalidError, VademecumError
from vademecum.model.frozen import StrEnum
from vademecum.model.memory import Cite, Finding, Receipt, Scope, Similar, Version
from vademecum.model.search import Hit, Passage, Recall, Source

Plain = dict[str, Any]

_STEPS = ((60, "minute"), (60, "hour"), (24, "day"), (30, "month"), (12, "year"))


def receipt(done: Receipt) -> Plain:
    """Write what a write did."""
    return {
        "action": done.action.value,
        "name": done.name,
        "id": done.id,
        "scope": str(done.scope),
        "sensitivity": done.sensitivity.value,
        "findings": [finding(found) for found in done.findings],
        "redactions": done.redactions,
        "similar": [similar(near) for near in done.similar],
        "indexed": done.indexed,
        "path": done.path,
        "notes": list(done.notes),
    }


def finding(found: Finding) -> Plain:
    """Write what the gate saw and where; there is no value to leak."""
    return {
        "rule": found.rule,
        "kind": found.kind.value,
        "field": found.field,
        "start": found.start,
        "end": found.end,
        "fingerprint": found.fingerprint,
    }


def similar(near: Similar) -> Plain:
    """Write a live memory that says nearly the same."""
    return {"name": near.name, "similarity": round(near.similarity, 4)}


def cite(place: Cite) -> Plain:
    """Write a place that a fact rests on."""
    return {"path": place.path, "start": place.start, "end": place.end, "digest": place.digest}


def recall(answer: Recall, now: datetime) -> Plain:
    """Write an answer of recall; `now` makes the ages."""
    return {
        "hits": [hit(found, now) for found in answer.hits],
        "mode": answer.mode,
        "degraded": answer.degraded,
        "abstained": answer.abstained,
        "undated": answer.undated,
        "fresh_as_of": instant(answer.fresh_as_of),
        "elsewhere": answer.elsewhere,
        "behind": answer.behind,
        "took_ms": round(answer.took_ms, 3),
    }


def hit(found: Hit, now: datetime) -> Plain:
    """Write one hit; `diff` and `now` are null unless a comparison with the present was asked for."""
    passage = found.passage
    return {
        "name": passage.name,
        "id": passage.id,
        "source": passage.source.value,
        "scope": str(passage.scope),
        "description": passage.title,
        "text": passage.text,
        "relevance": round(found.relevance, 4),
        "scores": {name: round(score, 4) for name, score in found.scores.items()},
        "key": passage.key,
        "path": passage.path,
        "at": place_in(passage),
        "recorded_at": instant(passage.at),
        "age": age(passage.at, now),
        "trust": passage.trust.value,
        "cites": [cite(place) for place in found.cites],
        "type": passage.type,
        "domain": passage.domain,
        "sensitivity": passage.sensitivity.value,
        "collapsed": list(found.collapsed),
        "diff": found.diff or None,
        "now": found.now or None,
    }


def place_in(passage: Passage) -> Plain | None:
    """Write where in a document or session a passage begins; null for a memory."""
    if passage.source is Source.DOCUMENT:
        return {"line": passage.start}
    if passage.source is Source.SESSION:
        session = passage.group.removeprefix("session:")
        return {"session": session, "turn": passage.start, "speaker": passage.speaker}
    return None


def version(state: Version, now: datetime) -> Plain:
    """Write one version of a memory, whole."""
    return summary(state, now) | {
        "body": state.memory.body,
        "lineage": state.lineage,
        "state": state.state.value,
        "superseded_at": instant(state.superseded_at),
        "valid_from": state.memory.valid_from,
        "created": state.memory.created,
        "source_project": state.memory.source_project,
        "origin": state.origin,
        "cites": [cite(place) for place in state.memory.cites],
        "content_hash": state.content_hash,
    }


def summary(state: Version, now: datetime) -> Plain:
    """Write one version without its body: a line of a list."""
    memory = state.memory
    return {
        "name": memory.name,
        "id": state.id,
        "scope": str(memory.scope),
        "description": memory.description,
        "type": memory.type.value,
        "domain": memory.domain,
        "sensitivity": memory.sensitivity.value,
        "tags": list(memory.tags),
        "when": list(memory.when),
        "trust": memory.trust.value,
        "recorded_at": instant(state.recorded_at),
        "age": age(state.recorded_at, now),
    }


def error(fault: VademecumError) -> Plain:
    """Write an error: a stable code, a sentence, the next step, and the field that is wrong if one is."""
    named = {"field": fault.field} if isinstance(fault, InvalidError) else {}
    return {"error": {"code": fault.code, "message": fault.message, "hint": fault.hint} | named}


def plain(value: object, now: datetime) -> Any:  # noqa: ANN401  any JSON value
    """Write any value of the product as JSON takes it."""
    for kind, write in _shapes(now):
        if isinstance(value, kind):
            return write(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {part.name: plain(getattr(value, part.name), now) for part in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item, now) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(plain(item, now) for item in value)
    if isinstance(value, (list, tuple)):
        return [plain(item, now) for item in value]
    return str(value) if hasattr(value, "__fspath__") else value


def _shapes(now: datetime) -> tuple[tuple[type, Callable[[Any], Any]], ...]:
    return (
        (Receipt, receipt),
        (Recall, lambda answer: recall(answer, now)),
        (Hit, lambda found: hit(found, now)),
        (Version, lambda state: version(state, now)),
        (Finding, finding),
        (Similar, similar),
        (VademecumError, error),
        (Scope, str),
        (StrEnum, lambda word: word.value),
        (datetime, instant),
        (date, lambda day: day.isoformat()),
        (bytes, bytes.hex),
    )


def instant(at: datetime | None) -> str | None:
    """Write an aware instant in UTC, to the microsecond where it has any."""
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def age(at: datetime | None, now: datetime) -> str:
    """Say how long ago something was: `just now`, `5 minutes ago`, `3 days ago`; empty when unknown.

    Months have 30 days and years 12 such months: an age is for reading, `recorded_at` for reckoning.
    """
    if at is None:
        return ""
    amount, unit = (now - at).total_seconds(), ""
    for size, name in _STEPS:
        if amount < size:
            break
        amount, unit = amount / size, name
    if not unit:
        return "just now"
    count = int(amount)
    return f"{count} {unit}{'' if count == 1 else 's'} ago"
