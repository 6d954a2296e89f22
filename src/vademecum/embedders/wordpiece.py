"""The word pieces of a text, as BERT's uncased vocabulary has them, in plain Python.

Two deviations, both for retrieval: punctuation carries no meaning here and is dropped, and an identifier
such as `getUserName` is taken apart at its capitals before these are lost.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

from vademecum.model.frozen import TYPE_CHECKING
from vademecum.rules.memo import remember

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_WORD = 100
"""A longer word has no pieces (BERT's own bound)."""

_SEPARATORS = {code: " " for code in range(128) if not chr(code).isalnum()}

_CJK = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2CEAF),
    (0x2F800, 0x2FA1F),
)
"""Code points that are words by themselves (the blocks that BERT takes)."""


def split(text: str) -> list[str]:
    """Cut a text at white space and ASCII punctuation; what is left may still need `parts`."""
    return text.translate(_SEPARATORS).split()


def parts(word: str) -> list[str]:
    """Return the lower-cased words within one item of `split`."""
    if not word.isascii():
        return _plain(word)
    return word.lower().split() if _is_ordinary(word) else _humps(word)


def pieces(word: str, find: Callable[[str], int], longest: int) -> list[int]:
    """Return the numbers of the vocabulary entries that make up a lower-cased word, greedily from the left.

    `find` gives the number of an entry or -1; `longest` is the length of the longest entry. A word with a part
    that the vocabulary lacks has no pieces at all.
    """
    if len(word) > MAX_WORD:
        return []
    found: list[int] = []
    start, prefix = 0, ""
    while start < len(word):
        end, number = _longest(word, start, prefix, find, longest)
        if number < 0:
            return []
        found.append(number)
        start, prefix = end, "##"
    return found


def _longest(word: str, start: int, prefix: str, find: Callable[[str], int], longest: int) -> tuple[int, int]:
    for end in range(min(len(word), start + longest), start, -1):
        number = find(prefix + word[start:end])
        if number >= 0:
            return end, number
    return start, -1


def _is_ordinary(word: str) -> bool:
    return word.islower() or word.isupper() or word[1:].islower() or not word[1:]


def _humps(word: str) -> list[str]:
    found = word[0]
    for before, letter in pairwise(word):
        found += " " + letter if before.islower() and letter.isupper() else letter
    return found.lower().split()


def _plain(word: str) -> list[str]:
    return "".join(map(_spelt, unicodedata.normalize("NFD", word.lower()))).split()


@remember(4096)
def _spelt(letter: str) -> str:
    """Return what becomes of one decomposed letter: itself, nothing, or a word of its own or a space."""
    kind = unicodedata.category(letter)
    if kind == "Mn" or kind[0] == "C":
        return ""
    if kind[0] in "PZ":
        return " "
    return f" {letter} " if any(first <= ord(letter) <= last for first, last in _CJK) else letter
