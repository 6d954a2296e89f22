"""The baseline that anyone has in an afternoon: SQLite FTS5 with its own stemmer, words OR-ed, stop words out."""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vademecum import db as toolbox
from vademecum.model.search import Passage
from vademecum.rules.stopwords import STOP_WORDS

_WORD = re.compile(r"[^\W_]+")


class PlainFts:
    """Ranks passages by `bm25()` of a plain full-text table."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        self._db = toolbox.connect(Path(tempfile.mkdtemp(prefix="vademecum-eval-")) / "plain.db", durable=False)
        self._db.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'porter unicode61 remove_diacritics 2')")
        rows = [(number, f"{passage.speaker}: {passage.text}") for number, passage in enumerate(passages)]
        self._db.executemany("INSERT INTO t (rowid, text) VALUES (?, ?)", rows)

    def rank(self, question: str, limit: int) -> list[tuple[Passage, float]]:
        """Return the best passages with their scores."""
        words = [word.lower() for word in _WORD.findall(question)]
        telling = [word for word in words if word not in STOP_WORDS] or words
        query = " OR ".join(f'"{word}"' for word in telling)
        sql = "SELECT rowid, -bm25(t) FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT ?"
        rows = self._db.execute(sql, (query, limit)) if query else []
        return [(self._passages[number], score) for number, score in rows]
