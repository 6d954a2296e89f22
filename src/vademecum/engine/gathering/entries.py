"""The entries of `knowledge.paths`: a path, or a path for one project alone."""

import os
from pathlib import Path

from vademecum.model.memory import GLOBAL, Scope

_PROJECT = "project:"


def parse(entry: str) -> tuple[Path, Scope]:
    """Return the path and scope of an entry of `knowledge.paths`."""
    scope, path = GLOBAL, entry.strip()
    if path.startswith(_PROJECT):
        name, _, rest = path.removeprefix(_PROJECT).partition(" ")
        scope, path = Scope(name), rest.strip()
    return Path(os.path.abspath(os.path.expanduser(path))), scope  # noqa: PTH100, PTH111  links stay as they are named


def entry_of(path: Path, scope: Scope) -> str:
    """Return an entry of `knowledge.paths` for a path and a scope."""
    return str(path) if scope.project is None else f"{_PROJECT}{scope.project} {path}"
