# ruff: noqa: RUF001 - the punctuation of several scripts
"""Durable facts out of a conversation, by rule alone: no model, the same turns give the same facts.

It would rather miss a fact than keep a guess. What a person said counts; of what the agent said only a cause with its
remedy, and only once the person has agreed. Questions, conditions, examples and code are passed over.
"""

import re
from collections.abc import Iterator, Sequence

from vademecum.model.frozen import dataclass
from vademecum.model.memory import MemoryType
from vademecum.rules import cues, naming, words
from vademecum.rules.turns import AGENT, USER, Turn

SENTENCE_MOST = 500
"""Most characters of one statement; what is longer is a text somebody pasted."""

_LINES_MOST = 40
"""A turn with more lines than this is pasted: only what it asks to remember counts."""

_LOOKED_AT = 100
"""Candidates that are compared with one another."""

_PLAIN_LEAST = 16
_WIDE_LEAST = 6
_TOPIC_WORDS = 6
_TOPIC_CHARS = 60
_CONTEXT_MOST = 160

_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(r"^\s*>.*$", re.MULTILINE)
_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s+")
_END = re.compile(r"(?<=[.!?])[\"'”’)]*\s+|(?<=[。！？])\s*|\s+(?=¿)")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|z\.B|d\.h|ca|cf|approx|no|p\.ej|dr|mr|mrs)\.$", re.IGNORECASE)
_REFERENCE = re.compile(r"[(\[]?[A-Za-z][\w-]*-\d+[)\]]?\.?")
_WIDE = re.compile(r"[぀-ヿ㐀-鿿가-힯]")
_LOG = re.compile(r"^\s*(?:\[?\d{4}-\d\d-\d\d|at \S+\(|Traceback|File \"|[A-Z]+:\s|\$ |>>> |[+-]{3} |@@ |[{}<|])")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something lasting: its words, what kind of memory it makes, and the topic that a later word on it replaces.

    `asked` tells that a person asked for it to be remembered; `when` are phrases by which it is found; `rank` puts
    the most deliberate first (0).
    """

    text: str
    type: MemoryType
    topic: str
    asked: bool = False
    rank: int = 0
    title: str = ""
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence, folded for looking, and what comes after it in its line."""

    plain: str
    folded: str
    after: tuple[str, ...]


def extract(turns: Sequence[Turn], most: int) -> list[Fact]:
    """Return at most `most` facts: the most deliberate kind first, of one kind the later; in the order of saying."""
    found: list[Fact] = []
    for place, turn in enumerate(turns):
        before = turns[place - 1] if place and turns[place - 1].speaker == AGENT else None
        after = next((later for later in turns[place + 1 :] if later.speaker == USER), None)
        found += _of_turn(turn, before, after)
    last = list(enumerate(distinct(found[-_LOOKED_AT:])))
    best = sorted(last, key=lambda one: (one[1].rank, -one[0]))[:most]
    return [fact for _, fact in sorted(best, key=lambda one: (one[1].rank, one[0]))]


def distinct(facts: Sequence[Fact]) -> list[Fact]:
    """Drop what was said before in nearly the same words; the later one stays. Give each topic to one fact only."""
    kept: list[Fact] = []
    for fact in facts:
        same = [n for n, other in enumerate(kept) if other.topic == fact.topic or _alike(other.text, fact.text)]
        for n in reversed(same):
            del kept[n]
        kept.append(fact)
    return kept


def is_lasting(text: str) -> bool:
    """Tell whether a sentence can be a lasting fact at all: long enough, no question, no guess, no machine's output."""
    folded = _fold(text)
    wide = len(_WIDE.findall(text))
    if len(text) > SENTENCE_MOST or (wide < _WIDE_LEAST and (len(text) < _PLAIN_LEAST or len(text.split()) < 3)):  # noqa: PLR2004  subject, verb, object
        return False
    return not (_LOG.match(text) or cues.ASKS.search(folded) or cues.UNSURE.search(folded))


def is_grounded(text: str, turns: Sequence[Turn]) -> bool:
    """Tell whether most of a fact's telling words were said: a model may not add what nobody said."""
    said = set[str]().union(*(words.telling_terms(turn.text) for turn in turns))
    asked = words.telling_terms(text)
    return bool(asked) and len(asked & said) * 3 >= len(asked) * 2


def topic_of(text: str) -> str:
    """Return what a fact is about, as a short slug: the first words of it that carry a meaning."""
    kept = [word for word in re.findall(r"[^\W_]+(?:[.-][^\W_]+)*", text) if not words.is_stop(words.fold(word))]
    return naming.slug(" ".join((kept or text.split())[:_TOPIC_WORDS])[:_TOPIC_CHARS])


def _of_turn(turn: Turn, before: Turn | None, after: Turn | None) -> Iterator[Fact]:
    lines = _lines(turn.text)
    pasted = len(lines) > _LINES_MOST
    for line in lines:
        for said in _sentences(line):
            fact = _of_user(said, before) if turn.speaker == USER else None
            if fact is not None and (not pasted or fact.asked):
                yield fact
    if not pasted:
        yield from _mended(turn, lines, after)


