"""Names: of memories, users and projects. All of them become file names on some system."""

import hashlib
import re
import unicodedata
from collections.abc import Callable

from vademecum.model.errors import InvalidError

NAME_MAX = 80
"""Most characters in a memory's name."""

_STEM_BYTES = 120 - len(".md")
_RESERVED = frozenset(["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))])
_HOUSE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_SENTENCE = re.compile("(.*?\\w{2}[])\"'*_`\u00bb\u201d\u2019]*[.!?]+)(?=\\s)|(.*?[\u3002\uff01\uff1f])", re.DOTALL)
_PROJECT_MOST = 64
_PROJECT_SLUG_MOST = 56  # `_2` must still fit
_PROJECT_BYTES = 180
_MARKUP = re.compile(r"\A(?:#{1,6}\s+|>\s*|[-*+]\s+|\d{1,3}[.)]\s+)+")


def slug(title: str) -> str:
    """Return the name a title asks for: lower-case letters of any script, digits, `_`.

    At most 80 characters and, with `.md`, 120 bytes. Equal under case folding and Unicode normalisation means
    equal here, so two names never share a file on a system that ignores case. Windows device names are avoided.
    A title without letters gets a name from its hash. The slug of a slug is itself.
    """
    name = _fit("".join(_letter(char) for char in _folded(title)), NAME_MAX, _STEM_BYTES)
    if not name:
        return "memory_" + hashlib.sha256(title.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return f"{name}_note" if name in _RESERVED else name


def _folded(text: str) -> str:
    """Fold case and compatibility forms; twice, because folding can undo composition."""
    for _ in range(2):
        text = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", text).replace("i\u0307", "i")  # the Turkish capital I, folded


def _letter(char: str) -> str:
    """Keep letters, digits and the marks of scripts that write vowels as marks; drop invisible characters."""
    if char.isalpha() or char.isdecimal():
        return char
    category = unicodedata.category(char)
    if category in {"Mn", "Mc"}:
        return char
    return "" if category in {"Cf", "Cs", "Co", "Cn"} else "_"


def project_slug(text: str) -> str:
    """Return a short name for a project, safe as a folder's name: lower-case letters of any script, digits, `_`, `-`.

    At most 56 characters and 180 bytes. Latin letters lose their marks; equal under case folding and normalisation is
    equal here. `project` when there is neither letter nor digit.
    """
    name = _project_text(text).strip("_-")[:_PROJECT_SLUG_MOST]
    name = name.encode()[:_PROJECT_BYTES].decode("utf-8", "ignore").strip("_-") or "project"
    return f"{name}_project" if name in _RESERVED else name


def _project_text(text: str) -> str:
    """Spell a text with what may stand in a project's name; what is spelled so already stays."""
    spelled: list[str] = []
    for char in _folded(text):
        plain = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode().lower()
        if plain:
            spelled += (one if one.isalnum() or one == "-" else "_" for one in plain)
        elif unicodedata.category(char) not in {"Mn", "Mc"} or (spelled and not spelled[-1].isascii()):
            spelled.append(_letter(char))
    return re.sub("_+", "_", "".join(spelled))


def _fit(text: str, characters: int, size: int) -> str:
    """Join runs of `_`, and cut at a word where one ends late enough."""
    text = "_".join(filter(None, text.split("_")))
    while text and unicodedata.category(text[0]) in {"Mn", "Mc"}:
        text = text[1:].lstrip("_")
    cut = text[:characters].encode("utf-8", "replace")[:size].decode("utf-8", "ignore")
    if len(cut) < len(text) and text[len(cut)] != "_" and cut.rfind("_") > len(cut) // 2:
        cut = cut[: cut.rfind("_")]
    return cut.rstrip("_")


def free_name(wanted: str, taken: Callable[[str], bool]) -> str:
    """Return `wanted`, or with the first suffix `_2`, `_3`, ... that is free; far up, some suffix that is.

    Asks `taken` a logarithmic number of times, so that ten thousand equal titles stay cheap.
    """
    if not taken(wanted):
        return wanted
    low, high = 1, 2
    while taken(_numbered(wanted, high)):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if taken(_numbered(wanted, middle)) else (low, middle)
    return _numbered(wanted, high)


def _numbered(name: str, number: int) -> str:
    suffix = f"_{number}"
    return _fit(name, NAME_MAX - len(suffix), _STEM_BYTES - len(suffix)) + suffix


def check_user(name: str) -> str:
    """Return the user's name in lower case.

    Raises:
        InvalidError: it is not `[a-z0-9][a-z0-9_-]{0,63}` then, or a Windows device.
    """
    return _checked("user", name)


def check_project(name: str) -> str:
    """Return the project's name in lower case, by the rule of `check_user`, or with letters of other scripts.

    Raises:
        InvalidError: it is neither that, nor what `project_slug` leaves as it is.
    """
    if isinstance(name, str) and not name.isascii():
        folded = _folded(name)
        is_short = len(folded) <= _PROJECT_MOST and len(folded.encode("utf-8", "replace")) <= _PROJECT_BYTES + 2
        if is_short and not folded.isascii() and folded == _project_text(folded).strip("_-"):
            return folded
    return _checked("project", name)


def _checked(field: str, name: str) -> str:
    """Only ASCII is lowered: other letters could fold into somebody else's name."""
    lowered = name.lower() if isinstance(name, str) and name.isascii() else ""
    if _HOUSE_NAME.fullmatch(lowered) and lowered not in _RESERVED:
        return lowered
    shown = repr(name) if len(repr(name)) <= NAME_MAX else repr(name)[:NAME_MAX] + "..."
    letters = "letters" if field == "project" else "letters a-z"
    hint = f"use 1 to 64 {letters}, digits, _ and -, beginning with a letter or digit"
    raise InvalidError(field, f"{shown} is not accepted as a name", hint=hint)


def first_sentence(text: str, limit: int) -> str:
    """Return the first sentence of a markdown text on one line, cut at a word to `limit` characters.

    Headings, quotes and list marks lose their marks. An abbreviation of single letters (e.g.) ends no sentence.
    """
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph[: limit * 4].split("\n") if any(map(str.isalnum, line))]
        if lines:
            break
    else:
        return clipped(" ".join(text[: limit * 4].split()), limit)
    line = " ".join(_MARKUP.sub("", "\n".join(lines).strip()).split())
    found = _SENTENCE.match(line + " ")
    return clipped(found[0].strip() if found else line, limit)


def clipped(text: str, limit: int) -> str:
    """Return the text, cut at a word and marked with an ellipsis when it is longer than `limit` characters."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    if not text[limit - 1].isspace() and cut.rfind(" ") > limit // 2:
        cut = cut[: cut.rfind(" ")]
    return cut.rstrip(" ,;:") + "…"
