"""Folders in which the product neither reads, stores nor injects."""

from fnmatch import fnmatchcase
from pathlib import Path

from vademecum.identity.repository import find_repository
from vademecum.model.settings import PrivacySettings

MARKER = ".vademecum-off"
"""A file of this name turns everything off in its folder and below."""


def left_alone_by(folder: Path, settings: PrivacySettings) -> str:
    """Return the rule by which a folder is to be left alone, as a sentence; empty when none does.

    Links are followed first, so no link leads around a rule.
    """
    places = {folder.absolute(), folder.resolve()}
    lineage = {place for here in places for place in (here, *here.parents)}
    for pattern in settings.exclude:
        if any(_fits(place, pattern) for place in lineage):
            return f"privacy.exclude has {pattern}"
    if settings.only and not any(_fits(place, pattern) for pattern in settings.only for place in lineage):
        return "privacy.only does not have it"
    return _marked(folder.resolve())


def _fits(place: Path, pattern: str) -> bool:
    wanted = str(Path(pattern).expanduser()) if pattern.startswith("~") else pattern
    bare = wanted.removesuffix("/**").removesuffix("/*").rstrip("/") or "/"
    return fnmatchcase(place.as_posix(), Path(bare).as_posix())


def _marked(folder: Path) -> str:
    repository = find_repository(folder)
    for place in (folder, *folder.parents):
        if (place / MARKER).exists():
            return f"{place / MARKER} is there"
        if repository is not None and place == repository.top:
            break
    return ""
