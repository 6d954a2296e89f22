"""Folders of documents that the user named: which files are in them, and what stands in one."""

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from vademecum.model.errors import UnavailableError
from vademecum.model.settings import KnowledgeSettings
from vademecum.rules.decoding import decode
from vademecum.sources.ignoring import (
    IGNORE_FILES,
    PATTERNS_MAX,
    Rules,
    Wanted,
    is_ignored,
    is_left_file,
    is_left_folder,
    rules,
)
from vademecum.sources.ports import Folder, Found, Skipped

__all__ = ["look", "read"]

LISTED_MAX = 200
"""Files and folders that are named as skipped; the others are counted."""

CLOSED_MAX = 1_000
"""Folders that may refuse to be looked through before the whole look is called not whole."""

_LOOK_UP_EVERY = 1_000
_OPEN = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
"""Neither a pipe nor a link that somebody puts in a file's place holds us up or leads us elsewhere."""

_GONE = frozenset([errno.ENOENT, errno.ENOTDIR])
_REFUSED = {
    errno.EACCES: "may not be read",
    errno.EPERM: "may not be read",
    errno.ELOOP: "is a link now",
    errno.EMLINK: "is a link now",
    errno.ENXIO: "is no regular file",
    errno.EOPNOTSUPP: "is no regular file",
    errno.EISDIR: "is no regular file",
    errno.ENAMETOOLONG: "has too long a path",
}


def look(root: Path, settings: KnowledgeSettings, *, until: Callable[[], bool] | None = None) -> Folder:
    """Return every document in the folder `root`, or the single file that it is, sorted by place.

    Documents are what `include` names and neither `exclude` nor an ignore file at any level leaves out; in a repository
    those above the folder count too, unless they leave out the folder itself, which was named. A link is not
    followed: what it leads to is read where it lies, if that is in the folder. Only documents are asked for size and
    time. `until` is called now and then, and ends the look when it returns True. Never raises for what it finds.
    """
    try:
        kind = root.stat().st_mode
    except (OSError, ValueError):
        return Folder(root, missing=True, base=os.path.abspath(root))
    if stat.S_ISDIR(kind):
        return _Look(root, settings, until or (lambda: False)).run()
    return _single(root, settings)


def read(place: str, settings: KnowledgeSettings) -> tuple[str, str] | Skipped | None:
    """Return a document's text and the SHA-256 of its bytes; why it cannot be read; or None when it is not there now.

    The text has no byte order mark, and its own line ends. UTF-8, UTF-16 and UTF-32 with their marks, and Windows-1252.

    Raises:
        UnavailableError: the disk fails; the file may be there all the same.
    """
    try:
        data = _bytes(place, settings.max_file_bytes)
    except OSError as error:
        if error.errno in _GONE:
            return None
        if error.errno in _REFUSED:
            return Skipped.of(place, _REFUSED[error.errno])
        raise UnavailableError(
            f"{place} cannot be read: {error.strerror}", hint="look at the disk, then sync"
        ) from error
    if data is None:
        return Skipped.of(place, "is no regular file")
    if len(data) > settings.max_file_bytes:
        return _too_large(place, settings)
    text, problem = decode(data)
    if problem is not None and problem.fatal:
        return Skipped.of(place, problem.message)
    return text, hashlib.sha256(data).hexdigest()


def _bytes(place: str, most: int) -> bytes | None:
    """Return a regular file's bytes, one more than `most` of a larger one."""
    descriptor = os.open(place, _OPEN)
    with open(descriptor, "rb") as stream:
        return stream.read(most + 1) if stat.S_ISREG(os.fstat(descriptor).st_mode) else None


def _single(root: Path, settings: KnowledgeSettings) -> Folder:
    place = os.path.realpath(root)
    try:
        now = os.stat(place)
    except OSError:
        return Folder(root, missing=True, base=place)
    if not stat.S_ISREG(now.st_mode):
        return Folder(root, missing=True, base=place, skipped=[Skipped.of(place, "is neither a folder nor a file")])
    if now.st_size > settings.max_file_bytes:
        return Folder(root, base=place, skipped=[_too_large(place, settings)])
    if _unstorable(place):
        return Folder(root, base=place, skipped=[Skipped.of(place, "has a name that is not valid UTF-8")])
    return Folder(root, [Found.of(place, now)], base=place)


