"""Paths of documents as they are kept: relative to their folder, with forward slashes, on every system."""

import re

from vademecum.model.errors import InvalidError

_EXTENDED = re.compile(r"\A//[?.]/(UNC/)?", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:(?=/|\Z)")
_SHELL_DRIVE = re.compile(r"\A/(?:mnt/|cygdrive/)?([A-Za-z])(?=/|\Z)")


def stored(path: str, root: str = "") -> str:
    r"""Return a path as it is stored: relative to the folder `root`, with forward slashes.

    `path` may be relative already, or absolute below `root`. On a Windows folder (a drive or UNC share) every
    spelling of it counts as the same: `C:\kb\a.md`, `c:/KB/a.md`, `\\?\C:\kb\a.md`, `/c/kb/a.md` (MSYS, Git Bash) and
    `/mnt/c/kb/a.md` (WSL). The part below the folder keeps its case.

    Raises:
        InvalidError: it is absolute and not below the folder, climbs out of it, names no file, or holds a NUL.
    """
    base = _forward(root).rstrip("/")
    on_windows = bool(_DRIVE.match(base)) or base.startswith("//")
    text = _forward(path)
    if on_windows:
        text = _SHELL_DRIVE.sub(r"\1:", text, count=1) if not text.startswith("//") else text
    if text.startswith("/") or _DRIVE.match(text):
        text = _below(text, base, fold=on_windows)
    parts = _parts(text)
    if not parts or "\0" in text:
        raise _outside(path)
    return "/".join(parts)


def _forward(path: str) -> str:
    text = path.replace("\\", "/")
    return _EXTENDED.sub(lambda found: "//" if found[1] else "", text, count=1) if text.startswith("//") else text


def _below(text: str, base: str, *, fold: bool) -> str:
    whole, folder = (text.lower(), base.lower()) if fold else (text, base)
    if not base or not whole.startswith(folder + "/"):
        raise _outside(text)
    return text[len(base) :]


def _parts(text: str) -> list[str]:
    parts: list[str] = []
    for part in text.split("/"):
        if part == "..":
            if not parts:
                raise _outside(text)
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return parts


def _outside(path: str) -> InvalidError:
    return InvalidError("path", f"{path[:200]!r} is no file below the folder", hint="use a path relative to the folder")
