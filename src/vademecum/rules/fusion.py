"""The order of hits: evidence and small bounded adjustments. They reorder; only relevance admits.

An adjustment is in points, like the evidence: 1 point multiplies the odds by e.
"""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.model.memory import MemoryType
from vademecum.model.search import ABANDONED, Candidate, Passage, Query, Source
from vademecum.rules.asking import is_about_me
from vademecum.rules.exchanges import told
from vademecum.rules.words import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from vademecum.rules.span import When

SPEAKER = 0.7
"""Spoken by the one person whom the question names; as much is taken from the others."""

DATE = 3.0
"""Said at the time that the question names; a part of it close to its borders."""

LEFT_BEHIND = -1.5
"""Said on a branch of a session that was left behind."""

USER, TOLD = 2.0, 1.0
"""The user's own words, against the assistant's: more when the question says `I` or `my`, as it names a speaker then.
Otherwise what the user told, not what the user asked: facts are told by users, and elaborated by assistants.
"""

CROWD = {Source.MEMORY: 0.0, Source.DOCUMENT: -1.0, Source.SESSION: -1.0}
"""Evidence that a passage of a crowd lacks: what stands around it has the words of a question by chance, which a
memory that stands alone cannot. Measured on the tuning halves of LoCoMo, REALTALK and BEAM, about 550 turns at a time,
and on 650 pieces of documents: without it something surfaces for 10 to 13 % (23 %) of 107 prompts that nothing answers,
with it for 6 % (13 %), where 610 memories have 4 %. More would cost more answers than it keeps away.
"""

IDLE = 3.0
"""So many times of that when the question asks for nothing (`ok go on`, `thanks`): everybody says so in sessions."""

SOURCE = {Source.MEMORY: 0.6, Source.DOCUMENT: 0.3, Source.SESSION: 0.0}
TITLE = 0.5
"""All of the question stands in the title, the name or the tags."""

NEAR, NEAR_USUAL = 2.2, 0.3
"""A neighbour that means what the question does: points for a cosine of 1, less what candidates usually have."""

HOW = 0.3
"""Feedback and procedures, when the question asks how."""

RECENT = 0.5
"""Said just now; half of it 30 days later. For what is dated: sessions and documents."""

HALF_LIFE_DAYS = 30

SAME_PROJECT = 0.3
OTHER_PROJECT = -0.3

LEAST, MOST = -3.0, 5.0
"""Bounds of all adjustments of a candidate together."""

_HOW = frozenset({"wie", "comment", "cómo", "como"})
_HOW_TO = frozenset({"do", "does", "should", "can", "to", "would"})
_ROLES = frozenset({"", "user", "assistant", "system", "tool"})


@dataclass(frozen=True, slots=True)
class Wish:
    """What a question says about who, when and how; `mine` when it is about the one who asks."""

    speaker: str
    when: When | None
    how: bool
    mine: bool
    project: str | None
    now: datetime


def wish(query: Query, speakers: Collection[str], now: datetime, when: When | None = None) -> Wish:
    """Read who and how out of a question; a speaker is meant when just one of them is named."""
    text = fold(query.text)
    names = {name for name in speakers if name not in _ROLES and _is_named(name, text)}
    words = "".join(letter if letter.isalnum() or letter == "_" else " " for letter in text).split()
    return Wish(
        speaker=names.pop() if len(names) == 1 else "",
        when=when,
        how=bool(words) and (words[0] in _HOW or (words[0] == "how" and not _HOW_TO.isdisjoint(words[1:2]))),
        mine=is_about_me(query.text),
        project=query.project,
        now=now,
    )


def adjustments(candidate: Candidate, wanted: Wish) -> dict[str, float]:
    """Return the points by which a candidate moves, by name, without those that are 0."""
    passage = candidate.passage
    moves = {
        "source": SOURCE[passage.source],
        "title": TITLE * candidate.signals.title,
        "near": NEAR * (candidate.signals.near - NEAR_USUAL) if candidate.signals.near else 0.0,
        "speaker": _speaker(passage, wanted),
        "date": DATE * wanted.when.share(passage.at) if wanted.when else 0.0,
        "abandoned": LEFT_BEHIND * (passage.type == ABANDONED),
        "user": _user(passage, wanted),
        "how": HOW * (wanted.how and passage.type in {MemoryType.FEEDBACK, MemoryType.PROCEDURAL}),
        "recent": RECENT * _recency(passage, wanted.now),
        "project": _project(passage, wanted.project),
    }
    return {name: points for name, points in moves.items() if points}


def bounded(moves: dict[str, float]) -> float:
    """Return the sum of adjustments within its bounds."""
    return max(LEAST, min(MOST, sum(moves.values())))


def blend(candidates: Sequence[Candidate]) -> list[float]:
    """Return the simple ranking: 0.7 cosine and 0.3 BM25, each stretched to 0..1 over the candidates.

    The best of a hopeless lot gets 1: fit to order, never to admit.
    """
    meaning = _stretched([candidate.signals.cosine for candidate in candidates])
    words = _stretched([candidate.signals.bm25 for candidate in candidates])
    return [0.7 * m + 0.3 * w for m, w in zip(meaning, words, strict=True)]


def _stretched(values: Sequence[float]) -> list[float]:
    low, high = min(values, default=0.0), max(values, default=0.0)
    return [(value - low) / (high - low) if high > low else 0.0 for value in values]


def _is_named(name: str, text: str) -> bool:
    import re  # noqa: PLC0415  only sessions have speakers

    return re.search(rf"\b{re.escape(fold(name).split()[0])}\b", text) is not None


def _speaker(passage: Passage, wanted: Wish) -> float:
    if not wanted.speaker or passage.speaker in _ROLES:
        return 0.0
    return SPEAKER if passage.speaker == wanted.speaker else -SPEAKER


def _user(passage: Passage, wanted: Wish) -> float:
    if passage.speaker != "user":
        return 0.0
    return USER if wanted.mine else TOLD * told(passage)


def _recency(passage: Passage, now: datetime) -> float:
    if passage.at is None or passage.source is Source.MEMORY:
        return 0.0
    age = max(0.0, (now - passage.at).total_seconds() / 86_400)
    return float(0.5 ** (age / HALF_LIFE_DAYS))


def _project(passage: Passage, project: str | None) -> float:
    if project is None or passage.scope.project is None:
        return 0.0
    return SAME_PROJECT if passage.scope.project == project else OTHER_PROJECT
