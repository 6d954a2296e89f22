r"""Cut a text into tokens, and a token into words, without regular expressions.

A prompt hook lives for some milliseconds, and `re` takes four to import and three to compile what this needs. So
characters are sorted by tables that `str.translate` and `str.split` work with, which is also the faster way.

    token    L+ (J{1,3} L+)* (++ or #)?       `user_service.py`, `numpy<2`, `C++`; also `.env` after a space
    L        a letter, a digit, a combining mark; not of a script without spaces
    J        one of - _ . / : \ @ = < > & ~ + $ % '
    run      characters of scripts without spaces, as long as they go
"""

from __future__ import annotations

from itertools import groupby

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

JOINTS = "-_./:\\@=<>&~+$%'"
_MOST_JOINTS = 3
_OPENINGS = "([`\"'"
_BARRIER = "\0"
"""Stands at the start of a chunk after a character that no leading dot may follow."""

_EDGES = JOINTS + _BARRIER
_LETTER, _UNSPACED, _OTHER = "a", "u", "-"

# Thai, Lao, Burmese, Khmer; Han, kana, Hangul; their supplements.
_UNSPACED_RANGES = (
    (0x0E00, 0x0EFF), (0x1000, 0x11FF), (0x1780, 0x17FF), (0x2E80, 0x2FDF), (0x3005, 0x3007), (0x3040, 0x30FF),
    (0x3130, 0x318F), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0xA4CF), (0xAC00, 0xD7FF), (0xF900, 0xFAFF),
    (0x1B000, 0x1B2FF), (0x20000, 0x3FFFF),
)  # fmt: skip
# Combining marks are no letters to Python, yet Hindi, Arabic or a decomposed accent fall apart without them.
_MARK_RANGES = (
    (0x0300, 0x036F), (0x0483, 0x0489), (0x0591, 0x05C7), (0x0610, 0x061A), (0x064B, 0x065F), (0x0670, 0x0670),
    (0x06D6, 0x06ED), (0x0900, 0x0963), (0x0980, 0x0DFF),
)  # fmt: skip


