"""Where everything in a vault lies; nothing that a caller names leaves it."""

import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from vademecum.model.errors import InvalidError, RefusedError
from vademecum.model.memory import GLOBAL, Scope

SUFFIX = ".md"
_NAME_BYTES = 200


@dataclass(frozen=True, slots=True)
class Layout:
    """The paths of one vault."""

    root: Path

    @property
    def store(self) -> Path:
        """The markdown files: what is believed now."""
        return self.root / "store"

    @property
    def incoming(self) -> Path:
        """Files on their way into the store; empty whenever nobody is writing."""
        return self.root / "incoming"

    @property
    def history(self) -> Path:
        """Every version, and the chain."""
        return self.root / "history.db"

    @property
    def index(self) -> Path:
        """The disposable index."""
        return self.root / "index.db"

    def file(self, place: str) -> Path:
        """Return the file at `place` (relative to the store, forward slashes).

        Raises:
            InvalidError: the place is absolute, climbs, or holds characters that no file name may hold.
            RefusedError: a symbolic link on the way leads out of the store.
        """
        parts = PurePosixPath(place).parts
        if not parts or any(not is_plain(part) for part in parts):
            raise InvalidError("path", f"{place!r} does not name a file in the store")
        path = self.store.joinpath(*parts)
        base = os.path.realpath(self.store)
        if os.path.commonpath((base, os.path.realpath(path))) != base:
            raise RefusedError(
                f"{place} leads out of the vault", hint="replace the symbolic link by a folder", code="refused.outside"
            )
        return path


def is_plain(part: str) -> bool:
    """Tell whether one component of a path is a name and nothing else, on every system."""
    return (
        part not in {"", ".", ".."}
        and not any(character in part for character in '/\\:*?"<>|')
        and all(unicodedata.category(character) not in {"Cc", "Cs"} for character in part)
        and part[-1] not in ". "
        and len(part.encode("utf-8", "surrogatepass")) <= _NAME_BYTES
    )


def place_of(name: str, scope: Scope) -> str:
    """Return where a memory's file lies, relative to the store, with forward slashes."""
    folder = "global" if scope.project is None else f"projects/{scope.project}"
    return f"{folder}/{name}{SUFFIX}"


def memory_at(place: str) -> tuple[str, Scope] | None:
    """Return the name and scope that a place stands for; None for files that are no memories."""
    parts = PurePosixPath(place).parts
    if not place.endswith(SUFFIX):
        return None
    name = parts[-1].removesuffix(SUFFIX)
    if not is_plain(name) or name.startswith("."):
        return None
    if len(parts) == 2 and parts[0] == "global":  # noqa: PLR2004  folder and file
        return name, GLOBAL
    if len(parts) == 3 and parts[0] == "projects" and is_plain(parts[1]):  # noqa: PLR2004  two folders and file
        return name, Scope(parts[1])
    return None
