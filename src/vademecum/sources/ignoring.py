"""What is left out of a folder: by its name always, by patterns where somebody wrote them."""

import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import re2
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


@dataclass(frozen=True, slots=True)
class Rules:
    """Patterns of a folder; `above` is how many characters its own path takes in those that are matched."""

    above: int
    spec: GitIgnoreSpec

    def verdict(self, path: str) -> bool | None:
        """Return True for what the patterns leave out, False for what they take back, None for neither."""
        return self.spec.check_file(path[self.above :]).include


def rules(above: int, lines: Iterable[str]) -> Rules | None:
    """Return the patterns as rules, those that cannot be read left out; None when there are none."""
    spec = _spec([line for line in lines if line.strip() and not line.startswith("#")])
    return Rules(above, spec) if spec is not None and len(spec) else None


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
        self._endings = tuple(endings) if len(endings) == len(include) else None
        self._spec = None if self._endings is not None else _spec(include)

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


def _spec(lines: Sequence[str]) -> GitIgnoreSpec | None:
    """Compile patterns; one that cannot be read leaves the others as they are."""
    lines = lines[:PATTERN_LINES_MAX]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # about brackets in brackets, in a pattern that is not ours
        return _compiled(lines) or _compiled([line for line in lines if _compiled([line])])


def _compiled(lines: Sequence[str]) -> GitIgnoreSpec | None:
    if any(len(line) > PATTERN_MAX for line in lines):
        return None
    try:
        return GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error, re2.error):
        return None
