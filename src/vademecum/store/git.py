"""The store's own git repository: what was believed when, for people and their tools.

It is a convenience, not the truth: git may be missing or fail, and nothing is lost. A repository that is the
user's own, at the store or around it, is never touched.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

_STALE_S = 60
_WAIT_S = 20
_NAMES_MOST = 20
_MANY = 1000

_LOCKS = ("index.lock", "HEAD.lock", "config.lock", "refs/heads/main.lock", "packed-refs.lock")

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
        self._remove_stale_locks(now)
        if not self.is_ours() and not self._begin():
            return False
        changed = self._run("status", "--porcelain", "-z", "--untracked-files=all", "--no-renames")
        if not changed:
            return changed is not None
        entries = changed.decode("utf-8", "replace").split("\0")
        tidying = (
            ("-c", "gc.auto=0") if len(entries) > _MANY else ()
        )  # an import does not pay for it: a later commit does
        if self._run("add", "--all", "--", ".") is None:
            return False
        text = _message(entries, trailer)
        return self._run(*tidying, "commit", "--quiet", "--no-verify", "--file=-", text=text) is not None

    def count(self, place: str) -> int:
        """Return how many commits hold the file at `place`, also in a repository around the store; 0 without one."""
        found = self._run("rev-list", "--all", "--count", "--", place, top=self._top())
        return int(found) if found else 0

    def holds(self, texts: list[str]) -> bool:
        """Tell whether any object of the repository at or around the store is one of these texts, committed or not."""
        asked = "".join(f"{_blob_name(text)}\n" for text in texts)
        found = self._run("cat-file", "--batch-check", text=asked, top=self._top())
        return found is not None and any(not line.endswith(b" missing") for line in found.splitlines())

    def is_ours(self) -> bool:
        """Tell whether the repository in the store is the product's own."""
        try:
            return "[vademecum]" in (self._store / ".git" / "config").read_text("utf-8", "replace")
        except OSError:
            return False

    def _may_begin(self) -> bool:
        """Tell whether no repository is at the store or around it."""
        return self._store.is_dir() and self._top() is None

    def _top(self) -> Path | None:
        """Return the folder of the repository at the store or around it."""
        here = self._store.absolute()
        return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), None)

    def _begin(self) -> bool:
        """Make the repository aside and put it in place whole: half of one would look like the user's own."""
        made = self._store.parent / f"git-{os.getpid()}.new"
        shutil.rmtree(made, ignore_errors=True)
        try:
            return self._make(made) and self._put(made)
        finally:
            shutil.rmtree(made, ignore_errors=True)

    def _make(self, made: Path) -> bool:
        if self._run("init", "--quiet", "--template=", "--initial-branch=main", git_dir=made) is None:
            return False
        self._run("config", "--unset", "core.worktree", git_dir=made)  # a path that would lie once the home moves
        return all(self._run("config", *pair, git_dir=made) is not None for pair in _CONFIG.items())

    def _put(self, made: Path) -> bool:
        try:
            made.rename(self._store / ".git")
        except OSError:  # another process was first
            return self.is_ours()
        return True

    def _remove_stale_locks(self, now: float) -> None:
        """Take the locks of a git that died: a live one holds them for moments."""
        for name in _LOCKS:
            lock = self._store / ".git" / name
            with contextlib.suppress(OSError):
                if now - lock.stat().st_mtime > _STALE_S:
                    lock.unlink()

    def _run(
        self, *arguments: str, text: str = "", top: Path | None = None, git_dir: Path | None = None
    ) -> bytes | None:
        """Run git in the store; return what it says, None when it fails, is missing or takes too long."""
        top = top or self._store
        command = ["git", f"--git-dir={git_dir or top / '.git'}", f"--work-tree={top}", *arguments]
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


def _blob_name(text: str) -> str:
    """Return what git calls a file with this text: the SHA-1 of its kind, length and bytes."""
    data = text.encode("utf-8", "surrogateescape")
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _message(entries: list[str], trailer: str) -> str:
    names = [entry[3:].rsplit("/", 1)[-1].removesuffix(".md") for entry in entries if len(entry) > 3]  # noqa: PLR2004  XY and a space
    shown = names[:_NAMES_MOST]
    more = f"\nand {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    title = f"Remember {names[0]}" if len(names) == 1 else f"Remember {len(names)} changes"
    return "\n".join((title, "", *shown)) + more + (f"\n\n{trailer}" if trailer else "") + "\n"