def _too_large(place: str, settings: KnowledgeSettings) -> Skipped:
    return Skipped.of(place, f"is larger than {settings.max_file_bytes} bytes (knowledge.max_file_bytes)")


def _unstorable(name: str) -> bool:
    """Tell whether a name has bytes that are no UTF-8, which an index cannot hold."""
    return not name.isascii() and any("\ud800" <= char <= "\udfff" for char in name)


class _Look:
    """One look through a folder: what is still to be looked into stands in a list, so depth costs no stack."""

    def __init__(self, root: Path, settings: KnowledgeSettings, until: Callable[[], bool]) -> None:
        self._root = root
        self._base = os.path.abspath(root)
        self._settings = settings
        self._until = until
        self._wanted = Wanted(settings.include)
        self._above, self._layers = _from_above(self._base)
        self._user = rules(len(self._above), settings.exclude)
        self._files: dict[str, Found] = {}
        self._skipped: list[Skipped] = []
        self._more = 0
        self._closed: list[str] = []
        self._ignored = 0
        self._links: list[tuple[str, bool]] = []
        self._seen: dict[str, tuple[str, tuple[Rules, ...]]] = {}

    def run(self) -> Folder:
        ended = self._walk()
        if not ended:
            self._follow_links()
        missing = self._base in self._closed
        if self._more:
            self._skipped.append(Skipped.of(self._base, f"and {self._more} more are not read"))
        return Folder(
            self._root,
            [self._files[place] for place in sorted(self._files)],
            self._skipped,
            missing=missing,
            whole=not ended and len(self._closed) <= CLOSED_MAX,
            base=self._base,
            closed=self._closed[:CLOSED_MAX],
            ignored=self._ignored,
        )

    def _walk(self) -> bool:
        """Look into one folder after the other; tell whether that was ended early."""
        waiting: list[tuple[str, str, tuple[Rules, ...]]] = [(self._base, self._above, self._layers)]
        while waiting:
            if self._until():
                return True
            path, below, layers = waiting.pop()
            try:
                listing = self._listing(path)
            except OSError as error:
                self._close(path, error)
                continue
            if listing is None:
                return True
            folders, candidates, has_patterns = listing
            if has_patterns:
                layers = (*layers, *_patterns(path, len(below)))
            self._seen[path] = below, layers
            for entry in candidates:
                self._candidate(entry, below + entry.name, layers)
            for one in folders:
                if self._is_ignored(f"{below}{one.name}/", layers):
                    self._ignored += 1
                elif self._is_storable(one):
                    waiting.append((one.path, f"{below}{one.name}/", layers))
        return False

    def _listing(self, path: str) -> "tuple[list[os.DirEntry[str]], list[os.DirEntry[str]], bool] | None":
        """Return a folder's folders and possible documents, and whether it has patterns; None when ended early."""
        folders, candidates, has_patterns = [], [], False
        with os.scandir(path) as entries:
            for number, entry in enumerate(entries, 1):
                if not number % _LOOK_UP_EVERY and self._until():
                    return None
                name = entry.name
                if entry.is_dir(follow_symlinks=False):
                    if not is_left_folder(name):
                        folders.append(entry)
                elif name in IGNORE_FILES:
                    has_patterns = True
                elif self._wanted.may_be(name):
                    if not is_left_file(name):
                        candidates.append(entry)
                elif entry.is_symlink() and not is_left_folder(name):
                    self._links.append((entry.path, False))
        return folders, candidates, has_patterns

    def _close(self, path: str, error: OSError) -> None:
        if error.errno in _GONE and path != self._base:
            return  # removed while we looked
        self._skip(path, f"cannot be looked through: {error.strerror}")
        self._closed.append(path)

    def _candidate(self, entry: "os.DirEntry[str]", below: str, layers: tuple[Rules, ...]) -> None:
        if not (self._is_storable(entry) and self._wanted.is_one(below.removeprefix(self._above))):
            return
        if self._is_ignored(below, layers):
            self._ignored += 1
        elif entry.is_symlink():
            self._links.append((entry.path, True))
        elif not entry.is_file(follow_symlinks=False):
            self._skip(entry.path, "is no regular file")
        else:
            self._take(entry.path)

    def _take(self, place: str) -> None:
        try:
            now = os.lstat(place)
        except OSError:
            return  # removed while we looked
        if now.st_size > self._settings.max_file_bytes:
            self._note(_too_large(place, self._settings))
        else:
            self._files[place] = Found.of(place, now)

    def _is_ignored(self, below: str, layers: tuple[Rules, ...]) -> bool:
        """The user's own patterns are stronger than any that lie in the folder."""
        verdict = self._user.verdict(below) if self._user else None
        if verdict is not None:
            return verdict
        return bool(layers) and is_ignored(below, layers)

    def _is_storable(self, entry: "os.DirEntry[str]") -> bool:
        if not _unstorable(entry.name):
            return True
        self._skip(entry.path, "has a name that is not valid UTF-8")
        return False

    def _follow_links(self) -> None:
        real_base = os.path.realpath(self._base)
        for place, is_document in self._links:
            if self._until():
                break
            reason = self._link(place, real_base, is_document=is_document)
            if reason:
                self._skip(place, reason)

    def _link(self, place: str, real_base: str, *, is_document: bool) -> str:
        """Take what a link leads to if it is in the folder and was not seen; return why not, empty if all is well."""
        try:
            kind = os.stat(place).st_mode
        except OSError as error:
            reason = "is a link in a circle" if error.errno == errno.ELOOP else "is a link that leads nowhere"
            return reason if is_document else ""
        if not (is_document or stat.S_ISDIR(kind)):
            return ""
        real = os.path.realpath(place)
        if real != real_base and not real.startswith(os.path.join(real_base, "")):
            return "is a link out of the folder; add what it leads to, if it is wanted"
        target = self._base + real[len(real_base) :]
        if stat.S_ISDIR(kind):
            if place.startswith(os.path.join(target, "")):
                return "is a link to a folder that it is in"
            return "" if target in self._seen else "is a link to a folder that is left out"
        return (
            "" if target in self._files or self._take_target(target, kind) else "is a link to a file that is left out"
        )

    def _take_target(self, target: str, kind: int) -> bool:
        """A link may give a file a document's name; where that lies must be looked into all the same."""
        folder, name = os.path.split(target)
        if folder not in self._seen or not stat.S_ISREG(kind) or _unstorable(name) or is_left_file(name):
            return False
        below, layers = self._seen[folder]
        if self._is_ignored(below + name, layers):
            return False
        self._take(target)
        return target in self._files

    def _skip(self, place: str, reason: str) -> None:
        self._note(Skipped.of(place, reason))

    def _note(self, skipped: Skipped) -> None:
        if len(self._skipped) < LISTED_MAX:
            self._skipped.append(skipped)
        else:
            self._more += 1


def _from_above(base: str) -> tuple[str, tuple[Rules, ...]]:
    """Return a folder's path in its repository (empty, or with `/` at its end), and the patterns that stand above it.

    Both are empty outside of a repository, at its top, and for a folder that those patterns leave out.
    """
    names: list[str] = []
    top = base
    while not os.path.lexists(os.path.join(top, ".git")):
        top, name = os.path.split(top)
        if not name:
            return "", ()
        names.insert(0, name)
    layers: list[Rules] = []
    for depth, name in enumerate(names):
        below = "".join(f"{one}/" for one in names[:depth])
        layers += _patterns(os.path.join(top, *names[:depth]), len(below))
        if is_ignored(f"{below}{name}/", layers):
            return "", ()
    return "".join(f"{one}/" for one in names), tuple(layers)


def _patterns(folder: str, above: int) -> Iterator[Rules]:
    lines: list[str] = []
    for name in IGNORE_FILES:
        try:
            data = _bytes(os.path.join(folder, name), PATTERNS_MAX)
        except OSError:
            continue
        lines += (data or b"").decode("utf-8-sig", "replace").splitlines()
    if made := rules(above, lines):
        yield made
