"""The analyser: the one place that turns text into index terms and questions into query terms.

A *token* is what stands between spaces and punctuation, with its inner connectors (`user_service.py`,
`numpy<2`, `feat/<ticket>`). A *term* is what the index stores: lower case, accents folded, stemmed. A token of
several words gives its whole form and its parts. Scripts without spaces give overlapping pairs and single
characters. User text is text: nothing in it is an operator and nothing in it is an error.
"""

from __future__ import annotations

import unicodedata
from itertools import chain, pairwise

from vademecum.model.frozen import TYPE_CHECKING, StrEnum, dataclass, replace
from vademecum.rules import cutting
from vademecum.rules.cutting import is_hiragana, is_unspaced
from vademecum.rules.memo import remember
from vademecum.rules.stems import stem, uninflected
from vademecum.rules.stopwords import EVERYDAY_WORDS, STOP_WORDS, WORKADAY_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

VERSION = 2
"""Raised whenever the same text gives other terms: an index made by another version is rebuilt."""

QUERY_MAX = 2_000
"""Most characters of a query that are read; what follows is a pasted document, not a question."""

TEXT_MAX = 400_000
"""Most characters of one text that are analysed."""

PLAIN_MIN = 5
"""Fewest characters of a word that may be misspelt: shorter ones resemble too many others."""

_TERM_MAX = 64
_PARTS_MAX = 24
_QUERY_TERMS_MAX = 48
_WEAK = 0.5
_CODE_MIN = 4
_REMEMBERED = 16_384
"""Tokens whose analysis is remembered, about 300 bytes each: they make up nearly all of a running text."""

_EVERYDAY_OR_STOP = EVERYDAY_WORDS | STOP_WORDS

_CONTRACTIONS = frozenset({"t", "s", "re", "ve", "ll", "d", "m"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


class Kind(StrEnum):
    """What a query term is to the token it comes from.

    A gram is a pair of characters of an unspaced script; a side is one word of `key:value` or `key=value`.
    """

    WORD = "word"
    WHOLE = "whole"
    PART = "part"
    SIDE = "side"
    GRAM = "gram"
    JOIN = "join"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look for.

    `text` is the index term, `form` the folded spelling of the query. `slot` numbers the query's tokens: a
    token is found through any of its terms, each of which counts for `share` of it (0..1). A `JOIN` also
    stands for the token after its own. `weight` is below 1 for everyday words, which tell little. An `exact`
    term is an identifier: finding it is finding what was meant.
    """

    text: str
    form: str
    kind: Kind
    slot: int
    share: float = 1.0
    weight: float = 1.0
    exact: bool = False


def fold(text: str) -> str:
    """Return the text in NFKC, case-folded, with straight apostrophes: the form in which spellings are compared."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")


def index_terms(text: str) -> list[str]:
    """Return the terms of a text, in its order, repeated as often as they occur, without stop words.

    A text of stop words only keeps them.
    """
    return terms_of_tokens(tokens(text[:TEXT_MAX])) if text and not text.isspace() else []


def terms_of_tokens(found: Sequence[str]) -> list[str]:
    """Return the same for a text that is in tokens already."""
    return list(chain.from_iterable(map(_telling, found))) or list(chain.from_iterable(map(terms_of, found)))


def query_terms(text: str) -> tuple[Term, ...]:
    """Return the terms that a question looks for, at most a few dozen.

    Stop words are left out unless nothing else is left.
    """
    found = list(dict.fromkeys(tokens(text[:QUERY_MAX])))
    telling = [token for token in found if not is_stop(token)] or found
    # A word of any work tells little beside another, and all there is when it is alone.
    is_light = _is_everyday if all(map(is_weak, telling)) else is_weak
    terms: list[Term] = []
    for token in telling:
        slot = terms[-1].slot + 1 if terms else 0
        terms += _both_sides(token, slot, is_light) or _weighed(token, slot, is_light)
    terms += _joins(terms)
    unique = {term.text: term for term in reversed(terms)}
    return tuple(reversed(unique.values()))[:_QUERY_TERMS_MAX]


def plain_words(text: str) -> set[str]:
    """Return the folded words of a text that a typo or a compound could be looked for in.

    Words of letters only, of `PLAIN_MIN` characters and more: numbers and identifiers are not misspelt, they differ.
    """
    return plain_words_of_tokens(tokens(text[:TEXT_MAX]))


def plain_words_of_tokens(found: Iterable[str]) -> set[str]:
    """Return the same for a text that is in tokens already."""
    return set(chain.from_iterable(map(_plain_of, found)))


def similarity(left: str, right: str) -> float:
    """Return how much two texts say the same, 0..1, symmetric: the Dice coefficient of their telling terms."""
    ours, theirs = telling_terms(left), telling_terms(right)
    if not ours or not theirs:
        return float(fold(left).split() == fold(right).split())
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))


