"""Blocks of a document, cut into pieces that a chunk is made of: lines, sentences, runs of words.

A piece knows how good a place its beginning is for a cut. Weights are quarters of a token as `tokens.estimate` counts
them, so that they add up: an ASCII character weighs 1, any other 4.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from vademecum.rules.sections import ITEM, Block, Kind

TOKEN = 4
"""Weight of a token."""

WORD, LINE, SENTENCE, ITEM_START, BLANK = range(5)
"""How good a place for a cut is, the better the higher."""

_ONE_SENTENCE = 160
"""A lighter line is not looked through for sentences."""

_SENTENCE_END = re.compile(
    r"(?:(?<=[.!?\u2026])[\"')\]\u201d\u2019\u00bb*_]{0,3}\s+)|(?:[\u3002\uff01\uff1f]+[\u300d\u300f\uff09\u201d\u2019]{0,3}\s*)"
)
"""Bounded before each run, so that no text makes it look at a character more than a few times."""

_ENDING = re.compile(r"[.!?\u2026\u3002\uff01\uff1f][\"')\]\u201d\u2019\u00bb*_]{0,3}$")
_BLOB = re.compile(r";base64,[A-Za-z0-9+/=_-]{200,}")


class Piece(NamedTuple):
    """A part of a line, or whole lines: `text` of the lines `first` to `last` (from 0) of a body.

    `join` is what stands between it and the piece before, `rank` how good a place for a cut its beginning is.
    """

    text: str
    first: int
    last: int
    join: str
    rank: int
    weight: int


def weigh(text: str) -> int:
    """Return the weight of a text."""
    if text.isascii():
        return len(text)
    plain = len(text.encode("ascii", "ignore"))
    return plain + TOKEN * (len(text) - plain)


def pieces(lines: Sequence[str], blocks: Iterable[Block], limit: int) -> list[Piece]:
    """Cut blocks into pieces, none heavier than `limit`, which is at least 200."""
    made: list[Piece] = []
    after_heading = False
    for block in blocks:
        fresh = list(_of_block(lines, block, limit))
        if made and fresh:
            fresh[0] = _glued(fresh[0], made[-1], after_heading=after_heading)
        made += fresh
        after_heading = block.kind is Kind.HEADING
    return made


def _glued(piece: Piece, before: Piece, *, after_heading: bool) -> Piece:
    """A heading stays with its first words, and what a line announces stays with that line."""
    if after_heading:
        return piece._replace(rank=WORD)
    return piece._replace(rank=min(piece.rank, LINE)) if before.text.endswith(":") else piece


def _of_block(lines: Sequence[str], block: Block, limit: int) -> Iterator[Piece]:
    join = "\n\n" if block.apart else "\n"
    if block.kind is not Kind.TEXT:
        while not lines[block.end - 1].strip():  # a fence that nobody closed
            block.end -= 1
        text = _light("\n".join(lines[block.start : block.end]))
        weight = weigh(text) + len(join)
        if weight <= limit:
            yield Piece(text, block.start, block.end - 1, join, BLANK, weight)
            return
    rank = BLANK
    for number in range(block.start, block.end):
        line = lines[number]
        if not line or line.isspace():
            join, rank = "\n\n", BLANK
            continue
        if rank < BLANK and block.kind is Kind.TEXT:
            rank = _rank(line, lines[number - 1])
        yield from _of_line(_light(line), number, join, rank, limit)
        join, rank = "\n", LINE


def _rank(line: str, before: str) -> int:
    if ITEM.match(line):
        return ITEM_START
    return SENTENCE if _ENDING.search(before[-8:].rstrip()) else LINE


def _of_line(line: str, number: int, join: str, rank: int, limit: int) -> Iterator[Piece]:
    weight = weigh(line) + len(join)
    if weight <= _ONE_SENTENCE and weight <= limit:
        yield Piece(line, number, number, join, rank, weight)
        return
    ends = [found.end() for found in _SENTENCE_END.finditer(line)]
    for start, end in pairwise([0, *(place for place in ends if place < len(line)), len(line)]):
        sentence = line[start:end]
        for text, within in _of_sentence(sentence, limit):
            if text.isspace():
                continue
            yield Piece(text, number, number, join, WORD if within else rank, weigh(text) + len(join))
            join, rank = "", SENTENCE


def _of_sentence(sentence: str, limit: int) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a sentence, and whether each is a later part."""
    if weigh(sentence) * 2 <= limit:
        yield sentence, False
        return
    start = 0
    while start < len(sentence):
        end = _end(sentence, start, limit // 8)
        yield sentence[start:end], start > 0
        start = end


def _end(sentence: str, start: int, most: int) -> int:
    """Return where a part ends that begins at `start`: after a space if there is one within reach."""
    reach = most if sentence[start : start + most].isascii() else most // TOKEN
    if start + reach >= len(sentence):
        return len(sentence)
    space = max(sentence.rfind(mark, start + 1, start + reach) for mark in (" ", "\t", "\u3001", "\uff0c"))
    return space + 1 if space > start else start + reach


def _light(text: str) -> str:
    """Leave out pictures that are written into the text."""
    return _BLOB.sub(";base64,\u2026", text) if ";base64," in text else text
