"""Exact secret values of the user's environment, as they are and as programs write them."""

import base64
import json
import re
from collections.abc import Iterator
from functools import lru_cache

from vademecum.rules.gate import looks

LEAST = 6  # characters; a shorter value occurs by chance

_NUMBER = 8  # figures; shorter numbers are ports, sizes and years
_BOUND = 16  # characters; a longer value may stand inside a word, a shorter one has to stand alone

_WITH_USER = re.compile(r"[a-z][a-z0-9+.\-]{1,30}://[^\s/@]{1,256}@")
_ENCODED = re.compile(r"[A-Za-z0-9+/_=-]*")


def is_telling(value: str) -> bool:
    """Tell whether a value says something wherever it stands.

    The environment also holds settings under secret-sounding names: words, hosts, paths, versions, addresses. Those
    occur in harmless text, so they are left alone, whatever their name.
    """
    if len(value) < LEAST or looks.is_stock(value) or looks.is_technical(value) or looks.is_dated(value):
        return False
    if "://" in value or looks.is_reference(value):
        return _WITH_USER.match(value) is not None
    if value.isdigit():
        return len(value) >= _NUMBER and not value.startswith(("19", "20"))
    if looks.is_worded(value):
        return looks.is_chosen(value) or looks.is_phrase(value)
    return not looks.is_figure(value) and (looks.is_random(value, LEAST) or looks.is_password(value))


@lru_cache(maxsize=8)
def forms(values: tuple[str, ...]) -> tuple[tuple[str, bool], ...]:
    """Return (form, encoded) of each value: itself, URL-quoted, JSON-escaped, and the inside of its base64."""
    found: dict[str, bool] = {}
    for value in values:
        if not is_telling(value):
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
            if encoded:
                yield _run_around(text, at, end)
            elif len(form) >= _BOUND or _stands_alone(text, at, end):
                yield at, end
            at = text.find(form, end)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether no letter or figure goes on where the value begins or ends with one."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isalnum() and text[start].isalnum()) and not (after.isalnum() and text[end - 1].isalnum())


def _run_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a span to the encoded run that it is part of."""
    after = _ENCODED.match(text, end)
    before = _ENCODED.match(text[max(0, start - 4096) : start][::-1])
    return start - (before.end() if before else 0), after.end() if after else end
