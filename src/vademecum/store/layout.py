"""Where everything in a vault lies; nothing that a caller names leaves it."""

import os
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from vademecum.model.errors import InvalidError, RefusedError
from vademecum.model.memory import GLOBAL, Scope

SUFFIX = ".md"
_NAME_BYTES = 200
_FORBIDDEN = re.compile(r'[/\\:*?"<>|\x00-\x1f\x7f-\x9f\ud800-\udfff]')


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
    def context(self) -> Path:
        """The working memory."""
        return self.root / "context.json"

    @property
    def index(self) -> Path:
        """The disposable index."""
        return self.root / "index.db"

    def file(self, place: str) -> Path:
        """Return the file at `place` (relative to the store, forward slashes).

        Raises:
            InvalidError: the place is absolute, climbs, or holds characters that no file name may hold.
            RefusedError: there is a symbolic link on the way.
        """
        parts = place.split("/")
        if not all(map(is_plain, parts)):
            raise InvalidError("path", f"{place!r} does not name a file in the store")
        path = os.path.join(self.root, "store")  # noqa: PTH118  five times a Path's speed, on every write
        for part in ("", *parts):
            path = os.path.join(path, part) if part else path  # noqa: PTH118  as above
            if os.path.islink(path):  # noqa: PTH114  as above
                raise RefusedError(
                    f"{path} is a symbolic link, and may lead out of the vault",
                    hint="put the folder or the file itself there",
                    code="refused.link",
                )
        return Path(path)


def is_plain(part: str) -> bool:
    """Tell whether one component of a path is a name and nothing else, on every system."""
    return bool(part) and part[-1] not in ". " and not _FORBIDDEN.search(part) and len(part.encode()) <= _NAME_BYTES


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
