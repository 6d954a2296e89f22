"""Passages of documents and sessions in the index, and the files that they were taken from."""

from collections.abc import Collection, Sequence
from shutil import disk_usage

from vademecum import db as toolbox
from vademecum.index.ports import Mark, Seen
from vademecum.index.sqlite import rows
from vademecum.index.sqlite.core import Core, batches
from vademecum.index.sqlite.embedding import Known
from vademecum.index.sqlite.rows import identity_text
from vademecum.index.sqlite.writer import BATCH
from vademecum.model.search import Passage, Source, SourceFile

_FREE_SHARE = 5


class Gathering(Core):
    """Takes in what was gathered, and tells what is known of the files."""

    def gather(self, upserts: Sequence[Passage], deletes: Sequence[str], seen: Seen) -> None:
        """Take passages of documents and sessions in and out, and note what was read, in one transaction.

        So a process that is killed has either done a step or not begun it. The position in the history stays.

        Raises:
            DamagedError: the file was damaged; an empty one is in its place, and everything is to be gathered anew.
        """
        self._healing(lambda: self._gather(upserts, deletes, seen), again=False)

    @property
    def gathered(self) -> int:
        """When transcripts and documents were last looked at whole, in microseconds since 1970; 0 for never."""
        return self._healing(self._gathered)

    def looked(self, at: int) -> None:
        """Note when transcripts and documents were looked at whole."""
        self._healing(lambda: self._looked(at), again=False)

    def marks(self, source: Source) -> dict[str, Mark]:
        """Return the marks of the files of a source, by place: what tells what is new."""
        return self._healing(lambda: self._marks(source))

    def file(self, place: str) -> SourceFile | None:
        """Return what is known of a file."""
        return self._healing(lambda: self._known_file(place))

    def files(self, source: Source | None = None) -> list[SourceFile]:
        """Return the files that passages were taken from, of one source or of all, by place."""
        return self._healing(lambda: self._files(source))

    def heard(self, turns: Collection[int], group: str, path: str) -> set[int]:
        """Return those of the turns' hashes that are indexed already: in another group, or here from another file."""
        return self._healing(lambda: self._heard(turns, group, path))

    def turns(self, group: str) -> list[tuple[int, int]]:
        """Return the hashes of a group's turns, each with its passage's place in the group, 0 for none."""
        return self._healing(lambda: self._turns(group))

    def groups(self, begin: str, end: str) -> list[str]:
        """Return the names of the groups with passages that begin and end so."""
        return self._healing(lambda: self._groups(begin, end))

    def group(self, name: str) -> list[Passage]:
        """Return the passages of one document or session, in order; none when it is not known."""
        return self._healing(lambda: self._group(name))

    def last_place(self, group: str) -> int:
        """Return the highest place in a group; 0 when it has none."""
        return self._healing(lambda: self._last_place(group))

    def find(self, key: str) -> Passage | None:
        """Return the passage with this key."""
        return self._healing(lambda: self._find(key))

    def shrink(self) -> int:
        """Give back what holds nothing, when it is a fifth of the file and the disk has room for a copy.

        Returns how many bytes the file lost. Other processes may go on reading.
        """
        return self._healing(self._shrink)

    def _gather(self, upserts: Sequence[Passage], deletes: Sequence[str], seen: Seen) -> None:
        with self._writing() as writer:
            embedder = self._usable_embedder()
            if embedder is not None and not self._meta["identity"]:
                self._set("identity", identity_text(embedder.identity))
            self._catch_up(writer, embedder)
            known: Known = {}
            for key in deletes:
                passages, terms = writer.remove(key, known)
                self._count((-passages, -terms), removed=passages)
            for batch in batches(upserts, BATCH):
                self._count(writer.put(batch, embedder, known))
            rows.note_files(self._db, seen.files)
            self._db.executemany("DELETE FROM files WHERE place = ?", [(place,) for place in seen.forgotten])
            rows.note_turns(self._db, seen.turns)

    def _shrink(self) -> int:
        with self._lock, toolbox.naming_errors(self._path):
            before, empty = self._room()
            if empty * _FREE_SHARE < before or disk_usage(self._path.parent).free < 2 * before:
                return 0
            self._db.execute("INSERT INTO words (words) VALUES ('optimize')")
            self._db.execute("VACUUM")
            self._db.execute("UPDATE meta SET value = '0' WHERE name = 'removed'")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._changed()
            return max(before - self._path.stat().st_size, 0)

    def _room(self) -> tuple[int, int]:
        """Return how many bytes the tables take, and about how many of them hold nothing.

        What is taken out here and there leaves pages half empty, which are not counted as free.
        """
        pages, free, size = (
            self._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        held, removed = (
            int(self._db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()[0])
            for name in ("passages", "removed")
        )
        return pages * size, max(free * size, pages * size * removed // max(held + removed, 1))

    def _gathered(self) -> int:
        with self._reading():
            return int(self._meta["gathered"])

    def _looked(self, at: int) -> None:
        with self._writing():
            self._set("gathered", str(at))

    def _marks(self, source: Source) -> dict[str, Mark]:
        with self._reading():
            sql = "SELECT place, size, mtime, ctime, gone, grp FROM files WHERE source = ?"
            rows = self._db.execute(sql, (source.value,))
            return {
                place: Mark(size, mtime, ctime, bool(gone), group) for place, size, mtime, ctime, gone, group in rows
            }

    def _known_file(self, place: str) -> SourceFile | None:
        with self._reading():
            return next(iter(rows.files(self._db, place=place)), None)

    def _files(self, source: Source | None) -> list[SourceFile]:
        with self._reading():
            return rows.files(self._db, source=source)

    def _heard(self, turns: Collection[int], group: str, path: str) -> set[int]:
        with self._reading():
            return rows.heard_elsewhere(self._db, turns, group, path)

    def _turns(self, group: str) -> list[tuple[int, int]]:
        with self._reading():
            return rows.turns_of(self._db, group)

    def _groups(self, begin: str, end: str) -> list[str]:
        with self._reading():
            return rows.group_names(self._db, begin, end)

    def _group(self, name: str) -> list[Passage]:
        with self._reading():
            return rows.of_group(self._db, name, self._parts)

    def _last_place(self, group: str) -> int:
        with self._reading():
            sql = "SELECT max(place) FROM marks WHERE grp = (SELECT id FROM groups WHERE name = ?) AND grp <> 0"
            return self._db.execute(sql, (group,)).fetchone()[0] or 0

    def _find(self, key: str) -> Passage | None:
        with self._reading():
            found = rows.find(self._db, key, self._parts)
            return None if found is None else found[1]
