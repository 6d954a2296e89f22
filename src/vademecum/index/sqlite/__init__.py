"""The default index: one SQLite file with words, traces and vectors."""

from vademecum.index.sqlite.index import Counts, SqliteIndex

__all__ = ["Counts", "SqliteIndex"]
