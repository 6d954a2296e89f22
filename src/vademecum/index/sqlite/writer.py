"""Put passages into the tables and take them out; every method runs inside the caller's transaction."""

import sqlite3
from collections.abc import Iterator, Sequence

from vademecum.index.ports import Embedder
from vademecum.index.sqlite import rows
from vademecum.index.sqlite.embedding import Known, embed, to_embed
from vademecum.index.sqlite.rows import Part
from vademecum.index.sqlite.schema import PART_BITS
from vademecum.index.sqlite.vectors import Sketches
from vademecum.index.sqlite.words import Words
from vademecum.model.search import Passage, Source
from vademecum.rules import vectors
from vademecum.rules.matching import body_of, fields, trace_of, words_of

BATCH = 512
"""Passages that are analysed and embedded together."""

Totals = tuple[int, int]
"""How many passages, and how many terms in all of them."""


class Writer:
    """Keeps passages, words, traces and vectors in step."""

    def __init__(self, db: sqlite3.Connection, words: Words, sketches: Sketches, parts: dict[int, Part]) -> None:
        self._db = db
        self._words = words
        self._sketches = sketches
        self._parts = parts
        self._numbers = {part: number for number, part in parts.items()}
        self._next: dict[int, int] = {}

    def put(self, passages: Sequence[Passage], embedder: Embedder | None, known: Known | None = None) -> Totals:
        """Store passages, in the place of earlier ones with the same keys; return what that added.

        `known` are vectors of what was just taken out, which the same texts keep.
        """
        changed: dict[str, Passage] = {}
        kept: Known = known or {}
        removed = (0, 0)
        for passage in passages:
            held = rows.find(self._db, passage.key, self._parts)
            if held is not None and held[1] == passage:
                continue
            if held is not None:
                removed = _plus(removed, self._take_out(*held, kept))
            changed[passage.key] = passage
        placed = [(self._place(passage), passage) for passage in changed.values()]
        added = self._store(placed, embedder, kept)
        return added[0] - removed[0], added[1] - removed[1]

    def remove(self, key: str, kept: Known | None = None) -> Totals:
        """Take a passage out, if it is there, its vector into `kept`; return what that took away."""
        held = rows.find(self._db, key, self._parts)
        return (0, 0) if held is None else self._take_out(*held, {} if kept is None else kept)

    def renew(self, embedder: Embedder | None, *, keep_vectors: bool) -> Iterator[Totals]:
        """Make words, traces and vectors anew from the stored passages, batch by batch; yield each one's totals."""
        self._words.clear()
        self._sketches.clear()
        last = -1
        while batch := rows.after(self._db, last, BATCH, self._parts):
            last = batch[-1][0]
            kept = self._vectors(batch) if keep_vectors else {}
            self._db.execute("DELETE FROM marks WHERE id BETWEEN ? AND ?", (batch[0][0], last))
            yield self._mark(batch, embedder, kept)

    def fill(self, embedder: Embedder) -> None:
        """Embed the passages that were stored while there was no embedder."""
        sql = "SELECT id FROM marks WHERE vector IS NULL AND id > ? ORDER BY id LIMIT ?"
        last = -1
        while ids := [row[0] for row in self._db.execute(sql, (last, BATCH))]:
            last = ids[-1]
            passages = rows.load(self._db, ids, self._parts)
            known = embed([to_embed(passage) for passage in passages.values()], embedder, {})
            found = [(number, _as_stored(known.get(to_embed(one)), one)) for number, one in passages.items()]
            usable = [(number, vector) for number, vector in found if vector is not None]
            self._db.executemany("UPDATE marks SET vector = ? WHERE id = ?", [(v, number) for number, v in usable])
            self._sketch(usable)

    def clear(self, source: Source) -> None:
        """Take every passage of a source out; `renew` is to follow."""
        for number in [number for number, part in self._parts.items() if part[0] is source]:
            span = (number << PART_BITS, ((number + 1) << PART_BITS) - 1)
            for table in ("passages", "marks"):
                self._db.execute(f"DELETE FROM {table} WHERE id BETWEEN ? AND ?", span)  # noqa: S608  constants only
        self._next.clear()

    def _place(self, passage: Passage) -> int:
        """Return a free id in the passage's part."""
        key = (passage.source, passage.scope)
        if key not in self._numbers:
            number = rows.part_number(self._db, key)
            self._numbers[key] = number
            self._parts[number] = key
        part = self._numbers[key]
        free = self._next.get(part) or rows.next_id(self._db, part)
        self._next[part] = free + 1
        return free

    def _store(self, placed: Sequence[tuple[int, Passage]], embedder: Embedder | None, kept: Known) -> Totals:
        groups = self._groups(placed)
        rows.insert(self._db, [(number, groups[passage.group], passage) for number, passage in placed])
        return self._mark(placed, embedder, kept)

    def _groups(self, placed: Sequence[tuple[int, Passage]]) -> dict[str, int]:
        names = dict.fromkeys(passage.group for _, passage in placed)
        return {name: rows.group_number(self._db, name) for name in names}

    def _mark(self, placed: Sequence[tuple[int, Passage]], embedder: Embedder | None, kept: Known) -> Totals:
        """Index the words of stored passages, and store their traces and vectors."""
        bodies = [body_of(passage) for _, passage in placed]
        analysed = [fields(passage, body) for (_, passage), body in zip(placed, bodies, strict=True)]
        self._words.add((*one, body, terms) for one, body, terms in zip(placed, bodies, analysed, strict=True))
        texts = [to_embed(passage) for _, passage in placed]
        known = embed(texts, embedder, kept)
        groups = self._groups(placed)
        marks, terms = [], 0
        for (number, passage), text, found in zip(placed, texts, analysed, strict=True):
            trace = trace_of(found)
            terms += words_of(trace)
            vector = _as_stored(known.get(text), passage)
            marks.append((number, groups[passage.group], passage.place, trace.encode("utf-16-le"), vector))
        self._db.executemany("INSERT INTO marks (id, grp, place, trace, vector) VALUES (?, ?, ?, ?, ?)", marks)
        self._sketch([(mark[0], mark[-1]) for mark in marks if mark[-1]])
        return len(marks), terms

    def _sketch(self, marked: Sequence[tuple[int, bytes]]) -> None:
        sketches = [(number, vectors.sketch_of(vector)) for number, vector in marked]
        if sketches:
            self._sketches.put(sketches, len(sketches[0][1]))

    def _take_out(self, number: int, passage: Passage, kept: Known) -> Totals:
        trace, vector = self._db.execute("SELECT trace, vector FROM marks WHERE id = ?", (number,)).fetchone()
        if vector is not None:
            kept[to_embed(passage)] = vector
            self._sketches.put([(number, b"")], len(vectors.sketch_of(vector)))
        self._words.remove([(number, passage)])
        self._db.execute("DELETE FROM marks WHERE id = ?", (number,))
        self._db.execute("DELETE FROM passages WHERE id = ?", (number,))
        self._next.clear()
        return 1, words_of(trace.decode("utf-16-le"))

    def _vectors(self, batch: Sequence[tuple[int, Passage]]) -> Known:
        span = (batch[0][0], batch[-1][0])
        found = dict(self._db.execute("SELECT id, vector FROM marks WHERE id BETWEEN ? AND ?", span))
        return {to_embed(passage): found[number] for number, passage in batch if found[number] is not None}


def _as_stored(vector: bytes | None, passage: Passage) -> bytes | None:
    """Return a passage's vector as it is stored: of what has a group half as long, since there is so much of it."""
    return vectors.halve(vector) if vector and passage.group else vector


def _plus(left: Totals, right: Totals) -> Totals:
    return left[0] + right[0], left[1] + right[1]
