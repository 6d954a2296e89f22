"""Other readings of a text, each with a map back to it.

A secret is often written so that a pattern does not see it: with invisible characters, look-alike letters, escapes, or
broken over lines. A view undoes one of these and remembers where each of its characters came from.
"""

import html
import re
import unicodedata
from array import array
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

_LOOKALIKES = str.maketrans(
    dict(
        pair
        for pair in (
            "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT ХX ҮY Зз аa еe ѕs іi јj оo рp сc уy хx һh ԁd ԛq ԝw ґr кk мm тt вb пn "
            "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa ικ κk νv οo ρp υu χx γy εe ιi τt օo սu ցg հh ոn ѡw ɑa ɡg ıi ȷj ƖI ӏl "
            "∕/ ⁄/ ‐- ‑- ‒- –- −- ˗- “\" ”\" „\" ″\" ‘' ’' ‚' ‛' ′' ： ： ，, （( ）)"
        ).split()
        if len(pair) == 2  # noqa: PLR2004  a letter and what it looks like
    )
)
"""Letters that look like Latin ones (Unicode TR 39, the common part), dashes and quotation marks."""

_PASSWORD_WORDS = {
    "пароль": "passwd",
    "Пароль": "passwd",
    "ПАРОЛЬ": "passwd",
    "парол": "passw",
    "密码": "pw",
    "密碼": "pw",
    "口令": "pw",
    "暗号": "pw",
    "暗証番号": "pass",
    "パスワード": "passw",
    "비밀번호": "pass",
    "암호": "pw",
    "סיסמה": "passw",
    "κωδικός": "  passw",
    "पासवर्ड": "  passw",
    "รหัสผ่าน": "password",
    "токен": "token",
    "令牌": "pw",
    "密钥": "pw",
    "密鑰": "pw",
}
"""Words for password in other scripts, each with an English one of the same length, so that offsets stay."""

_ANSI = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])|\x9b[0-?]*[@-~]"
_ODD = re.compile(rf"{_ANSI}|\[(?:\d{{1,3}};?){{1,4}}m|[^\t\n\r\x20-\x7e\xa1-\xac\xae-\xff]")
_ESCAPE = re.compile(r"(?:%[0-9A-Fa-f]{2})+|\\u[0-9A-Fa-f]{4}|\\u\{[0-9A-Fa-f]{1,6}\}|\\x[0-9A-Fa-f]{2}|&#\d{2,7};|&#[xX][0-9A-Fa-f]{2,6};|&(?:quot|amp|lt|gt|apos|lowbar|commat|colon|equals|period|sol|hyphen|dash|num|plus|nbsp|excl|dollar|percnt|ast|lpar|rpar|lsqb|rsqb|lbrack|rbrack);|\\[\"'/nrt]")
_JOINT = re.compile(
    r"\\?[ \t]{0,4}\r?\n[ \t]{0,24}(?:[>+|#*]{1,2}[ \t]{0,4}|//[ \t]{0,4})?"
    r"|[\"'\x60][ \t]{0,4}(?:\\?\r?\n[ \t]{0,24})?(?:\+|\.|&|\.\.|\|\||,)?[ \t]{0,4}(?:\\?\r?\n[ \t]{0,24})?[\"'\x60]"
    r"|\*\*|__(?=[A-Za-z0-9])|~~|\x60\x60?|</?[a-z]{1,6}>|\\(?=[A-Za-z0-9_-])|[ \t\u00a0]"
)
_TOKEN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=."


@dataclass(frozen=True, slots=True)
class View:
    """A reading of a text. `starts[i]` and `ends[i]` are the span in the text that character `i` stands for."""

    text: str
    starts: "array[int] | None" = None
    ends: "array[int] | None" = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the original of a non-empty span in this view."""
        if self.starts is None or self.ends is None:
            return start, end
        return min(self.starts[start], self.starts[end - 1]), max(self.ends[start], self.ends[end - 1])


class _Weaver:
    """Builds a view piece by piece from the pieces of another."""

    def __init__(self, source: View) -> None:
        self.source = source
        self.parts: list[str] = []
        self.starts = array("q")
        self.ends = array("q")

    def keep(self, start: int, end: int) -> None:
        """Take source[start:end] as it is."""
        if end <= start:
            return
        self.parts.append(self.source.text[start:end])
        if self.source.starts is None or self.source.ends is None:
            self.starts.extend(range(start, end))
            self.ends.extend(range(start + 1, end + 1))
        else:
            self.starts.extend(self.source.starts[start:end])
            self.ends.extend(self.source.ends[start:end])

    def put(self, text: str, start: int, end: int) -> None:
        """Let every character of `text` stand for source[start:end]."""
        if not text:
            return
        first, last = self.source.span(start, end)
        self.parts.append(text)
        self.starts.extend([first] * len(text))
        self.ends.extend([last] * len(text))

    def view(self) -> View:
        """Return what was built."""
        return View("".join(self.parts), self.starts, self.ends)


def folded(source: View) -> View | None:
    """Return the view without invisible characters and terminal codes, with look-alikes folded; None if nothing changes."""
    if source.text.isascii() and source.text.isprintable():
        return None
    weaver, at, changed = _Weaver(source), 0, False
    for match in _oddities().finditer(source.text):
        made = _PASSWORD_WORDS.get(match[0]) or _fold(match[0])
        if made == match[0]:
            continue
        changed = True
        weaver.keep(at, match.start())
        weaver.put(made, match.start(), match.end())
        at = match.end()
    weaver.keep(at, len(source.text))
    return weaver.view() if changed else None


@cache
def _oddities() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, _PASSWORD_WORDS)) + "|" + _ODD.pattern)


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
    weaver, at, changed = _Weaver(source), 0, False
    for match in _ESCAPE.finditer(source.text):
        changed = True
        weaver.keep(at, match.start())
        for text, start, end in _undo(match[0], match.start()):
            weaver.put(text, start, end)
        at = match.end()
    weaver.keep(at, len(source.text))
    return weaver.view() if changed else None


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
    text = source.text
    weaver, at, changed = _Weaver(source), 0, False
    for match in _JOINT.finditer(text):
        start, end = match.span()
        if start < 1 or end >= len(text) or text[start - 1] not in _TOKEN or text[end] not in _TOKEN:
            continue
        if (match[0].isspace() and "\n" not in match[0] and not spaces) or not _continues(text, start, end):
            continue
        changed = True
        weaver.keep(at, start)
        at = end
    weaver.keep(at, len(text))
    return weaver.view() if changed else None


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


def reversed_view(source: View) -> View:
    """Return the view read backwards."""
    size = len(source.text)
    weaver = _Weaver(source)
    weaver.parts.append(source.text[::-1])
    spans = [source.span(place, place + 1) for place in range(size - 1, -1, -1)]
    weaver.starts.extend(start for start, _ in spans)
    weaver.ends.extend(end for _, end in spans)
    return weaver.view()
