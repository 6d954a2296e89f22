"""A folder of markdown notes: one memory a note."""

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from vademecum.importers import notes
from vademecum.importers.ports import Found
from vademecum.model.memory import GLOBAL, Scope, Trust
from vademecum.model.settings import MemorySettings
from vademecum.rules.problem import Problem

ENDINGS = (".md", ".markdown")
NOT_NOTES = frozenset(["node_modules", "__pycache__", "venv", "site-packages", "vendor", "dist", "build", "target"])
"""Folders of other people's or generated files, passed over unless a pattern asks for them by name."""

_COPY = re.compile(r"conflicted copy|\bsync-conflict-\d{8}|\.orig\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MarkdownDir:
    """A folder of notes, read recursively.

    `patterns` are globs on the path below the folder (`docs/*.md`); hidden files and folders, symbolic links and
    `NOT_NOTES` are passed over. `scope` and `trust` are what the caller decides for all of them. `label` names
    the folder in origin keys; empty takes the folder's name and a hash of its path.
    """

    root: Path
    scope: Scope = GLOBAL
    trust: Trust = Trust.OWNER
    patterns: tuple[str, ...] = ("*",)
    label: str = ""
    settings: MemorySettings = field(default_factory=MemorySettings)

    def find(self) -> Iterator[Found]:
        """Yield each note's draft, in the order of paths."""
        label = self.label or _label_of(self.root)
        for path in _files(self.root):
            place = path.relative_to(self.root).as_posix()
            if not any(fnmatch(place, pattern) for pattern in self.patterns):
                continue
            if refusal := _refused(path):
                yield Found(str(path), None, (refusal,))
                continue
            yield from notes.take(notes.Place(path, f"native:{label}/{place}", self.scope, self.trust), self.settings)


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in NOT_NOTES)
        for name in sorted(files):
            if name.lower().endswith(ENDINGS) and not name.startswith("."):
                yield Path(folder, name)


def _refused(path: Path) -> Problem | None:
    if path.is_symlink():
        return Problem(0, "is a symbolic link; import the file itself where it lies")
    if not path.is_file():
        return Problem(0, "is no regular file")
    if _COPY.search(path.stem):
        return Problem(0, "looks like a copy that a sync tool left behind; join it with its original")
    return None


def _label_of(root: Path) -> str:
    """Two folders of one name are two sources, so the path is part of the label."""
    full = root.resolve()
    return f"{full.name}-{hashlib.sha256(full.as_posix().encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"
