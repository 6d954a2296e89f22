"""The order of an answer about a time alone: of each session what it was about, newest first.

`what did we do last week` has no word that anything could match: what is dated then is told like a diary. First come
the prompts that sessions began with; then an answer of each, and memories; then what else was said; then documents.
"""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING
from vademecum.model.search import ABANDONED, Source
from vademecum.rules.skipping import asks_nothing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.search import Passage
    from vademecum.rules.span import When

OPENS, ANSWERS, SAID = 3.0, 2.0, 1.0
"""Points for a session's first prompt, for the answer of it that says most (or a memory), for its other turns. A
document has none: it is dated by its last change, which need not have been what was done.
"""

NEWEST = 0.9
"""Points for the end of the span, half of them for its middle: less than what parts one kind from the next."""

TELLING, HALF_TOLD = 0.9, 120
"""Points for a text that says much, when neither opens nor answers; half of them for so many characters."""

ELSEWHEN = -20.0
"""For what is dated otherwise and only has words of the question: more than words can outweigh."""


def moves(passages: Sequence[Passage], when: When) -> list[dict[str, float]]:
    """Return by how many points each of some passages moves, by name."""
    found = [_dated(passage, when) for passage in passages]
    for places in _sessions(passages, when):
        first = _opening(passages, places)
        answer = max(
            (place for place in places if passages[place].speaker != "user" and place != first),
            key=lambda place: len(passages[place].text),
            default=first,
        )
        found[answer] = {"answers": ANSWERS, **_new(passages[answer], when)}
        found[first] = {"opens": OPENS, **_new(passages[first], when)}
    return found


def _dated(passage: Passage, when: When) -> dict[str, float]:
    if not when.holds(passage.at):
        return {"elsewhen": ELSEWHEN}
    if passage.source is Source.SESSION:
        length = len(passage.text)
        return {"said": SAID, "telling": TELLING * length / (length + HALF_TOLD)}
    return {"answers": ANSWERS, **_new(passage, when)} if passage.source is Source.MEMORY else _new(passage, when)


def _new(passage: Passage, when: When) -> dict[str, float]:
    if passage.at is None:
        return {}
    return {"date": NEWEST * ((passage.at - when.start) / (when.end - when.start))}


def _sessions(passages: Sequence[Passage], when: When) -> list[list[int]]:
    """Return where the turns of each session are, in its order: without branches that were left, and without
    sub-agents, who tell of their errand only.
    """
    found: dict[str, list[int]] = {}
    for number, passage in enumerate(passages):
        is_told = passage.source is Source.SESSION and passage.type != ABANDONED and "/" not in passage.group
        if is_told and when.holds(passage.at):
            found.setdefault(passage.group, []).append(number)
    return [sorted(places, key=lambda place: passages[place].place) for places in found.values()]


def _opening(passages: Sequence[Passage], places: Sequence[int]) -> int:
    """Return where the first prompt is that asks for something; else the first of the user's, else the first."""
    prompts = [place for place in places if passages[place].speaker == "user"]
    asking = (place for place in prompts if not asks_nothing(passages[place].text))
    return next(asking, (prompts or places)[0])
