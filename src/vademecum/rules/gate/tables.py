"""Tables whose head says that a column holds secrets: Markdown pipes, and lines of comma-separated values."""

import re
from collections.abc import Iterator

from vademecum.rules.gate import names
from vademecum.rules.gate.rule import Candidate

_RULER = re.compile(r"[ \t]*\|?[ \t:|+-]*-[ \t:|+-]*")
_WORTH = re.compile(r"(?i)pass|pw|secret|token|key|cred|senha|contrase|clave|wort|woord|mdp|parola|pin\b")
_LONGEST_HEAD = 300  # characters of a head line
_MOST_COLUMNS = 24

Lines = list[tuple[int, str]]


def cells(text: str) -> Iterator[Candidate]:
    """Yield the cells below each head that names a secret, each with that head as its name."""
    at = 0
    while found := _WORTH.search(text, at):
        start = text.rfind("\n", max(0, found.start() - _LONGEST_HEAD), found.start()) + 1
        end = text.find("\n", found.end())
        if end < 0:
            return
        at = end
        head = text[start:end]
        mark = _separator(head, _line(text, end + 1)) if len(head) <= _LONGEST_HEAD else ""
        if mark:
            lines = _table(text, start, mark)
            at = lines[-1][0] + len(lines[-1][1])
            yield from _below(text, lines, mark)


def _line(text: str, start: int) -> str:
    """Return the line that begins at `start`."""
    end = text.find("\n", start)
    return text[start:end] if end >= 0 else text[start:]


def _table(text: str, start: int, mark: str) -> Lines:
    """Return (offset, line) of a table's lines: all have as many separators as its head."""
    lines: Lines = []
    while start < len(text):
        line = _line(text, start)
        if lines and line.count(mark) != lines[0][1].count(mark):
            break
        lines.append((start, line))
        start += len(line) + 1
    return lines


def _separator(head: str, row: str) -> str:
    """Return what separates the cells of a head and the line after it, or an empty string.

    Markdown has a ruler below its head; other heads are plain names, as many as the next line has values.
    """
    if "|" in head:
        return "|" if _RULER.fullmatch(row[:_LONGEST_HEAD]) else ""
    for mark in ",;\t":
        count = head.count(mark)
        if 1 <= count < _MOST_COLUMNS and row.count(mark) == count and re.fullmatch(r"[\w .\-\"\t,;]+", head):
            return mark
    return ""


def _below(text: str, lines: Lines, mark: str) -> Iterator[Candidate]:
    """Yield the cells of a table's secret columns; its first line is the head."""
    heads = [(place, cell) for place, cell in enumerate(_split(lines[0], mark)) if names.judge(_name(text, cell))]
    for line in lines[1:] if heads else ():
        row = _split(line, mark)
        for place, head in heads:
            start, end = row[place] if place < len(row) else (0, 0)
            if end > start:
                yield Candidate(text, start, end, _name(text, head), quoted=True)


def _name(text: str, cell: tuple[int, int]) -> str:
    return text[cell[0] : cell[1]]


def _split(line: tuple[int, str], mark: str) -> list[tuple[int, int]]:
    """Return the spans of a line's cells without blanks, quotes and emphasis."""
    at, text = line
    found = []
    for piece in text.split(mark)[: _MOST_COLUMNS + 2]:
        bare = piece.strip(" \t\r\"'`*")
        start = at + piece.find(bare) if bare else at
        found.append((start, start + len(bare)))
        at += len(piece) + 1
    return found
