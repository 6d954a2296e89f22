"""The words leg: full text over the analyser's terms, and a lexicon for what nobody spelt that way."""

from __future__ import annotations

import math
from itertools import accumulate, chain, combinations

from vademecum.index.sqlite.rows import Filter
from vademecum.index.sqlite.schema import PART_BITS
from vademecum.model.frozen import TYPE_CHECKING
from vademecum.model.search import Passage
from vademecum.rules import spelling
from vademecum.rules.matching import Asked, Fields, Weighted, fields
from vademecum.rules.words import Kind, Term, plain_words, plain_words_of_tokens

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

RANKED_ROWS = 500
"""Rows of all terms together up to which every row is looked at; beyond, the rows of rare terms come first."""

GATHERED_ROWS = 800
"""Rows that the rare terms may give, and each query for common ones: 0.2 microseconds a row."""

COUNTED_ROWS = 2_000
"""Rows of a term that are counted one by one; above, the count is estimated: half a million take 16 ms."""

MEANT_ROWS = 300
"""Rows that the concepts of a prompt may give together: what has only commoner ones is hardly meant."""

_WITHIN_PART = (1 << PART_BITS) - 1
_COMMON_TERMS = 3
_TITLED = 0.5
_HEAD = "@"
"""Stands before a term of a title, a name or a tag: no term of the analyser begins with it."""

_EVERYWHERE = math.log(2)
"""The weight of a term that half of all passages have: among rows of rare terms it tells nothing."""

_HEAD_MAX = 20
"""A longer term of a title or a name is a compound that hardly anything else has: it is found first as it is."""

_SPARE = 4
_COUNTS_MAX = 20_000
_LISTS_MAX = 24
_LOOK_ALIKES = 24
_KNOWN_MAX = 200_000
_TRIGRAM_ROWS = 1500
_FEW = 4
_UNKNOWN_MAX = 3


_COUNT = "SELECT count(*), max(rowid) FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT ?)"
_TRIGRAM = "SELECT rowid FROM lexicon WHERE lexicon MATCH ? LIMIT ?"
_NEWEST = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"


