"""What we did to agents' files, in `hosts.json` of the home: enough to undo it exactly, and no more.

It is written before a file is changed, so that a run that was killed can be finished or undone.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from vademecum import disk
from vademecum.hosts.ports import Keys
from vademecum.model.errors import DamagedError, UnavailableError

FILE = "hosts.json"
LOCK = ".hosts.lock"


@dataclass(frozen=True, slots=True)
class Page:
    """One changed file.

    `original` and `written` are digests of the file before our first and after our last change; empty for no file.
    `exact` tells that nobody else has changed it between two changes of ours, so that `backup` is what it was before.
    `made` are the boxes that we made in it, `folders` the folders, outermost first.
    """

    host: str
    role: str
    path: str
    original: str = ""
    written: str = ""
    exact: bool = True
    backup: str = ""
    made: tuple[Keys, ...] = ()
    folders: tuple[str, ...] = ()


@dataclass(slots=True)
class Book:
    """All pages by path, and the repositories whose commits are checked by our git hook."""

    home: Path
    pages: dict[str, Page] = field(default_factory=dict)
    repositories: list[str] = field(default_factory=list)

    def save(self) -> None:
        """Write the book; an empty one is no file.

        Raises:
            UnavailableError: the home cannot be written.
        """
        path = self.home / FILE
        said = {"version": 1, "files": [asdict(page) for page in self.pages.values()], "git_hooks": self.repositories}
        try:
            if self.pages or self.repositories:
                disk.replace(path, (json.dumps(said, indent=1) + "\n").encode())
            else:
                path.unlink(missing_ok=True)
        except OSError as fault:
            raise UnavailableError(f"{path} cannot be written ({fault.strerror})") from fault


def read(home: Path) -> Book:
    """Return the home's book, an empty one when there is none.

    Raises:
        DamagedError: the file is not what was written.
        UnavailableError: it cannot be read.
    """
    path = home / FILE
    try:
        said = json.loads(path.read_bytes())
        pages = [_page(one) for one in said["files"]]
        return Book(home, {page.path: page for page in pages}, [str(one) for one in said["git_hooks"]])
    except (FileNotFoundError, NotADirectoryError):
        return Book(home)
    except OSError as fault:
        raise UnavailableError(f"{path} cannot be read ({fault.strerror})") from fault
    except (ValueError, TypeError, KeyError, RecursionError) as fault:
        raise DamagedError(
            f"{path} is not what was written", hint="delete it: uninstalling then takes out what it finds of ours"
        ) from fault


def digest(data: bytes | None) -> str:
    """Return what a file's bytes are known by; empty for no file."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _page(said: dict[str, Any]) -> Page:
    made = tuple(tuple(keys) for keys in said["made"])
    return Page(**(said | {"made": made, "folders": tuple(said["folders"])}))
