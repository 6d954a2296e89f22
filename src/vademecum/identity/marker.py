"""`.vademecum.toml`: what a file checked into a project may say, and where it is looked for."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vademecum.model.errors import InvalidError
from vademecum.model.memory import Scope

FILE = ".vademecum.toml"
KEYS = {
    "project": "the project's name",
    "scope": "where memories go when none is given: `global` or `project`",
    "domain": "their domain when none is given",
}
"""All that a checked-in file may set: it comes from whoever wrote the repository."""

_LARGEST = 4_096


@dataclass(frozen=True, slots=True)
class Marker:
    """What a project's file asks for; empty where it says nothing."""

    project: str = ""
    scope: str = ""
    domain: str = ""


def find_marker(folder: Path, top: Path | None, stop: frozenset[Path]) -> Marker:
    """Return the nearest marker from `folder` up to `top` (None: up to, not into, the folders of `stop`).

    Raises:
        InvalidError: the file says more than it may, or is not in order.
    """
    for place in (folder, *folder.parents):
        if place in stop:
            break
        path = place / FILE
        if path.is_file() and _same_owner(path, folder):
            return read_marker(path)
        if place == top:
            break
    return Marker()


def read_marker(path: Path) -> Marker:
    """Read one `.vademecum.toml`.

    Raises:
        InvalidError: names the file and what is wrong in it.
    """
    import tomllib  # noqa: PLC0415  only a project with a marker pays for the parser

    data = path.read_bytes()
    if len(data) > _LARGEST:
        raise InvalidError(str(path), f"is larger than {_LARGEST} bytes", hint="keep only project, scope, domain")
    try:
        content = tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise InvalidError(str(path), f"is not TOML: {fault}", hint="mend that line", code="invalid.marker") from fault
    for key, value in content.items():
        _check(path, key, value)
    return Marker(**content)


def _check(path: Path, key: str, value: Any) -> None:  # noqa: ANN401  whatever TOML holds
    if key not in KEYS:
        raise InvalidError(
            str(path),
            f"{key} may not be set by a project's own file",
            hint=f"it may set {', '.join(KEYS)}; everything else belongs in the home's config.toml",
            code="invalid.marker",
        )
    if not isinstance(value, str) or not value.strip():
        raise InvalidError(str(path), f"{key} is not a text", hint=f'write {key} = "..."', code="invalid.marker")
    if key == "scope" and value != "project":
        Scope.parse(value)


def _same_owner(path: Path, folder: Path) -> bool:
    """Tell whether the folder's owner also owns the file: in /tmp, a file above may be anybody's."""
    return os.name == "nt" or path.stat().st_uid in {folder.stat().st_uid, os.geteuid()}
