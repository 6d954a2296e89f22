"""What words stand for: a thesaurus of developers' concepts over several languages.

`npm`, `dependency` and `Paket` are different words and one concept. A memory is indexed under its concepts too, so a
prompt that breaks a rule without naming it, or asks in another language, can meet it. A concept is *meant*, not said:
it never counts as a word, and one alone is hardly evidence.

The table is a text file of sorted lines, `word <tab> numbers`, made by `tools/make_thesaurus.py`. A process that looks
up a dozen words searches the text; one that indexes makes a dictionary of it.
"""

from __future__ import annotations

from itertools import pairwise

from vademecum.model.frozen import TYPE_CHECKING
from vademecum.rules import words
from vademecum.rules.cutting import is_unspaced
from vademecum.rules.memo import remember

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARK = "&"
"""Stands before a concept's number: no term of the analyser begins with it."""

PIECE_MAX = 8
"""Most characters of a word of an unspaced script that are looked up."""

TOKENS_MAX = 48
"""Tokens of a prompt that are looked up, as many as are looked for."""

_FILE = __file__.rpartition("concepts")[0] + "thesaurus.txt"
_SEARCHED_MOST = 400
_COMPOUND_MIN = 9
_HALF_MIN = 4
_REST_MIN = 3
_END, _TAB = b"\n", b"\t"

Told = tuple[str, tuple[str, ...]]
"""A token, or a piece of an unspaced run, and the terms of its concepts."""


class _Table:
    """The thesaurus: read at the first look-up, and taken apart when look-ups become many."""

    def __init__(self) -> None:
        self._text = b""
        self._looked = 0
        self._known: dict[str, str] = {}

    def find(self, word: str) -> tuple[str, ...]:
        """Return the terms of a word's concepts: none for a word that the table lacks."""
        self._read()
        self._looked += 1
        if self._looked > _SEARCHED_MOST and not self._known:
            self._known = dict(line.split("\t") for line in self._text.decode().splitlines())
        if self._known:
            numbers = self._known.get(word, "")
        else:
            found, _, told = self._line(word).partition(_TAB)
            numbers = told.decode() if found == word.encode() else ""
        return tuple([MARK + number for number in numbers.split()]) if numbers else ()

    def has_start(self, start: str) -> bool:
        """Tell whether any word of the table begins so."""
        self._read()
        return self._line(start).startswith(start.encode())

    def _read(self) -> None:
        if not self._text:
            with open(_FILE, "rb") as file:  # noqa: PTH123  rules know no paths; it is a constant in a file
                self._text = file.read()

    def _line(self, word: str) -> bytes:
        """Return the line of a word, or of the one that would come after it."""
        text, low, high, wanted = self._text, 0, len(self._text), word.encode() + _TAB
        while low < high:
            start = text.rfind(_END, low, (low + high) // 2) + 1 or low
            end = text.find(_END, start)
            if text[start:end] < wanted:
                low = end + 1
            else:
                high = start
        return text[low : text.find(_END, low)]


_TABLE = _Table()


def concept_terms(text: str) -> list[str]:
    """Return the distinct terms of the concepts of a text, in its order."""
    return concepts_of_tokens(words.tokens(text[: words.TEXT_MAX]))


def concepts_of_tokens(tokens: Sequence[str]) -> list[str]:
    """Return the same for a text that is in tokens already."""
    found: dict[str, None] = {}
    before = ""
    for token in tokens:
        about = _about(token)
        if about is None:
            continue
        if before and (pair := _of_pair(before, token)):
            found.update(dict.fromkeys(pair))
        if about[0]:
            found.update(dict.fromkeys(about[0]))
        before = token if about[1] else ""
    return list(found)


def told(text: str) -> list[Told]:
    """Return the telling tokens of a prompt, each once, with the concepts they stand for."""
    found: dict[str, Told] = {}
    for token, terms in _told(words.tokens(text[: words.QUERY_MAX])):
        found.setdefault(words.fold(token), (token, terms))
        if len(found) == TOKENS_MAX:
            break
    return list(found.values())


def _told(tokens: Sequence[str]) -> Iterator[Told]:
    telling = [token for token in tokens if not words.is_stop(token)]
    for token, follower in pairwise([*telling, ""]):
        if is_unspaced(token):
            yield from _pieces(token)
            continue
        terms = _of_token(token)
        if follower and _begins_pair(token) and (pair := _of_pair(token, follower)):
            terms = tuple(dict.fromkeys((*terms, *pair)))
        yield token, terms


@remember(16_384)
def _of_token(token: str) -> tuple[str, ...]:
    found = [term for word in words.terms_of(token) for term in _TABLE.find(word)]
    if not found and len(token) >= _COMPOUND_MIN and token.isalpha():
        found = _of_compound(words.strip_accents(words.fold(token)))
    return tuple(dict.fromkeys(found))


def _of_compound(word: str) -> list[str]:
    """Return the concepts of the longest known start and of the longest known end after it: `Datenbankmigration`."""
    if not _TABLE.has_start(word[:_HALF_MIN]):
        return []
    for end in range(len(word) - _REST_MIN, _HALF_MIN - 1, -1):
        if start := _TABLE.find(word[:end]):
            rests = (_TABLE.find(word[place:]) for place in range(end, len(word) - _REST_MIN + 1))
            return [*start, *next(filter(None, rests), ())]
    return []


@remember(16_384)
def _about(token: str) -> tuple[tuple[str, ...], bool] | None:
    """Return the terms of a token's concepts, and whether it begins a pair; None for a stop word."""
    if words.is_stop(token):
        return None
    if is_unspaced(token):
        return tuple(term for _, terms in _pieces(token) for term in terms), False
    return _of_token(token), _begins_pair(token)


@remember(16_384)
def _begins_pair(token: str) -> bool:
    """Tell whether the table has a pair of words that begins with this one."""
    first = words.terms_of(token)[:1]
    return bool(first) and _TABLE.has_start(f"{first[0]} ")


def _of_pair(token: str, follower: str) -> tuple[str, ...]:
    if not (token.isalnum() and follower.isalnum()):
        return ()
    return _pair(f"{token} {follower}")


@remember(16_384)
def _pair(both: str) -> tuple[str, ...]:
    left, _, right = both.partition(" ")
    first, second = words.terms_of(left)[:1], words.terms_of(right)[:1]
    return _TABLE.find(f"{first[0]} {second[0]}") if first and second else ()


@remember(4096)
def _pieces(run: str) -> tuple[Told, ...]:
    """Return the known words of an unspaced run, longest first from the left, and what stands between them."""
    folded, start, rest = run.casefold(), 0, 0
    found: list[Told] = []
    while start < len(folded):
        ends = range(min(len(folded), start + PIECE_MAX), start + (1 if len(folded) > 2 else 0), -1)  # noqa: PLR2004
        known = next(((end, terms) for end in ends if (terms := _TABLE.find(folded[start:end]))), None)
        if known is None:
            start += 1
            continue
        found += _unknown(folded[rest:start])
        found.append((folded[start : known[0]], known[1]))
        start = rest = known[0]
    return (*found, *_unknown(folded[rest:]))


def _unknown(piece: str) -> list[Told]:
    return [(piece, ())] if len(piece) > 1 and not words.is_stop(piece) else []
