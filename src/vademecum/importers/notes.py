"""A markdown note on the disk -> drafts that a vault can take."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from vademecum.importers.ports import Found
from vademecum.model.memory import Draft, Memory, Scope, Trust
from vademecum.model.settings import MemorySettings
from vademecum.rules import drafts, markdown, naming
from vademecum.rules.problem import Problem

FILE_MAX = 16 * 1024 * 1024
"""Most bytes of a file that is read at all."""

_TRUST = list(Trust)


@dataclass(frozen=True, slots=True)
class Place:
    """A file, and what is known about it without reading it.

    `source` is the origin key of its memory. `title` is what an index calls it; it serves where the file does not
    describe itself.
    """

    path: Path
    source: str
    scope: Scope
    trust: Trust
    title: str = ""


def take(place: Place, settings: MemorySettings) -> Iterator[Found]:
    """Read one file and yield its draft, or several when it is longer than a memory may be."""
    text, problem = read_text(place.path)
    if problem and problem.fatal:
        yield Found(str(place.path), None, (problem,))
        return
    yield from take_text(place, text, settings, (problem,) if problem else ())


def take_text(place: Place, text: str, settings: MemorySettings, problems: tuple[Problem, ...] = ()) -> Iterator[Found]:
    """Yield the drafts of a text that stands at a place."""
    where = str(place.path)
    memory, more = markdown.read(text, name=naming.slug(place.path.stem), scope=place.scope)
    problems += more
    if any(problem.fatal for problem in problems):
        yield Found(where, None, problems)
        return
    draft, domain_problem = _draft(place, memory, _title(place, text, memory), settings)
    if domain_problem:
        problems += (domain_problem,)
    if not memory.body and memory.description == memory.name:
        yield Found(where, None, (*problems, Problem(0, "is empty")))
        return
    for part in _parts(draft, settings):
        yield Found(where, part, problems)


def read_text(path: Path) -> tuple[str, Problem | None]:
    """Read a file as text, whatever its encoding; what cannot be read is a fatal problem."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > FILE_MAX:
                return "", Problem(0, f"is larger than {FILE_MAX // 1024 // 1024} MiB", fatal=True)
            return markdown.decode(file.read())
    except OSError as error:
        return "", Problem(0, f"cannot be read: {error.strerror}", fatal=True)


def _title(place: Place, text: str, memory: Memory) -> str:
    """Return what describes the note: both its title and its description where it has both."""
    fields = markdown.parse(text).fields
    described = markdown.field(fields, "description")
    title = markdown.field(fields, "title")
    if described and isinstance(title, str) and title.strip() and title.strip() not in memory.description:
        return f"{title.strip()}: {memory.description}"
    if not described and not title and place.title:
        return place.title
    return memory.description


def _draft(place: Place, memory: Memory, title: str, settings: MemorySettings) -> tuple[Draft, Problem | None]:
    """The channel sets how far a note is trusted: what the note says of itself can only lower it."""
    body = memory.body
    line = " ".join(title.split())
    if len(line) > settings.description_max:
        body = f"{title}\n\n{body}".rstrip()
        line = naming.clipped(line, settings.description_max)
    known = memory.domain in settings.domains
    problem = None if known else Problem(0, f"domain: {memory.domain[:40]!r} is not configured; read as general")
    draft = Draft(
        body=body,
        title=line,
        type=memory.type,
        domain=memory.domain if known else "general",
        scope=place.scope,
        sensitivity=memory.sensitivity,
        tags=memory.tags,
        when=drafts.usable(memory.when) or None,
        cites=memory.cites,
        source=place.source,
        source_project=memory.source_project,
        trust=max(memory.trust, place.trust, key=_TRUST.index),
        created=memory.created or _day_of(place.path),
        valid_from=memory.valid_from,
    )
    return draft, problem


def _day_of(path: Path) -> str | None:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC).date().isoformat()
    except (OSError, OverflowError, ValueError):
        return None


def _parts(draft: Draft, settings: MemorySettings) -> Iterator[Draft]:
    """Cut what is too long for one memory; each part says which it is, and has its own origin."""
    bodies = cut(draft.body, settings.body_max_bytes)
    if len(bodies) == 1:
        yield draft
        return
    for number, body in enumerate(bodies, 1):
        mark = f" ({number} of {len(bodies)})"
        title = naming.clipped(draft.title, settings.description_max - len(mark)) + mark
        source = draft.source if number == 1 else f"{draft.source}#{number}"
        yield replace(draft, body=body, title=title, source=source)


def cut(body: str, most: int) -> list[str]:
    """Cut a text into pieces of at most `most` UTF-8 bytes: between paragraphs, else lines, else characters."""
    if len(body.encode()) <= most:
        return [body]
    for joint in ("\n\n", "\n"):
        if joint in body:
            pieces = [piece for part in body.split(joint) for piece in cut(part, most)]
            return _joined(pieces, joint, most)
    return _by_characters(body, most)


def _joined(pieces: list[str], joint: str, most: int) -> list[str]:
    """Put neighbours together again while they fit."""
    joined: list[list[str]] = [[]]
    size = 0
    for piece in pieces:
        added = len(piece.encode()) + len(joint)
        if joined[-1] and size + added > most:
            joined.append([])
            size = 0
        joined[-1].append(piece)
        size += added
    texts = (joint.join(group).strip("\n") for group in joined)
    return [text for text in texts if text.strip()]


def _by_characters(text: str, most: int) -> list[str]:
    pieces = []
    while text:
        head = text.encode()[:most].decode("utf-8", "ignore")
        pieces.append(head)
        text = text[len(head) :]
    return pieces
