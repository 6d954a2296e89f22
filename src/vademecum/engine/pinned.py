"""The facts that are always shown: the user's own `pinned.md`, a line each.

Nothing heavy is imported here. The gate looks through the file when it has changed; what it left is kept beside the
vault with how the file looked, so that a prompt's hook reads two small files and needs no gate.
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from stat import S_ISREG

from vademecum import disk
from vademecum.rules.tokens import estimate

PINNED = "pinned.md"
READ_MOST = 256 * 1024
"""Bytes of the file that are looked at; its lines come in the order of their importance."""

_LINES_MOST = 200
_LINE_MOST = 600
_BEGIN = "\ufeff"
_KEPT = "pinned.json"


def pinned(vault: Path, clean: Callable[[str], str] | None, allow: Iterable[str] = ()) -> tuple[str, ...] | None:
    """Return the pinned lines of a vault's folder, without secrets; none when there is no file.

    `clean` is the gate's word on a text, asked only when the file has changed since the last time; None when it is not
    at hand: then a changed file gives None. `allow` are the findings that the user calls harmless.
    """
    path = vault / "store" / PINNED
    try:
        found = path.stat()
    except OSError:
        return ()
    if not S_ISREG(found.st_mode):  # a pipe would be waited for
        return ()
    stamp = [found.st_size, found.st_mtime_ns, found.st_ino, sorted(allow)]
    kept = _kept(vault / _KEPT, stamp)
    if kept is not None or clean is None:
        return kept
    lines = lines_of(clean(_read(path)))
    _keep(vault / _KEPT, stamp, lines)
    return lines


def shown(lines: Iterable[str], budget: int) -> str:
    """Return as many lines as `budget` tokens hold, in order, and a note on those that were left out."""
    listed = list(lines)
    note = "- (pinned.md has {} more lines than fit here)\n"
    left = budget - estimate(note.format(len(listed)))
    taken: list[str] = []
    for line in listed:
        left -= estimate(f"- {line}\n")
        if left < 0:
            break
        taken.append(f"- {line}\n")
    rest = len(listed) - len(taken)
    return "".join(taken) + (note.format(rest) if rest else "")


def lines_of(text: str) -> tuple[str, ...]:
    """Return what a pinned file says: every line but blank ones and those that begin with `#`, each cut at a word."""
    lines = (" ".join(line.split()) for line in text.removeprefix(_BEGIN).splitlines())
    kept = [line.removeprefix("- ").removeprefix("* ") for line in lines if line and not line.startswith("#")]
    return tuple(_cut(line) for line in kept[:_LINES_MOST])


def _cut(line: str) -> str:
    if len(line) <= _LINE_MOST:
        return line
    cut = line[: _LINE_MOST - 1]
    return (cut[: cut.rfind(" ")] if " " in cut[_LINE_MOST // 2 :] else cut).rstrip() + "…"


def _read(path: Path) -> str:
    """Read the file within bounds, without a line that the bound cuts in two."""
    try:
        with path.open("rb") as file:
            data = file.read(READ_MOST + 1)
    except OSError:
        return ""
    if len(data) > READ_MOST:
        data = data[: data.rfind(b"\n", 0, READ_MOST) + 1]
    return data.decode("utf-8", "replace").replace("\0", "")


def _kept(path: Path, stamp: list[object]) -> tuple[str, ...] | None:
    try:
        kept = json.loads(path.read_bytes())
        lines = kept["lines"] if kept["stamp"] == stamp else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return tuple(map(str, lines)) if isinstance(lines, list) else None


def _keep(path: Path, stamp: list[object], lines: tuple[str, ...]) -> None:
    """Keep the answer for the next one; where that cannot be, the gate is asked again."""
    try:
        disk.replace(path, json.dumps({"stamp": stamp, "lines": lines}, ensure_ascii=False).encode())
    except OSError:
        return
