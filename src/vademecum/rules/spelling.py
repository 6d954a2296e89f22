"""Which known words an unknown one may stand for: typing errors, compounds, and their pieces."""

from __future__ import annotations

from itertools import takewhile

from vademecum.model.frozen import TYPE_CHECKING
from vademecum.rules.words import PLAIN_MIN, Kind, Term, index_terms

if TYPE_CHECKING:
    from collections.abc import Iterable

TYPO_SHARE = 0.7
"""A word that was probably meant counts for this much of the word that was typed."""

PIECE_SHARE = 0.6
"""So does a compound of which the typed word is a piece, or a piece of the typed compound, or a word of one root."""

_TWO_ERRORS_FROM = 7
_SAME_START = 3
_MOST = 4
_ROOT_MIN = 6
_ENDING_MAX = 4


def can_be_misspelt(form: str) -> bool:
    """Tell whether a word is of the kind that is looked for in other spellings: letters only, not short."""
    return len(form) >= PLAIN_MIN and form.isalpha()


def look_alikes(term: Term, known: Iterable[str]) -> list[Term]:
    """Return the known words that the term may stand for, as terms of its slot, likeliest first."""
    rated = ((_rate(term.form, word), word) for word in known)
    best = sorted((rate, word) for rate, word in rated if rate is not None)[:_MOST]
    return [
        Term(found, word, Kind.NEAR, term.slot, TYPO_SHARE if rate < 1 else PIECE_SHARE)
        for rate, word in best
        for found in index_terms(word)[:1]
    ]


def distance(left: str, right: str, limit: int) -> int:
    """Count the letters to insert, drop, change or swap to get from one word to the other; stop above `limit`.

    Source: the optimal string alignment distance (Damerau 1964).
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def _rate(form: str, word: str) -> float | None:
    """Return how far a known word is from the form, below 1 for a typo; None when it is something else."""
    apart = 1 + abs(len(word) - len(form)) / 100
    if word in form or form in word:
        return apart
    longer = max(len(form), len(word)) >= _TWO_ERRORS_FROM and form[:_SAME_START] == word[:_SAME_START]
    limit = 2 if longer else 1
    errors = distance(form, word, limit)
    if errors <= limit and form[0] == word[0]:
        return errors / 10
    return apart if _is_kin(form, word) else None


def _is_kin(form: str, word: str) -> bool:
    """Tell whether two words have a long root in common and only differ in what is derived from it."""
    root = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(form, word, strict=False)))
    return root >= _ROOT_MIN and max(len(form), len(word)) - root <= _ENDING_MAX
