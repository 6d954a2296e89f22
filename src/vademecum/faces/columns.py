"""Lists in columns: cells of a terminal are counted, of which a wide character takes two and a combining one none."""

from collections.abc import Sequence
from unicodedata import category, east_asian_width

GAP = "  "

_WIDE = frozenset("WF")
_UNSEEN = frozenset(["Mn", "Me", "Cf"])
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(char: str) -> int:
    return 0 if category(char) in _UNSEEN else 1 + (east_asian_width(char) in _WIDE)


def clipped(text: str, most: int) -> str:
    """Return a text that takes at most so many cells; an ellipsis tells that something was cut off."""
    if cells(text) <= most:
        return text
    left, place = most - 1, 0
    while place < len(text) and left >= _cells(text[place]):
        left -= _cells(text[place])
        place += 1
    return text[:place].rstrip() + _ELLIPSIS * (most > 0)


def aligned(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows in which every text of a column is as wide as the widest."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    return [[text + " " * (width - cells(text)) for text, width in zip(row, widths, strict=True)] for row in rows]
