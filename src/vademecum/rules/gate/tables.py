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
    if "\n" not in text or not _WORTH.search(text):
        return
    lines = _lines(text)
    number = 0
    while number < len(lines) - 1:
        mark = _separator(lines[number][1], lines[number + 1][1])
        last = _last(lines, number, mark) if mark else number
        if mark:
            yield from _below(text, lines[number : last + 1], mark)
        number = last + 1


def _lines(text: str) -> Lines:
    """Return (offset, line) of every line."""
    found, at = [], 0
    for line in text.split("\n"):
        found.append((at, line))
        at += len(line) + 1
    return found


def _separator(head: str, row: str) -> str:
    """Return what separates the cells of a head and the line after it, or an empty string.

    Markdown has a ruler below its head; other heads are plain names, as many as the next line has values.
    """
    if len(head) > _LONGEST_HEAD or not _WORTH.search(head):
        return ""
    if "|" in head:
        return "|" if _RULER.fullmatch(row[:_LONGEST_HEAD]) else ""
    for mark in ",;\t":
        count = head.count(mark)
        if 1 <= count < _MOST_COLUMNS and row.count(mark) == count and re.fullmatch(r"[\w .\-\"\t,;]+", head):
            return mark
    return ""


def _last(lines: Lines, number: int, mark: str) -> int:
    """Return the number of a table's last line: all have as many separators as its head."""
    count = lines[number][1].count(mark)
    while number + 1 < len(lines) and lines[number + 1][1].count(mark) == count:
        number += 1
    return number


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
