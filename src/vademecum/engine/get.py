"""Looking things up: one memory, all of them, their past, their neighbours."""

import contextlib
import difflib
from datetime import datetime
from itertools import islice

from vademecum.engine.edits import freshen
from vademecum.engine.keepers import Keepers
from vademecum.history import chain, versions
from vademecum.model.errors import MissingError, UnavailableError
from vademecum.model.memory import Scope, Version
from vademecum.model.report import Link, Links, Story
from vademecum.rules import linking
from vademecum.rules.asof import micros
from vademecum.rules.succession import name_key
from vademecum.store.layout import place_of

_PATIENCE_MS = 100


def get(keepers: Keepers, name: str, as_of: datetime | None = None) -> Version:
    """Return what is believed (or was, at an instant) under a name, or the version with this id.

    Raises:
        MissingError: there is none; the hint lists near names.
    """
    found = _at(keepers, name, as_of) if as_of else _fresh(keepers, name)
    found = found or versions.by_id(keepers.history.db, name)
    if found is None:
        raise missing(keepers, name)
    return found


def _fresh(keepers: Keepers, name: str) -> Version | None:
    """Return the live version, after taking a hand edit of its file; a vault that cannot be written is only read."""
    found = versions.live(keepers.history.db, name)
    if found is not None:
        with contextlib.suppress(UnavailableError), keepers.history.hurrying(_PATIENCE_MS):
            freshen(keepers, place_of(found.memory.name, found.memory.scope))
            found = versions.live(keepers.history.db, name)
    return found


def _at(keepers: Keepers, name: str, instant: datetime) -> Version | None:
    moment = micros(instant)
    return versions.find(
        keepers.history.db,
        "name_key = ? AND recorded_at <= ? AND (superseded_at IS NULL OR superseded_at > ?)",
        name_key(name),
        moment,
        moment,
    )


def live(keepers: Keepers, name: str) -> Version:
    """Return the live memory that a name or an id means.

    Raises:
        MissingError: there is none; the hint lists near names.
    """
    db = keepers.history.db
    found = versions.live(db, name) or versions.find(db, "state = 'live' AND id = ?", name)
    if found is None:
        raise missing(keepers, name)
    return found


def missing(keepers: Keepers, name: str) -> MissingError:
    """Return the error for a name that nothing has, with the names it may have been meant for."""
    near = difflib.get_close_matches(name_key(name), versions.near_names(keepers.history.db), n=3, cutoff=0.6)
    hint = f"did you mean {', '.join(near)}?" if near else "`vade list` shows what there is"
    return MissingError(f"there is no memory named {keepers.clean(name)}", hint=hint, code="missing.memory")


def browse(keepers: Keepers, scope: Scope | None = None, most: int | None = None) -> list[Version]:
    """Return what is believed now, newest first; of one scope, or of all; at most so many."""
    db = keepers.history.db
    wanted = ("state = 'live'",) if scope is None else ("state = 'live' AND scope = ?", str(scope))
    return list(islice(versions.select(db, *wanted, order="seq DESC"), most))


def history(keepers: Keepers, name: str) -> list[Version]:
    """Return every version of a memory, oldest first; also of a forgotten one.

    Raises:
        MissingError: nothing ever had this name or id.
    """
    db = keepers.history.db
    found = versions.live(db, name) or versions.find(db, "name_key = ?", name_key(name)) or versions.by_id(db, name)
    if found is None:
        raise missing(keepers, name)
    return list(versions.select(db, "lineage = ?", found.lineage))


def why(keepers: Keepers, name: str) -> Story:
    """Return the whole story of a memory: its versions and everything that happened to them.

    Raises:
        MissingError: nothing ever had this name or id.
    """
    found = history(keepers, name)
    events = chain.events_of(keepers.history.db, [version.id for version in found])
    return Story(found[-1].memory.name, tuple(found), tuple(events))


def links(keepers: Keepers, name: str) -> Links:
    """Return what a memory points to and what points to it, among live memories.

    Raises:
        MissingError: there is no such memory.
    """
    here, db = live(keepers, name), keepers.history.db
    among = linking.targets(versions.near_names(db, 1 << 60))
    out = tuple(Link(target, linking.resolve(target, among)) for target in linking.links(here.memory.body))
    pointing = versions.select(db, "state = 'live' AND instr(text, '[[') > 0", order="name")
    into = tuple(
        other.memory.name
        for other in pointing
        if other.id != here.id
        and any(linking.resolve(target, among) == here.memory.name for target in linking.links(other.memory.body))
    )
    return Links(here.memory.name, out, into)
