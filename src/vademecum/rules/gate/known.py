"""Exact secret values of the user's environment, as they are and as programs write them."""

import base64
import json
import re
from collections.abc import Iterator
from functools import lru_cache

from vademecum.rules.gate.looks import is_stock

LEAST = 6  # characters; a shorter value occurs by chance

_ENCODED = re.compile(r"[A-Za-z0-9+/_=-]*")


@lru_cache(maxsize=8)
def forms(values: tuple[str, ...]) -> tuple[tuple[str, bool], ...]:
    """Return (form, encoded) of each value: itself, URL-quoted, JSON-escaped, and the inside of its base64."""
    found: dict[str, bool] = {}
    for value in values:
        if len(value) < LEAST or (len(value) < LEAST + 2 and value.isalpha()) or is_stock(value):
            continue
        for plain in (value, *_quoted(value), json.dumps(value)[1:-1]):
            found[plain] = False
        for shift in range(3):
            found.update(dict.fromkeys(_inside_base64(value, shift), True))
    return tuple(found.items())


def _quoted(value: str) -> tuple[str, ...]:
    """Return the value as in a URL's query, path and form (RFC 3986; a form writes a blank as `+`)."""
    query, path = (_percent(value, kept) for kept in ("", "/"))
    return query, path, query.replace("%20", "+")


def _percent(value: str, kept: str) -> str:
    plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~" + kept
    return "".join(chr(byte) if chr(byte) in plain else f"%{byte:02X}" for byte in value.encode())


def _inside_base64(value: str, shift: int) -> tuple[str, ...]:
    """Return the characters of base64 that depend on `value` alone when `shift` bytes stand before it."""
    raw = value.encode()
    coded = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
    whole = (shift + len(raw)) % 3 == 0
    core = coded[(0, 2, 3)[shift] : None if whole else -1]
    return tuple({core, core.replace("+", "-").replace("/", "_")}) if len(core) > LEAST else ()


def places(text: str, values: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield the spans of known values; an encoded one takes the whole encoded run."""
    for form, encoded in forms(values) if values else ():
        at = text.find(form)
        while at >= 0:
            end = at + len(form)
            yield _run_around(text, at, end) if encoded else (at, end)
            at = text.find(form, end)


def _run_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a span to the encoded run that it is part of."""
    after = _ENCODED.match(text, end)
    before = _ENCODED.match(text[max(0, start - 4096) : start][::-1])
    return start - (before.end() if before else 0), after.end() if after else end
