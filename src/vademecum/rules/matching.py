"""Hold a question against passages, by words: BM25, coverage, exact hits.

A passage is kept as a *trace*: one character a term, in the order of the text, head (title, name, tags) before
body; a memory's concepts stand behind, and are no words.
Counting a term, testing a phrase and measuring a length are then string operations in C, so a candidate
costs microseconds, and the same code ranks passages from any index, or from none.
"""

from __future__ import annotations

import math
from operator import mul
from zlib import crc32

from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.model.search import Candidate, Passage, Signals, Source
from vademecum.rules.concepts import concept_terms, concepts_of_tokens
from vademecum.rules.memo import remember
from vademecum.rules.words import TEXT_MAX, Kind, Term, fold, index_terms, query_terms, terms_of_tokens, tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

K1 = 1.2
"""How fast a repeated term stops counting: the usual BM25 constant (Robertson and Zaragoza, 2009)."""

B = 0.5
"""How much long passages are held back: between what short chat turns (0.3) and long messages (0.9) like best."""

HEAD_WEIGHT = 2
"""A term in the title, the name or the tags counts like this many in the body."""

_END = "\0"
_MARKS = 0xF700
_FIRST_MARK = 0x100
_SURROGATES = 0xD800
_LITERAL_MIN = 3
_UNKNOWN_COUNT = 0.5
_ENOUGH = 4
_HALF = 0.5
_FEW = 60
"""Fewer passages than this tell nothing about what is rare: a word of the only memory is not an everyday word."""

_UNKNOWN_HALF = frozenset({Kind.GRAM, Kind.SIDE})
_UNKNOWN = 0.5

_QUOTED = '["\u201c\u201e\u00ab]([^"\u201c\u201d\u00bb]{3,200})["\u201d\u201c\u00bb]'
_QUOTES = '"\u201c\u201e\u00ab'


Fields = tuple[list[str], list[str], list[str], list[str]]
"""The terms of a passage: of its title, name and tags, of its body, and, of a memory, the concepts of each."""


