"""Folders that are to be left alone: what was said in them goes when a rule comes, and comes back when it goes."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from vademecum.engine.gathering import keeping
from vademecum.engine.gathering.whose import FOLDERS, Owners
from vademecum.engine.gathering.work import UNFINISHED, Work
from vademecum.index.ports import Seen
from vademecum.model.search import Source, SourceFile
from vademecum.sources.ports import SessionRead

ALONE = "alone"
"""Those of them that were left alone when it was read."""

_MOST = 500


def folders_of(steps: Iterable[SessionRead], known: Iterable[str]) -> list[str]:
    """Return the folders in which something was said, with those that are known already."""
    said = (one.cwd or str(step.state.get("cwd", "")) for step in steps for one in step.said)
    return list(dict.fromkeys([*known, *said]))[:_MOST]


def alone_of(owners: Owners, host: str, folders: Iterable[str], place: str) -> list[str]:
    """Return those of the folders that are to be left alone."""
    if host == "own":
        return [folder for folder in folders if folder and owners.is_left_alone(folder)]
    return [folder for folder in folders if owners.scope_of(folder, place) is None]


def heed(work: Work, owners: Owners, there: Collection[str]) -> None:
    """Bring what is indexed in line with the rules of now; transcripts that are there are read anew for it."""
    index = work.keepers.index
    for file in index.files(Source.SESSION):
        alone = alone_of(owners, str(file.state.get("host", "")), file.state.get(FOLDERS) or (), file.place)
        if alone == list(file.state.get(ALONE) or ()):
            continue
        if file.place in there:
            unread: dict[str, Any] = {"host": file.state.get("host", ""), "v": 0}
            index.gather([], [], Seen([replace(file, size=UNFINISHED, state=unread)]))
        else:
            _hide(work, file, alone)


def _hide(work: Work, file: SourceFile, alone: list[str]) -> None:
    """Take a session out whose file is gone; its copy in the vault stays, and is read when no rule is against it."""
    keepers = work.keepers
    keeping.write(keepers, file)
    passages = [one.key for one in keepers.index.group(file.group) if one.path == file.place]
    if not alone:
        keepers.index.gather([], passages, Seen(forgotten=[file.place]))
        return
    known = keepers.index.file(file.place) or file
    hidden = replace(known, state={**known.state, "title": "", ALONE: alone})
    keepers.index.gather([], passages, Seen([hidden]))
