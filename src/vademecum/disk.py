"""File toolbox: private modes, atomic replacement, creation by exactly one process, a lock between processes.

Nothing here knows what a memory is.
"""

import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vademecum.model.errors import UnavailableError

PRIVATE_FILE = 0o600
PRIVATE_DIR = 0o700

_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
"""A pipe that somebody put in a file's place must not hold us up."""

_LOCK_WAIT_S = 10.0
_LOCK_STEP_S = 0.01

_HEX = set("0123456789abcdef")


def make_private_dir(path: Path) -> None:
    """Create a directory with mode 0700 whatever the umask; one that exists is left as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.mkdir(mode=PRIVATE_DIR)
    except FileExistsError:
        return
    path.chmod(PRIVATE_DIR)


def replace(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """Put `data` at `path`, all or nothing, durable, with this mode; a symbolic link is written through."""
    target = path.resolve()
    beside = _write_beside(target, data, mode)
    try:
        beside.replace(target)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    _sync_dir(target.parent)


def create(path: Path, data: bytes) -> bool:
    """Create `path` with all of `data`, or do nothing; tell whether this process was the one.

    A reader sees either no file or the whole one, never a part of it.
    """
    if path.exists():
        return False
    beside = _write_beside(path, data)
    try:
        return _claim(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def sweep(folder: Path, of: str = "") -> None:
    """Remove what killed writers left half written in a folder, for files whose names begin with `of`."""
    try:
        left = [path for path in folder.iterdir() if _is_left(path.name, of)]
    except OSError:
        return
    for path in left:
        with suppress(OSError):  # Windows keeps what is being written
            path.unlink()


@contextmanager
def locked(path: Path, wait_s: float = _LOCK_WAIT_S) -> Iterator[None]:
    """Hold the lock file `path` for the block; the system drops it when the process dies.

    Raises:
        UnavailableError: another process has held it for `wait_s` seconds, or it cannot be opened.
    """
    try:
        handle = os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_CLOEXEC", 0), PRIVATE_FILE)
    except OSError as fault:
        raise UnavailableError(
            f"{path} cannot be written ({fault.strerror})",
            hint="check its owner, mode and disk",
            code="unavailable.denied",
        ) from fault
    try:
        deadline = time.monotonic() + wait_s
        while not _try_lock(handle):
            if time.monotonic() > deadline:
                raise UnavailableError(
                    f"{path} is held by another process", hint="try again", code="unavailable.locked"
                )
            time.sleep(_LOCK_STEP_S)
        yield
    finally:
        os.close(handle)


def last_lines(path: Path, most: int) -> bytes:
    """Return the last whole lines of a file, at most `most` bytes; nothing of what is no file, or is not there."""
    try:
        handle = os.open(path, _READ)
    except (OSError, ValueError):
        return b""
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            return b""
        start = max(found.st_size - most, 0)
        file.seek(start)
        data = file.read(most)
    first = data.find(b"\n") + 1 if start else 0
    return data[first : data.rfind(b"\n") + 1]


def _write_beside(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> Path:
    beside = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns():x}.tmp")
    handle = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0), PRIVATE_FILE)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(mode)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    return beside


def _is_left(name: str, of: str) -> bool:
    """Tell whether a name is one that `_write_beside` gives, for a file whose own begins with `of`, by no one alive."""
    if not name.startswith(f".{of}") or not name.endswith(".tmp"):
        return False
    front, _, moment = name.removesuffix(".tmp").rpartition(".")
    process = front.rpartition(".")[2]
    return process.isascii() and process.isdigit() and set(moment) <= _HEX and not _is_running(int(process))


def _claim(beside: Path, path: Path) -> bool:
    try:
        path.hardlink_to(beside)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links: exclusive creation is the best it has
        return _claim_without_links(beside, path)
    _sync_dir(path.parent)
    return True


def _claim_without_links(beside: Path, path: Path) -> bool:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
    except FileExistsError:
        return False
    beside.replace(path)
    return True


def _sync_dir(path: Path) -> None:
    if sys.platform == "win32":
        return  # a directory cannot be opened there, and NTFS journals the rename
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _is_running(process: int) -> bool:  # noqa: ARG001  no file can be removed there that a process holds open
        return False

else:
    import fcntl

    def _is_running(process: int) -> bool:
        try:
            os.kill(process, 0)
        except (ProcessLookupError, OverflowError):
            return False
        except PermissionError:
            return True
        return True

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
