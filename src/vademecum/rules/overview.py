"""The overview of what is remembered that a session starts with: single memories while they are few, else topics."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from vademecum.model.frozen import dataclass
from vademecum.model.memory import MemoryType
from vademecum.model.report import Manifest, Topic
from vademecum.rules.naming import clipped
from vademecum.rules.tokens import estimate

_DESCRIPTION_MOST = 160
_TAGS_MOST = (24, 12, 8, 4)
"""Tags of one subject that are told, as many as there is room for."""

_FOREMOST = (MemoryType.FEEDBACK, MemoryType.USER, MemoryType.PROCEDURAL, MemoryType.PROJECT, MemoryType.REFERENCE)
_MORE_ROOM = 8
"""Tokens that are set aside for the line that counts the rest."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A memory as far as an overview tells of it."""

    name: str
    description: str
    type: MemoryType
    domain: str
    tags: tuple[str, ...]
    project: str | None
    recorded_at: datetime


def overview(
    outlines: Sequence[Outline],
    *,
    project: str | None,
    revision: int,
    full_below: int,
    token_budget: int,
    max_topics: int,
) -> Manifest:
    """Return the overview; the same memories give the same one.

    The project's own come before what holds everywhere, what says how to work before what is only known, newer before
    older. `token_budget` bounds the whole text (an estimate).
    """
    total = len(outlines)
    head = _head(outlines, project)
    topics = _topics(outlines, max_topics, token_budget - estimate(head) - _MORE_ROOM)
    if total < full_below:
        lines = [_line(one) for one in sorted(outlines, key=_order)]
        taken = _fitting(lines, token_budget - estimate(head))
        rest, what = total - len(taken), "memories"
    else:
        lines = [_topic_line(topic) for topic in topics]
        taken = _fitting(lines, token_budget - estimate(head))
        rest, what = len({one.domain for one in outlines}) - len(taken), "topics"
    more = f"- and {rest} more {what if rest != 1 else _single(what)}\n" if rest else ""
    text = head + "".join(taken) + more if total else ""
    return Manifest(project, revision, total, total >= full_below, topics, rest, estimate(text), text)


def _single(what: str) -> str:
    return {"memories": "memory", "topics": "topic"}[what]


def _head(outlines: Sequence[Outline], project: str | None) -> str:
    own = sum(one.project is not None for one in outlines)
    everywhere = len(outlines) - own
    parts = [f"{own} of {project}"] if project else []
    return f"Remembered: {', '.join([*parts, f'{everywhere} for every project'])}\n"


def _order(one: Outline) -> tuple[bool, int, float, str]:
    return one.project is None, _FOREMOST.index(one.type), -one.recorded_at.timestamp(), one.name


def _line(one: Outline) -> str:
    said = clipped(" ".join(one.description.split()), _DESCRIPTION_MOST)
    return f"- {one.name} - {said}\n"


def _topics(outlines: Sequence[Outline], most: int, budget: int) -> tuple[Topic, ...]:
    """Return the subjects, the fullest first, with as many of their tags as the budget has room for."""
    domains = Counter(one.domain for one in outlines)
    first = sorted(domains.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
    tags = {domain: Counter(tag for one in outlines if one.domain == domain for tag in one.tags) for domain, _ in first}
    found: tuple[Topic, ...] = ()
    for count in _TAGS_MOST:
        found = tuple(Topic(domain, number, _commonest(tags[domain], count)) for domain, number in first)
        if sum(estimate(_topic_line(topic)) for topic in found) <= budget:
            break
    return found


def _commonest(tags: Counter[str], most: int) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(tags.items(), key=lambda pair: (-pair[1], pair[0]))[:most])


def _topic_line(topic: Topic) -> str:
    tags = ", ".join(f"{clipped(' '.join(tag.split()), 30)} {count}" for tag, count in topic.tags)
    return f"- {topic.name}: {topic.count}{f' ({tags})' if tags else ''}\n"


def _fitting(lines: list[str], budget: int) -> list[str]:
    """Return the first lines that the budget holds, with room for the line that counts the rest."""
    whole = sum(map(estimate, lines)) <= budget
    left = budget if whole else budget - _MORE_ROOM
    taken = []
    for line in lines:
        left -= estimate(line)
        if left < 0:
            break
        taken.append(line)
    return taken
