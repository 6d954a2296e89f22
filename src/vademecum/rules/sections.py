"""A markdown body as sections, and each section as blocks: headings, paragraphs, and what should stay whole.

Only as much of CommonMark as cutting needs: what opens a heading, a fence or a table, and what does not. Every step
looks at a line once, so time is linear in the text whatever it holds.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from vademecum.rules.naming import clipped

HEADING_MAX = 100
"""Most characters of a heading in a breadcrumb: it is repeated in every chunk below it."""

ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:==+|--+)[ \t]*$")
_FENCE = re.compile(r"([ \t]*)(`{3,}|~{3,})")
_ROW_OF_DASHES = re.compile(r"[ \t]*[|:\-][|:\- \t]*$")
_SETEXT_LINES = 3
_INDENT = 4
_NO_PARAGRAPH = (">", " " * _INDENT, "\t", "<<<<<<< ")


class Kind(Enum):
    """What a block is: text may be cut anywhere, a whole (fence, table) only when it must."""

    TEXT = 1
    WHOLE = 2
    HEADING = 3


@dataclass(slots=True)
class Block:
    """Lines `start` to `end` (exclusive, from 0) of a body. `apart` tells that a blank line stands before them."""

    kind: Kind
    start: int
    end: int
    apart: bool


@dataclass(slots=True)
class Section:
    """A heading (`level` 1..6; 0 for what stands before the first) and its blocks; `path` are the headings to it."""

    level: int
    path: tuple[str, ...]
    blocks: list[Block] = field(default_factory=list)


def sections(lines: Sequence[str]) -> list[Section]:
    """Return the sections of a body in order; one without any block is left out."""
    reader = _Reader(lines)
    for number, line in enumerate(lines):
        reader.take(number, line)
    return [section for section in reader.sections if section.blocks]


class _Reader:
    """Goes through the lines; remembers the block that is open, and the fence that must be closed."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.sections = [Section(0, ())]
        self._lines = lines
        self._levels: list[int] = []
        self._open: Block | None = None
        self._fence = ""
        self._apart = True
        self._in_list = False

    def take(self, number: int, line: str) -> None:
        if self._fence:
            self._in_fence(number, line)
        elif not line or line.isspace():
            self._open, self._apart = None, True
        elif not (self._fenced(number, line) or self._heading(number, line) or self._table(number, line)):
            self._text(number, line)

    def _in_fence(self, number: int, line: str) -> None:
        self._extend(number)
        bare = line.strip()
        if bare.startswith(self._fence) and not bare.strip(self._fence[0]):
            self._fence, self._open, self._apart = "", None, False

    def _fenced(self, number: int, line: str) -> bool:
        found = _FENCE.match(line)
        if not found or (found[2][0] == "`" and "`" in line[found.end() :]):
            return False
        if len(found[1].expandtabs(_INDENT)) >= _INDENT and not self._in_list:
            return False  # indented code that shows a fence
        self._fence = found[2]
        self._begin(Kind.WHOLE, number)
        return True

    def _heading(self, number: int, line: str) -> bool:
        if found := _ATX.match(line):
            text = line[found.end() :].strip()
            bare = text.rstrip("#")
            self._section(len(found[1]), text if bare and bare[-1:] not in " \t" else bare.strip(), number, number + 1)
            return True
        if _UNDERLINE.match(line) and (block := self._paragraph()):
            self.sections[-1].blocks.pop()
            text = " ".join(part.strip() for part in self._lines[block.start : block.end])
            self._apart = block.apart
            self._section(1 if "=" in line else 2, text, block.start, number + 1)
            return True
        return False

    def _paragraph(self) -> Block | None:
        """Return the open block if a line of dashes below would make it a heading."""
        block = self._open
        if block is None or block.kind is not Kind.TEXT or block.end - block.start > _SETEXT_LINES:
            return None
        first = self._lines[block.start]
        return None if ITEM.match(first) or _UNDERLINE.match(first) or first.startswith(_NO_PARAGRAPH) else block

    def _section(self, level: int, text: str, start: int, end: int) -> None:
        self._levels = [*(one for one in self._levels if one < level), level]
        above = self.sections[-1].path[: len(self._levels) - 1]
        self.sections.append(Section(level, (*above, clipped(" ".join(text.split()), HEADING_MAX))))
        self._begin(Kind.HEADING, start)
        self.sections[-1].blocks[-1].end = end
        self._open, self._in_list = None, False

    def _table(self, number: int, line: str) -> bool:
        block = self._open
        if block is not None and block.kind is Kind.WHOLE and "|" in line:
            self._extend(number)
            return True
        if line.lstrip().startswith("|"):
            self._begin(Kind.WHOLE, number)
            return True
        if not (block and "|" in line and "-" in line and _ROW_OF_DASHES.match(line)):
            return False
        if "|" not in self._lines[number - 1]:
            return False
        block.end -= 1  # the line above is the table's first
        if block.end == block.start:
            self.sections[-1].blocks.pop()
            self._apart = block.apart
        self._begin(Kind.WHOLE, number - 1)
        self._extend(number)
        return True

    def _text(self, number: int, line: str) -> None:
        if ITEM.match(line):
            self._in_list = True
        elif not line[0].isspace() and self._apart:
            self._in_list = False
        if self._open is not None and self._open.kind is Kind.TEXT:
            self._extend(number)
        else:
            self._begin(Kind.TEXT, number)

    def _begin(self, kind: Kind, number: int) -> None:
        self._open = Block(kind, number, number + 1, self._apart)
        self.sections[-1].blocks.append(self._open)
        self._apart = False

    def _extend(self, number: int) -> None:
        if self._open is not None:
            self._open.end = number + 1
