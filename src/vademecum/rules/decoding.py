"""Bytes of a file -> its text, whatever editor wrote them."""

import codecs
import re

from vademecum.rules.problem import Problem

_UTF32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_BINARY = Problem(0, "this is not text", fatal=True)


def decode(data: bytes) -> tuple[str, Problem | None]:
    """Return the text of a file, and what was odd about its encoding.

    UTF-8 is the rule. A byte order mark of UTF-8, UTF-16 or UTF-32 is obeyed and left out. Other bytes are read
    as Windows-1252 with a problem. NUL characters are left out with a problem. Binary data gives an empty text
    and a fatal problem. Line ends are kept. Never raises.
    """
    for marks, encoding in ((_UTF32, "utf-32"), (_UTF16, "utf-16")):
        if data.startswith(marks):
            return _marked(data, encoding)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return _without_nul(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return _legacy(data, error.start)


def _marked(data: bytes, encoding: str) -> tuple[str, Problem | None]:
    try:
        return _without_nul(data.decode(encoding))
    except UnicodeDecodeError:
        return "", _BINARY


def _without_nul(text: str) -> tuple[str, Problem | None]:
    """A stray NUL is an accident of an editor; many control characters are another kind of file."""
    if "\0" not in text:
        return text, None
    if len(_CONTROL.findall(text)) * 3 > len(text):
        return "", _BINARY
    line = text.count("\n", 0, text.index("\0")) + 1
    return text.replace("\0", ""), Problem(line, "holds NUL characters, which are left out")


def _legacy(data: bytes, start: int) -> tuple[str, Problem]:
    if b"\0" in data:
        return "", _BINARY
    line = data.count(b"\n", 0, start) + 1
    patched = data.decode("utf-8", errors="replace")
    broken = patched.count("\ufffd")
    sound = sum(char > "\x7f" for char in patched) - broken
    if sound > broken:  # UTF-8 after all, with a few bytes lost: reading it as another encoding would spoil the rest
        return patched, Problem(line, "is not valid UTF-8: the broken bytes are replaced")
    return _windows(data), Problem(line, "is not UTF-8: read as Windows-1252")


def _windows(data: bytes) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")
