"""Where a prompt and a memory meet: in rare words, in many of the prompt's tokens, in concepts behind the words.

The counts of one vault cannot tell that a word which is rare in it is an everyday one. The vocabulary of the static
table is sorted by how common its entries are in general, and tells.
"""

from __future__ import annotations

from operator import mul

from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.model.search import Meeting
from vademecum.rules.concepts import told
from vademecum.rules.cutting import is_unspaced
from vademecum.rules.matching import concepts_of, idf, mark
from vademecum.rules.stopwords import is_english
from vademecum.rules.words import Kind, fold, is_weak, terms_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.model.search import Passage
    from vademecum.rules.matching import Asked, Match

EVERYDAY = 0.3
"""What an everyday word's rarity counts."""

_FOUND = 0.5
"""Least cover of a slot that counts as found: less is one part of a long path."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a prompt: the slots of its words, and the marks of its concepts with their weights."""

    slots: tuple[int, ...]
    concepts: tuple[tuple[str, float], ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt, ready to meet memories. `rarity` has one entry a slot."""

    tokens: tuple[Token, ...]
    rarity: tuple[float, ...]
    concepts: tuple[str, ...]
    """Terms of all concepts that any memory has."""

    is_english: bool | None
    weight: float
    """Of all tokens together."""


def prompt(
    text: str, asked: Asked, counted: Callable[[list[str]], dict[str, int]], total: int, rarity: Callable[[str], float]
) -> Prompt:
    """Weigh a prompt's tokens.

    `counted` says in how many of the `total` passages each concept occurs; `rarity` tells how rare a folded word is in
    general, 0..1.
    """
    slots, rarities = _slots(asked, rarity)
    spoken = told(text)
    counts = counted(list(dict.fromkeys(term for _, terms in spoken for term in terms)))
    tokens = []
    for token, concepts in spoken:
        forms = terms_of(token) if is_unspaced(token) else (fold(token),)
        found = dict.fromkeys(slot for form in forms for slot in slots.get(form, ()))
        weighed = tuple([(mark(term), idf(counts[term], total)) for term in concepts if counts[term]])
        tokens.append(Token(tuple(found), weighed, EVERYDAY if is_weak(token) else 1.0))
    known = tuple([term for term in counts if counts[term]])
    weight = sum([token.weight for token in tokens]) or 1.0
    return Prompt(tuple(tokens), tuple(rarities), known, is_english(text), weight)


def _slots(asked: Asked, rarity: Callable[[str], float]) -> tuple[dict[str, list[int]], list[float]]:
    """Return the slots of each form, and the general rarity of each slot."""
    slots: dict[str, list[int]] = {}
    rarities: dict[int, float] = {}
    for item in asked.terms:
        term = item.term
        slots.setdefault(term.form, []).append(term.slot)
        if term.kind is not Kind.JOIN and term.slot not in rarities:
            rarities[term.slot] = rarity(term.form) * (1 if term.weight == 1 else EVERYDAY)
    return slots, [rarities.get(slot, 0.0) for slot in range(len(asked.weights))]


def met_concepts(prompted: Prompt, trace: str) -> int:
    """Return how many of a prompt's concepts a memory has: cheap, to choose whom to look at closer."""
    return sum([mark(one) in trace for one in prompted.concepts])


def meet(prompted: Prompt, held: Match, trace: str, passage: Passage) -> Meeting:
    """Return what a prompt has in common with a memory, by its match and its trace."""
    head, everything = concepts_of(trace)
    met = only_meant = 0.0
    meant = 0
    subject: dict[str, float] = {}
    for token in prompted.tokens:
        found = [pair for pair in token.concepts if pair[0] in everything] if everything else ()
        if found:
            meant += 1
            subject.update(pair for pair in found if pair[0] in head)
        is_said = _is_found(token, held.covered)
        met += token.weight if found or is_said else 0.0
        only_meant += token.weight if found and not is_said else 0.0
    return Meeting(
        telling=sum(map(mul, held.covered, prompted.rarity)),
        words=len(held.covered) - list(held.covered).count(0.0),
        share=met / prompted.weight,
        concepts=meant,
        subject=sum(subject.values()),
        foreign=only_meant / prompted.weight if only_meant and _is_foreign(prompted, passage.text) else 0.0,
        phrased=bool(passage.when),
    )


def _is_foreign(prompted: Prompt, text: str) -> bool:
    english = is_english(text)
    return None not in (english, prompted.is_english) and english is not prompted.is_english


def _is_found(token: Token, covered: Sequence[float]) -> bool:
    return bool(covered) and any(covered[slot] >= _FOUND for slot in token.slots)
