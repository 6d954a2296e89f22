"""The store's files: written whole or not at all, flushed before they count."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vademecum.model.errors import InvalidError, RefusedError, UnavailableError
from vademecum.store.layout import Layout, memory_at

_TEMP = ".tmp"
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_READ = os.O_RDONLY | _NO_FOLLOW | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""How a file is opened to be read; a pipe that somebody put in its place must not hold us up."""

_MOST = 4 * 1024 * 1024
"""No memory's file is larger than this many bytes; what is larger is not read."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a file looked like without reading it: enough to notice that it was changed."""

    size: int
    mtime: int
    inode: int


class Store:
    """The markdown files of one vault, addressed by place (relative, forward slashes)."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def stage(self, token: str, text: str) -> Path:
        """Write a file on its way into the store, flushed to the disk; `token` makes its name.

        Raises:
            UnavailableError: the disk is full or refuses.
        """
        path = self.layout.incoming / f"{token}{_TEMP}"
        with naming_faults(path):
            try:
                _write(path, text)
            except FileNotFoundError:
                make_folder(path.parent)
                _write(path, text)
        return path

    def put(self, place: str, text: str, staged: Path | None = None) -> Mark:
        """Make the file at `place` hold exactly `text`; `staged` already holds it, when it is still there.

        The folder's own entry is flushed by `flush`, once for many files.
        """
        path = self.layout.file(place)
        if staged is None or not staged.exists():
            staged = self.stage(f"settle-{os.getpid()}", text)
        with naming_faults(path):
            if not path.parent.is_dir():
                make_folder(path.parent)
            staged.replace(path)
        return mark_of(path.stat())

    def remove(self, place: str) -> None:
        """Remove the file at `place`, if it is there."""
        path = self.layout.file(place)
        with naming_faults(path):
            path.unlink(missing_ok=True)

    def flush(self, places: list[str]) -> None:
        """Make the names of files that came and went survive a power cut."""
        for name in {place.rpartition("/")[0] for place in places}:
            with contextlib.suppress(RefusedError):  # a link, behind which nothing was written
                folder = self.layout.file(name)
                if folder.is_dir():
                    with naming_faults(folder):
                        flush_folder(folder)

    def read(self, place: str) -> str | None:
        """Return the text of a file, None when there is none.

        Line ends come back as they are. Bytes that are not UTF-8 are kept as lone surrogates, so that nothing
        is lost and the gate refuses them by name.

        Raises:
            RefusedError: it is no regular file, or far larger than any memory.
        """
        path = self.layout.file(place)
        with naming_faults(path):
            try:
                handle = os.open(path, _READ)
            except (FileNotFoundError, NotADirectoryError):
                return None
            except OSError as fault:
                if fault.errno == errno.ELOOP:
                    raise RefusedError(f"{place} is a symbolic link", hint="put the file itself there") from fault
                raise
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                os.close(handle)
                raise RefusedError(f"{place} is no regular file", hint="move it away, and `vade revert` its name")
            with os.fdopen(handle, "rb") as file:
                data = file.read(_MOST + 1)
        if len(data) > _MOST:
            raise RefusedError(f"{place} is too large for a memory", hint=f"use at most {_MOST} bytes")
        return data.decode("utf-8", "surrogateescape")

    def mark(self, place: str) -> Mark | None:
        """Return how a file looks, None when there is none."""
        try:
            return mark_of(os.lstat(self.layout.file(place)))
        except OSError:
            return None

    def exists(self, place: str) -> bool:
        """Tell whether something is at `place`, also under another case where the file system folds it."""
        return os.path.lexists(self.layout.file(place))

    def scan(self, closed: list[str]) -> Iterator[tuple[str, Mark]]:
        """Yield every memory's file with how it looks; links, other files and hidden ones are passed over.

        The folders (as in a place, ended by a slash) that cannot be read are added to `closed`.
        """
        yield from self._scan("global", closed)
        for entry in self._entries("projects", closed):
            if entry.is_dir(follow_symlinks=False):
                yield from self._scan(f"projects/{entry.name}", closed)

    def _scan(self, folder: str, closed: list[str]) -> Iterator[tuple[str, Mark]]:
        for entry in self._entries(folder, closed):
            place = f"{folder}/{entry.name}"
            if memory_at(place) and entry.is_file(follow_symlinks=False):
                try:
                    mark = mark_of(entry.stat(follow_symlinks=False))
                except FileNotFoundError:  # another process removed it since the folder was read
                    continue
                except PermissionError:
                    closed.append(f"{folder}/")
                    return
                yield place, mark

    def _entries(self, folder: str, closed: list[str]) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self.layout.file(folder)) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError, RefusedError, InvalidError):
            return []
        except PermissionError:
            closed.append(f"{folder}/")
            return []

    def sweep(self) -> None:
        """Remove what writers that died left behind; only for the holder of the vault's write lock."""
        for path in self.strays():
            with contextlib.suppress(OSError):  # nothing of ours, or not ours to remove: it harms nobody
                path.unlink()

    def strays(self) -> list[Path]:
        """Return the files that are still on their way: of a writer at work, or of one that died."""
        try:
            return sorted(path for path in self.layout.incoming.iterdir() if path.suffix == _TEMP)
        except OSError:
            return []


def mark_of(found: os.stat_result) -> Mark:
    """Return how a file looks, from its `stat`."""
    return Mark(found.st_size, found.st_mtime_ns, found.st_ino)


def make_folder(path: Path) -> None:
    """Create a folder and its parents, for its owner only, and make its name survive a power cut."""
    missing = [path, *path.parents]
    missing = missing[: next(number for number, one in enumerate(missing) if one.exists())]
    for folder in reversed(missing):
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        flush_folder(folder.parent)


def flush_folder(folder: Path) -> None:
    """Flush a folder's entries to the disk; nothing to do where folders cannot be opened (Windows)."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(path: Path, text: str) -> None:
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | _NO_FOLLOW | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags, 0o600)
    except FileExistsError:
        path.unlink()
        handle = os.open(path, flags, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "surrogateescape"))
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def naming_faults(path: Path) -> Iterator[None]:
    """Turn faults of the file system into our errors, naming the file and what to do."""
    try:
        yield
    except PermissionError as fault:
        raise UnavailableError(
            f"no permission for {path}", hint="check its owner and mode", code="unavailable.denied"
        ) from fault
    except (FileNotFoundError, FileExistsError):
        raise
    except OSError as fault:
        if fault.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            raise UnavailableError(
                f"the disk of {path} is full", hint="make room and try again", code="unavailable.full"
            ) from fault
        if fault.errno == errno.EROFS:
            raise UnavailableError(
                f"{path} is on a read-only disk", hint="mount it writable", code="unavailable.denied"
            ) from fault
        raise UnavailableError(
            f"the disk of {path} failed ({fault.strerror})", hint="check the disk", code="unavailable.disk"
        ) from fault
