"""What of a passage is embedded, and the rounded vectors of passages; a text that is known is not embedded again."""

import math
import sqlite3
from collections.abc import Sequence

from vademecum.index.ports import Embedder
from vademecum.index.sqlite import rows
from vademecum.index.sqlite.rows import Part
from vademecum.model.search import Passage
from vademecum.rules import vectors

Known = dict[str, bytes | None]
"""Rounded vectors by what was embedded; None where a text has none that is of use."""


def to_embed(passage: Passage) -> str:
    """Return what of a passage is embedded, as it is stored: its title, unless the text begins so, and what is sought
    in it.
    """
    if not passage.title or passage.text.startswith(passage.title):
        return rows.storable(passage.sought)
    return rows.storable(f"{passage.title}\n{passage.sought}")


def embed(texts: Sequence[str], embedder: Embedder | None, known: Known) -> Known:
    """Add to `known` what it lacks of texts to embed; return it."""
    fresh = [text for text in dict.fromkeys(texts) if text not in known] if embedder else []
    if embedder is None or not fresh:
        return known
    for text, vector in zip(fresh, embedder.embed(fresh), strict=True):
        usable = len(vector) == embedder.identity.dimension and any(vector) and all(map(math.isfinite, vector))
        known[text] = vectors.quantise(vector) if usable else None
    return known


def vectors_of(
    db: sqlite3.Connection, parts: dict[int, Part], embedder: Embedder, passages: Sequence[Passage]
) -> list[bytes | None]:
    """Return the vectors of passages, held or not: a stored one where the same text is held under the same key."""
    known: Known = {}
    for passage in passages:
        held = rows.find(db, passage.key, parts)
        if held is not None:
            found = db.execute("SELECT vector FROM marks WHERE id = ? AND vector NOT NULL", (held[0],)).fetchone()
            known |= {to_embed(held[1]): found[0]} if found else {}
    texts = [to_embed(passage) for passage in passages]
    return [embed(texts, embedder, known)[text] for text in texts]
