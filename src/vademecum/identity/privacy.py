"""Folders in which the product neither reads, stores nor injects."""

import os
import unicodedata
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from vademecum.identity import registry
from vademecum.identity.repository import find_repository
from vademecum.model.settings import OFF_FILE, PrivacySettings


def left_alone_by(folder: Path, settings: PrivacySettings) -> str:
    """Return the rule by which a folder is to be left alone, as a sentence; empty when none does.

    Links are followed first, so no link leads around a rule.
    """
    places = {folder.absolute(), folder.resolve()}
    lineage = {place for here in places for place in (here, *here.parents)}
    for pattern in settings.exclude:
        if any(_fits(place, pattern, loosely=True) for place in lineage):
            return f"privacy.exclude has {pattern}"
    if settings.only and not any(_fits(place, pattern) for pattern in settings.only for place in lineage):
        return "privacy.only does not have it"
    return _marked(folder.resolve())


def left_alone_at(folder: Path | None, settings: PrivacySettings) -> str:
    """Return the same for a folder that may not be known (None): then every rule has to be taken for one against it."""
    if folder is not None:
        return left_alone_by(folder, settings)
    return "its folder is not known, and there are privacy rules" if settings.exclude or settings.only else ""


def left_alone(home: Path, settings: PrivacySettings) -> Iterator[tuple[str, str]]:
    """Yield each known project that has a folder here which is to be left alone, with the rule.

    Raises:
        DamagedError: `projects.toml` cannot be read.
    """
    for name, keys in registry.keys_of(home).items():
        for folder in map(_folder_of, keys):
            rule = left_alone_by(folder, settings) if folder is not None and folder.is_dir() else ""
            if rule:
                yield name, rule
                break


def _folder_of(key: str) -> Path | None:
    kind, _, path = key.partition(":")
    if kind not in {"folder", "git"}:
        return None
    return Path(path.removesuffix("/.git") if kind == "git" else path)


def _fits(place: Path, pattern: str, *, loosely: bool = False) -> bool:
    """Tell whether a pattern is of a folder; one without a beginning (`clients`) is of any folder of that name.

    Loosely, capitals do not count: where they do not for the file system, a rule must not be missed for one.
    """
    if not pattern.strip():
        return False
    bare = _expanded(pattern).removesuffix("/**").removesuffix("/*").rstrip("/") or "/"
    if not bare.startswith("*") and not Path(bare).is_absolute():
        bare = f"*/{bare}"
    texts = [unicodedata.normalize("NFC", text) for text in (place.as_posix(), Path(bare).as_posix())]
    return fnmatchcase(*(text.casefold() for text in texts) if loosely else texts)


def _expanded(pattern: str) -> str:
    try:
        return str(Path(pattern.strip()).expanduser()) if pattern.strip().startswith("~") else pattern.strip()
    except RuntimeError:  # another user's, whom nobody knows here
        return pattern.strip()


def _marked(folder: Path) -> str:
    repository = find_repository(folder)
    for place in (folder, *folder.parents):
        if os.path.lexists(place / OFF_FILE):
            return f"{place / OFF_FILE} is there"
        if repository is not None and place == repository.top:
            break
    return ""
