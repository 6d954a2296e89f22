"""Other readings of a text, each with a map back to it.

A secret is often written so that a pattern does not see it: with invisible characters, look-alike letters, escapes, or
broken over lines. A view undoes one of these and remembers where each of its characters came from.
"""

# ruff: noqa: RUF001, E501, S105  look-alike letters are the subject, patterns are one line, a token is a run here

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from vademecum.rules.gate.listing import listed
from vademecum.rules.gate.scripts import LINKS, PASSWORD_WORDS, WORDS

_LOOKALIKES = {
    ord(pair[0]): pair[1]
    for pair in sorted(
        listed(
            "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT ХX ҮY Зз аa еe ѕs іi јj оo рp сc уy хx һh ԁd ԛq ԝw ґr кk мm тt вb пn "
            "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa ικ κk νv οo ρp υu χx γy εe ιi τt օo սu ցg հh ոn ѡw ɑa ɡg ıi ȷj ƖI ӏl "
            "łl ŁL øo ØO đd ĐD ∕/ ⁄/ ‐- ‑- ‒- –- −- ˗- “\" ”\" „\" ″\" ‘' ’' ‚' ‛' ′' ： ： ，, （( ）) "
            '「" 」" 『" 』" 。. 、,'
        )
    )
    if len(pair) == 2  # noqa: PLR2004  a letter and what it looks like
}
"""Letters that look like Latin ones (Unicode TR 39, the common part), dashes and quotation marks."""

_ANSI = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])|\x9b[0-?]*[@-~]"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\[\d{1,3}(?:;\d{1,3}){0,3}m")
_ODD = re.compile(rf"{_ANSI}|\[(?:\d{{1,3}};?){{1,4}}m|[^\t\n\r\x20-\x7e\xa1-\xac\xae-\xff]")
_ESCAPE = re.compile(
    r"(?:%[0-9A-Fa-f]{2})+|\\u[0-9A-Fa-f]{4}|\\u\{[0-9A-Fa-f]{1,6}\}|\\x[0-9A-Fa-f]{2}|&#\d{2,7};|&#[xX][0-9A-Fa-f]{2,6};|&(?:quot|amp|lt|gt|apos|lowbar|commat|colon|equals|period|sol|hyphen|dash|num|plus|nbsp|excl|dollar|percnt|ast|lpar|rpar|lsqb|rsqb|lbrack|rbrack);|\\[\"'/nrt]"
)
_BREAKS = (
    r"\\?[ \t]{0,4}\r?\n[ \t]{0,24}(?:[>+|#*]{1,2}[ \t]{0,4}|//[ \t]{0,4})?"
    r"|[\"'\x60][ \t]{0,4}(?:\\?\r?\n[ \t]{0,24})?(?:\+|\.|&|\.\.|\|\||,)?[ \t]{0,4}(?:\\?\r?\n[ \t]{0,24})?[\"'\x60]"
    r"|\*\*|__|~~|\x60\x60?|</?[a-z]{1,6}>|\\"
)
_GENERATED_NEXT = r"(?=[A-Za-z_\-+/=.]{0,11}(?:[0-9]|[a-z][A-Z])|[A-Z]{6})"
_JOINT = re.compile(rf"(?<=[A-Za-z0-9_\-+/=.])(?:{_BREAKS}){_GENERATED_NEXT}")
_JOINT_OR_BLANK = re.compile(rf"(?<=[A-Za-z0-9_\-+/=.])(?:{_BREAKS}|[ \t\xa0]){_GENERATED_NEXT}")
_TOKEN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=."


@dataclass(frozen=True, slots=True)
class View:
    """A reading of a text, in pieces.

    Piece `i` begins at `places[i]` in this view and stands for [starts[i], ends[i]) of the text, character by character
    where the lengths are equal, else as a whole. Without pieces the view is the text itself.
    """

    text: str
    places: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the text of a non-empty span of this view."""
        return self._span_of(start)[0], self._span_of(end - 1)[1]

    def _span_of(self, place: int) -> tuple[int, int]:
        """Return the span that one character stands for."""
        if not self.places:
            return place, place + 1
        piece = bisect_right(self.places, place) - 1
        following = self.places[piece + 1] if piece + 1 < len(self.places) else len(self.text)
        start, end = self.starts[piece], self.ends[piece]
        if following - self.places[piece] != end - start:
            return start, end
        at = start + place - self.places[piece]
        return at, at + 1

    def pieces(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield (length, start, end) of the pieces of the text that a span of this view stands for."""
        if not self.places:
            yield end - start, start, end
            return
        piece = bisect_right(self.places, start) - 1
        while start < end:
            following = self.places[piece + 1] if piece + 1 < len(self.places) else len(self.text)
            stop = min(following, end)
            yield stop - start, *self.span(start, stop)
            start, piece = stop, piece + 1


class _Weaver:
    """Builds a view piece by piece from the pieces of another."""

    def __init__(self, source: View) -> None:
        self.source = source
        self.done = 0
        self.parts: list[str] = []
        self.length = 0
        self.places: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def until(self, place: int) -> None:
        """Take what lies before `place` in the source as it is."""
        if place > self.done:
            self.parts.append(self.source.text[self.done : place])
            for length, start, end in self.source.pieces(self.done, place):
                self._add(length, start, end)
        self.done = place

    def put(self, text: str, start: int, end: int) -> None:
        """Let `text` stand for source[start:end]."""
        self.until(start)
        self.done = end
        if text:
            self.parts.append(text)
            self._add(len(text), *self.source.span(start, end))

    def _add(self, length: int, start: int, end: int) -> None:
        self.places.append(self.length)
        self.starts.append(start)
        self.ends.append(end)
        self.length += length

    def view(self) -> View:
        """Return what was built, with the rest of the source."""
        self.until(len(self.source.text))
        return View("".join(self.parts), tuple(self.places), tuple(self.starts), tuple(self.ends))