@dataclass(frozen=True, slots=True)
class Weighted:
    """A query term with its inverse document frequency (natural logarithm, as in BM25) and its trace mark."""

    term: Term
    idf: float
    mark: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, ready to be held against passages.

    `weights` has one entry a slot: how much that token of the question tells. `literals` are folded strings
    that count as exact hits when a text contains them; not all of them are all of the question when it `is_quoting`.
    `average` is the mean length of a passage in terms. `full` is the weight that covers the question: all of it, but
    not more than a few rare words weigh, since a pasted log has one line that matters; and more than all of it when it
    has everyday words only.
    """

    terms: tuple[Weighted, ...]
    weights: tuple[float, ...]
    literals: tuple[str, ...]
    average: float
    full: float
    is_quoting: bool


@dataclass(frozen=True, slots=True)
class Match:
    """How a passage answers a question by words; `named` when it has an identifier that the question names.

    `covered` says how far each slot of the question is found.
    """

    bm25: float
    coverage: float
    named: bool
    title: float
    covered: Sequence[float] = ()


_NO_MATCH = Match(0.0, 0.0, named=False, title=0.0)


def ask(text: str, terms: Sequence[Term], counts: Mapping[str, int], total: int, average: float) -> Asked:
    """Weigh a question's terms by how rare they are.

    `counts` says in how many of the `total` passages a term occurs; `average` is the mean number of terms.
    """
    # A compound that nobody wrote as one word says nothing against passages that have its parts.
    plain = {Kind.WORD, Kind.PART, Kind.SIDE, Kind.GRAM}
    known = [term for term in terms if counts.get(term.text) or term.kind in plain]
    weighted = tuple(
        Weighted(term, _tells(term, counts.get(term.text, 0)) * idf(counts.get(term.text, 0), total), mark(term.text))
        for term in known
    )
    slots = max((term.slot for term in terms), default=-1) + 1
    weights = [0.0] * slots
    for item in weighted:
        if item.term.kind is not Kind.JOIN:
            weights[item.term.slot] = max(weights[item.term.slot], item.idf)
    telling = max((term.weight for term in terms), default=1.0)
    full = min(sum(weights), _ENOUGH * idf(0, total)) / telling
    literals = _literals(text) if telling == 1 else ()
    return Asked(weighted, tuple(weights), literals, max(average, 1.0), full, any(mark in text for mark in _QUOTES))


def idf(count: int, total: int) -> float:
    """Return the BM25 weight of a term that `count` of `total` passages have; always positive."""
    return math.log(1 + (max(total, _FEW) - count + 0.5) / (max(count, _UNKNOWN_COUNT) + 0.5))


def weigh(
    text: str,
    passages: Sequence[Passage],
    cosines: Sequence[float] | None = None,
    *,
    among: tuple[Mapping[str, int], int] | None = None,
) -> list[Candidate]:
    """Hold a question against passages that no index has.

    `among` says how many passages have each term, of how many in all; without it these passages are all.
    """
    terms = query_terms(text)
    traces = [trace_of(fields(passage)) for passage in passages]
    counts, total = among or (
        {term.text: sum(mark(term.text) in one for one in traces) for term in terms},
        len(traces),
    )
    average = sum(map(len, traces)) / max(len(traces), 1)
    asked = ask(text, terms, counts, total, average)
    found = []
    for place, (passage, one) in enumerate(zip(passages, traces, strict=True)):
        held = match(asked, one)
        cosine = cosines[place] if cosines is not None else 0.0
        if held.bm25 > 0 or cosine > 0:
            found.append(Candidate(passage, signals(asked, held, passage, cosine)))
    return found


def signals(
    asked: Asked,
    held: Match,
    passage: Passage | None,
    cosine: float,
    around: tuple[float, float] | None = None,
    near: float = 0.0,
) -> Signals:
    """Return everything that is known of a candidate.

    `around` is what stands beside it and in its context, `near` the higher cosine of its two neighbours. Without the
    passage it is taken to have nothing word for word.
    """
    beside, context = around or (held.coverage, held.coverage)
    exact = held.named or (held.bm25 > 0 and passage is not None and _has_literal(asked, passage))
    return Signals(held.bm25, cosine, held.coverage, float(exact), held.title, beside, context, near)


def match(asked: Asked, trace: str, terms: Sequence[Weighted] | None = None) -> Match:
    """Hold the question against one passage; `terms` are those that its trace has, None: that is to be found out."""
    found = [item for item in asked.terms if item.mark in trace] if terms is None else terms
    if not found:
        return _NO_MATCH
    head, body, *concepts = trace.split(_END)
    norm = K1 * (1 - B + B * (len(trace) - sum(len(one) + 1 for one in concepts)) / asked.average)
    covered, titled = [0.0] * len(asked.weights), [0.0] * len(asked.weights)
    score, is_titled = 0.0, False
    named = False
    for item in found:
        in_head = head.count(item.mark)
        frequency = HEAD_WEIGHT * in_head + body.count(item.mark)
        term = item.term
        score += term.share * item.idf * frequency * (K1 + 1) / (frequency + norm)
        named = named or term.exact
        cover(covered, term)
        if in_head:
            is_titled = True
            cover(titled, term)
    if not score:
        return _NO_MATCH
    return Match(score, share(asked, covered), named, share(asked, titled) if is_titled else 0.0, covered)


def may_be_literal(asked: Asked, held: Match) -> bool:
    """Tell whether a passage's text has to be read to know if it has the question, or what it quotes, word for word.

    A text that has all of a question has its terms; one that has half of them is read to be sure.
    """
    return bool(asked.literals) and held.bm25 > 0 and (asked.is_quoting or held.coverage >= _HALF)


def trace_of(terms: Fields) -> str:
    """Return a passage's trace: its terms as one character each; head, body, the concepts of both if there are any."""
    parts = ["".join(map(mark, part)) for part in terms]
    return _END.join(parts if any(parts[2:]) else parts[:2])


def words_of(trace: str) -> int:
    """Return the length of a trace without its concepts."""
    first = trace.find(_END)
    end = trace.find(_END, first + 1)
    return end if end >= 0 else len(trace)


