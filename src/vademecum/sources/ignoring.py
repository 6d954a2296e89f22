"""What is left out of a folder: by its name always, by patterns where somebody wrote them."""

import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from typing import Any, NamedTuple

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILES = (".gitignore", ".vademecumignore")
"""Files of patterns, the later one stronger; each counts for its own folder and below."""

PATTERNS_MAX = 262_144
"""Bytes of such a file that are read."""

PATTERN_LINES_MAX = 1_000
"""Patterns of one folder that count; more of them would not fit into one automaton."""

PATTERN_MAX = 1_000
"""Characters of a pattern; a longer one is passed over."""

_FOLDERS = frozenset(["node_modules", "venv", "vendor", "dist", "build", "target", "__pycache__", "site-packages"])
_TEMPORARY = ("*~", "#*#", "4913", "*.tmp", "*.bak", "*.swp", "*.swx")


def is_left_folder(name: str) -> bool:
    """Tell whether a folder is never looked into: hidden, of version control, of dependencies, or made by a build."""
    return name.startswith(".") or name in _FOLDERS


def is_left_file(name: str) -> bool:
    """Tell whether a file is never read: hidden, or what an editor or an atomic writer leaves for a moment."""
    return name.startswith(".") or any(fnmatchcase(name, pattern) for pattern in _TEMPORARY)


class _Pattern(NamedTuple):
    """One line: what it matches, whether it takes back, and whether it is about folders only."""

    matcher: Any
    takes_back: bool
    folders_only: bool

    def is_about(self, path: str, *, is_folder: bool) -> bool:
        """Tell whether a path itself is meant; the library marks with a group what is only below something meant."""
        found = self.matcher.match(path) if is_folder or not self.folders_only else None
        return found is not None and not any(found.groups())


@dataclass(frozen=True, slots=True)
class Rules:
    """Patterns of a folder; `above` is how many characters its own path takes in those that are matched.

    `spec` says quickly that none of them has to do with a path, which is nearly always so.
    """

    above: int
    spec: "GitIgnoreSpec"
    patterns: Sequence[_Pattern]

    def verdict(self, path: str) -> bool | None:
        """Return True for what the patterns leave out, False for what they take back, None for neither.

        A path ends in `/` if it is a folder. As git does, the last pattern that means just this path decides: what
        stands above it was asked before.
        """
        bare = path[self.above :].removesuffix("/")
        if self.spec.check_file(bare).include is None:
            return None
        is_folder = path.endswith("/")
        about = (one for one in reversed(self.patterns) if one.is_about(bare, is_folder=is_folder))
        decisive = next(about, None)
        return None if decisive is None else not decisive.takes_back


def rules(above: int, lines: Sequence[str]) -> Rules | None:
    """Return the patterns as rules, those that cannot be read left out; None when there are none."""
    readable = (one for one in map(_taken, lines) if one is not None)
    taken = list(islice(readable, PATTERN_LINES_MAX))
    spec = _compiled([line for line, _ in taken]) if taken else None
    if spec is None:
        return None
    import re2  # noqa: PLC0415  as in `_compiled`

    patterns = [
        _Pattern(re2.compile(one.regex.pattern), not one.include, folders_only)
        for one, (_, folders_only) in zip(spec.patterns, taken, strict=True)
        if one.regex is not None
    ]
    return Rules(above, spec, patterns)


def _taken(line: str) -> tuple[str, bool] | None:
    """Return a pattern without the slash at its end, and whether there was one; None if it is none or not readable."""
    if not line.endswith("\\ "):
        line = line.rstrip()
    folders_only = line.endswith("/")
    line = line.rstrip("/") if folders_only else line
    spec = _compiled([line]) if line not in {"", "!"} and not line.startswith("#") else None
    if spec is None or spec.patterns[0].include is None:
        return None
    return line, folders_only


def is_ignored(path: str, layers: Sequence[Rules]) -> bool:
    """Tell whether a path (`/` between and after folders) is left out: the last layer that knows it decides."""
    for layer in reversed(layers):
        verdict = layer.verdict(path)
        if verdict is not None:
            return verdict
    return False


class Wanted:
    """Which files are documents: patterns of .gitignore; `*.md` finds README.MD too."""

    def __init__(self, include: Sequence[str]) -> None:
        endings = [pattern[1:].lower() for pattern in include if _is_ending(pattern)]
        simple = len(endings) == len(include)
        self._endings = tuple(endings) if simple else None
        self._spec = None if simple else _compiled([line for line in include if _compiled([line]) is not None])

    def may_be(self, name: str) -> bool:
        """Tell by its name whether a file can be a document."""
        return self._endings is None or name.lower().endswith(self._endings)

    def is_one(self, path: str) -> bool:
        """Tell by its whole path whether a file whose name passed is a document."""
        if self._endings is not None:
            return True
        stem, dot, ending = path.rpartition(".")
        return self._spec is not None and any(map(self._spec.match_file, {path, stem + dot + ending.lower()}))


def _is_ending(pattern: str) -> bool:
    return pattern.startswith("*.") and not set(pattern[1:]) & set("*?[]!/\\ ")


def _compiled(lines: Sequence[str]) -> "GitIgnoreSpec | None":
    """Compile patterns; return None when one of them cannot be."""
    import re2  # noqa: PLC0415  as below
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  25 ms, and a folder without patterns needs none of it

    if any(len(line) > PATTERN_MAX for line in lines):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # about brackets in brackets, in a pattern that is not ours
        try:
            return GitIgnoreSpec.from_lines(lines)
        except (ValueError, re.error, re2.error):
            return None