def telling_terms(text: str) -> frozenset[str]:
    """Return the distinct terms of a text."""
    return frozenset(chain.from_iterable(map(_telling, tokens(text[:TEXT_MAX]))))


def is_stop(token: str) -> bool:
    """Tell whether a token of a question carries no topic."""
    return fold(token) in STOP_WORDS or is_hiragana(token)


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in its order."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("\u2019", "'")
    return cutting.tokens(text)


@remember(1024)
def terms_of(token: str) -> tuple[str, ...]:
    """Return the index terms of one token, its stem or whole form first."""
    if is_unspaced(token):
        return (*_pairs(token), *(token if len(token) > 1 else ""))
    wholes, parts = _analyse(token)
    return tuple(dict.fromkeys((*wholes, *parts)))


@remember(_REMEMBERED)
def _telling(token: str) -> tuple[str, ...]:
    return () if fold(token) in STOP_WORDS else terms_of(token)


@remember(_REMEMBERED)
def _plain_of(token: str) -> tuple[str, ...]:
    if not token.isalpha() or len(token) < PLAIN_MIN or is_unspaced(token) or fold(token) in STOP_WORDS:
        return ()
    return (strip_accents(fold(token)),)


def _pairs(run: str) -> list[str]:
    folded = run.casefold()
    return [a + b for a, b in pairwise(folded)] or [folded]


def _asked(token: str, slot: int) -> list[Term]:
    """Return the query terms of one token; a whole form counts fully, its parts together a little less."""
    if is_unspaced(token):
        pairs = _pairs(token)
        telling = [p for p in pairs if p not in STOP_WORDS and not is_hiragana(p)] or pairs
        return [Term(pair, pair, Kind.GRAM, slot + number) for number, pair in enumerate(telling)]
    form = fold(token)
    wholes, parts = _analyse(token)
    if not wholes:
        return [Term(part, form, Kind.WORD, slot, exact=_is_code(token)) for part in parts]
    telling_parts = [part for part in parts if part not in STOP_WORDS] or parts
    found = [Term(wholes[0], form, Kind.WHOLE, slot, exact=True)]
    found += [Term(whole, form, Kind.WHOLE, slot, 0.9) for whole in wholes[1:]]
    return found + [Term(part, part, Kind.PART, slot, 0.8 / len(telling_parts)) for part in telling_parts]


def _both_sides(token: str, slot: int, is_weak: Callable[[str], bool]) -> list[Term]:
    """Return the terms of `path:Downloads` or `retries=5`: two words, and what stands for both where it is found."""
    found = cutting.sides(token)
    if found is None:
        return []
    sides = [*_weighed(found[0], slot, is_weak), *_weighed(found[1], slot + 1, is_weak)]
    words = [replace(term, kind=Kind.SIDE) if term.kind is Kind.WORD else term for term in sides]
    return [Term(_whole(token), fold(token), Kind.JOIN, slot, exact=True), *words]


def _weighed(token: str, slot: int, is_weak: Callable[[str], bool]) -> list[Term]:
    asked = _asked(token, slot)
    return [replace(term, weight=_WEAK) for term in asked] if is_weak(token) else asked


def _is_everyday(token: str) -> bool:
    return fold(token) in _EVERYDAY_OR_STOP


def is_weak(token: str) -> bool:
    """Tell whether a token is an everyday word, or one of anybody's work on code."""
    return _is_everyday(token) or uninflected(fold(token)) in WORKADAY_WORDS


def _is_code(token: str) -> bool:
    """Tell whether a token of one piece is an identifier: `ECONNRESET`, `4471`."""
    return len(token) >= _CODE_MIN and (token.isupper() or token.isdigit())


