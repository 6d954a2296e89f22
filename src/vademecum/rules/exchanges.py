"""Prompts and answers: a prompt of the user yields to what the agent said to it.

A question about a session resembles the prompt that once asked the same (`did you fix the flaky test?`) more than its
answer, which has words of its own. What the user told, at length or for good, yields to nothing.
"""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING
from vademecum.model.search import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.search import Passage

TELLS = 160
"""Bytes of UTF-8 from which words of the user tell something, besides what they ask: orders and questions are short. A
Chinese character counts like three letters.
"""

YIELDS = 3.0
"""Points that a prompt has less when its answer is among the hits: as much of them as it tells nothing itself."""

HALF_ANSWERED = 60
"""Bytes that make half of an answer: `I'll look at it` is none."""

REACH = 6
"""Places after a prompt in which its answer stands: agents say what they look at before they say what is."""

_LASTING_WORDS = "always never immer nie niemals toujours jamais siempre nunca sempre mai altijd nooit"
_LASTING = frozenset(_LASTING_WORDS.split())
_LASTING_UNSPACED = ("必ず", "常に", "決して", "总是", "總是", "永远", "永遠", "一律")
_ENDS = ".!\u3002\uff01\n"


def told(passage: Passage) -> float:
    """Return how much the words of a user tell, 0..1: by their length without questions; a rule for good tells all."""
    text = passage.text
    if len(text.encode()) >= TELLS or _lasts(text):
        return 1.0
    return len(_without_questions(text).encode()) / TELLS


def moves(passages: Sequence[Passage], points: Sequence[float]) -> list[dict[str, float]]:
    """Return by how many points each of some hits with so many points moves, by name.

    An answer rises towards its prompt, the more the longer it is, and the prompt falls: both as far as the prompt tells
    nothing itself.
    """
    found: list[dict[str, float]] = [{} for _ in passages]
    for places in _sessions(passages):
        prompt = -1
        for place in places:
            if passages[place].speaker == "user":
                prompt = place
            elif prompt >= 0 and passages[place].place - passages[prompt].place <= REACH:
                bare = 1 - told(passages[prompt])
                rise = bare * (points[prompt] - points[place]) * _answers(passages[place].text)
                if rise > 0:
                    found[place]["answer"] = rise
                if bare > 0:
                    found[prompt]["answered"] = -YIELDS * bare
    return found


def _answers(text: str) -> float:
    length = len(text.encode())
    return length / (length + HALF_ANSWERED)


def _sessions(passages: Sequence[Passage]) -> list[list[int]]:
    """Return where the hits of each session are that has more than one, in the order of what was said."""
    found: dict[str, list[int]] = {}
    for number, passage in enumerate(passages):
        if passage.source is Source.SESSION:
            found.setdefault(passage.group, []).append(number)
    return [sorted(some, key=lambda number: passages[number].place) for some in found.values() if len(some) > 1]


def _lasts(text: str) -> bool:
    if not _LASTING.isdisjoint(text.casefold().split()):
        return True
    return not text.isascii() and any(mark in text for mark in _LASTING_UNSPACED)


def _without_questions(text: str) -> str:
    """Return a text without its sentences that end with a question mark."""
    *asked, rest = text.replace("\uff1f", "?").split("?")
    kept = [part[: max(part.rfind(end) for end in _ENDS) + 1] for part in asked]
    return "".join((*kept, rest)).strip()