class _Chunks(dict[int, str]):
    """Keeps what tokens are made of, and turns the rest into space; characters are looked at when first met."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        if letter in JOINTS or letter == "#" or _kind(letter) != _OTHER:
            kept = letter
        else:
            kept = " " if letter.isspace() or letter in _OPENINGS else _BARRIER
        self[code] = kept
        return kept


class _Kinds(dict[int, str]):
    """Turns each character into a letter for its kind."""

    def __missing__(self, code: int) -> str:
        self[code] = _kind(chr(code))
        return self[code]


def _kind(letter: str) -> str:
    code = ord(letter)
    if any(first <= code <= last for first, last in _UNSPACED_RANGES):
        return _UNSPACED
    is_mark = any(first <= code <= last for first, last in _MARK_RANGES)
    return _LETTER if letter.isalnum() or is_mark else _OTHER


_CHUNKS = _Chunks()
_KINDS = _Kinds()
_LOOSE = str.maketrans(dict.fromkeys("/:\\@=<>&~+$%", " "))
_LOOSE_AND_DOTS = _LOOSE | {ord("."): " "}
_ANY_JOINT = str.maketrans(dict.fromkeys(JOINTS.replace("'", ""), " "))


def tokens(text: str) -> list[str]:
    """Return the tokens of a text (in NFKC, with straight apostrophes), in its order."""
    found: list[str] = []
    # One character for one: `str.translate` is ten times as fast then.
    for chunk in text.translate(_CHUNKS).replace(_BARRIER, f" {_BARRIER}").split():
        if chunk.isalnum() and chunk.isascii():
            found.append(chunk)
            continue
        bare = chunk.strip(_EDGES)
        before, _, after = chunk.partition(bare) if bare else (chunk, "", "")
        if bare.isalnum() and bare.isascii() and "." not in before:
            found.append(f"{bare}++" if after.startswith("++") else bare)
        elif bare:
            found += _of_chunk(chunk)
    return found


def is_unspaced(token: str) -> bool:
    """Tell whether a token is of a script without spaces; one that begins so is so throughout."""
    return not token.isascii() and token[0].translate(_KINDS) == _UNSPACED


def is_hiragana(token: str) -> bool:
    """Tell whether a token is in hiragana only: grammar, not topic."""
    return token[:1] >= "\u3040" and all("\u3040" <= letter <= "\u309f" for letter in token)


def sides(token: str) -> tuple[str, str] | None:
    """Return the two words of `path:Downloads`, `retries=5` or `numpy==2`; None for every other token."""
    joint = ":" if ":" in token else "==" if "==" in token else "="
    left, found, right = token.partition(joint)
    if not found or any(mark in side for mark in ":=" for side in (left, right)):
        return None
    return (left, right) if len(left) > 1 and left[0].isalpha() and right[:1].isalnum() else None


def loose_pieces(token: str, *, at_dots: bool) -> list[str]:
    """Return what stands between the looser joints of a token, and between its dots if wanted; empty if it has none."""
    spaced = token.translate(_LOOSE_AND_DOTS if at_dots else _LOOSE)
    return spaced.split() if " " in spaced else []


def chunks_of(token: str) -> list[str]:
    """Return what stands between the joints of a token, apostrophes apart."""
    return token.translate(_ANY_JOINT).split()


def versions(token: str) -> list[str]:
    """Return the version numbers in a token: digits, and digits after dots."""
    return [token[start:end] for start, end in _versions(token)]


def without_versions(token: str, instead: str) -> str:
    """Return the token with something else in the place of each version number."""
    kept, last = [], 0
    for start, end in _versions(token):
        kept.append(token[last:start])
        last = end
    return instead.join([*kept, token[last:]])


def humps(chunk: str) -> list[str]:
    """Return the words of `camelCase`, `HTTPServer`, `sha256` (ASCII)."""
    found, start = [], 0
    for place in range(1, len(chunk)):
        before, letter = chunk[place - 1], chunk[place]
        after = chunk[place + 1 : place + 2]
        if (
            (before.islower() and letter.isupper())
            or (before.isupper() and letter.isupper() and after.islower())
            or (before.isalpha() and letter.isdigit())
            or (before.isdigit() and letter.isalpha())
        ):
            found.append(chunk[start:place])
            start = place
    return [*found, chunk[start:]]


def glued(folded: str) -> str:
    """Return a compound without `-`, `_` and apostrophes, but for a single one between two digits."""
    if not any(joint in folded for joint in "-_'"):
        return folded
    kept = ""
    for place, letter in enumerate(folded):
        if letter not in "-_'" or (_is_digit(folded[place - 1 : place]) and _is_digit(folded[place + 1 : place + 2])):
            kept += letter
    return kept


def _is_digit(letter: str) -> bool:
    return letter.isascii() and letter.isdigit()


def _of_chunk(chunk: str) -> Iterator[str]:
    """Yield the tokens of what stands between two separators."""
    bare = chunk.lstrip(_BARRIER)
    opened = bare is chunk or len(bare) == len(chunk)
    kinds = bare.translate(_KINDS)
    if _UNSPACED not in kinds:
        yield from _spaced(bare, kinds, opened=opened)
        return
    start = 0
    for is_unspaced_run, run in groupby(kinds, key=_UNSPACED.__eq__):
        end = start + sum(1 for _ in run)
        if is_unspaced_run:
            yield bare[start:end]
        else:
            yield from _spaced(bare[start:end], kinds[start:end], opened=opened and not start)
        start = end


def _spaced(chunk: str, kinds: str, *, opened: bool) -> Iterator[str]:
    """Yield the tokens of a chunk; `kinds` has a letter for each character, `opened` lets it begin with a dot."""
    place, size = 0, len(chunk)
    while place < size:
        may_dot = opened if place == 0 else chunk[place - 1] == "'"
        is_dotted = chunk[place] == "." and may_dot and kinds.startswith(_LETTER * 2, place + 1)
        if kinds[place] != _LETTER and not is_dotted:
            place += 1
            continue
        end = _end(chunk, kinds, place + is_dotted)
        yield chunk[place:end]
        place = end


def _end(chunk: str, kinds: str, place: int) -> int:
    """Return where the token ends whose first letter is at `place`."""
    while True:
        place = _past(kinds, place)
        joints = _joints_at(chunk, place)
        if not 1 <= joints <= _MOST_JOINTS or kinds[place + joints : place + joints + 1] != _LETTER:
            break
        place += joints
    if chunk.startswith("++", place):
        return place + 2
    return place + chunk.startswith("#", place)


def _past(kinds: str, place: int) -> int:
    while kinds.startswith(_LETTER, place):
        place += 1
    return place


def _joints_at(chunk: str, place: int) -> int:
    count = 0
    while chunk[place + count : place + count + 1] and chunk[place + count] in JOINTS:
        count += 1
    return count


def _versions(token: str) -> list[tuple[int, int]]:
    """Return where version numbers start and end: not after a digit or a dot, and at least one dot within."""
    found: list[tuple[int, int]] = []
    if "." not in token:
        return found
    place = 0
    while place < len(token):
        if not token[place].isdecimal() or (place and (token[place - 1].isdecimal() or token[place - 1] == ".")):
            place += 1
            continue
        end = _digits_end(token, place)
        dots = 0
        while token.startswith(".", end) and token[end + 1 : end + 2].isdecimal():
            end, dots = _digits_end(token, end + 1), dots + 1
        if dots:
            found.append((place, end))
        place = end
    return found


def _digits_end(token: str, place: int) -> int:
    while token[place : place + 1].isdecimal():
        place += 1
    return place