def _joins(terms: list[Term]) -> list[Term]:
    """Return neighbours written as one word: `time stamps` also finds `timestamps`."""
    words = {term.slot: term for term in terms if term.kind is Kind.WORD and term.form.isalnum()}
    return [
        Term(_cut(stem(left.form + right.form)), left.form + right.form, Kind.JOIN, left.slot)
        for left, right in pairwise(words.values())
        if right.slot - left.slot == 1 and left.weight + right.weight > 1
    ]


def _analyse(token: str) -> tuple[list[str], list[str]]:
    """Return a token's whole forms, longest first, and its parts. A plain word has parts only."""
    if token.startswith("."):
        return [_whole(token)], _spellings(token[1:])
    if token.endswith(("++", "#")):
        return [_whole(token)], []
    if token.isascii() and token.isalpha() and (token[1:].islower() or token.isupper()):
        return [], _spellings(token)  # nearly every token: nothing to take apart
    pieces = list(_pieces(token))
    if len(pieces) == 1 and (pieces[0] == token or "'" in token):
        return [], _spellings(pieces[0])
    wholes = dict.fromkeys(_whole(whole) for whole in chain([token], _inner(token)))
    parts = dict.fromkeys(chain.from_iterable(_spellings(piece) for piece in pieces[:_PARTS_MAX]))
    return [whole for whole in wholes if whole], [part for part in parts if part not in wholes]


def _inner(token: str) -> Iterator[str]:
    """Yield the compounds inside a compound: `user_service` of `lib/user_service.py`, `3.10` of `Python3.10`."""
    for number in cutting.versions(token)[:4]:
        digits = number.split(".")
        yield from (".".join(digits[:length]) for length in range(len(digits), 1, -1))
    bare = cutting.without_versions(token, "")
    for at_dots in (False, True):
        pieces = cutting.loose_pieces(bare, at_dots=at_dots)
        yield from (piece for piece in pieces[:_PARTS_MAX] if _is_compound(piece))


def _is_compound(piece: str) -> bool:
    return piece[:1].isalnum() and list(_pieces(piece)) != [piece]


def _pieces(token: str) -> Iterator[str]:
    """Yield the words of a token: split at connectors, at humps, and between letters and digits."""
    numbers = cutting.versions(token)
    for number in numbers:
        yield number.split(".")[0]
    for chunk in cutting.chunks_of(cutting.without_versions(token, " ")):
        if not (numbers and len(chunk) == 1):
            yield from _words_of(chunk)


def _words_of(chunk: str) -> Iterator[str]:
    """Yield the words of a chunk; crumbs of humps (`k8s`, `a11y`, the E of E4012) are no words of their own."""
    if "'" in chunk:
        yield from _apostrophes(chunk)
        return
    humps = cutting.humps(chunk) if chunk.isascii() else [chunk]
    if len(humps) == 1:
        yield from humps
    else:
        yield from (hump for hump in humps if len(hump) > (2 if hump.isdigit() else 1))


def _apostrophes(chunk: str) -> Iterator[str]:
    """Yield `dont` for don't, `user` for user's, `OBrien` and `Brien` for O'Brien."""
    pieces = [piece for piece in chunk.split("'") if piece]
    if len(pieces) > 1 and pieces[-1].lower() in _CONTRACTIONS:
        possessive = pieces[-1].lower() == "s"
        yield "".join(pieces[:-1] if possessive else pieces)
        return
    yield "".join(pieces)
    yield from (piece for piece in pieces if len(pieces) > 1 and len(piece) > 1)


def _whole(token: str) -> str:
    """Return a compound as one term: `new_checkout`, `new-checkout` and `newCheckout` are the same."""
    return _cut(stem(cutting.glued(strip_accents(fold(token)))))


def _spellings(word: str) -> list[str]:
    """Return a word's terms: the stem without accents, then what its accents add."""
    folded = fold(word)
    if folded.isascii():
        return [_cut(stem(folded))]
    bare = strip_accents(folded)
    spelt = [stem(bare), folded] if bare != folded else [bare]
    if any(umlaut in folded for umlaut in "äöü"):
        spelt.append(stem(strip_accents(folded.translate(_UMLAUTS))))
    return [_cut(spelling) for spelling in spelt if spelling]


def strip_accents(folded: str) -> str:
    """Return the text without combining marks of Latin, Greek and Cyrillic letters."""
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFD", folded)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not "\u0300" <= c <= "\u036f"))


def _cut(term: str) -> str:
    return term[:_TERM_MAX]
