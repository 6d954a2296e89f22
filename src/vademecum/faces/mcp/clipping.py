"""Answers that fit: a host refuses or truncates what is too long, and each character costs the user tokens."""

import re
from typing import Any

from vademecum.model.errors import InvalidError

Plain = dict[str, Any]

ANSWER_MOST = 24_000
"""Characters of recorded text in one answer, at most: about 6,000 tokens."""

LEAST_SHARE = 600
"""Characters that each hit keeps, however many there are."""

_MOST_OF_A_KIND = 100
_WORD = re.compile(r"\w{3,}")


def clip_hits(hits: list[Plain], query: str) -> list[Plain]:
    """Return the hits with long texts cut down to the part around the query's words."""
    share = max(LEAST_SHARE, ANSWER_MOST // max(1, len(hits)))
    return [_clip_hit(hit, query, share) for hit in hits]


def _clip_hit(hit: Plain, query: str, share: int) -> Plain:
    text = hit["text"]
    if len(text) <= share:
        return hit
    start = _start(text, query, share)
    more = len(text) - share
    where = hit["name"] if hit["source"] == "memory" else hit["key"]
    return hit | {"text": _window(text, start, share), "clipped": f"{more} more characters: memory_get {where}"}


def _start(text: str, query: str, share: int) -> int:
    """Return where the window begins: a little before the first word of the query, or at the start."""
    low = text.lower()
    places = [place for word in _WORD.findall(query.lower()) if (place := low.find(word)) >= 0]
    first = min(places, default=0)
    return 0 if first < share else min(first - share // 4, len(text) - share)


def _window(text: str, start: int, share: int) -> str:
    end = start + share
    return ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")


def clip_body(state: Plain, offset: int, most: int = ANSWER_MOST) -> Plain:
    """Return a memory with the part of its body from `offset` on, and how to get the next part.

    Raises:
        InvalidError: there is nothing from there on.
    """
    body = state["body"]
    if offset and offset >= len(body):
        raise InvalidError("offset", "is past the end of the body", hint=f"it has {len(body)} characters")
    if offset == 0 and len(body) <= most:
        return state
    end = offset + most
    rest = f"{len(body) - end} more: memory_get with offset {end}" if end < len(body) else "the end"
    return state | {"body": body[offset:end], "clipped": f"characters {offset} to {min(end, len(body))}; {rest}"}


def clip_lines(state: Plain, offset: int, most: int = ANSWER_MOST) -> Plain:
    """Return a record of quoted lines with the part from `offset` on that fits, and how to get the next part.

    It ends with a line; of one that is longer than an answer the rest is marked as what it is, recorded text.

    Raises:
        InvalidError: there is nothing from there on.
    """
    body = state["body"]
    if offset and offset >= len(body):
        raise InvalidError("offset", "is past the end of the text", hint=f"it has {len(body)} characters")
    end = len(body) if len(body) - offset <= most else body.rfind("\n", offset, offset + most) + 1 or offset + most
    if end <= offset:
        end = offset + most
    part = body[offset:end] if not offset or body[offset - 1] == "\n" else f"| … {body[offset:end]}"
    if offset == 0 and end == len(body):
        return state
    rest = f"{len(body) - end} more: memory_get with offset {end}" if end < len(body) else "the end"
    return state | {"body": part, "clipped": f"characters {offset} to {end}; {rest}"}


def bounded(value: Any) -> Any:  # noqa: ANN401  any JSON value
    """Return a value without what no answer may have: a text longer than two answers, more than a hundred of a kind.

    The net under the careful clipping above, for answers that are long only when something is odd.
    """
    if isinstance(value, str) and len(value) > 2 * ANSWER_MOST:
        return value[: 2 * ANSWER_MOST] + " …"
    if isinstance(value, list):
        return [bounded(item) for item in value[:_MOST_OF_A_KIND]]
    if isinstance(value, dict):
        return {key: bounded(item) for key, item in list(value.items())[:_MOST_OF_A_KIND]}
    return value


def lean(plain: Plain) -> Plain:
    """Return what says something: without null and empty fields, which cost tokens."""
    return {name: value for name, value in plain.items() if value not in (None, "", [], {})}
