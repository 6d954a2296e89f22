"""The store's own git repository: what was believed when, for people and their tools.

It is a convenience, not the truth: git may be missing or fail, and nothing is lost. A repository that is the
user's own, at the store or around it, is never touched.
"""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

_STALE_S = 60
_WAIT_S = 20
_NAMES_MOST = 20

_CONFIG = {
    "vademecum.own": "true",
    "core.fsync": "all",
    "core.fsyncMethod": "batch",
    "core.autocrlf": "false",
    "core.precomposeUnicode": "true",
    "core.hooksPath": os.devnull,
    "commit.gpgSign": "false",
    "user.name": "Vademecum",
    "user.email": "vademecum@localhost",
    "gc.autoDetach": "false",
}
"""Written into the store's own repository: flushed (a thousand files with one flush), signed by nobody, no hooks."""


class Git:
    """The repository in a store. `environment` is the process's own, of which git sees the harmless part."""

    def __init__(self, store: Path, environment: Mapping[str, str]) -> None:
        self._store = store
        kept = {name: value for name, value in environment.items() if not name.upper().startswith("GIT_")}
        self._environment = kept | {
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
        }

    def commit(self, now: float, trailer: str = "") -> bool:
        """Commit whatever changed in the store, in one commit that lists it; tell whether there is nothing left to do.

        `now` is in seconds since 1970; `trailer` is added to the message.
        """
        if not self.is_ours() and not self._may_begin():
            return True
        self._remove_stale_lock(now)
        if not self.is_ours() and not self._begin():
            return False
        changed = self._run("status", "--porcelain", "-z", "--untracked-files=all", "--no-renames")
        if not changed:
            return changed is not None
        message = _message(changed.decode("utf-8", "replace").split("\0"), trailer)
        added = self._run("add", "--all", "--", ".")
        return added is not None and self._run("commit", "--quiet", "--no-verify", "--file=-", text=message) is not None

    def count(self, place: str) -> int:
        """Return how many commits hold the file at `place`; 0 without a repository."""
        if not (self._store / ".git").exists():
            return 0
        found = self._run("rev-list", "--all", "--count", "--", place)
        return int(found) if found else 0

    def is_ours(self) -> bool:
        """Tell whether the repository in the store is the product's own."""
        try:
            return "[vademecum]" in (self._store / ".git" / "config").read_text("utf-8", "replace")
        except OSError:
            return False

    def _may_begin(self) -> bool:
        """Tell whether no repository is at the store or around it."""
        here = self._store.absolute()
        return here.is_dir() and not any((folder / ".git").exists() for folder in (here, *here.parents))

    def _begin(self) -> bool:
        if self._run("init", "--quiet", "--template=", "--initial-branch=main") is None:
            return False
        return all(self._run("config", name, value) is not None for name, value in reversed(_CONFIG.items()))

    def _remove_stale_lock(self, now: float) -> None:
        """Take the lock of a git that died: a live one holds it for moments."""
        lock = self._store / ".git" / "index.lock"
        try:
            if now - lock.stat().st_mtime > _STALE_S:
                lock.unlink()
        except OSError:
            return

    def _run(self, *arguments: str, text: str = "") -> bytes | None:
        """Run git in the store; return what it says, None when it fails, is missing or takes too long."""
        command = ["git", f"--git-dir={self._store / '.git'}", f"--work-tree={self._store}", *arguments]
        try:
            done = subprocess.run(  # noqa: S603  fixed verbs, no shell
                command,
                cwd=self._store,
                env=self._environment,
                input=text.encode(),
                capture_output=True,
                timeout=_WAIT_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout if done.returncode == 0 else None


def _message(entries: list[str], trailer: str) -> str:
    names = [entry[3:].rsplit("/", 1)[-1].removesuffix(".md") for entry in entries if len(entry) > 3]  # noqa: PLR2004  XY and a space
    shown = names[:_NAMES_MOST]
    more = f"\nand {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    title = f"Remember {names[0]}" if len(names) == 1 else f"Remember {len(names)} changes"
    return "\n".join((title, "", *shown)) + more + (f"\n\n{trailer}" if trailer else "") + "\n"
