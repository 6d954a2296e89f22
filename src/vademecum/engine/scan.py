"""The gate over files: whole folders, and what is staged in git for the pre-commit hook."""

import codecs
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from vademecum.model.errors import InvalidError, UnavailableError
from vademecum.model.memory import Finding, FindingKind
from vademecum.rules.gate import Policy, clean, scan

LARGEST = 4 * 1024 * 1024  # bytes; larger files are data, and are listed as skipped
SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"})
HOOK = "pre-commit"
CHAINED = "pre-commit.vademecum-chained"
MARK = "# vademecum gate hook"

_GIT_SECONDS = 60
_REGULAR = {"100644", "100755"}


@dataclass(frozen=True, slots=True)
class Place:
    """One finding in a file: where it is and what it is, never what it says. `line` counts from 1."""

    path: str
    line: int
    rule: str
    kind: FindingKind
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ScanReport:
    """What a scan saw. `skipped` names files that could not be read as text, or are too large."""

    places: tuple[Place, ...]
    files: int
    skipped: tuple[str, ...] = ()

    @property
    def blocking(self) -> tuple[Place, ...]:
        """Return what stops a commit: secrets; personal data and paths are shown only."""
        return tuple(place for place in self.places if place.kind is FindingKind.SECRET)


def scan_paths(paths: Iterable[Path | str], policy: Policy) -> ScanReport:
    """Look through files and folders for secrets, personal data and machine paths.

    Folders are walked without following links; version-control and dependency folders are left out. Bytes that are no
    UTF-8 become replacement characters; files with a NUL byte, and those over 4 MiB, are skipped.

    Raises:
        InvalidError: a path does not exist.
    """
    files = [file for path in paths for file in _files(Path(path))]
    return _report(((str(file), _read(file)) for file in files), policy)


def scan_staged(repo: Path, policy: Policy) -> ScanReport:
    """Look through the content that git has staged in `repo`: the index, not the working files.

    Deleted files, links and submodules have no content of their own and are left out.

    Raises:
        UnavailableError: git is missing, fails, or `repo` is no repository.
    """
    return _report(_staged(repo), policy)


def _files(path: Path) -> Iterator[Path]:
    """Yield the regular files at or below `path`, in order."""
    if not path.exists():
        raise InvalidError("paths", f"{path} does not exist", hint="give files or folders that exist")
    if path.is_file():
        yield path
        return
    for folder, below, names in os.walk(path):
        below[:] = sorted(set(below) - SKIPPED_FOLDERS)
        yield from (Path(folder, name) for name in sorted(names) if Path(folder, name).is_file())


def _read(path: Path) -> bytes | None:
    """Return the content of a file; None when it is too large or may not be read."""
    try:
        return path.read_bytes() if path.stat().st_size <= LARGEST else None
    except OSError:
        return None


def _report(contents: Iterable[tuple[str, bytes | None]], policy: Policy) -> ScanReport:
    """Scan (path, content) pairs."""
    places: list[Place] = []
    skipped: list[str] = []
    files = 0
    for path, content in contents:
        files += 1
        text = None if content is None else _decoded(content)
        if text is None:
            skipped.append(path)
        else:
            places += _places(path, text, policy)
    return ScanReport(tuple(places), files, tuple(skipped))


def _decoded(content: bytes) -> str | None:
    """Return a file's text; None for data. Windows writes UTF-16 with a mark, and its NUL bytes are no data."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    return None if b"\0" in content[:8192] else content.decode("utf-8", "replace")


def _places(path: str, text: str, policy: Policy) -> list[Place]:
    """Return the findings of one text, and of its file's name; a name with a secret in it is not shown either."""
    named = scan(path, policy, "name")
    if any(one.kind is FindingKind.SECRET for one in named):
        path = clean(path, policy)[0]
    found = scan(text, policy)
    lines = list(accumulate(map(len, text.splitlines(keepends=True))))
    return [_place(path, 1, one) for one in named if one.kind is FindingKind.SECRET] + [
        _place(path, _line(lines, one.start), one) for one in found
    ]


def _place(path: str, line: int, one: Finding) -> Place:
    return Place(path, line, one.rule, one.kind, one.fingerprint)


def _line(ends: Sequence[int], offset: int) -> int:
    """Return the 1-based line that holds `offset`, from the lines' end offsets."""
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if ends[middle] <= offset else (low, middle)
    return low + 1


def _staged(repo: Path) -> Iterator[tuple[str, bytes | None]]:
    """Yield (path, staged content) of every added, copied, modified or renamed file; None for one too large."""
    _git(repo, "rev-parse", "--git-dir")  # outside a repository `diff` complains about its options instead
    raw = _git(repo, "diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--diff-filter=ACMRT")
    entries = list(_entries(raw))
    if not entries:
        return
    sizes = _sizes(repo, [blob for blob, _ in entries])
    small = [blob for blob in sizes if sizes[blob] <= LARGEST]
    stream = _git(repo, "cat-file", "--batch", feed=_listed(small)) if small else b""
    contents: dict[str, bytes] = {}
    at = 0
    for blob in small:
        start = stream.index(b"\n", at) + 1
        at = start + sizes[blob] + 1
        contents[blob] = stream[start : at - 1]
    for blob, path in entries:
        yield path, contents.get(blob)


