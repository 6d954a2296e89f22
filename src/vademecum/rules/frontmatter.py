"""A markdown file's text, taken apart: the fields of its header, and its body.

Nothing here raises: people write these files by hand, and a header with a mistake still has a title that can be
found. What could not be read properly is said, with its line.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from vademecum.rules.plain_yaml import NotPlainError, Value, read_plain
from vademecum.rules.problem import Problem
from vademecum.rules.yaml_tree import HeaderError, read_tree

HEADER_MAX = 16_384
"""Most UTF-8 bytes between the fences."""

KNOWN = frozenset(
    (
        *(
            "name",
            "title",
            "description",
            "aliases",
            "metadata",
            "type",
            "scope",
            "domain",
            "sensitivity",
            "tags",
            "when",
        ),
        *("source_project", "origin_session", "trust", "created", "valid_from", "cites"),
    )
)

_OPEN = re.compile(r"---[ \t]*(?:\n|\Z)")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_KEY_LINE = re.compile(r"""[ \t]*["']?([\w][\w .-]{0,63})["']?[ \t]*:(?:[ \t]|$)|[ \t]*[{]""")
_LOOSE_KEY = re.compile(r"\s*([A-Za-z_][\w-]{0,63})[ \t]*:(?:[ \t]+(.*))?")
_MARKER = re.compile(r"^(?:<<<<<<< |=======$|>>>>>>> )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text taken apart.

    `fields` are the header's keys as written: strings, tuples, and mappings for nested keys. `header` is the text
    between the fences, None when there are none; `start` is the 1-based line on which `body` begins. A `lenient`
    reading means that the header is not sound: its fields were gathered line by line, and nothing may rewrite it.
    """

    fields: Mapping[str, Value] = field(default_factory=dict)
    body: str = ""
    problem: Problem | None = None
    lenient: bool = False
    header: str | None = None
    start: int = 1


def parse(text: str) -> Parsed:
    """Take a file's text apart; line ends become LF and a byte order mark is dropped."""
    text = unify(text)
    parsed = _second_header(_parse(text))
    if "<<<<<<< " in text and (conflict := _conflict(text)):
        return replace(parsed, problem=conflict)
    return parsed


def unify(text: str) -> str:
    """Return the text with LF line ends and without a byte order mark."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix("\ufeff")


def _parse(text: str) -> Parsed:
    opening = _OPEN.match(text)
    if not opening:
        return Parsed(body=text)
    closing = _CLOSE.search(text, opening.end())
    if not closing:
        return _unclosed(text, opening.end())
    header = text[opening.end() : closing.start()]
    if not _is_header(header):
        return Parsed(body=text)
    rest, start = text[closing.end() :], text.count("\n", 0, closing.end()) + 1
    try:
        return Parsed(read_header(header), rest, header=header, start=start)
    except HeaderError as error:
        fields, left = _loose(header)
        if KNOWN.isdisjoint(fields):
            left = header
        if left:  # the fence was a rule further down: what stands before it is text, and must be found
            rest, start = left + closing[0] + rest, start - 1 - left.count("\n")
        return Parsed(fields, rest, Problem(error.line + 1, error.message), lenient=True, header=header, start=start)


def read_header(header: str) -> dict[str, Value]:
    """Read the text between the fences.

    Raises:
        HeaderError: it is too long, not YAML, or uses parts of YAML that are not accepted.
    """
    if len(header) * 4 > HEADER_MAX and len(header.encode("utf-8", "replace")) > HEADER_MAX:
        raise HeaderError(1, f"the frontmatter is longer than {HEADER_MAX} bytes")
    try:
        return read_plain(header)
    except NotPlainError:
        value = read_tree(header).value()
    return value if isinstance(value, dict) else {}


def _is_header(header: str) -> bool:
    """Tell frontmatter from text between two horizontal rules."""
    lines = [line for line in header.split("\n") if line.strip()]
    lines = [line for line in lines if not line.startswith("#")] or lines
    if not lines:
        return True
    key = _KEY_LINE.match(lines[0])
    if key and not header.split("\n", 1)[0].strip():  # a rule has a blank line after it, frontmatter hardly ever
        return key[1] in KNOWN
    return key is not None


def _unclosed(text: str, start: int) -> Parsed:
    first = _LOOSE_KEY.match(text[start : start + 200].split("\n", 1)[0])
    if not first or first[1] not in KNOWN:
        return Parsed(body=text)
    fields, left = _loose(text[start:])
    problem = Problem(1, "the frontmatter is opened with --- and never closed")
    line = text.count("\n", 0, len(text) - len(left)) + 1
    return Parsed(fields, left, problem, lenient=True, header=text[start : len(text) - len(left)], start=line)


def _second_header(parsed: Parsed) -> Parsed:
    """Some tools put a new header above an old one that they could not read; the lower one is the author's."""
    if parsed.header is None or not {"name", "title", "description"}.isdisjoint(parsed.fields):
        return parsed
    lower = _parse(parsed.body.lstrip("\n"))
    if lower.header is None or KNOWN.isdisjoint(lower.fields):
        return parsed
    line = parsed.start + len(parsed.body) - len(parsed.body.lstrip("\n"))
    return replace(
        lower,
        fields={**lower.fields, **parsed.fields},
        problem=Problem(line, "a second frontmatter block begins here; join the two"),
        lenient=True,
        start=line + lower.start - 1,
    )


def _conflict(text: str) -> Problem | None:
    """Look for the three markers in their order; each alone may be an underline or a quotation."""
    start, divided = None, False
    for found in _MARKER.finditer(text):
        if found[0] == "<<<<<<< ":
            start, divided = found.start(), False
        elif found[0] == "=======":
            divided = start is not None
        elif start is not None and divided:
            line = text.count("\n", 0, start) + 1
            return Problem(line, "a merge conflict is not resolved here", fatal=True)
    return None


def _loose(header: str) -> tuple[dict[str, Value], str]:
    """Gather keys line by line; return them, and the text from the first line on that is no part of a header."""
    fields: dict[str, Value] = {}
    lines = header.split("\n")
    key = ""
    for number, line in enumerate(lines):
        if not line.strip() or line.startswith("#"):
            continue
        if found := _LOOSE_KEY.fullmatch(line):
            key = found[1]
            fields.setdefault(key, _loose_value(found[2] or ""))
        elif line.lstrip().startswith("- "):
            _append(fields, key, line.lstrip()[2:])
        elif not line[:1].isspace():
            return fields, "\n".join(lines[number:])
    return fields, ""


def _append(fields: dict[str, Value], key: str, item: str) -> None:
    held = fields.get(key)
    if held == "":
        held = ()
    if isinstance(held, tuple):
        fields[key] = (*held, _unquoted(item))


def _loose_value(text: str) -> Value:
    text = text.strip()
    if text.startswith("[") and (text.endswith("]") or "]" not in text):
        return tuple(_unquoted(item) for item in text.strip("[]").split(",") if item.strip())
    return _unquoted(text)


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text