def _of_user(said: _Said, before: Turn | None) -> Fact | None:
    asked = _asked(said)
    if asked is not None or not is_lasting(said.plain) or cues.PASSING.search(said.folded):
        return asked
    if cues.DECISION.match(said.folded) or cues.DECISION_AFTER.search(said.folded):
        return _fact(_with_reason(said), MemoryType.PROJECT, rank=1)
    if cues.RULE.match(said.folded) or cues.RULE_INSIDE.search(said.folded):
        return _fact(_with_reason(said), MemoryType.FEEDBACK, rank=1)
    corrects = cues.CORRECTION.match(said.folded)
    if corrects and _puts_right(said, corrects.end()):
        return _corrected(_fact(said.plain[corrects.end() :], MemoryType.FEEDBACK, rank=2), before)
    stated = cues.STATED.match(said.folded) and cues.CONCRETE.search(said.plain)
    return _fact(said.plain, MemoryType.REFERENCE, rank=4) if stated else None


def _puts_right(said: _Said, at: int) -> bool:
    if cues.INSTEAD.search(said.folded, at):
        return True
    return bool(cues.IT_IS.search(said.folded, at) and cues.CONCRETE.search(said.plain, at))


def _asked(said: _Said) -> Fact | None:
    """Return what the sentence asks to remember; "do you remember" asks for something else."""
    begins = cues.REMEMBER.match(said.folded)
    ends = cues.REMEMBER_AFTER.search(said.folded)
    if begins is None and ends is None:
        return None
    rest = said.plain[begins.end() :] if begins else said.plain[: ends.start() if ends else None]
    if begins and cues.ERRAND.search(_fold(rest)):
        return None
    whole = " ".join([rest, *(one for one in said.after if not cues.ASKS.search(_fold(one)))])
    whole = whole if len(whole) <= SENTENCE_MOST else rest
    return _fact(whole, MemoryType.REFERENCE, asked=True) if is_lasting(rest) else None


def _mended(turn: Turn, lines: list[str], after: Turn | None) -> Iterator[Fact]:
    """Yield causes with their remedy, in one sentence or two; the agent's only when the person agrees next."""
    if turn.speaker == AGENT and (after is None or not cues.CONFIRMS.match(_fold(after.text))):
        return
    for line in lines:
        parts = list(_sentences(line))
        for place, said in enumerate(parts):
            pair = parts[place : place + 2]
            if not cues.CAUSE.search(said.folded) or not is_lasting(said.plain):
                continue
            if cues.MENDED.search(said.folded):
                yield _fact(said.plain, MemoryType.PROJECT, rank=3)
            elif len(pair) > 1 and cues.MENDED.search(pair[1].folded) and not cues.UNSURE.search(pair[1].folded):
                yield _fact(f"{said.plain} {pair[1].plain}", MemoryType.PROJECT, rank=3)


def _corrected(fact: Fact, before: Turn | None) -> Fact:
    """Say what was put right, for "use X instead" means nothing by itself."""
    wrong = naming.first_sentence(_FENCE.sub("", before.text), _CONTEXT_MOST) if before else ""
    text = f"{fact.text}\n\nThis corrected what the agent had said: {wrong}" if wrong else fact.text
    return Fact(text, fact.type, fact.topic, rank=fact.rank)


def _fact(text: str, kind: MemoryType, *, asked: bool = False, rank: int = 0) -> Fact:
    clean = text.strip(" \t-—–:：,，、")
    return Fact(clean[:1].upper() + clean[1:] if clean[:2].islower() else clean, kind, topic_of(clean), asked, rank)


def _with_reason(said: _Said) -> str:
    """Add the reason or the ticket that stands right behind a sentence."""
    nearest = said.after[:1]
    if nearest and (_REFERENCE.fullmatch(nearest[0]) or cues.REASON.match(_fold(nearest[0]))):
        return f"{said.plain} {nearest[0]}"
    return said.plain


def _lines(text: str) -> list[str]:
    bare = _QUOTED.sub("", _FENCE.sub("", text))
    return [line for line in (_MARK.sub("", raw).strip() for raw in bare.split("\n")) if line]


def _sentences(line: str) -> Iterator[_Said]:
    parts: list[str] = []
    for part in _END.split(line):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] += f" {part}"
        elif part.strip():
            parts.append(part.strip())
    for place, part in enumerate(parts):
        yield _Said(part, _fold(part), tuple(parts[place + 1 :]))


def _alike(one: str, other: str) -> bool:
    return words.similarity(one, other) >= 0.8  # noqa: PLR2004  nearly word for word


def _fold(text: str) -> str:
    """Fold case without changing the length: cues end at the same place in the sentence as it was said."""
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text).replace("’", "'")