def _sizes(repo: Path, blobs: Sequence[str]) -> dict[str, int]:
    """Return the size of each blob; one that is not here (a partial clone's) counts as too large to be read."""
    answer = _git(repo, "cat-file", "--batch-check=%(objectsize)", feed=_listed(blobs)).splitlines()
    return {blob: int(size) if size.isdigit() else LARGEST + 1 for blob, size in zip(blobs, answer, strict=True)}


def _listed(blobs: Iterable[str]) -> bytes:
    return "".join(f"{blob}\n" for blob in blobs).encode()


def _entries(raw: bytes) -> Iterator[tuple[str, str]]:
    """Yield (blob, path) of `git diff --raw -z`: `:old new old-blob new-blob status NUL path NUL`."""
    fields = raw.split(b"\0")
    for meta, name in zip(fields[::2], fields[1::2], strict=False):
        _, mode, _, blob, _ = meta.decode("ascii").removeprefix(":").split(" ")
        if mode in _REGULAR:
            yield blob, name.decode("utf-8", "surrogateescape")


def _git(repo: Path, *arguments: str, feed: bytes | None = None) -> bytes:
    """Run git in `repo` and return its output."""
    program = shutil.which("git")
    if program is None:
        raise UnavailableError(
            "git is not installed", hint="install git, or scan paths instead", code="unavailable.git"
        )
    try:
        done = subprocess.run(  # noqa: S603  a fixed program, no shell
            [program, *arguments], cwd=repo, input=feed, capture_output=True, timeout=_GIT_SECONDS, check=False
        )
    except (subprocess.TimeoutExpired, OSError) as fault:
        raise UnavailableError(f"git {arguments[0]} did not answer: {fault}", code="unavailable.git") from fault
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UnavailableError(
            f"git {arguments[0]} failed: {reason[0] if reason else 'no reason given'}", code="unavailable.git"
        )
    return done.stdout


def install_hook(repo: Path, command: Sequence[str] | None = None) -> Path:
    """Install the gate as `repo`'s pre-commit hook and return its path; doing it twice changes nothing.

    A hook that is already there is kept as `pre-commit.vademecum-chained` and runs after the gate. `core.hooksPath` is
    honoured. `command` is what the hook runs, by default this interpreter with `-m vademecum gate scan --staged`.

    Raises:
        UnavailableError: `repo` is no repository, or the hook cannot be written.
        InvalidError: a chained hook is in the way already, so that nothing could be kept.
    """
    hook = _hook_path(repo)
    chained = hook.with_name(CHAINED)
    if os.path.lexists(hook) and MARK not in _text(hook):
        if os.path.lexists(chained):
            raise InvalidError("hook", f"{chained} exists already", hint="merge the two hooks by hand, then try again")
        hook.rename(chained)
    hook.parent.mkdir(parents=True, exist_ok=True)
    hook.write_text(_script(command or default_command()), encoding="utf-8", newline="\n")
    hook.chmod(0o755)
    return hook


def uninstall_hook(repo: Path) -> bool:
    """Take the gate's hook away and put a chained one back; False when it was not there.

    Raises:
        UnavailableError: `repo` is no repository.
    """
    if not is_hooked(repo):
        return False
    hook = _hook_path(repo)
    hook.unlink()
    chained = hook.with_name(CHAINED)
    if os.path.lexists(chained):
        chained.rename(hook)
    return True


def is_hooked(repo: Path) -> bool:
    """Tell whether the gate is a repository's pre-commit hook.

    Raises:
        UnavailableError: `repo` is no repository.
    """
    hook = _hook_path(repo)
    return hook.exists() and MARK in _text(hook)


def default_command() -> tuple[str, ...]:
    """Return the absolute command that scans what is staged."""
    return (Path(sys.executable).as_posix(), "-m", "vademecum", "gate", "scan", "--staged")


def _hook_path(repo: Path) -> Path:
    """Ask git where this repository's hooks are."""
    answer = os.fsdecode(_git(repo, "rev-parse", "--git-path", "hooks")).rstrip("\r\n")
    return (repo / answer).resolve() / HOOK  # a hook that is a link to a script stays one: the script is not ours


def _text(hook: Path) -> str:
    """Return what a hook says; nothing for a link to nowhere."""
    return hook.read_text(encoding="utf-8", errors="replace") if hook.exists() else ""


def _script(command: Sequence[str]) -> str:
    """Return the hook: plain sh, which Git for Windows brings along."""
    program, *arguments = map(_quoted, command)
    return f"""#!/bin/sh
{MARK}: no commit with a secret in it. Remove it with `vade gate uninstall-hook`.
program={program}
if [ ! -x "$program" ] && ! command -v "$program" >/dev/null 2>&1; then
  echo "vademecum: $program is gone, so this commit cannot be checked for secrets." >&2
  echo "vademecum: run 'vade gate install-hook' again, or commit once with --no-verify." >&2
  exit 1
fi
"$program" {" ".join(arguments)} || exit $?
chained="$(dirname "$0")/{CHAINED}"
if [ -x "$chained" ]; then
  exec "$chained" "$@"
fi
"""


def _quoted(word: str) -> str:
    """Quote one word for sh."""
    return word if re.fullmatch(r"[A-Za-z0-9_./:@%+=-]+", word) else "'" + word.replace("'", "'\\''") + "'"
