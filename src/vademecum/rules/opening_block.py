"""What stands above a document's body: YAML, TOML or JSON with its title, description and tags."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from vademecum.rules.frontmatter import HEADER_MAX, parse, unify

_LOOKED_AT = 2 * HEADER_MAX
"""Characters in which a header is looked for: what does not end in them is text."""

_FIRST = ("title", "name", "description", "summary", "abstract")
_FENCE = "+++"


@dataclass(frozen=True, slots=True)
class Opening:
    """A document taken apart: the `title` it gives itself above its body, `lines` that say what else stands there in
    words, and the `body`, which begins on the line `start`, from 1.
    """

    title: str
    lines: tuple[str, ...]
    body: str
    start: int


def take_apart(text: str) -> Opening:
    """Take a document's text apart; line ends become LF. Never raises; what is not surely a header is body."""
    text = unify(text)
    head = text[:_LOOKED_AT]
    fields, size = _toml(head) or _json(head) or _yaml(head)
    start = text.count("\n", 0, size) + 1
    return Opening(_one(fields.get("title")), tuple(_lines(fields)), text[size:], start)


def _yaml(head: str) -> tuple[Mapping[str, object], int]:
    parsed = parse(head)
    return parsed.fields, len(head) - len(parsed.body)


def _toml(head: str) -> tuple[Mapping[str, object], int] | None:
    lines = head.split("\n")
    if lines[0].rstrip() != _FENCE:
        return None
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == _FENCE), 0)
    try:
        fields = tomllib.loads("\n".join(lines[1:end]))
    except (ValueError, RecursionError):
        return None
    return (fields, min(len(head), sum(len(line) + 1 for line in lines[: end + 1]))) if end else None


def _json(head: str) -> tuple[Mapping[str, object], int] | None:
    if not head.startswith("{"):
        return None
    try:
        fields, end = json.JSONDecoder().raw_decode(head)
    except (ValueError, RecursionError):
        return None
    rest, _, _ = head[end:].partition("\n")
    alone = isinstance(fields, dict) and not rest.strip()
    return (fields, min(len(head), end + len(rest) + 1)) if alone else None


def _lines(fields: Mapping[str, object]) -> Iterator[str]:
    """Yield what a header says: what describes the document first, without its keys."""
    flat = dict(_flat(fields))
    for key in _FIRST:
        if text := _one(flat.pop(key, None)):
            yield text
    for key, value in flat.items():
        if text := _one(value):
            yield f"{key}: {text}"


def _flat(fields: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Yield keys and values, those of one level of tables too; an upper key wins over a lower one."""
    for value in fields.values():
        if isinstance(value, dict):
            yield from ((str(key), inner) for key, inner in value.items() if key not in fields)
    yield from ((key, value) for key, value in fields.items() if not isinstance(value, dict))


def _one(value: object) -> str:
    """Return a value as one line; what is nested more deeply is left out."""
    if isinstance(value, (list, tuple)):
        return ", ".join(filter(None, (_one(item) for item in _plain(value))))
    if value is None or isinstance(value, dict):
        return ""
    return " ".join(str(value).encode("utf-8", "replace").decode().split())


def _plain(items: Iterable[object]) -> Iterator[object]:
    return (item for item in items if not isinstance(item, (list, tuple, dict)))
