"""Checking that everything is as it was written, and proving it to others."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from vademecum.engine import get
from vademecum.engine.edits import unadopted
from vademecum.engine.heads import Remembered
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import recover
from vademecum.engine.sign import sign, signer_of
from vademecum.history import chain as kept_chain
from vademecum.history import checkpoints, pending, versions
from vademecum.history.versions import Row
from vademecum.model.errors import DamagedError, InvalidError, MissingError, UnavailableError, VademecumError
from vademecum.model.event import Event
from vademecum.model.memory import Version
from vademecum.model.report import Flaw, Proof, Verification
from vademecum.rules import chain, notes
from vademecum.rules.replay import BEGINS, Expected, replay
from vademecum.store.layout import place_of

_FLAWS_MOST = 50


def verify(keepers: Keepers, checkpoint: Path | None = None) -> Verification:
    """Check the database, the chain, the tree, every version and every file against one another.

    `checkpoint` is a file with a signed checkpoint that was kept elsewhere: the log must contain all it covers.

    Raises:
        DamagedError: the history cannot even be read.
        InvalidError: the file is no signed checkpoint.
    """
    anchored = None if checkpoint is None else _anchored(checkpoint)
    with contextlib.suppress(UnavailableError):  # a disk that cannot be written can be verified
        recover(keepers)
    check = _Check(keepers)
    flaws = [*_looked(check, anchored), *check.files_again()]
    return Verification(
        events=len(check.events),
        versions=check.versions,
        files=check.files,
        head=check.events[-1].hash if check.events else chain.BEGINNING,
        flaws=tuple(flaws[:_FLAWS_MOST]),
        notes=tuple(f"{one.path} is not adopted: {one.reason}" for one in unadopted(keepers)),
        checkpoint=checkpoints.latest(keepers.history.db),
    )


def is_whole(keepers: Keepers) -> bool:
    """Tell whether the history is as it was written, whatever became of the store's files.

    Raises:
        DamagedError: it cannot even be read.
        UnavailableError: another process keeps it.
    """
    return all(flaw.place.startswith("store/") for flaw in _looked(_Check(keepers), None))


def _looked(check: "_Check", anchored: notes.Note | None) -> list[Flaw]:
    """Run a check within one snapshot of the history."""
    with check.keepers.history.reading() as db:
        db.execute("BEGIN")
        try:
            return list(check.run(anchored))
        finally:
            db.execute("ROLLBACK")


def _anchored(path: Path) -> notes.Note:
    hint = "`vade verify --keep FILE` writes one"
    try:
        return notes.read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise InvalidError("checkpoint", f"{path} cannot be read: {fault}", hint=hint) from fault
    except InvalidError as fault:
        raise InvalidError("checkpoint", f"{path} is not a signed checkpoint", hint=hint) from fault


class _Check:
    """One pass over a vault; each step yields the flaws it finds."""

    def __init__(self, keepers: Keepers) -> None:
        self.keepers = keepers
        self.db = keepers.history.db
        self.events: list[Event] = []
        self.versions = self.files = 0
        self.odd: list[str] = []
        # Read before the snapshot begins: other processes go on writing, and a head never runs ahead of its chain.
        self.newest, self.head_trouble = _head(keepers)

    def run(self, anchored: notes.Note | None) -> Iterator[Flaw]:
        yield from self._database()
        try:
            self.events = list(kept_chain.events(self.db))
        except (ValueError, OverflowError) as fault:
            yield Flaw("chain", f"an event cannot be read: {fault}")
            return
        yield from self._links()
        yield from self._heads()
        yield from self._tree(anchored)
        yield from self._rows()
        yield from self._strangers()

    def _database(self) -> Iterator[Flaw]:
        for (line,) in self.db.execute("PRAGMA integrity_check(5)"):
            if line != "ok":
                yield Flaw("history.db", str(line))

    def _links(self) -> Iterator[Flaw]:
        """Walk the chain; each event is judged by the hash that the one before it states."""
        previous, number, key = chain.BEGINNING, 1, self.keepers.key
        for event in self.events:
            if event.seq != number:
                yield Flaw(f"seq {number}", "is missing from the chain")
                number = event.seq
            if event.prev_hash != previous or event.hash != chain.link(key, event.prev_hash, chain.leaf(event)):
                yield Flaw(f"seq {event.seq}", f"the event `{event.event}` is not what was recorded")
            previous, number = event.hash, number + 1

    def _heads(self) -> Iterator[Flaw]:
        newest, by_number = self.newest, {event.seq: event.hash for event in self.events}
        last = self.events[-1].seq if self.events else 0
        if self.head_trouble:
            yield Flaw("head", self.head_trouble)
        if newest is None:
            if last and not self.head_trouble:
                yield Flaw("head", f"the head beside the key is gone; the chain has {last} events")
            return
        if newest.seq > last:
            yield Flaw(f"seq {last + 1}", f"the chain is truncated: {newest.seq} events were recorded, {last} are here")
        elif by_number.get(newest.seq) != newest.hash:
            yield Flaw(f"seq {newest.seq}", "the chain is another one than the head beside the key remembers")

    def _tree(self, anchored: notes.Note | None) -> Iterator[Flaw]:
        roots = self._roots()
        size, frontier = kept_chain.edge(self.db)
        if size != len(self.events) or chain.frontier_root(frontier) != roots[-1]:
            yield Flaw("tree", "the Merkle tree does not match the events")
        try:
            wanted = signer_of(self.keepers)
        except (DamagedError, UnavailableError) as fault:
            yield Flaw("signing.key", fault.message)
            return
        for size, text in checkpoints.kept(self.db):
            yield from self._signed(f"checkpoint {size}", text, wanted.verifier_key, roots)
        if anchored is not None:
            yield from self._signed("anchored checkpoint", anchored.text, wanted.verifier_key, roots)

    def _roots(self) -> list[bytes]:
        """Return the root after each number of events, from none to all."""
        frontier: list[bytes] = []
        roots = [chain.EMPTY_ROOT]
        for number, event in enumerate(self.events):
            chain.grow(frontier, number, chain.leaf_hash(chain.leaf(event)))
            roots.append(chain.frontier_root(frontier))
        return roots

    @staticmethod
    def _signed(place: str, text: str, public_key: str, roots: list[bytes]) -> Iterator[Flaw]:
        try:
            note = notes.read(text)
            is_signed = checkpoints.is_signed(note, public_key)
        except InvalidError as fault:
            yield Flaw(place, fault.message)
            return
        stated = note.checkpoint
        if not is_signed:
            yield Flaw(place, "its signature is not of this vault's key")
        elif stated.size >= len(roots):
            yield Flaw(place, f"the log is truncated: {stated.size} events were signed, {len(roots) - 1} are here")
        elif roots[stated.size] != stated.root:
            yield Flaw(place, f"the first {stated.size} events are not the ones that were signed")

    def _rows(self) -> Iterator[Flaw]:
        try:
            expected = replay(self.events)
        except (ValueError, KeyError) as fault:
            yield Flaw("chain", f"an event's data cannot be read: {fault}")
            return
        try:
            for row, raw in versions.rows(self.db):
                self.versions += 1
                yield from self._row(row, raw, expected.pop(row.version.id, None))
        except (ValueError, KeyError, TypeError, OverflowError, VademecumError) as fault:
            yield Flaw("history.db", f"a version cannot be read: {fault}")
        for identity, gone in expected.items():
            yield Flaw(f"seq {gone.seq}", f"the version {identity} is gone from the history")

    def _row(self, row: Row, raw: dict[str, object], wanted: Expected | None) -> Iterator[Flaw]:
        version = row.version
        place = f"{version.memory.name} ({version.id})"
        if wanted is None:
            yield Flaw(place, "no event tells of this version")
            return
        if chain.content_hash(row.salt, version.text) != wanted.content_hash:
            yield Flaw(place, "its text is not what was recorded")
        stated = (wanted.seq, wanted.recorded_at, wanted.superseded_at, wanted.state, wanted.lineage)
        held = (raw["seq"], version.recorded_at, version.superseded_at, version.state, version.lineage)
        if stated != held or versions.commitment(row) != wanted.row or version.content_hash != wanted.content_hash:
            yield Flaw(place, "its row is not what was recorded")
        elif any(raw[name] != value for name, value in versions.columns_of(row).items()):
            yield Flaw(place, "a column derived from it is not what was recorded")
        if version.is_live:
            self.files += 1
            if next(_file(self.keepers, version), None):
                self.odd.append(row.place)

    def _strangers(self) -> Iterator[Flaw]:
        """Find the files in the store that no version knows, and the folders that nobody can look into."""
        live = {place for (place,) in self.db.execute("SELECT place FROM version WHERE state = 'live'")}
        closed: list[str] = []
        self.odd += [place for place, _ in self.keepers.store.scan(closed) if place not in live]
        for folder in closed:
            yield Flaw(f"store/{folder}", "cannot be read: check its owner and mode")

    def files_again(self) -> list[Flaw]:
        """Look again at the files that seemed odd, while nobody writes: it may be the snapshot that is old."""
        history = self.keepers.history
        if not self.odd:
            return []
        with contextlib.nullcontext() if history.is_read_only else history.noting():
            return list(self._odd_ones())

    def _odd_ones(self) -> Iterator[Flaw]:
        for place in self.odd:
            if pending.holds(self.db, place):
                continue
            version = versions.at_place(self.db, place)
            if version is not None:
                yield from _file(self.keepers, version)
            elif self.keepers.store.exists(place):
                yield Flaw(f"store/{place}", "is not adopted: no version knows this file")


def _head(keepers: Keepers) -> tuple[Remembered | None, str]:
    """Return the head beside the key, and what is wrong with it."""
    try:
        newest, is_damaged = keepers.heads.newest(), keepers.heads.is_damaged()
    except UnavailableError as fault:
        return None, fault.message
    return newest, "the head beside the key is not what was recorded" if is_damaged else ""


def _file(keepers: Keepers, version: Version) -> Iterator[Flaw]:
    name, place = version.memory.name, place_of(version.memory.name, version.memory.scope)
    hint = f"`vade adopt {name}` takes it, `vade revert {name}` throws it away"
    try:
        text = keepers.store.read(place)
    except VademecumError as fault:
        yield Flaw(name, fault.message)
        return
    if text is None:
        yield Flaw(name, f"its file store/{place} is gone; {hint}")
    elif text != version.text:
        yield Flaw(name, f"its file store/{place} is not what was recorded; {hint}")


def prove(keepers: Keepers, name: str) -> Proof:
    """Return evidence that the present version under a name (or the one with this id) was recorded.

    It needs only the public key to be checked: `Proof` tells how.

    Raises:
        MissingError: there is no such memory.
        DamagedError: the log does not hold what it should.
    """
    version = get.get(keepers, name)
    sign(keepers)
    db = keepers.history.db
    note = notes.read(checkpoints.latest(db))
    begun = [event for event in kept_chain.events_of(db, [version.id]) if event.event in BEGINS]
    if not begun:
        raise MissingError(f"no event tells of {name}", hint="run `vade verify`")
    event, size = begun[0], note.checkpoint.size
    leaves = kept_chain.leaves(db, size)
    path, leaf = chain.inclusion(leaves, event.seq - 1), chain.leaf(event)
    if not chain.is_included(chain.leaf_hash(leaf), event.seq - 1, size, path, note.checkpoint.root):
        raise DamagedError(f"the log does not hold {name} as it was signed", hint="run `vade verify`")
    return Proof(
        name=version.memory.name,
        id=version.id,
        leaf=leaf.decode(),
        index=event.seq - 1,
        size=size,
        path=tuple(node.hex() for node in path),
        checkpoint=note.text,
        public_key=signer_of(keepers).verifier_key,
        salt=versions.salt_of(db, version.id).hex(),
        text=version.text,
    )
