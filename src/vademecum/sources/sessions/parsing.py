"""A line of a transcript as records, and the words in them: one odd line never loses another."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

USER = "user"
ASSISTANT = "assistant"
IMAGE = "[image]"

Record = Mapping[str, Any]

TEXT_MOST = 500_000
"""Characters of one record that are taken."""

_PLAIN_KINDS = {"text", "Text", "input_text", "output_text"}
_IMAGE_KINDS = {"image", "Image", "input_image", "local_image", "LocalImage"}
_PATHS = ("file_path", "path", "notebook_path", "absolute_path", "dir_path")
_COMMANDS = ("command", "cmd", "script")
_OTHERS = ("pattern", "query", "url", "skill", "description")
_TOOL_MOST = 200
_OBJECTS_MOST = 1000
_HEAD = re.compile(
    rb'\s*\{(?:\s*"(?!type"|message"|payload")[^"\\]{0,64}+"\s*:\s*(?:"(?:[^"\\]++|\\.)*+"|[^\s"{\[,}]++)\s*,)*+'
    rb'\s*"([^"\\]{0,64}+)"\s*:\s*(?:"([^"\\]*+)")?',
    re.DOTALL,
)
_DECODER = json.JSONDecoder()
_LENIENT = json.JSONDecoder(parse_int=float)
_LEAST_MILLISECONDS = 10_000_000_000


class Heard(NamedTuple):
    """What one record says: who, in which words, with which tools, and where it stands among the others.

    `id` is the same in each copy of the record, `parent` the id of what it goes on from, `reply` that of the answer it
    is a part of. `turn` and `key` are set only where the record itself has them.
    """

    speaker: str
    text: str
    tools: tuple[str, ...] = ()
    id: str = ""
    parent: str = ""
    reply: str = ""
    at: datetime | None = None
    cwd: str = ""
    turn: int = 0
    key: int | None = None


def head(data: bytes, start: int, end: int) -> tuple[bytes, bytes, int]:
    """Return the first telling key of a line's object, its value if it is a string, and where that ends.

    It is `type`, `message`, `payload`, or the first key whose value is an object or a list; empty when the line looks
    like nothing of the kind. Nothing inside a value can pass for it.
    """
    found = _HEAD.match(data, start, end)
    return (found[1], found[2] or b"", found.end()) if found else (b"", b"", start)


def records_of(line: bytes) -> tuple[list[Record], int]:
    """Return the objects on a line, and how much of it could not be read (0 or 1)."""
    text = line.decode("utf-8", "replace").strip(" \t\r\n\ufeff")
    if not text:
        return [], 0
    try:
        record = json.loads(text)
    except RecursionError:
        return [], 1
    except ValueError:
        return _one_by_one(text)
    return ([record], 0) if isinstance(record, dict) else ([], 1)


def _one_by_one(text: str) -> tuple[list[Record], int]:
    """Return the objects that stand one after another on a line, up to what is none."""
    found: list[Record] = []
    place = 0
    while place < len(text) and len(found) < _OBJECTS_MOST:
        try:
            record, place = _raw(text, place)
        except (ValueError, RecursionError):
            return found, 1
        if isinstance(record, dict):
            found.append(record)
        while place < len(text) and text[place] in " \t\r,\0":
            place += 1
    return found, 0 if found else 1


def _raw(text: str, place: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, place)
    except json.JSONDecodeError:
        raise
    except ValueError:  # a number with more digits than Python turns into an integer
        return _LENIENT.raw_decode(text, place)


def string(value: object) -> str:
    """Return a value that is a string, else an empty one; what is no character in UTF-8 is replaced."""
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else value.encode("utf-8", "replace").decode()


def mapping(value: object) -> Record:
    """Return a value that is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def blocks(content: object) -> list[Record]:
    """Return the objects in a list of blocks; a plain string is one block of text."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return []
    return [
        {"type": "text", "text": block} if isinstance(block, str) else block
        for block in content
        if block and isinstance(block, dict | str)
    ]


def words(content: object) -> str:
    """Return the words in a record's content; a picture is `[image]`; no thinking, no tools."""
    said: list[str] = []
    for block in blocks(content):
        kind = block.get("type", "text")
        if isinstance(kind, str) and kind in _PLAIN_KINDS and isinstance(block.get("text"), str):
            said.append(block["text"])
        elif (isinstance(kind, str) and kind in _IMAGE_KINDS) or "inlineData" in block:
            said.append(IMAGE)
    return "\n".join(said)[:TEXT_MOST]


def tool_line(name: object, given: object, cwd: str = "") -> str:
    """Return a tool's name with the file or command it was used on, on one line; empty when it has no name."""
    tool = string(name)
    values = mapping(given)
    if not tool or tool.startswith("mcp_"):
        return tool[:_TOOL_MOST]
    path = _first(values, _PATHS)
    if cwd and path.startswith(cwd) and path[len(cwd) : len(cwd) + 1] in {"/", "\\"}:
        path = path[len(cwd) + 1 :]
    target = _first(values, _COMMANDS) or path or _first(values, _OTHERS)
    first = target.strip().partition("\n")[0].strip()
    return f"{tool} {first}".strip()[:_TOOL_MOST].replace("\0", " ")


def _first(values: Record, names: Iterable[str]) -> str:
    for name in names:
        value = values.get(name)
        if isinstance(value, list):
            value = " ".join(part for part in value if isinstance(part, str))
        if isinstance(value, str) and value.strip():
            return string(value)
    return ""


def instant(value: object) -> datetime | None:
    """Return an aware instant in UTC from an ISO text or from seconds or milliseconds since 1970; None when odd."""
    try:
        if isinstance(value, str):
            found = datetime.fromisoformat(value)
            return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000 if value >= _LEAST_MILLISECONDS else value, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None
