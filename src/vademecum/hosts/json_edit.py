"""Change one place in a JSON text and leave every other byte: order, indentation, line ends, doubled keys, comments.

The text is read by Python's own parser, which also says where each value begins and ends; what changes is cut out of
the text or set into it. Additions are written in the file's own style.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vademecum.model.errors import InvalidError

Path = tuple[str, ...]
"""Keys that lead from the root of a document to a value."""

_SPACE = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\r\n]*|/\*.*?\*/', re.DOTALL)
_TAIL = re.compile(r"(?:[ \t]*(?:/\*.*?\*/|//[^\r\n]*))*", re.DOTALL)
_KINDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", float: "a number"}


def _no_constant(word: str) -> object:
    raise ValueError(f"{word} is not JSON")


_DECODER = json.JSONDecoder(parse_int=float, parse_constant=_no_constant)
"""Numbers are never written again, so a float will do, also for those that are too long for an integer."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A JSON text. `bare` is `raw` with comments and a byte order mark turned to spaces: equal places, equal length."""

    raw: str
    bare: str
    comments: bool = False

    def cut(self, *spans: tuple[int, int]) -> "Sheet":
        """Return the sheet without these spans, which are in order and do not overlap."""
        raw = self.raw
        for start, stop in reversed(spans):
            raw = raw[:start] + raw[stop:]
        return _sheet(raw, comments=self.comments)

    def put(self, start: int, stop: int, text: str) -> "Sheet":
        """Return the sheet with `text` in place of a span."""
        return _sheet(self.raw[:start] + text + self.raw[stop:], comments=self.comments)


@dataclass(frozen=True, slots=True)
class Item:
    """A value and its place: `head` is where its key begins (or itself, in a list), `start` and `end` are its own."""

    head: int
    start: int
    end: int
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """How a file is written: `indent` is one step, None when everything stands on one line."""

    newline: str
    indent: str | None
    colon: str
    comma: str


