"""The small part of YAML that our own writer uses, read and written without a YAML library.

Most headers ever read are ones we wrote. Reading them here keeps the library out of the hot paths, and makes a
large import several times faster. Whatever is not certainly of this shape is left to the library.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "str | tuple[Value, ...] | dict[str, Value]"
"""What a key can hold. Scalars stay strings, as they are written: 0123, on, 1.10."""

_KEY = r"(\w[\w-]{0,63}):(?: +(.*))?"
_TOP = re.compile(_KEY)
_CHILD = re.compile("  " + _KEY)
_ITEM = re.compile(r"  - +(\S.*)")
_QUOTED = re.compile(r'"(?:[^"\\]|\\["\\nrtbf]|\\u(?!d[89a-f])[0-9a-f]{4})*"')
_FLOW_ITEM = re.compile(rf' *(?:({_QUOTED.pattern})|(\w[^,:#"\'\[\]{{}}]*)) *(?:,|$)')
_STRANGE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_SPECIAL = frozenset(["null", "true", "false", "yes", "no", "on", "off", "y", "n"])


class NotPlainError(ValueError):
    """The header is not certainly of the plain shape: a YAML library must read it."""


def read_plain(header: str) -> dict[str, Value]:
    """Read a header of the plain shape: keys, one level of keys under them, lists of scalars.

    Raises:
        NotPlainError: anything else, also what is valid YAML.
    """
    if _STRANGE.search(header):
        raise NotPlainError
    fields: dict[str, Value] = {}
    open_key = ""
    for line in header.split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if found := _TOP.fullmatch(line):
            open_key = _take(fields, found)
        elif open_key and (found := _CHILD.fullmatch(line)):
            _take(_mapping(fields, open_key), found)
        elif open_key and (found := _ITEM.fullmatch(line)):
            fields[open_key] = (*_items(fields[open_key]), _scalar(found[1].rstrip(" ")))
        else:
            raise NotPlainError
    return fields


def _take(into: dict[str, Value], found: re.Match[str]) -> str:
    """Store one `key: value`; return the key when more may follow under it, else nothing."""
    key, text = found[1], (found[2] or "").strip(" ")
    if key in into:
        raise NotPlainError
    into[key] = _value(text)
    return "" if text else key


def _mapping(fields: dict[str, Value], key: str) -> dict[str, Value]:
    held = fields[key]
    if held == "":
        held = fields[key] = {}
    if not isinstance(held, dict):
        raise NotPlainError
    return held


def _items(held: Value) -> tuple[Value, ...]:
    if held == "":
        return ()
    if not isinstance(held, tuple):
        raise NotPlainError
    return held


def _value(text: str) -> Value:
    if not text:
        return ""
    if text.startswith("[") and text.endswith("]"):
        return _flow(text[1:-1])
    return _scalar(text)


def _flow(text: str) -> tuple[Value, ...]:
    items: list[Value] = []
    at = 0
    while at < len(text):
        found = _FLOW_ITEM.match(text, at)
        if not found:
            raise NotPlainError
        items.append(_scalar((found[1] or found[2]).rstrip(" ")))
        at = found.end()
    return tuple(items)


def _scalar(text: str) -> str:
    if _QUOTED.fullmatch(text):
        return str(json.loads(text))
    if not re.match(r"\w", text) or ": " in text or " #" in text or text.endswith(":"):
        raise NotPlainError
    return text


def write_plain(fields: Mapping[str, str | Sequence[str] | Mapping[str, str | Sequence[str]]]) -> str:
    """Write a header of the plain shape, which any YAML reader takes back to the same strings."""
    lines: list[str] = []
    for key, value in fields.items():
        if isinstance(value, Mapping):
            lines.append(f"{key}:\n")
            lines.extend(f"  {child}: {write_value(held)}\n" for child, held in value.items())
        else:
            lines.append(f"{key}: {write_value(value)}\n")
    return "".join(lines)


def write_value(value: str | Sequence[str]) -> str:
    """Write one string, or a list of strings, on one line."""
    if isinstance(value, str):
        return write_scalar(value)
    return "[" + ", ".join(write_scalar(item, forbidden=",[]{}\"':#?") for item in value) + "]"


def write_scalar(text: str, forbidden: str = "") -> str:
    """Write a string bare where every YAML reader takes it for that string, else in double quotes."""
    plain = (
        text[:1].isalpha()
        and text.isprintable()
        and text.casefold() not in _SPECIAL
        and not text.endswith((":", " "))
        and ": " not in text
        and " #" not in text
        and not any(char in forbidden for char in text)
    )
    return text if plain else _quoted(text)


def _quoted(text: str) -> str:
    """JSON's quoting is YAML's, save for the characters that YAML does not allow in a file."""
    return _STRANGE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))
