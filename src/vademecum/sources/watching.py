"""Knowledge folders, watched: one call for a burst of changes, as soon as it is quiet again.

Watching makes changes known sooner; it is never what they depend on. Each search looks for changes itself after its
cooldown, so a system that tells nothing costs a delay and loses nothing.
"""

import stat
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePath
from types import ModuleType

from vademecum.model.errors import UnavailableError, VademecumError
from vademecum.sources.ignoring import IGNORE_FILES, is_left_file, is_left_folder

INSTALL = 'install it with: pip install "vademecum[watch]"; until then each search looks for changes itself'

_TICK_MS = 100
"""How often the thread looks whether it should stop, or whether it is quiet."""

_ROOTS_S = 1.0
"""How often the roots are looked at: one that was replaced must be watched anew."""

_PATIENCE = 10
"""Changes that never pause are told after so many times the quiet time."""

_SLOW_S = 60.0
"""How often a change is assumed when the system cannot tell of any."""

_Mark = tuple[int, ...] | None


class Watcher:
    """Watches until it is stopped; see `watch`."""

    def __init__(
        self, roots: Sequence[Path], changed: Callable[[], None], debounce_s: float, library: ModuleType
    ) -> None:
        self._roots = list(roots)
        self._changed = changed
        self._quiet_s = debounce_s
        self._library = library
        self._stop = threading.Event()
        self._ready = threading.Event()
        self._first = self._last = 0.0
        self._is_lost = False
        self._thread = threading.Thread(target=self._run, name="vademecum-watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching, and wait until the thread has ended; a call of `changed` that runs is waited for."""
        self._stop.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def wait(self, timeout_s: float) -> bool:
        """Wait until changes are noticed from here on; tell whether that is so in time."""
        return self._ready.wait(timeout_s)

    def _run(self) -> None:
        marks = self._marks()
        while not self._stop.is_set():
            self._is_lost = False
            folders = [root for root, mark in marks.items() if mark is not None and stat.S_ISDIR(mark[0])]
            for heard in self._listen(folders):
                self._note(heard)
                self._tell()
                if self._stop.is_set():
                    return
                if heard is None:
                    now = self._marks()
                    if now != marks or self._is_lost:
                        self._note(True)
                        marks = now
                        break

    def _listen(self, folders: Sequence[Path]) -> "Iterator[bool | None]":
        """Yield True for a change, False for a tick of the clock, None when the roots are to be looked at."""
        try:
            yield from self._timed(self._notified(folders) if folders else self._ticks())
        except (OSError, RuntimeError) as fault:
            self._is_lost = isinstance(fault, FileNotFoundError)
            yield True  # a root went away, or the system has no more watches to give
            yield from self._timed(self._assumed())

    def _timed(self, signals: Iterator[bool]) -> "Iterator[bool | None]":
        looked = time.monotonic()
        for heard in signals:
            yield heard
            if time.monotonic() - looked >= _ROOTS_S:
                looked = time.monotonic()
                yield None

    def _notified(self, folders: Sequence[Path]) -> Iterator[bool]:
        known = [*folders, *(root.resolve() for root in folders)]  # some systems tell of the real places
        changes = self._library.watch(
            *folders,
            watch_filter=lambda change, path: self._is_heard(change.name, path, known),
            debounce=_TICK_MS,
            step=_TICK_MS // 2,
            stop_event=self._stop,
            rust_timeout=_TICK_MS,
            yield_on_timeout=True,
            raise_interrupt=False,
            ignore_permission_denied=True,
        )
        for batch in changes:
            self._ready.set()
            yield bool(batch)

    def _is_heard(self, change: str, path: str, roots: Sequence[Path]) -> bool:
        """Tell whether a change counts; a root that was removed is watched no more, whoever makes it again.

        Its new folder may have the number of the old one, so the mark alone does not tell.
        """
        if change == "deleted" and Path(path) in roots:
            self._is_lost = True
        return is_telling(path, roots)

    def _ticks(self) -> Iterator[bool]:
        self._ready.set()
        while not self._stop.wait(_TICK_MS / 1_000):
            yield False

    def _assumed(self) -> Iterator[bool]:
        told = time.monotonic()
        for _ in self._ticks():
            late = time.monotonic() - told >= _SLOW_S
            told = time.monotonic() if late else told
            yield late

    def _note(self, heard: "bool | None") -> None:
        if heard:
            self._last = time.monotonic()
            self._first = self._first or self._last

    def _tell(self) -> None:
        """Call `changed` when something has changed and it is quiet, or has not been quiet for long."""
        now = time.monotonic()
        quiet = now - self._last >= self._quiet_s
        if not self._first or not (quiet or now - self._first >= self._quiet_s * _PATIENCE):
            return
        self._first = 0.0
        try:
            self._changed()
        except VademecumError:
            self._first = self._last = time.monotonic() + self._quiet_s  # the next try, after a pause

    def _marks(self) -> dict[Path, _Mark]:
        return {root: _mark(root) for root in self._roots}


def watch(roots: Sequence[Path], changed: Callable[[], None], *, debounce_ms: int) -> Watcher:
    """Call `changed`, in a thread of its own, once for each burst of changes in these folders or files.

    A burst ends when nothing has changed for `debounce_ms`, or after ten times as long. What is never read (hidden
    files, editors' temporary ones, folders of tools) is no change; an ignore file is one. A root may be missing, be
    removed and come back. An error of ours that `changed` raises means that it is called again; any other one ends the
    watching.

    Raises:
        UnavailableError: the library for it is not installed.
    """
    try:
        import watchfiles  # noqa: PLC0415  an extra, and 30 ms for those who do not watch
    except ImportError as error:
        raise UnavailableError("watching folders needs the package watchfiles", hint=INSTALL) from error
    return Watcher([root.absolute() for root in roots], changed, debounce_ms / 1_000, watchfiles)


def is_telling(path: str, roots: Sequence[Path]) -> bool:
    """Tell whether a change at this path can change what is known of the documents in these folders."""
    place = PurePath(path)
    below = [place.relative_to(root).parts for root in roots if place.is_relative_to(root)]
    return any(map(_is_telling, below or [place.parts[-1:]]))


def _is_telling(below: Sequence[str]) -> bool:
    if not below:
        return True
    if any(map(is_left_folder, below[:-1])):
        return False
    return below[-1] in IGNORE_FILES or not (is_left_file(below[-1]) or is_left_folder(below[-1]))


def _mark(root: Path) -> _Mark:
    """Return what changes when a root is replaced; for a single file, also when it is written."""
    try:
        now = root.stat()
    except OSError:
        return None
    same = (now.st_mode, now.st_dev, now.st_ino)
    return same if stat.S_ISDIR(now.st_mode) else (*same, now.st_size, now.st_mtime_ns)
