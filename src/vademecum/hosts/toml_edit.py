"""Codex's `config.toml`: set one table of ours at its end, find it, take it out; every other byte stays.

Codex adds tables of its own to that file (which hooks the user trusts, which tools may run unasked), so our part is not
what stands between two marks: it is our table and those below it, wherever they are. Each change is checked by reading
the text before and after: nothing else may differ.
"""

import json
import re
import tomllib
from itertools import pairwise
from typing import Any

from vademecum.model.errors import InvalidError

MARK = "# Written by Vademecum; `vade uninstall` takes it away."

_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_OUR_MARK = re.compile(rf"(?:^\r?\n)?^{re.escape(MARK)}\r?\n\Z", re.MULTILINE)


def read(data: bytes) -> tuple[str, dict[str, Any]]:
    """Return a file's text and what it says.

    Raises:
        InvalidError: says where it is no TOML.
    """
    try:
        text = data.decode("utf-8")
        return text, tomllib.loads(text.removeprefix("\ufeff"))
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise InvalidError("settings", f"line {line} is not UTF-8 text") from fault
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise InvalidError("settings", f"no TOML: {fault}") from fault


def table(name: tuple[str, str], values: dict[str, object]) -> str:
    """Return the lines of a table of texts and lists of texts."""
    lines = [f"{key} = {json.dumps(new, ensure_ascii=False)}" for key, new in values.items()]
    return "\n".join([MARK, f"[{name[0]}.{name[1]}]", *lines]) + "\n"


def append(data: bytes, name: tuple[str, str], values: dict[str, object]) -> bytes:
    """Add a table at the end of a file, after an empty line; a file without a final newline gets none.

    Raises:
        InvalidError: the file is no TOML, or has no room for the table (its parent is written in one line).
    """
    text, before = read(data)
    end = "\r\n" if "\r\n" in text else "\n"
    new = table(name, values).replace("\n", end)
    if not text.strip("\ufeff"):
        after = text + new
    elif text.endswith("\n"):
        after = text + end + new
    else:
        after = text + end + end + new.removesuffix(end)
    try:
        _same(before, read(after.encode())[1], name)
    except InvalidError as fault:
        raise InvalidError("settings", f"{name[0]} leaves no room for a table of ours") from fault
    return after.encode()


def remove(data: bytes, name: tuple[str, str]) -> bytes:
    """Take a table and those below it out of a file; the empty line before them, and our mark, go with them.

    Raises:
        InvalidError: the table is not written as one, so that it cannot be cut out by its lines.
    """
    text, before = read(data)
    after = "".join(_kept(text, name))
    if not text.endswith("\n"):
        after = after.removesuffix("\n").removesuffix("\r")
    found = read(after.encode())[1]
    _same(found, before, name)
    if name[1] in found.get(name[0], {}):
        raise InvalidError("settings", f"{'.'.join(name)} is not written as a table", hint="take it out by hand")
    return after.encode()


def set_command(data: bytes, name: tuple[str, str], old: str, new: str) -> bytes:
    """Put another program in the place of a table's `command`.

    Raises:
        InvalidError: the line is not where a table's line would be.
    """
    text, before = read(data)
    for part in _tables(text):
        if _path(part) != name:
            continue
        line = re.search(r"^([ \t]*command[ \t]*=[ \t]*)(\"[^\r\n]*\"|'[^\r\n]*')", part, re.MULTILINE)
        if line and tomllib.loads(f"x = {line[2]}")["x"] == old:
            changed = part[: line.start(2)] + json.dumps(new, ensure_ascii=False) + part[line.end(2) :]
            after = text.replace(part, changed, 1).encode()
            _same(before, read(after)[1], name)
            return after
    raise InvalidError("settings", f"the command of {'.'.join(name)} cannot be found", hint="change it by hand")


def _kept(text: str, name: tuple[str, str]) -> list[str]:
    """Return the parts of a text that are not ours, cut at table headers."""
    kept: list[str] = []
    for part in _tables(text):
        path = _path(part)
        if path is None or path[: len(name)] != name:
            kept.append(part)
            continue
        if kept:
            kept[-1] = _OUR_MARK.sub("", kept[-1])
        kept.append(_remarks(part))
    return kept


def _remarks(part: str) -> str:
    """Return what stands at the end of a table and is about the next one: comments and empty lines."""
    lines = _LINES.findall(part)
    count = len(lines)
    while count > 1 and lines[count - 1].strip()[:1] in {"", "#"}:
        count -= 1
    return "".join(lines[count:])


def _tables(text: str) -> list[str]:
    """Return a text cut before each line that begins with a bracket; a list or text of many lines may be cut too."""
    cuts = [0, *(found.start() for found in _HEADER.finditer(text) if found.start()), len(text)]
    return [text[start:stop] for start, stop in pairwise(cuts)]


def _path(part: str) -> tuple[str, ...] | None:
    """Return the keys in a table's header, None when the part does not begin with one."""
    line = part.removeprefix("\ufeff").lstrip(" \t").splitlines()[0] if part.strip("\ufeff \t\r\n") else ""
    if not line.startswith("["):
        return None
    try:
        found: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return None
    keys: list[str] = []
    while isinstance(found, dict) and found:
        key, found = next(iter(found.items()))
        keys.append(key)
    return tuple(keys)


def _same(one: dict[str, Any], other: dict[str, Any], name: tuple[str, str]) -> None:
    """Refuse a change that would reach beyond our table."""
    if _without(one, name) != _without(other, name):
        raise InvalidError("settings", f"{'.'.join(name)} cannot be changed alone", hint="change it by hand")


def _without(found: dict[str, Any], name: tuple[str, str]) -> dict[str, Any]:
    rest = {key: new for key, new in found.get(name[0], {}).items() if key != name[1]}
    kept = {key: new for key, new in found.items() if key != name[0]}
    return kept | ({name[0]: rest} if rest else {})