class Words:
    """Finds passages by their terms. The caller holds the transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._known: set[str] = set()
        self._counts: dict[str, int] = {}
        self._lists: dict[str, list[int]] = {}

    def forget(self) -> None:
        """Drop what was remembered of the index, which has changed."""
        self._counts.clear()
        self._lists.clear()

    def forget_words(self) -> None:
        """Drop the memory of which words the lexicon has: a transaction that added some was rolled back."""
        self._known.clear()

    def add(self, placed: Iterable[tuple[int, Passage, Sequence[str], Fields]]) -> None:
        """Index passages under their ids, by their terms; the tokens of their texts are given, too."""
        rows, fresh = [], set()
        for number, passage, body, terms in placed:
            rows.append((number, _indexed(terms)))
            fresh |= plain_words_of_tokens(body)
            if passage.title:
                fresh |= plain_words(passage.title)
        self._db.executemany("INSERT INTO words (rowid, terms) VALUES (?, ?)", rows)
        self._learn(fresh - self._known)
        self.forget()

    def remove(self, placed: Iterable[tuple[int, Passage]]) -> None:
        """Take passages out; what was indexed is derived again from their text."""
        rows = [("delete", number, _indexed(fields(passage))) for number, passage in placed]
        self._db.executemany("INSERT INTO words (words, rowid, terms) VALUES (?, ?, ?)", rows)
        self.forget()

    def clear(self) -> None:
        """Take every passage out."""
        self._db.execute("INSERT INTO words (words) VALUES ('delete-all')")
        self._db.execute("INSERT INTO lexicon (lexicon) VALUES ('delete-all')")
        self._db.execute("DELETE FROM plain")
        self.forget()
        self.forget_words()

    def counts(self, terms: Iterable[str]) -> dict[str, int]:
        """Return in how many passages each term occurs."""
        return {term: self._count(term) for term in terms}

    def find(self, asked: Asked, seen: Filter, limit: int, *, thoroughly: bool = True) -> list[int]:
        """Return the ids of the passages that promise most by their words; by rare words only if not `thoroughly`.

        In a small index they are up to four times the limit: which of them are best is for the caller to tell.
        """
        counts = self.counts(item.term.text for item in asked.terms)
        items = sorted((i for i in asked.terms if counts[i.term.text]), key=lambda item: counts[item.term.text])
        if not items or not seen.parts:
            return []
        rows = list(accumulate(counts[item.term.text] for item in items))
        if rows[-1] <= RANKED_ROWS:
            return self._gathered(items, [], seen, _SPARE * limit)
        rare = sum(total <= GATHERED_ROWS for total in rows)
        common = items[rare : rare + _COMMON_TERMS] if thoroughly or not rare else []
        return self._gathered(items[:rare], common, seen, limit)

    def meant(self, concepts: Sequence[str], seen: Filter) -> list[int]:
        """Return the newest passages that have a rare concept of these, or the two rarest when all are common."""
        counts = self.counts(concepts)
        rarest = sorted((term for term in counts if counts[term]), key=counts.__getitem__)
        reach = list(accumulate(counts[term] for term in rarest))
        rare = rarest[: sum(total <= MEANT_ROWS for total in reach)]
        if rare:
            return self._newest(" OR ".join(map(_quoted, rare)), seen)
        return self._newest(" AND ".join(map(_quoted, rarest[:2])), seen) if rarest[1:] else []

    def look_alikes(self, terms: Sequence[Term], counts: dict[str, int]) -> list[Term]:
        """Return terms that unknown words of a query may stand for: typos, compounds and their pieces.

        Only asked when the unknown words are no small part of the query: the others then find little.
        """
        words = [term for term in terms if term.kind is Kind.WORD]
        unknown = [term for term in words if not counts.get(term.text) and spelling.can_be_misspelt(term.form)]
        if _FEW * len(unknown) < len(words):
            return []
        found: list[Term] = []
        for term in unknown[:_UNKNOWN_MAX]:
            found += spelling.look_alikes(term, self._resembling(term.form))
        return found

    def _count(self, term: str) -> int:
        if term not in self._counts:
            if len(self._counts) >= _COUNTS_MAX:
                self._counts.clear()
            found, last = self._db.execute(_COUNT, (_quoted(term), COUNTED_ROWS)).fetchone()
            self._counts[term] = found if found < COUNTED_ROWS else self._extrapolated(found, last)
        return self._counts[term]

    def _extrapolated(self, found: int, last: int) -> int:
        """Return about how many rows a common term has, from how far its first ones reach."""
        sizes = self._part_sizes()
        part = last >> PART_BITS
        reached = sum(size for number, size in sizes.items() if number < part) + (last & _WITHIN_PART) + 1
        return max(found, found * sum(sizes.values()) // reached)

    def _part_sizes(self) -> dict[int, int]:
        """Return about how many passages each part has: ids are given one after the other."""
        sizes = {}
        for (part,) in self._db.execute("SELECT id FROM parts").fetchall():
            first = part << PART_BITS
            sql = "SELECT max(id) FROM passages WHERE id BETWEEN ? AND ?"
            last = self._db.execute(sql, (first, first | _WITHIN_PART)).fetchone()[0]
            sizes[part] = 0 if last is None else last - first + 1
        return sizes

    def _gathered(self, rare: Sequence[Weighted], common: Sequence[Weighted], seen: Filter, limit: int) -> list[int]:
        """Return the rows of most weight: those of rare terms, and those of several common ones.

        Newer rows come first among equals. What is left out has one common term and no rare one.
        """
        weights: dict[int, float] = {}
        for item in rare:
            for number in self._rows_of(item, seen):
                weights[number] = weights.get(number, 0.0) + item.idf
        for item in (one for one in common if one.idf > _EVERYWHERE) if len(weights) > limit else ():
            for number in self._newest(f"({_any(rare)}) AND {_any([item])}", seen):
                weights[number] = weights.get(number, 0.0) + item.idf
        if len(weights) < limit:
            self._add_common(weights, common, seen)
        for number in self._newest(_any(rare or common, _HEAD), seen):
            weights[number] = weights.get(number, 0.0) + _TITLED
        best = sorted(zip(weights.values(), weights, strict=True), reverse=True)[:limit]
        return [number for _, number in best]

    def _add_common(self, weights: dict[int, float], common: Sequence[Weighted], seen: Filter) -> None:
        """Add the rows that have two common terms, or the least common one when nothing has two."""
        for one, other in combinations(common, 2):
            for number in self._newest(f"{_any([one])} AND {_any([other])}", seen):
                weights[number] = weights.get(number, 0.0) + one.idf + other.idf
        if not weights and common:
            weights.update(dict.fromkeys(self._newest(_any(common[:1]), seen), common[0].idf))

    def _rows_of(self, item: Weighted, seen: Filter) -> list[int]:
        """Return the newest rows of one term that the filter lets through."""
        if not seen.is_plain or self._count(item.term.text) > GATHERED_ROWS:
            return self._newest(_any([item]), seen)
        rows = self._all_rows(item.term.text)
        return rows if seen.every_part else [row for row in rows if row >> PART_BITS in seen.parts]

    def _all_rows(self, term: str) -> list[int]:
        """Return the rows of a rare term; each question asks them twice, for its scopes and for the others."""
        rows = self._lists.get(term)
        if rows is None:
            rows = [row[0] for row in self._db.execute(_NEWEST, (_quoted(term), GATHERED_ROWS))]
            if len(self._lists) >= _LISTS_MAX:
                self._lists.clear()
            self._lists[term] = rows
        return rows

    def _newest(self, expression: str, seen: Filter) -> list[int]:
        conditions, parameters = ["words MATCH ?"], [expression]
        joined = ""
        if not seen.every_part:
            conditions.append(f"words.rowid >> {PART_BITS} IN ({', '.join(map(str, seen.parts))})")
        if not seen.is_plain:
            joined = "JOIN passages p ON p.id = words.rowid"
            conditions += seen.conditions
        sql = f"""
