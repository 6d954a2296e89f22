"""`projects.toml`: which key belongs to which project; names are derived once and stay.

One line a key, `"remote:github.com/ann/app" = "app"`; a project may have several. The file is small, changed
under a lock, replaced atomically, and read at every start: the usual look-up is one text search.
"""

import json
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from vademecum import disk
from vademecum.model.errors import ConflictError, DamagedError, MissingError

FILE = "projects.toml"
_LOCK = ".projects.lock"
_HEAD = "# Which project is which, by what identifies it. `vade projects` shows and changes this.\n"
_LINE = re.compile(r'\s*("(?:[^"\\]|\\.)*")\s*=\s*("(?:[^"\\]|\\.)*")\s*(?:#.*)?')


def name_of(home: Path, key: str) -> str | None:
    """Return the name kept for a key, None when it has none."""
    text = _read(home)
    return _parse(text, home).get(key) if json.dumps(key, ensure_ascii=False) in text else None


def keys_of(home: Path) -> dict[str, tuple[str, ...]]:
    """Return every known project's name with its keys, in the order they were met."""
    found: dict[str, tuple[str, ...]] = {}
    for key, name in _parse(_read(home), home).items():
        found[name] = (*found.get(name, ()), key)
    return found


def keep(home: Path, key: str, wanted: str) -> str:
    """Keep a name for a key and return it: the one it has, else `wanted`, else `wanted_2`, `wanted_3` ..."""
    with _changing(home) as names:
        if key not in names:
            names[key] = free_name(wanted, names.values())
        return names[key]


def free_name(wanted: str, taken: Collection[str]) -> str:
    """Return `wanted`, or its first numbered form that no project has."""
    used = {name.casefold() for name in taken}
    number, name = 1, wanted
    while name.casefold() in used:
        number += 1
        name = f"{wanted}_{number}"
    return name


def rename(home: Path, old: str, new: str) -> None:
    """Give a project another name; its memories are the vault's to move.

    Raises:
        MissingError: there is no project `old`.
        ConflictError: `new` is another project's name.
    """
    with _changing(home) as names:
        _must_know(names, old)
        if new in names.values():
            raise ConflictError(
                f"there is a project {new} already", hint=f"join them: `vade projects merge {old} {new}`"
            )
        names.update({key: new for key, name in names.items() if name == old})


def merge(home: Path, old: str, into: str) -> None:
    """Let every key of `old` mean `into`; its memories are the vault's to move.

    Raises:
        MissingError: one of the two is not known.
    """
    with _changing(home) as names:
        _must_know(names, old)
        _must_know(names, into)
        names.update({key: into for key, name in names.items() if name == old})


def drop(home: Path, name: str) -> bool:
    """Forget by what a project is known; tell whether it was."""
    with _changing(home) as names:
        keys = [key for key, known in names.items() if known == name]
        for key in keys:
            del names[key]
    return bool(keys)


def assign(home: Path, keys: dict[str, str]) -> None:
    """Let each key mean the name given with it."""
    with _changing(home) as names:
        names.update(keys)


def _must_know(names: dict[str, str], name: str) -> None:
    if name not in names.values():
        raise MissingError(f"there is no project {name}", hint="`vade projects` lists them", code="missing.project")


@contextmanager
def _changing(home: Path) -> Iterator[dict[str, str]]:
    with disk.locked(home / _LOCK):
        before = _parse(_read(home), home)
        names = dict(before)
        yield names
        if names != before:
            lines = [f"{_quote(key)} = {_quote(name)}\n" for key, name in names.items()]
            disk.replace(home / FILE, (_HEAD + "".join(lines)).encode())


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _read(home: Path) -> str:
    try:
        return (home / FILE).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as fault:
        raise _damaged(home, 1) from fault


def _parse(text: str, home: Path) -> dict[str, str]:
    names = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise _damaged(home, number)
        names[json.loads(match.group(1))] = json.loads(match.group(2))
    return names


def _damaged(home: Path, line: int) -> DamagedError:
    return DamagedError(
        f'{home / FILE}:{line} is not a line of the form "key" = "name"',
        hint="mend or delete that line",
        code="damaged.projects",
    )
