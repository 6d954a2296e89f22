"""One memory, one file: the file's text <-> a `Memory`."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypeVar

from vademecum.model.errors import DamagedError, InvalidError
from vademecum.model.frozen import StrEnum
from vademecum.model.memory import TYPE_ALIASES, Memory, MemoryType, Scope, Sensitivity, Trust
from vademecum.rules import naming
from vademecum.rules.citing import read_cite, write_cite
from vademecum.rules.decoding import decode
from vademecum.rules.frontmatter import HEADER_MAX, Parsed, parse, unify
from vademecum.rules.header_edit import edit
from vademecum.rules.plain_yaml import Value, write_plain
from vademecum.rules.problem import Problem
from vademecum.rules.yaml_tree import HeaderError

__all__ = ["HEADER_MAX", "Parsed", "Problem", "clean_body", "decode", "field", "parse", "read", "render", "title"]

DESCRIPTION_MAX = 300
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_NOTHING = frozenset(["", "~", "null", "none"])
_Word = TypeVar("_Word", bound=StrEnum)
_Fields = dict[str, str | Sequence[str]]


def read(text: str, *, name: str, scope: Scope) -> tuple[Memory, tuple[Problem, ...]]:
    """Read a file's text as the memory that its place (`name`, `scope`) says it is.

    Whatever cannot be read falls back to a default with a problem; never raises. The place wins over a `name` or
    `scope` in the header, because moving a fact to another scope is a decision, not an edit. `body` is read as
    `clean_body` writes it. A file without a description is described by its title, heading or first sentence.
    """
    parsed = parse(text)
    header = _Header(text, parsed)
    memory = Memory(
        name=name,
        description=_description(header, name),
        body=clean_body(parsed.body),
        type=header.word("type", MemoryType, MemoryType.REFERENCE, TYPE_ALIASES),
        scope=scope,
        domain=header.text("domain") or "general",
        sensitivity=header.word("sensitivity", Sensitivity, Sensitivity.PUBLIC),
        source_project=header.text("source_project") or None,
        origin_session=header.text("origin_session") or "cli",
        trust=header.word("trust", Trust, Trust.OWNER),
        tags=header.items("tags"),
        when=_phrases(header.items("when")),
        created=header.date("created"),
        valid_from=header.date("valid_from") or None,
        cites=tuple(read_cite(cite) for cite in header.items("cites") if cite),
    )
    header.expect("name", name)
    header.expect("scope", str(scope))
    return memory, tuple(header.problems)


def _phrases(given: Sequence[str]) -> tuple[str, ...]:
    """Return phrases as they are kept, whatever a hand wrote: each on one line, once, none of them empty."""
    lines = (" ".join(phrase.split()) for phrase in given)
    return tuple(dict.fromkeys(filter(None, lines)))


def _description(header: "_Header", name: str) -> str:
    for key in ("description", "title"):
        if text := header.text(key):
            return text
    return title(header.parsed) or name


def title(parsed: Parsed) -> str:
    """Return what a file calls itself: its `title`, first heading, or first sentence; empty for an empty file."""
    given = field(parsed.fields, "title")
    if isinstance(given, str) and given.strip():
        return given.strip()
    heading = _HEADING.search(parsed.body[:HEADER_MAX])
    if heading:
        return naming.clipped(heading[1], DESCRIPTION_MAX)
    return naming.first_sentence(parsed.body, DESCRIPTION_MAX)


def field(fields: Mapping[str, Value], key: str) -> "Value | None":
    """Return a key's value from under `metadata`, else from the top level, else None."""
    under = fields.get("metadata")
    if isinstance(under, dict) and key in under:
        return under[key]
    return fields.get(key)


def clean_body(body: str) -> str:
    """Return a body as it is stored: LF, no blank lines before it, no white space after it."""
    return re.sub(r"\A(?:[ \t]*\n)+", "", unify(body)).rstrip()


class _Header:
    """Reads values of the types that a memory wants, and collects what was wrong."""

    def __init__(self, text: str, parsed: Parsed) -> None:
        self.parsed = parsed
        self.problems = [parsed.problem] if parsed.problem else []
        self._text = text

    def text(self, key: str) -> str:
        value = field(self.parsed.fields, key)
        if value is None:
            return ""
        if isinstance(value, str):
            return value.strip()
        self._complain(key, "is not one text")
        return ""

    def items(self, key: str) -> tuple[str, ...]:
        value = field(self.parsed.fields, key)
        if isinstance(value, str):
            return tuple(filter(None, (item.strip() for item in value.split(","))))
        if not isinstance(value, tuple):
            if value is not None:
                self._complain(key, "is not a list of texts")
            return ()
        texts = tuple(item for item in value if isinstance(item, str))
        if len(texts) < len(value):
            self._complain(key, "holds something that is not a text")
        return texts

    def word(self, key: str, words: type[_Word], default: _Word, aliases: Mapping[str, _Word] | None = None) -> _Word:
        text = self.text(key)
        word = text.casefold()
        if aliases and word in aliases:
            return aliases[word]
        if word in list(words):
            return words(word)
        if text:
            self._complain(key, f"{text[:40]!r} is not one of {', '.join(words)}; read as {default}")
        return default

    def date(self, key: str) -> str:
        text = self.text(key)
        if text.casefold() in _NOTHING:
            return ""
        try:
            return date.fromisoformat(text[:10]).isoformat()
        except ValueError:
            self._complain(key, f"{text[:40]!r} is not a date (YYYY-MM-DD)")
            return ""

    def expect(self, key: str, wanted: str) -> None:
        text = self.text(key)
        same = text == wanted or (key == "name" and naming.slug(text) == naming.slug(wanted))
        if text and not same:
            self._complain(key, f"says {text[:80]!r}, but the file's place says {wanted!r}, which holds")

    def _complain(self, key: str, message: str) -> None:
        self.problems.append(Problem(_line_of(self._text, key), f"{key}: {message}"))


