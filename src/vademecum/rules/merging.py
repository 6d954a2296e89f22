"""JSON documents that several hands change: what may be in one, how a patch goes in, what it would overwrite."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from vademecum.model.errors import InvalidError

DEEP_MOST = 32
"""Levels of a document, at most."""


def check(data: object, field: str) -> None:
    """Refuse what is no JSON object, or no valid Unicode, or nested beyond `DEEP_MOST` levels.

    Raises:
        InvalidError: it is one of these; the error names `field`.
    """
    if not isinstance(data, Mapping):
        raise InvalidError(field, f"is a {type(data).__name__}, not an object", hint='give a JSON object, as {"a": 1}')
    level: list[object] = [data]
    for _ in range(DEEP_MOST):
        level = [part for value in level for part in _parts(value, field)]
        if not level:
            return
    raise InvalidError(field, f"is nested more than {DEEP_MOST} levels deep", hint="make it flatter")


def _parts(value: object, field: str) -> Iterator[object]:
    """Yield what a value is made of, and refuse it when JSON has no such thing."""
    match value:
        case None | bool() | int():
            return
        case float() if math.isfinite(value):
            return
        case str():
            if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
                raise InvalidError(field, "holds half of a surrogate pair", hint="send valid Unicode")
        case Mapping():
            if not all(isinstance(key, str) for key in value):
                raise InvalidError(field, "has a key that is not a text")
            yield from value
            yield from value.values()
        case list() | tuple():
            yield from value
        case _:
            raise InvalidError(field, f"holds a {type(value).__name__} that JSON cannot say")


def merged(document: object, patch: object) -> Any:  # noqa: ANN401  any JSON value
    """Return a document with a JSON merge patch applied (RFC 7396): null takes a key out, a list replaces a list."""
    if not isinstance(patch, Mapping):
        return patch
    result = dict(document) if isinstance(document, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def overwrites(document: Mapping[str, Any], patch: Mapping[str, Any]) -> bool:
    """Tell whether a merge patch changes or takes out anything that a document holds; adding is no overwriting."""
    return any(value is None or _overwrites(document[key], value) for key, value in patch.items() if key in document)


def _overwrites(old: object, new: object) -> bool:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return overwrites(old, new)
    return type(old) is not type(new) or old != new
