"""What of a passage is embedded, and the rounded vectors of passages; a text that is known is not embedded again."""

import math
import sqlite3
from collections.abc import Sequence
from hashlib import blake2b

from vademecum.index.ports import Embedder
from vademecum.index.sqlite import rows
from vademecum.index.sqlite.rows import Part
from vademecum.model.search import Passage
from vademecum.rules import vectors

Known = dict[bytes, bytes | None]
"""Rounded vectors by digest; None where a text has none that is of use."""


def to_embed(passage: Passage) -> str:
    """Return what of a passage is embedded: its title unless the text says it already, and its text."""
    if not passage.title or passage.text.startswith(passage.title):
        return passage.text
    return f"{passage.title}\n{passage.text}"


def digest(passage: Passage) -> bytes:
    """Return eight bytes that stand for what is embedded."""
    return blake2b(rows.storable(to_embed(passage)).encode(), digest_size=8).digest()


def embed(passages: Sequence[Passage], digests: Sequence[bytes], embedder: Embedder | None, known: Known) -> Known:
    """Add to `known` what it lacks of the passages, whose digests are given; return it."""
    if embedder is None:
        return known
    fresh = {key: to_embed(passage) for key, passage in zip(digests, passages, strict=True) if key not in known}
    for key, vector in zip(fresh, embedder.embed(list(fresh.values())), strict=True):
        usable = len(vector) == embedder.identity.dimension and any(vector) and all(map(math.isfinite, vector))
        known[key] = vectors.quantise(vector) if usable else None
    return known


def vectors_of(
    db: sqlite3.Connection, parts: dict[int, Part], embedder: Embedder, passages: Sequence[Passage]
) -> list[bytes | None]:
    """Return the vectors of passages, held or not: a stored one where the same text is held under the same key."""
    digests = [digest(passage) for passage in passages]
    known: Known = {}
    for passage in passages:
        number = rows.find_id(db, passage.key, parts)
        if number is not None:
            known |= db.execute("SELECT digest, vector FROM marks WHERE id = ? AND vector NOT NULL", (number,))
    return [embed(passages, digests, embedder, known)[key] for key in digests]
