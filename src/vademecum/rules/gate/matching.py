"""The regular-expression engine: RE2 where it is installed, else the standard library's.

Both work on Latin-1 bytes, one byte for each code point (others become `?`), so that offsets need no translation. The
catalogue keeps to what both understand in the same way: no look-around, no back-references, bounded repeats.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Protocol

from vademecum.rules.gate.catalogue import catalogue
from vademecum.rules.gate.rule import Rule

try:
    import re2
except ImportError:  # no wheel for musl
    re2 = None


class Match(Protocol):
    """What both engines' matches offer."""

    def span(self, group: int = 0, /) -> tuple[int, int]: ...


class Pattern(Protocol):
    """What both engines' compiled patterns offer."""

    def search(self, text: bytes, pos: int, /) -> Match | None: ...

    def finditer(self, text: bytes, /) -> Iterator[Match]: ...


def encode(text: str) -> bytes:
    """Return one byte for each code point."""
    return text.encode("latin-1", "replace")


@cache
def compiled(pattern: str) -> Pattern:
    """Compile a catalogue pattern with the fastest engine there is."""
    return compiled_re2(pattern) if re2 is not None else compiled_re(pattern)


def compiled_re2(pattern: str) -> Pattern:
    """Compile with RE2: linear in the text, whatever the pattern."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    options.max_mem = 32 << 20
    made: Pattern = re2.compile(pattern.encode("latin-1"), options)
    return made


def compiled_re(pattern: str) -> Pattern:
    """Compile with the standard library."""
    return re.compile(pattern.encode("latin-1"))


def needed(data: bytes) -> list[Rule]:
    """Return the rules whose keywords occur in `data`, and that its number of digits allows."""
    low, book = data.lower(), catalogue()
    present = {word for word in book.words if word in low}
    figures = len(low) - len(low.translate(None, b"0123456789"))
    rules = [rule for rule, words in book.worded if not words.isdisjoint(present) and figures >= rule.figures]
    return [*prefixed(low), *rules, *(rule for rule in book.always if figures >= rule.figures)]


def needed_glued(data: bytes) -> list[Rule]:
    """Return the rules that may run on text whose breaks were taken out."""
    return [rule for rule in needed(data) if rule.glued]


def prefixed(low: bytes) -> list[Rule]:
    """Return the providers' rules whose prefix occurs in lower-case `low`."""
    book = catalogue()
    rules = [rule for word, rule in book.short if word in low]
    if re2 is None:
        return rules + [rule for word, found in book.prefixed if word in low for rule in found]
    hits = {low[slice(*match.span())] for match in _automaton().finditer(low)}
    return rules + [rule for hit in hits for rule in _inside(hit)]


@cache
def _automaton() -> Pattern:
    """Compile one alternation of all the longer prefixes, longest first."""
    words = sorted((word.decode("latin-1") for word, _ in catalogue().prefixed), key=len, reverse=True)
    return compiled("|".join(map(re.escape, words)))


@cache
def _inside(hit: bytes) -> tuple[Rule, ...]:
    """Return the rules of every prefix that the found one contains."""
    return tuple(rule for word, rules in catalogue().prefixed if word in hit for rule in rules)