SELECT words.rowid FROM words {joined} WHERE {" AND ".join(conditions)} ORDER BY words.rowid DESC LIMIT ?"""  # noqa: S608
        return [row[0] for row in self._db.execute(sql, (*parameters, *seen.parameters, GATHERED_ROWS))]

    def _learn(self, words: set[str]) -> None:
        """Add words to the lexicon; they stay when their passages go, and then find nothing."""
        for word in sorted(words):
            if self._db.execute("INSERT OR IGNORE INTO plain (word) VALUES (?)", (word,)).rowcount > 0:
                self._db.execute("INSERT INTO lexicon (rowid, word) SELECT id, word FROM plain WHERE word = ?", (word,))
        if len(self._known) > _KNOWN_MAX:
            self._known.clear()
        self._known |= words

    def _resembling(self, form: str) -> list[str]:
        """Return words of the lexicon that share many trigrams with this one."""
        shared: dict[int, int] = {}
        for trigram in {form[start : start + 3] for start in range(len(form) - 2)}:
            for (number,) in self._db.execute(_TRIGRAM, (_quoted(trigram), _TRIGRAM_ROWS)):
                shared[number] = shared.get(number, 0) + 1
        likest = sorted(shared, key=lambda number: -shared[number])[:_LOOK_ALIKES]
        best = [number for number in likest if shared[number] > 1]
        marks = ", ".join("?" * len(best))
        rows = self._db.execute(f"SELECT word FROM plain WHERE id IN ({marks})", best)  # noqa: S608
        return [row[0] for row in rows]


def _indexed(terms: Fields) -> str:
    """Return what full-text search is given: each term once, since only the rows of a term are asked for."""
    head, body, meant, also_meant = terms
    titled = [_HEAD + term for term in head if len(term) <= _HEAD_MAX]
    return " ".join(dict.fromkeys(chain(head, body, titled, meant, also_meant)))


def _any(items: Sequence[Weighted], mark: str = "") -> str:
    return " OR ".join(_quoted(mark + item.term.text) for item in items)


def _quoted(term: str) -> str:
    """Return the term as a string of the full-text language, in which nothing is an operator."""
    return '"' + term.replace('"', '""') + '"'
