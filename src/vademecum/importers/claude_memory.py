"""What Claude Code remembers by itself: `<config>/projects/<slug>/memory/*.md`. Only ever read.

The slug is a folder's path with every character but ASCII letters and digits turned into `-`, so it cannot be
turned back by itself. Which project it is follows from the `cwd` that transcripts beside it record, else from a
folder on this machine whose path has that slug.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from vademecum.importers import notes
from vademecum.importers.ports import Found
from vademecum.model.memory import Scope, Trust
from vademecum.model.settings import MemorySettings
from vademecum.rules import naming
from vademecum.rules.problem import Problem

INDEX = "MEMORY.md"
_INDEX_LINE = re.compile(r"\s*[-*+]\s+\[([^\]\n]+)\]\(<?([^)>\n]+?\.md)>?\)(?:\s*(?:\u2014|\u2013|--?|:)\s*(.*))?\s*")
_SLUG_MAX = 200
_PROJECT_MAX = 64
_TRANSCRIPTS = 8
_RECORDS = 200
_LOOKS = 2_000


@dataclass(frozen=True, slots=True)
class ClaudeMemory:
    """The native memories of every project under a Claude Code configuration folder.

    `project_of` names the project of a folder, empty for none; two projects of one name must get two names from it. A
    folder that cannot be told gets its slug as the project's name.
    `left_alone` names the rule by which a folder (None for one that cannot be told) is not to be read, empty for none.
    """

    config: Path
    project_of: Callable[[Path], str]
    left_alone: Callable[[Path | None], str] = lambda _folder: ""
    trust: Trust = Trust.AGENT
    settings: MemorySettings = field(default_factory=MemorySettings)

    def find(self) -> Iterator[Found]:
        """Yield the drafts of every project, in the order of slugs."""
        seen: set[str] = set()
        for memory in sorted((self.config / "projects").glob("*/memory")):
            if memory.is_symlink() or memory.parent.is_symlink() or not memory.is_dir():
                yield Found(str(memory), None, (Problem(0, "is not a folder of its own; not followed"),))
                continue
            cwd = _recorded_cwd(memory.parent) or _folder_of(memory.parent.name)
            if rule := self.left_alone(cwd):
                yield Found(str(memory), None, (Problem(0, f"left alone: {rule}"),))
                continue
            project = (self.project_of(cwd) if cwd else "") or _slug_name(memory.parent.name)
            label = f"{project}/{memory.parent.name}" if project in seen else project
            seen.add(project)
            yield from self._find_in(memory, Scope(project), label)

    def _find_in(self, memory: Path, scope: Scope, label: str) -> Iterator[Found]:
        """Two clones of one project have a folder each; `label` keeps the origins of their files apart."""
        index, _ = notes.read_text(memory / INDEX) if (memory / INDEX).is_file() else ("", None)
        titles, rest = _read_index(index)
        for path in sorted(memory.glob("*.md")):
            title = f"Notes on {scope.project}" if path.name == INDEX else titles.get(path.name, "")
            place = notes.Place(path, f"native:{label}/{path.name}", scope, self.trust, title)
            if path.is_symlink() or not path.is_file():
                yield Found(str(path), None, (Problem(0, "is a symbolic link; not followed"),))
            elif path.name != INDEX:
                yield from notes.take(place, self.settings)
            elif rest:
                yield from notes.take_text(place, rest, self.settings)


def project_slug(path: str) -> str:
    """Return the folder name that Claude Code gives a directory (measured with 2.1.x).

    UTF-16 units outside ASCII letters and digits become `-`. A slug over 200 characters is cut there and gets the
    base-36 of the path's 32-bit string hash (h = 31 h + unit), as the client computes it.
    """
    raw = path.encode("utf-16-le", "surrogatepass")
    units = [raw[at] | raw[at + 1] << 8 for at in range(0, len(raw), 2)]
    slug = "".join(chr(unit) if unit < 128 and chr(unit).isalnum() else "-" for unit in units)  # noqa: PLR2004  ASCII
    if len(slug) <= _SLUG_MAX:
        return slug
    total = 0
    for unit in units:
        total = (total * 31 + unit) & 0xFFFFFFFF
    signed = total - (1 << 32) if total >> 31 else total
    return f"{slug[:_SLUG_MAX]}-{_base36(abs(signed))}"


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"


def _read_index(text: str) -> tuple[dict[str, str], str]:
    """Return the titles that an index gives its files, and the text that is no part of the index."""
    titles: dict[str, str] = {}
    rest: list[str] = []
    for line in text.splitlines():
        found = _INDEX_LINE.fullmatch(line)
        if found:
            hook = (found[3] or "").strip()
            titles[found[2].rpartition("/")[2]] = f"{found[1].strip()}: {hook}" if hook else found[1].strip()
        else:
            rest.append(line)
    told = any(line.strip() and not line.lstrip().startswith("#") for line in rest)
    return titles, "\n".join(rest) if told else ""


def _recorded_cwd(folder: Path) -> Path | None:
    """Return the directory that transcripts beside the memory worked in, the one whose slug the folder is."""
    fallback: Path | None = None
    for transcript in sorted(folder.glob("*.jsonl"))[:_TRANSCRIPTS]:
        for cwd in _cwds(transcript):
            named = (path for path in (cwd, *cwd.parents) if project_slug(str(path)) == folder.name)
            if found := next(named, None):
                return found
            fallback = fallback or cwd
    return fallback


def _cwds(transcript: Path) -> Iterator[Path]:
    """Yield the working directories of a transcript's first records."""
    with suppress(OSError), transcript.open("rb") as file:
        for _, line in zip(range(_RECORDS), file, strict=False):
            if b'"cwd"' in line and (cwd := _cwd_of(line)):
                yield Path(cwd)


def _cwd_of(line: bytes) -> str | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    cwd = record.get("cwd") if isinstance(record, dict) else None
    return cwd if isinstance(cwd, str) and "\0" not in cwd and cwd else None


def _folder_of(slug: str) -> Path | None:
    """Return the one directory on this machine whose path has this slug; None when there are several or none."""
    if len(slug) > _SLUG_MAX or not slug.startswith("-"):
        return None
    looks = iter(range(_LOOKS))
    found = [path for path, _ in zip(_matching(Path("/"), slug, looks), range(2), strict=False)]
    return found[0] if len(found) == 1 else None


def _matching(folder: Path, rest: str, looks: Iterator[int]) -> Iterator[Path]:
    """Yield directories below `folder` that spell the rest of a slug; gives up after so many looks."""
    if next(looks, None) is None:
        return
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False))
    except OSError:
        return
    for name in names:
        spelt = "-" + project_slug(name)
        if rest == spelt:
            yield folder / name
        elif rest.startswith(spelt + "-"):
            yield from _matching(folder / name, rest[len(spelt) :], looks)


def _slug_name(slug: str) -> str:
    """Return a project name for a folder that nothing tells more about: the end of its slug is the telling part."""
    tail = slug if len(slug) <= _PROJECT_MAX else slug[-_PROJECT_MAX:].partition("-")[2]
    return naming.slug(tail or slug[-_PROJECT_MAX:])
