"""Transcripts that were moved: a folder of a host that has another name now is no reason to take all in again."""

import os
from dataclasses import replace

from vademecum.engine.gathering.work import UNFINISHED
from vademecum.engine.keepers import Keepers
from vademecum.index.ports import Seen
from vademecum.sources import sessions as reader
from vademecum.sources.ports import Found


def follow(keepers: Keepers, host: str, found: Found, before: str | None) -> None:
    """Take a new file for one that was known at the place `before`, if that is gone and this has what it had."""
    known = None if before is None or os.path.lexists(before) else keepers.index.file(before)
    if known is None or known.state.get("host") != host or not reader.goes_on(found, known.state):
        return
    moved = [replace(one, path=found.place) for one in keepers.index.group(known.group) if one.path == known.place]
    here = replace(known, place=found.place, size=UNFINISHED, gone=False)
    keepers.index.gather(moved, [], Seen([here], forgotten=[known.place]))
