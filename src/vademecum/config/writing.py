"""`config.toml` as it is first written, and one value changed in it without touching the rest."""

import json
import re
from collections.abc import Callable
from dataclasses import Field
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from vademecum import disk
from vademecum.config.settings import CONFIG_FILE, check_text, default_of, knobs, read_text, section_class
from vademecum.model.errors import InvalidError
from vademecum.model.settings import types_of

_HEAD = """\
# Vademecum's settings. Each one is shown with its default, switched off by the `#` before it: remove that
# and change the value. `vade config` shows what holds now and why; the environment (VADEMECUM_RECALL_K=7)
# wins over this file. An unknown key is refused, so that a typing error does not go unnoticed.
"""


def document() -> str:
    """Return a `config.toml` that says everything and sets nothing."""
    lines, current = [_HEAD.rstrip()], ""
    for key, spec in knobs():
        section, _, name = key.partition(".")
        if section != current:
            about = section_class(section).__doc__
            lines += ["", f"# {about}", f"[{section}]"]
            current = section
        lines += [f"# {spec.metadata['about']}{accepted(section, spec)}", f"# {name} = {to_toml(default_of(spec))}"]
    return "\n".join(lines) + "\n"


def accepted(section: str, spec: "Field[Any]") -> str:
    """Return a setting's bounds or choices for people: ` (1 to 20)`, ` (auto or off)`, or nothing."""
    wanted = types_of(section_class(section))[spec.name]
    if get_origin(wanted) is Literal:
        return f" ({' or '.join(get_args(wanted))})"
    least, most = spec.metadata["least"], spec.metadata["most"]
    return "" if least is None else f" ({least} to {most})"


def to_toml(value: object) -> str:
    """Write a setting's value as TOML; JSON strings, numbers and lists are TOML ones too."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def set_knob(home: Path, key: str, value: str | tuple[str, ...]) -> Any:  # noqa: ANN401  as check_knob
    """Set one setting in `config.toml`, keeping every other byte, and return the value as checked.

    A text is read as the setting's type wants it; a tuple is a list as it stands.

    Raises:
        InvalidError: there is no such setting, the value does not do, or the file is not in order.
    """
    path = home / CONFIG_FILE
    with disk.locked(home / ".config.lock"):
        return _set(path, key, read_text(key, value, key) if isinstance(value, str) else value)


def add_to_knob(home: Path, key: str, item: str) -> tuple[str, ...]:
    """Add an item to a list setting, unless it is there, and return the list: `gate.allow` grows this way.

    Two processes that add at once both succeed.
    """
    return _change_list(home, key, lambda now: now if item in now else (*now, item))


def take_from_knob(home: Path, key: str, item: str) -> tuple[str, ...]:
    """Take an item out of a list setting, if it is there, and return the list."""
    return _change_list(home, key, lambda now: tuple(one for one in now if one != item))


def _change_list(home: Path, key: str, change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> tuple[str, ...]:
    path = home / CONFIG_FILE
    with disk.locked(home / ".config.lock"):
        standard = next(default_of(spec) for name, spec in knobs() if name == key)
        now = tuple(check_text(_read(path), path).get(key, (standard, ""))[0])
        after = change(now)
        if after == now:
            return now
        changed: tuple[str, ...] = _set(path, key, after)
        return changed


def _set(path: Path, key: str, value: object) -> Any:  # noqa: ANN401  as check_knob
    section, _, name = key.partition(".")
    before = _read(path)
    check_text(before, path)
    after = _with_line(before, section, name, f"{name} = {to_toml(value)}")
    checked = check_text(after, path)[key][0]
    disk.replace(path, after.encode())
    return checked


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return document()
    except UnicodeDecodeError as fault:
        raise InvalidError(str(path), "is not UTF-8 text", hint="save it as UTF-8") from fault


def _with_line(text: str, section: str, name: str, line: str) -> str:
    """Return the text with `line` in its section: over the old value, else over the shown default, else at the end."""
    lines = text.splitlines()
    start, end = _span(lines, section)
    if start < 0:
        return "\n".join([*lines, "", f"[{section}]", line]) + "\n"
    first = _find(lines[start:end], rf"\s*\"?{name}\"?\s*=")
    shown = _find(lines[start:end], rf"#\s*{name}\s*=")
    if first >= 0:
        first += start
        last = _value_end(lines, first, end)
    elif shown >= 0:
        first = last = start + shown
    else:
        return "\n".join([*lines[:start], line, *lines[start:]]) + "\n"
    return "\n".join([*lines[:first], line, *lines[last + 1 :]]) + "\n"


def _span(lines: list[str], section: str) -> tuple[int, int]:
    """Return the lines of a section's content as (first, past the last); (-1, -1) when there is no such section."""
    start = _find(lines, rf"\s*\[\s*{section}\s*\]")
    if start < 0:
        return -1, -1
    length = _find(lines[start + 1 :], r"\s*\[[^\[\]]*\]\s*(#.*)?$")
    return start + 1, len(lines) if length < 0 else start + 1 + length


def _find(lines: list[str], pattern: str) -> int:
    return next((number for number, line in enumerate(lines) if re.match(pattern, line)), -1)


def _value_end(lines: list[str], first: int, end: int) -> int:
    """Return the line on which a value ends: a list may take several."""
    import tomllib  # noqa: PLC0415  only a change of settings pays for the parser

    for last in range(first, end):
        try:
            tomllib.loads("\n".join(lines[first : last + 1]))
        except tomllib.TOMLDecodeError:
            continue
        return last
    return first
