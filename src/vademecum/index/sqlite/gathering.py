"""Passages of documents and sessions in the index, and the files that they were taken from."""

from collections.abc import Collection, Sequence

from vademecum.index.ports import Seen
from vademecum.index.sqlite import rows
from vademecum.index.sqlite.core import Core, batches
from vademecum.index.sqlite.embedding import Known
from vademecum.index.sqlite.rows import identity_text
from vademecum.index.sqlite.writer import BATCH
from vademecum.model.search import Passage, Source, SourceFile


class Gathering(Core):
    """Takes in what was gathered, and tells what is known of the files."""

    def gather(self, upserts: Sequence[Passage], deletes: Sequence[str], seen: Seen) -> None:
        """Take passages of documents and sessions in and out, and note what was read, in one transaction.

        So a process that is killed has either done a step or not begun it. The position in the history stays.

        Raises:
            DamagedError: the file was damaged; an empty one is in its place, and everything is to be gathered anew.
        """
        self._healing(lambda: self._gather(upserts, deletes, seen), again=False)

    def files(self, source: Source | None = None) -> list[SourceFile]:
        """Return the files that passages were taken from, of one source or of all, by place."""
        return self._healing(lambda: self._files(source))

    def heard(self, turns: Collection[int], group: str) -> set[int]:
        """Return those of the turns' hashes that are indexed already in another group than this one."""
        return self._healing(lambda: self._heard(turns, group))

    def group(self, name: str) -> list[Passage]:
        """Return the passages of one document or session, in order; none when it is not known."""
        return self._healing(lambda: self._group(name))

    def find(self, key: str) -> Passage | None:
        """Return the passage with this key."""
        return self._healing(lambda: self._find(key))

    def _gather(self, upserts: Sequence[Passage], deletes: Sequence[str], seen: Seen) -> None:
        with self._writing() as writer:
            embedder = self._usable_embedder()
            if embedder is not None and not self._meta["identity"]:
                self._set("identity", identity_text(embedder.identity))
            self._catch_up(writer, embedder)
            known: Known = {}
            for key in deletes:
                passages, terms = writer.remove(key, known)
                self._count((-passages, -terms))
            for batch in batches(upserts, BATCH):
                self._count(writer.put(batch, embedder, known))
            rows.note_files(self._db, seen.files)
            self._db.executemany("DELETE FROM files WHERE place = ?", [(place,) for place in seen.forgotten])
            rows.note_turns(self._db, seen.turns)

    def _files(self, source: Source | None) -> list[SourceFile]:
        with self._reading():
            return rows.files(self._db, source)

    def _heard(self, turns: Collection[int], group: str) -> set[int]:
        with self._reading():
            return rows.heard_elsewhere(self._db, turns, group)

    def _group(self, name: str) -> list[Passage]:
        with self._reading():
            return rows.of_group(self._db, name, self._parts)

    def _find(self, key: str) -> Passage | None:
        with self._reading():
            found = rows.find(self._db, key, self._parts)
            return None if found is None else found[1]