def folded(source: View) -> View | None:
    """Return the view without invisible characters and terminal codes, with look-alikes folded; None if nothing changes."""
    if source.text.isascii() and not _CONTROL.search(source.text):
        return None
    weaver, text, at = _Weaver(source), source.text, 0
    while match := _ODD.search(text, at):
        start, at = match.span()
        word, lead = _word_at(text, start, weaver.done) if at - start == 1 else ("", 0)
        if word:
            start -= lead  # a word may begin with letters of ours: `API` in another script's sentence
            at = start + len(word)
            made = _apart(text, word, start, at)
        else:
            made = _fold(match[0])
        if made != text[start:at]:
            weaver.put(made, start, at)
    return weaver.view() if weaver.done else None


def _word_at(text: str, place: int, done: int) -> tuple[str, int]:
    """Return the longest known word whose first odd letter is here, and how many letters it has before that.

    A linking word has to stand alone; nothing before `done` is taken again.
    """
    for word, lead in _by_first().get(text[place], ()):
        start = place - lead
        if start >= done and text.startswith(word, start) and (word not in LINKS or text[start - 1 : start] == " "):
            return word, lead
    return "", 0


@cache
def _by_first() -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the known words and the place of their first odd letter, by that letter, the longest first."""
    found: dict[str, list[tuple[str, int]]] = {}
    for word in sorted(WORDS, key=len, reverse=True):
        odd = _ODD.search(word)
        if odd:
            found.setdefault(odd[0], []).append((word, odd.start()))
    return {first: tuple(words) for first, words in found.items()}


def _apart(text: str, word: str, start: int, end: int) -> str:
    """Set a word of another script apart from Latin letters that touch it: what follows a password's is its value."""
    before, after = text[start - 1 : start], text[end : end + 1]
    lead, made = " " if before.isascii() and before.isalnum() else "", WORDS[word]
    if word not in PASSWORD_WORDS:
        return lead + made
    return lead + made + (":" if after.isascii() and (after.isalnum() or after in "#@!$%&*") else "")


def _fold(found: str) -> str:
    """Return what an odd character looks like; nothing for one that cannot be seen."""
    if len(found) > 1:
        return ""
    category = unicodedata.category(found)
    if category in {"Cf", "Cc", "Co", "Cn", "Me"} or found in "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u00ad":
        return ""
    if category == "Mn" or "\ufe00" <= found <= "\ufe0f" or "\U000e0100" <= found <= "\U000e01ef":
        return ""
    plain = unicodedata.normalize("NFKC", found).translate(_LOOKALIKES)
    if len(plain) == 1 and not plain.isascii():
        bare = unicodedata.normalize("NFD", plain)[0]
        return bare if bare.isascii() else plain
    return plain


def unescaped(source: View) -> View | None:
    r"""Return the view with `%41`, `\u0041`, `\x41`, `&#65;` and JSON escapes undone; None if there are none."""
    if not any(mark in source.text for mark in "%\\&"):
        return None
    weaver = _Weaver(source)
    for match in _ESCAPE.finditer(source.text):
        for text, start, end in _undo(match[0], match.start()):
            weaver.put(text, start, end)
    return weaver.view() if weaver.done else None


def _undo(escape: str, at: int) -> list[tuple[str, int, int]]:
    """Return (character, start, end) for each escaped character of a run."""
    if escape[0] == "%":
        codes = bytes.fromhex(escape.replace("%", "")).decode("latin-1")
        return [(code, at + 3 * i, at + 3 * i + 3) for i, code in enumerate(codes)]
    if escape[0] == "&":
        return [(html.unescape(escape)[:1], at, at + len(escape))]
    if escape[1] in "ux":
        code = int(escape[2:].strip("{}"), 16)
        return [(chr(code) if code < 0x110000 else "?", at, at + len(escape))]  # noqa: PLR2004  last code point
    return [({"n": "\n", "r": "\n", "t": "\t"}.get(escape[1], escape[1]), at, at + len(escape))]


def joined(source: View, *, spaces: bool) -> View | None:
    """Return the view with breaks inside random runs taken out; None if there are none.

    A break counts only where what follows looks random, so that prose stays apart. Single blanks count when
    `spaces` says that a known prefix occurs.
    """
    text, weaver = source.text, _Weaver(source)
    for match in (_JOINT_OR_BLANK if spaces else _JOINT).finditer(text):
        if _continues(text, *match.span()):
            weaver.put("", *match.span())
    return weaver.view() if weaver.done else None


def _continues(text: str, start: int, end: int) -> bool:
    """Tell whether the runs on both sides of a break look like one value."""
    right = _run(text[end : end + 48]).rstrip(".-")
    left = _run(text[max(0, start - 48) : start][::-1])[::-1]
    if len(left) < 2 or len(right) < 2:  # noqa: PLR2004
        return False
    blank = text[start:end].isspace() and "\n" not in text[start:end]
    return _looks_generated(right) and (not blank or _looks_generated(left))


def _looks_generated(run: str) -> bool:
    """Tell whether a run has figures among letters, a capital after a small letter, or only capitals."""
    if any(map(str.isdigit, run)) and any(map(str.isalpha, run)):
        return True
    return any(a.islower() and b.isupper() for a, b in pairwise(run)) or (
        len(run) > 5 and run.isalnum() and run.isupper()  # noqa: PLR2004  the rest of an upper-case key
    )


def _run(text: str) -> str:
    """Return the leading token characters."""
    for place, char in enumerate(text):
        if char not in _TOKEN:
            return text[:place]
    return text