def concepts_of(trace: str) -> tuple[str, str]:
    """Return the marks of the concepts of a passage's head, and of all of it."""
    parts = trace.split(_END)
    return (parts[2], parts[2] + parts[3]) if len(parts) > 2 else ("", "")  # noqa: PLR2004


def body_of(passage: Passage) -> list[str]:
    """Return the tokens of what is sought in a passage."""
    return tokens(passage.sought[:TEXT_MAX])


def fields(passage: Passage, body: Sequence[str] | None = None) -> Fields:
    """Return the terms of title, name and tags, those of the body, and the concepts of a memory's.

    `body` are the tokens of its text, when they are known already.
    """
    tags = " ".join(passage.tags)
    speaker = passage.speaker if passage.speaker not in {"user", "assistant", "tool"} else ""
    # A document is known by its path; a memory's path only repeats its name.
    name = f"{passage.name} {passage.path}" if passage.source is Source.DOCUMENT else passage.name
    head = index_terms(passage.title) + index_terms(name) + index_terms(f"{tags} {speaker}")
    body = body_of(passage) if body is None else body
    return head, terms_of_tokens(body), *_concepts(passage, body)


def _concepts(passage: Passage, body: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the concepts of a memory's head, and what its body adds: only a prompt hook looks for them."""
    if passage.source is not Source.MEMORY:
        return [], []
    head = concept_terms(f"{passage.title}\n{passage.name.replace('_', ' ')}\n{' '.join(passage.tags)}")
    known = set(head)
    return head, [term for term in concepts_of_tokens(body) if term not in known]


@remember(16_384)
def mark(term: str) -> str:
    """Return the term's character: 63,232 of them, so a false match is rarer than one in five hundred passages."""
    point = _FIRST_MARK + crc32(term.encode()) % _MARKS
    return chr(point if point < _SURROGATES else point + 0x800)


def _tells(term: Term, count: int) -> float:
    """Return a term's own weight.

    A pair of characters that occurs nowhere is likely no word at all, and a side that does was said for the other.
    """
    return term.weight * _UNKNOWN if term.kind in _UNKNOWN_HALF and not count else term.weight


def cover(slots: list[float], term: Term) -> None:
    """Note what a found term covers of the question."""
    if term.kind is Kind.PART:
        slots[term.slot] = min(1.0, slots[term.slot] + term.share)
        return
    slots[term.slot] = max(slots[term.slot], term.share)
    if term.kind is Kind.JOIN and term.slot + 1 < len(slots):
        slots[term.slot + 1] = max(slots[term.slot + 1], term.share)


def share(asked: Asked, covered: Sequence[float]) -> float:
    """Return how much of the question is covered, 0..1, by weight; `covered` says it of each slot."""
    weight = sum(map(mul, asked.weights, covered))
    return min(1.0, weight / asked.full) if weight else 0.0


def _literals(text: str) -> tuple[str, ...]:
    folded = fold(text)
    quoted = _quoted(folded) if any(mark in folded for mark in _QUOTES) else []
    whole = " ".join(folded.split()).strip(" ?!.,;\"'\u201c\u201d")
    return tuple(dict.fromkeys(found for found in (*quoted, whole) if _LITERAL_MIN <= len(found) <= 200))  # noqa: PLR2004


def _quoted(folded: str) -> list[str]:
    import re  # noqa: PLC0415  a hook pays for it only when something is quoted

    return [found.strip() for found in re.findall(_QUOTED, folded)]


def _has_literal(asked: Asked, passage: Passage) -> bool:
    if not asked.literals:
        return False
    text = fold(f"{passage.title}\n{passage.name}\n{passage.path}\n{passage.text}")
    return any(_stands_alone(literal, text) for literal in asked.literals)


def _stands_alone(literal: str, text: str) -> bool:
    """Tell whether the text has the literal, not as a piece of a longer word."""
    start = text.find(literal)
    while start >= 0:
        end = start + len(literal)
        before, after = text[start - 1 : start], text[end : end + 1]
        if not (before.isalnum() and literal[0].isalnum()) and not (after.isalnum() and literal[-1].isalnum()):
            return True
        start = text.find(literal, start + 1)
    return False
