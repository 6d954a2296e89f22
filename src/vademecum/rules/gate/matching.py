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
    book = catalogue()
    figures = len(data) - len(data.translate(None, b"0123456789"))
    numbers = sorted({*book.always, *_present(data)})
    return [rule for rule in map(book.rules.__getitem__, numbers) if figures >= rule.figures]


def needed_glued(data: bytes) -> list[Rule]:
    """Return the rules that may run on text whose breaks were taken out."""
    rules = catalogue().rules
    return [rules[number] for number in sorted(_present(data)) if rules[number].glued]


def distinctive(data: bytes) -> list[Rule]:
    """Return the rules whose prefix occurs, leaving out prefixes that occur by chance."""
    book = catalogue()
    return [book.rules[number] for number in sorted(_present(data) & book.prefixes)]


def _present(data: bytes) -> set[int]:
    """Return the numbers of the rules that have a keyword in `data`, whatever its case."""
    book, finder = catalogue(), _finder()
    if finder is None:
        low = data.lower()
        hits = [place for place, word in enumerate(book.words) if word in low]
    else:
        hits = finder.Match(data) or []  # None where there is no match
    return {number for hit in hits for number in book.needing[hit]}


class _Finder(Protocol):
    """What RE2's set offers: one pass for all keywords."""

    def Match(self, text: bytes, /) -> list[int]: ...  # noqa: N802  its name


@cache
def _finder() -> _Finder | None:
    """Compile all keywords into one automaton; about 7 microseconds for 2 KB, where `in` takes 700."""
    if re2 is None:
        return None
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.case_sensitive = False
    options.max_mem = 64 << 20
    made: _Finder = re2.Set.SearchSet(options)
    for word in catalogue().words:
        made.Add(re.escape(word))  # type: ignore[attr-defined]
    made.Compile()  # type: ignore[attr-defined]
    return made