def _line_of(text: str, key: str) -> int:
    """Return the line of a key in a file's header; 1 when it stands in braces or the like."""
    found = re.search(rf"^[ \t]*[\"']?{key}[\"']?[ \t]*:", unify(text)[: 2 * HEADER_MAX], re.MULTILINE)
    return unify(text).count("\n", 0, found.start()) + 1 if found else 1


def render(memory: Memory, earlier: str | None = None) -> str:
    """Write a memory as its file's text: strict YAML, LF, always the same for the same memory.

    With the `earlier` text of the file, only what differs from it changes: unknown keys, order and comments survive.

    Raises:
        DamagedError: the earlier text has no sound header, so changing it could lose what its author wrote.
        InvalidError: the header would be longer than `HEADER_MAX` bytes.
    """
    if earlier is None:
        return _file(write_plain(_header(memory)), _below(memory.body))
    earlier = unify(earlier)
    parsed = parse(earlier)
    if parsed.lenient or (parsed.problem and parsed.problem.fatal):
        raise DamagedError(f"{memory.name}.md cannot be changed: {parsed.problem}", hint="repair the file in an editor")
    body = parsed.body if clean_body(parsed.body) == clean_body(memory.body) else _below(memory.body)
    if parsed.header is None:
        return _file(write_plain(_header(memory)), body)
    start = earlier.index("\n") + 1
    fences = earlier[:start], earlier[start + len(parsed.header) : len(earlier) - len(parsed.body)]
    return _file(_edited(memory, earlier, parsed), body, fences)


def _below(body: str) -> str:
    text = clean_body(body)
    return f"\n{text}\n" if text else ""


def _file(header: str, below: str, fences: tuple[str, str] = ("---\n", "---\n")) -> str:
    if len(header.encode("utf-8", "replace")) > HEADER_MAX:
        raise InvalidError(
            "frontmatter",
            f"longer than {HEADER_MAX} bytes",
            hint="use fewer or shorter tags, cites and phrases of `when`",
        )
    return fences[0] + header + fences[1] + below


def _header(memory: Memory) -> dict[str, str | Sequence[str] | Mapping[str, str | Sequence[str]]]:
    metadata = {key: value for key, value in _metadata(memory).items() if value}
    return {"name": memory.name, "description": memory.description.strip(), "metadata": metadata}


def _metadata(memory: Memory) -> _Fields:
    return {
        "type": str(memory.type),
        "scope": str(memory.scope),
        "domain": memory.domain,
        "sensitivity": str(memory.sensitivity),
        "source_project": memory.source_project or "",
        "origin_session": memory.origin_session,
        "trust": str(memory.trust),
        "tags": memory.tags,
        "when": memory.when,
        "created": memory.created,
        "valid_from": memory.valid_from or "",
        "cites": tuple(write_cite(cite) for cite in memory.cites),
    }


def _edited(memory: Memory, earlier: str, parsed: Parsed) -> str:
    """Change in the earlier header what reads differently now, and make sure that it reads right afterwards."""
    changes = _changes(memory, earlier, parsed)
    if not changes:
        return parsed.header or ""
    try:
        header = edit(parsed.header or "", changes)
    except HeaderError as error:
        message = f"{memory.name}.md cannot be changed: line {error.line + 1}: {error.message}"
        raise DamagedError(message, hint="repair the file in an editor") from None
    now, _ = read(f"---\n{header}---\n{parsed.body}", name=memory.name, scope=memory.scope)
    if _metadata(now) != _metadata(memory) or now.description != memory.description.strip():
        raise DamagedError(f"{memory.name}.md has frontmatter that cannot be changed in place", hint="edit it by hand")
    return header


def _changes(memory: Memory, earlier: str, parsed: Parsed) -> _Fields:
    before, _ = read(earlier, name=memory.name, scope=memory.scope)
    was = _metadata(before)
    changes: _Fields = {key: value for key, value in _metadata(memory).items() if value != was[key]}
    for key, value in (("name", memory.name), ("scope", str(memory.scope))):
        place = field(parsed.fields, key)
        if isinstance(place, str) and place.strip() not in {"", value}:
            changes[key] = value
    if before.description != memory.description.strip():
        told = field(parsed.fields, "description") or not field(parsed.fields, "title")
        changes["description" if told else "title"] = memory.description.strip()
    return changes