def read(data: bytes, *, comments: bool = False) -> Sheet:
    """Return the text of a file whose root is an object; nothing at all is read as an empty object.

    Raises:
        InvalidError: says at which line and column it is no JSON, or what its root is.
    """
    try:
        raw = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise InvalidError("settings", f"line {line} is not UTF-8 text") from fault
    if not raw.strip("\ufeff \t\r\n"):
        raw = ("\ufeff" if raw.startswith("\ufeff") else "") + "{}\n"
    sheet = _sheet(raw, comments=comments)
    try:
        found = json.loads(sheet.bare, parse_int=float, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        raise InvalidError("settings", f"line {fault.lineno}, column {fault.colno}: {fault.msg}") from fault
    except (ValueError, RecursionError) as fault:
        raise InvalidError("settings", f"no JSON ({fault})") from fault
    if not isinstance(found, dict):
        raise InvalidError("settings", f"line 1: the root is {kind(found)}, not an object")
    return sheet


def kind(value: object) -> str:
    """Return what a value is, in words."""
    return "null" if value is None else _KINDS.get(type(value), "something else")


def value(sheet: Sheet, item: Item) -> object:
    """Return a value as Python's own."""
    return _DECODER.raw_decode(sheet.bare, item.start)[0]


def root(sheet: Sheet) -> Item:
    """Return the whole document."""
    start = _skip(sheet.bare, 0)
    return Item(start, start, _DECODER.raw_decode(sheet.bare, start)[1])


def items(sheet: Sheet, box: Item) -> list[Item]:
    """Return what an object or a list holds, in its order; an object may hold a key twice."""
    text, found = sheet.bare, list[Item]()
    at, keyed = _skip(text, box.start + 1), text[box.start] == "{"
    while text[at] not in "}]":
        head, key = at, None
        if keyed:
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        end = _DECODER.raw_decode(text, at)[1]
        found.append(Item(head, at, end, key))
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return found


def under(sheet: Sheet, path: Path, box: Item | None = None) -> list[Item]:
    """Return every value that a path leads to; more than one where keys are doubled. The last one counts."""
    found = [box or root(sheet)]
    for key in path:
        boxes = [one for one in found if sheet.bare[one.start] == "{"]
        found = [item for one in boxes for item in items(sheet, one) if item.key == key]
    return found


def find(sheet: Sheet, path: Path) -> Item | None:
    """Return the value that a path leads to, None when there is none."""
    found = under(sheet, path)
    return found[-1] if found else None


def ensure(sheet: Sheet, path: Path, empty: Sequence[object] | Mapping[str, object]) -> tuple[Sheet, list[Path]]:
    """Have a path lead to a list or an object; return the sheet, and the paths of the boxes that were made for it.

    Raises:
        InvalidError: something else stands on the way.
    """
    made: list[Path] = []
    for depth in range(1, len(path) + 1):
        wanted = empty if depth == len(path) else {}
        found = find(sheet, path[:depth])
        if found is None:
            made.append(path[:depth])
            box = find(sheet, path[: depth - 1])
            assert box is not None  # noqa: S101  the round before made it
            sheet = insert(sheet, box, wanted, path[depth - 1])
        elif type(value(sheet, found)) is not type(wanted):
            line = sheet.raw.count("\n", 0, found.start) + 1
            name, is_now, should = ".".join(path[:depth]), kind(value(sheet, found)), kind(wanted)
            raise InvalidError("settings", f"line {line}: {name} is {is_now}, not {should}")
    return sheet, made


def insert(sheet: Sheet, box: Item, new: object, key: str | None = None) -> Sheet:
    """Add a value at the end of a list, or of an object under `key`, in the style of what is around it."""
    inside, style = items(sheet, box), style_of(sheet)
    if not inside:
        return _fill(sheet, box, new, key, style)
    first, last = inside[0], inside[-1]
    if "\n" not in sheet.raw[box.start : first.head]:
        return sheet.put(last.end, last.end, style.comma + _render(new, key, _flat(style), ""))
    base = _margin(sheet.raw, first.head)
    text = style.newline + base + _render(new, key, style, base)
    tail = _TAIL.match(sheet.raw, last.end)
    if sheet.comments and tail and tail[0]:
        return sheet.put(last.end, tail.end(), "," + tail[0] + text)
    return sheet.put(last.end, last.end, "," + text)


def remove(sheet: Sheet, box: Item, item: Item) -> Sheet:
    """Take a value out of its box, with the comma and the white space that belong to it."""
    inside = items(sheet, box)
    place = inside.index(item)
    if len(inside) == 1:
        rest = sheet.raw[box.start + 1 : item.head] + sheet.raw[item.end : box.end - 1]
        return sheet.cut((box.start + 1, box.end - 1) if not rest.strip() else (item.head, item.end))
    if place:
        comma = sheet.bare.index(",", inside[place - 1].end)
        blank = max(comma + 1, len(sheet.raw[: item.head].rstrip()))
        return sheet.cut((comma, comma + 1), (blank, item.end))
    comma = sheet.bare.index(",", item.end)
    return sheet.cut((item.head, item.end), (comma, _skip(sheet.raw, comma + 1)))


def change(sheet: Sheet, item: Item, new: object) -> Sheet:
    """Put another value in the place of one; it is written on one line."""
    return sheet.put(item.start, item.end, _render(new, None, _flat(style_of(sheet)), ""))


def style_of(sheet: Sheet) -> Style:
    """Return how a file is written, as its first entry shows it; two spaces for one that shows nothing."""
    raw, whole = sheet.raw, root(sheet)
    newline = "\r\n" if "\r\n" in raw else "\n"
    inside = items(sheet, whole)
    if not inside:
        return Style(newline, "  ", ": ", ",")
    first = inside[0]
    colon = ": " if sheet.bare[first.start - 1].isspace() else ":"
    if "\n" in raw[whole.start : first.head]:
        return Style(newline, _margin(raw, first.head), colon, ", ")
    tight = raw[inside[0].end : inside[1].head] == "," if len(inside) > 1 else colon == ":"
    return Style(newline, None, colon, "," if tight else ", ")


def _fill(sheet: Sheet, box: Item, new: object, key: str | None, style: Style) -> Sheet:
    """Put the first value into an empty box."""
    inner = sheet.raw[box.start + 1 : box.end - 1].rstrip()
    if style.indent is None:
        text = inner + _render(new, key, style, "")
    else:
        base = _margin(sheet.raw, box.start)
        deeper = base + style.indent
        text = f"{inner}{style.newline}{deeper}{_render(new, key, style, deeper)}{style.newline}{base}"
    return sheet.put(box.start + 1, box.end - 1, text)


def _render(new: object, key: str | None, style: Style, base: str) -> str:
    """Write a value, and its key, as they stand behind a margin of `base`."""
    comma = style.comma if style.indent is None else ","
    text = json.dumps(new, ensure_ascii=False, indent=style.indent, separators=(comma, style.colon))
    if style.indent is not None:
        text = text.replace("\n", style.newline + base)
    return text if key is None else json.dumps(key, ensure_ascii=False) + style.colon + text


def _flat(style: Style) -> Style:
    comma = ", " if style.indent is not None else style.comma
    return Style(style.newline, None, style.colon, comma)


def _margin(raw: str, place: int) -> str:
    """Return the white space that the line of a place begins with."""
    start = raw.rfind("\n", 0, place) + 1
    line = raw[start:place].removeprefix("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _sheet(raw: str, *, comments: bool) -> Sheet:
    bare = " " + raw[1:] if raw.startswith("\ufeff") else raw
    return Sheet(raw, _COMMENT.sub(_blank, bare) if comments else bare, comments)


def _blank(found: re.Match[str]) -> str:
    text = found[0]
    return text if text.startswith('"') else re.sub(r"[^\r\n]", " ", text)
