"""Many drafts from a JSON Lines stream: each is answered in order, as soon as it is durable."""

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from vademecum.engine.vault import Vault
from vademecum.faces import places
from vademecum.faces.cli import exits
from vademecum.faces.cli.front import Front, progress
from vademecum.identity import Project
from vademecum.model import wire
from vademecum.model.errors import InvalidError, VademecumError
from vademecum.model.memory import Action, Cite, Draft, Receipt
from vademecum.rules.citing import read_cite

Outcome = Receipt | VademecumError

_TEXTS = ("name", "title", "body", "type", "domain", "sensitivity", "source", "valid_from", "source_project", "created")
_LISTS = ("tags", "when", "links")
_PLACES = ("scope", "project")
KEYS = ("key", "keys", "cites", *_TEXTS, *_LISTS, *_PLACES)


def write(front: Front, lines: BinaryIO) -> int:
    """Write every draft of the stream and say what became of each; 1 when some were not stored."""
    counts: dict[str, int] = {}
    with front.vault() as vault, progress("writing", size_of(lines), quiet=front.as_json) as tell:
        for number, outcome in outcomes(vault, _counted(lines, tell), front.here):
            word = outcome.action.value if isinstance(outcome, Receipt) else "refused"
            counts[word] = counts.get(word, 0) + 1
            _tell(front, number, outcome)
    if not front.as_json:
        front.say(", ".join(f"{count} {word}" for word, count in sorted(counts.items())) or "no drafts")
    return exits.REPORT if {"refused", Action.BLOCKED.value} & counts.keys() else exits.DONE


def size_of(lines: BinaryIO) -> int:
    """Return the bytes of a file; 0 when they cannot be told beforehand, as in a pipe."""
    try:
        return os.fstat(lines.fileno()).st_size
    except (OSError, AttributeError):
        return 0


def _counted(lines: BinaryIO, tell: Callable[[int], None]) -> Iterator[bytes]:
    """Yield the lines, and tell how many bytes they were so far."""
    done = 0
    for line in lines:
        done += len(line)
        tell(done)
        yield line


def _tell(front: Front, number: int, outcome: Outcome) -> None:
    if front.as_json:
        plain = wire.receipt(outcome) if isinstance(outcome, Receipt) else wire.error(outcome)
        front.say(front.document({"line": number} | plain))
    elif isinstance(outcome, VademecumError):
        front.complain(outcome.code, f"line {number}: {outcome.message.removeprefix('line: ')}", outcome.hint)
    elif outcome.action is Action.BLOCKED:
        front.complain("blocked", f"line {number}: {'; '.join(outcome.notes) or 'blocked by the gate'}")


def outcomes(vault: Vault, lines: Iterable[bytes], here: Project) -> Iterator[tuple[int, Outcome]]:
    """Yield (line number, what became of it) in order; a line that is no draft does not hold up the others."""
    accepted: deque[int] = deque()
    refused: deque[tuple[int, VademecumError]] = deque()

    def drafts() -> Iterator[Draft]:
        for number, line in enumerate(lines, 1):
            try:
                draft = read_draft(line, here) if line.strip() else None
            except InvalidError as fault:
                refused.append((number, fault))
                continue
            if draft is not None:
                accepted.append(number)
                yield draft

    for outcome in vault.write_many(drafts()):
        number = accepted.popleft()
        while refused and refused[0][0] < number:
            yield refused.popleft()
        yield number, outcome
    yield from refused


def read_draft(line: bytes, here: Project) -> Draft:
    """Read one line as a draft.

    Raises:
        InvalidError: it is not a JSON object, has an unknown key, or a value of the wrong kind.
    """
    try:
        given = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as fault:
        raise InvalidError("line", f"is not JSON: {str(fault)[:120]}") from fault
    if not isinstance(given, dict):
        raise InvalidError("line", "is not a JSON object")
    for key in given:
        if key not in KEYS:
            raise InvalidError(key[:60], "is not a key of a draft", hint="known are " + ", ".join(sorted(KEYS)))
    texts = {key: _text(key, given[key]) for key in _TEXTS if given.get(key) is not None}
    lists: dict[str, Any] = {key: _texts(key, given[key]) for key in _LISTS if given.get(key) is not None}
    wished, project = (None if given.get(key) is None else _text(key, given[key]) for key in _PLACES)
    scope = places.for_write(wished, project, here)
    draft = Draft(
        scope=scope,
        domain=places.domain(None, here),
        source_project=places.source(scope, here),
        cites=_cites(given.get("cites")),
    )
    return replace(draft, **texts, **lists)  # type: ignore[arg-type]  # each key was checked above


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidError(key, "is not a text", hint='put it between " and "')
    return value


def _texts(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise InvalidError(key, "is not a list of texts", hint=f'write "{key}": ["...", "..."]')
    return tuple(_text(key, item) for item in value)


def _cites(value: object) -> tuple[Cite, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise InvalidError("cites", "is not a list of {path, start, end}")
    return tuple(map(_cite, value))


def _cite(value: object) -> Cite:
    if isinstance(value, str):
        return read_cite(value)
    if isinstance(value, dict) and isinstance(value.get("path"), str):
        start, end = value.get("start", 0), value.get("end", 0)
        if isinstance(start, int) and isinstance(end, int):
            return Cite(value["path"], start, end, str(value.get("digest", "")))
    raise InvalidError("cites", "is not a list of {path, start, end}")
