"""Giving a project another name, joining two, or forgetting one: the list of projects, and every user's memories.

Memories move first, the list follows: stopped half-way, the same command finishes the work.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from vademecum import identity
from vademecum.engine.opening import open_vault
from vademecum.identity import registry
from vademecum.model.errors import ConflictError, MissingError
from vademecum.model.report import Forgotten
from vademecum.rules import naming


def rename(home: Path, old: str, new: str, *, clock: Callable[[], datetime]) -> int:
    """Give a project another name; return how many memories moved.

    Raises:
        InvalidError: the new name is not accepted.
        MissingError: there is no project `old`.
        ConflictError: `new` is a project already: the two can be merged.
    """
    new = naming.check_project(new)
    if new in registry.keys_of(home):
        raise ConflictError(f"there is a project {new} already", hint=f"join them: `vade projects merge {old} {new}`")
    moved = _move_everywhere(home, old, new, clock)
    if _must_know(home, old, moved):
        registry.rename(home, old, new)
    return moved


def merge(home: Path, old: str, into: str, *, clock: Callable[[], datetime]) -> int:
    """Let a project be part of another one; return how many memories moved.

    Raises:
        MissingError: one of the two is not known.
    """
    if into not in registry.keys_of(home):
        raise _unknown(into)
    moved = _move_everywhere(home, old, into, clock)
    if _must_know(home, old, moved):
        registry.merge(home, old, into)
    return moved


def remap(home: Path, old_path: str, new_path: Path, *, clock: Callable[[], datetime]) -> tuple[str, int]:
    """Follow a folder that has moved; what was kept at its new place meanwhile joins it.

    Returns the project's name and how many memories joined.

    Raises:
        MissingError: no project is known for `old_path`.
    """
    name, displaced = identity.remap(home, old_path, new_path)
    if displaced is None or displaced in registry.keys_of(home):
        return name, 0  # nothing was there, or what was there has another folder of its own
    return name, _move_everywhere(home, displaced, name, clock)


def forget(home: Path, name: str, *, erase: bool, clock: Callable[[], datetime]) -> Forgotten:
    """Retire what is kept of a project in every user's vault; with `erase` it goes for good, and so does its line in
    the list.

    Raises:
        MissingError: there is no project `name`.
    """
    known, names, notes = name in registry.keys_of(home), list[str](), list[str]()
    for user in _users(home):
        with open_vault(home, user, clock=clock) as vault:
            done = vault.forget_project(name, erase=erase)
            names += done.names
            notes += done.notes
    if not known and not names:
        raise _unknown(name)
    if erase and known:
        registry.drop(home, name)
    return Forgotten(name, tuple(names), tuple(notes))


def _users(home: Path) -> list[str]:
    vaults = home / "vaults"
    return sorted(entry.name for entry in vaults.iterdir() if entry.is_dir()) if vaults.is_dir() else []


def _move_everywhere(home: Path, old: str, new: str, clock: Callable[[], datetime]) -> int:
    moved = 0
    for user in _users(home):
        with open_vault(home, user, clock=clock) as vault:
            moved += vault.move_project(old, new)
    return moved


def _must_know(home: Path, name: str, moved: int) -> bool:
    """Tell whether the list knows a project: one that only memories speak of has been moved by now."""
    known = name in registry.keys_of(home)
    if not known and not moved:
        raise _unknown(name)
    return known


def _unknown(name: str) -> MissingError:
    return MissingError(f"there is no project {name}", hint="`vade projects` lists them", code="missing.project")
