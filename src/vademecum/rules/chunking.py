"""A document as chunks to find it by: along its headings, of about equal size, each with a little of the one before.

Two sections are never joined unless both are tiny. So what one inserts into a section changes the text of that
section's chunks only, and of the others the line numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from vademecum.rules.chunk_pieces import TOKEN, Piece, pieces
from vademecum.rules.naming import clipped
from vademecum.rules.opening_block import Opening, take_apart
from vademecum.rules.sections import HEADING_MAX, Block, Kind, Section, sections

TINY = 30
"""Tokens below which neighbouring sections of one parent are joined, of chunks of 400; in proportion of others."""

_FULL = 400
VERSION = 1
"""Raised when the same text and sizes make other chunks: documents are then cut anew."""

_SLACK = 1.2
"""What is left of a section goes into its last chunk if that makes it no larger than this."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: its text, the headings above it (` > ` between them), its first and last line from 1."""

    text: str
    heading: str
    first: int
    last: int


@dataclass(slots=True)
class _Group:
    """A section that is chunked, or some tiny ones; `weight` is without the bare headings above."""

    section: Section
    pieces: list[Piece]
    weight: int
    single: bool = True

    @property
    def path(self) -> tuple[str, ...]:
        return self.section.path if self.single else self.section.path[:-1]


def chunks(text: str, *, tokens: int, overlap: int) -> list[Chunk]:
    """Cut a document into chunks of about `tokens` tokens (at least 50), none of more than 1.2 times as many.

    Each repeats up to `overlap` tokens of the one before it in the same section, at most half of its size. `first` and
    `last` are the lines that the text is from, the repeated part included. What a header above the body (YAML, TOML,
    JSON) says stands before the first section, or is chunked by itself when it is long; its title is the outermost
    heading of all. Lines are kept as they are; of several blank ones between two pieces one is left, white space at the
    end goes, and pictures in base64 are cut out. Never raises; time is linear in the text.
    """
    opening = take_apart(text)
    limit = tokens * TOKEN
    most = min(overlap * TOKEN, limit // 2)
    lines = opening.body.split("\n")
    groups = _groups(lines, limit)
    header = _header(opening, limit, alone=not groups)
    if header and groups and _weight(header) + groups[0].weight <= limit:
        groups[0].pieces = [*header, *groups[0].pieces]
        header = []
    made = [_chunk(part, _crumb(opening.title, ()), opening.start) for part in _packed(header, limit, most)]
    for group in groups:
        heading = _crumb(opening.title, group.path)
        made += (_chunk(part, heading, opening.start) for part in _packed(group.pieces, limit, most))
    return made


def _header(opening: Opening, limit: int, *, alone: bool) -> list[Piece]:
    """Return what the header says as pieces of its lines; nothing if it is the title alone, which is a heading then."""
    if not alone and opening.lines == (opening.title,):
        return []
    blocks = [Block(Kind.TEXT, 0, len(opening.lines), apart=False)]
    above = 1 - opening.start
    return [piece._replace(first=above, last=-1) for piece in pieces(opening.lines, blocks, limit)]


def _groups(lines: Sequence[str], limit: int) -> list[_Group]:
    """Return what is chunked together: a section, or tiny ones of one parent; bare headings go with what follows."""
    tiny = TINY * limit // _FULL
    groups: list[_Group] = []
    bare: list[Piece] = []
    found = sections(lines)
    for section, after in pairwise([*found, None]):
        if section is None:
            break
        own = pieces(lines, section.blocks, limit)
        if _is_bare(section) and after is not None and after.level > section.level:
            bare += own
            continue
        weight = _weight(own)
        if groups and not bare and max(groups[-1].weight, weight) < tiny and _are_siblings(groups[-1].section, section):
            groups[-1].pieces += own
            groups[-1].weight += weight
            groups[-1].single = False
        else:
            groups.append(_Group(section, [*bare, *own], weight))
            bare = []
    return groups


def _is_bare(section: Section) -> bool:
    return len(section.blocks) == 1 and section.blocks[0].kind is Kind.HEADING


def _are_siblings(one: Section, other: Section) -> bool:
    return one.level == other.level and one.path[:-1] == other.path[:-1]


def _packed(parts: Sequence[Piece], limit: int, most: int) -> Iterator[Sequence[Piece]]:
    """Fill chunks with pieces up to `limit`, each after the first with up to `most` of the one before it."""
    left = _weight(parts)
    start = 0
    while start < len(parts):
        again, repeated = _tail(parts, start, most)
        if repeated + parts[start].weight > limit:
            again, repeated = start, 0
        if repeated + left <= limit * _SLACK:
            yield parts[again:]
            return
        end = _cut(parts, start, limit - repeated)
        yield parts[again:end]
        left -= _weight(parts[start:end])
        start = end


def _tail(parts: Sequence[Piece], start: int, most: int) -> tuple[int, int]:
    """Return from where on what stands before `start` is repeated, and its weight."""
    weight = 0
    place = start
    while place and weight + parts[place - 1].weight <= most:
        place -= 1
        weight += parts[place].weight
    return place, weight


def _cut(parts: Sequence[Piece], start: int, room: int) -> int:
    """Return where a chunk ends: at the best and latest place in the second half of what there is room for."""
    weight, best, rank = 0, start + 1, -1
    for place in range(start, len(parts)):
        weight += parts[place].weight
        if weight > room or place + 1 == len(parts):
            break
        if weight * 2 >= room and parts[place + 1].rank >= rank:
            best, rank = place + 1, parts[place + 1].rank
        elif rank < 0:
            best = place + 1
    return best


def _chunk(parts: Sequence[Piece], heading: str, start: int) -> Chunk:
    text = "".join([parts[0].text, *(piece.join + piece.text for piece in parts[1:])]).rstrip()
    return Chunk(text, heading, parts[0].first + start, max(1, parts[-1].last + start))


def _weight(parts: Sequence[Piece]) -> int:
    return sum(piece.weight for piece in parts)


def _crumb(title: str, path: Sequence[str]) -> str:
    """Join the headings; a title that the first heading repeats is said once."""
    outer = clipped(title, HEADING_MAX)
    first = path[0].casefold() if path else ""
    return " > ".join(filter(None, [outer if outer.casefold() != first else "", *path]))
