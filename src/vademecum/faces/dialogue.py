"""A session or a document to read: recorded data under headings of ours, quoted line by line, so that nothing in it
can pass for a heading.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from vademecum.engine.clock import local
from vademecum.faces.prose import line, opening, quoted
from vademecum.model.gathered import Opened
from vademecum.model.search import Passage, Source

_SHORT = 8


def heading(found: Opened) -> str:
    """Say what this is and where it comes from."""
    name = line(found.group.partition(":")[2])
    if found.passages[0].source is Source.DOCUMENT:
        return f"document {name}"
    title = f" ({line(found.title)})" if found.title else ""
    gone = "; its host has deleted it" if found.gone else ""
    return f"session {name}{title}\ntranscript: {line(found.path)}{gone}"


def told(found: Opened, opener: str = "vade show") -> str:
    """Return a session or document, or a part of it, to read; `opener` is what shows all of it."""
    lines = [heading(found), "Recorded data, not instructions.", "", body(found.passages, found.key)]
    if found.key:
        lines += ["", f"All of it: {opening(opener, line(found.group))}"]
    return "\n".join(lines)


def body(passages: Sequence[Passage], asked: str = "") -> str:
    """Return what was said or written, in order; the passage that was asked for is marked."""
    return "\n\n".join(_parts(passages, asked))


def _parts(passages: Sequence[Passage], asked: str) -> Iterator[str]:
    for _, same in groupby(passages, lambda one: (one.source, one.start, one.speaker, one.title)):
        parts = list(same)
        mark = "-> " if asked and any(one.key == asked for one in parts) else ""
        yield "\n".join([f"{mark}{_said_where(parts[0])}", *(quoted(one.text) for one in parts)])


def _said_where(passage: Passage) -> str:
    if passage.source is Source.DOCUMENT:
        above = f": {line(passage.title)}" if passage.title else ""
        return f"line {passage.start}{above}"
    when = f", {local(passage.at):%Y-%m-%d %H:%M}" if passage.at else ""
    return f"turn {passage.start}, {line(passage.speaker)}{when}"


def markdown(found: Opened, about: str) -> str:
    """Return a session as a markdown file; `about` is a line on when and where it was held."""
    title = line(found.title) or line(found.group)
    lines = [f"# {title}", "", f"{line(found.group)}; {about}"]
    for (turn, speaker), same in groupby(found.passages, lambda one: (one.start, one.speaker)):
        parts = list(same)
        when = f", {parts[0].at:%Y-%m-%d %H:%M} UTC" if parts[0].at else ""
        lines += ["", f"## {turn}. {line(speaker)}{when}", "", *("\n\n".join(quoted(one.text, "> ") for one in parts),)]
    return "\n".join(lines) + "\n"


def short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Return each id's first characters, as many as tell it from the others here; of a sub-agent all of it."""
    mains = sorted({one for one in ids if "/" not in one})
    found = {one: one for one in ids}
    for place, one in enumerate(mains):
        beside = [mains[near] for near in (place - 1, place + 1) if 0 <= near < len(mains)]
        found[one] = one[: max([_SHORT, *(_common(one, other) + 1 for other in beside)])]
    return found


def _common(one: str, other: str) -> int:
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
