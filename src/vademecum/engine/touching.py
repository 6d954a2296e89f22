"""What is known about the file or the command that an agent is about to use."""

import re
from itertools import islice
from pathlib import PurePosixPath

from vademecum.engine.keepers import Keepers
from vademecum.history import versions
from vademecum.model.memory import GLOBAL, Memory, Scope, Sensitivity, Trust, Version

COMMAND_LEAST = 6
"""A shorter command (`ls`, `cd ..`) stands in too many texts to mean anything."""

_LOOKED_AT = 500
_JOINS = re.compile(r"[\w/-]")


def touching(keepers: Keepers, project: str | None, *, path: str, command: str) -> list[Version]:
    """Return the memories that cite a file or hold a command; see `Vault.touching`."""
    scopes = (str(GLOBAL), str(Scope(project)) if project else str(GLOBAL))
    found = []
    if path:
        name = PurePosixPath(path.replace("\\", "/")).name
        some = versions.select(keepers.history.db, _CITING, *scopes, name, order="seq DESC")
        found += [one for one in islice(some, _LOOKED_AT) if _cites(one.memory, path)]
    wanted = " ".join(command.split())
    if len(wanted) >= COMMAND_LEAST:
        some = versions.select(keepers.history.db, _HOLDING, *scopes, command.strip(), order="seq DESC")
        found += [one for one in islice(some, _LOOKED_AT) if _holds(one.memory, command.strip())]
    most = Sensitivity(keepers.settings.inject.max_sensitivity)
    return [one for one in found if _may_be_given(one.memory, most)]


_CITING = "state = 'live' AND scope IN (?, ?) AND instr(fields, '\"cites\":[[') > 0 AND instr(fields, ?) > 0"
_HOLDING = "state = 'live' AND scope IN (?, ?) AND instr(text, ?) > 0"


def _cites(memory: Memory, path: str) -> bool:
    """Tell whether a memory cites this file; a cite is relative to the project's top, or absolute."""
    parts = PurePosixPath(path.replace("\\", "/")).parts
    for cite in memory.cites:
        cited = PurePosixPath(cite.path.replace("\\", "/")).parts
        if cited and parts[-len(cited) :] == cited:
            return True
    return False


def _holds(memory: Memory, command: str) -> bool:
    """Tell whether a command stands in the text as a whole, not as the beginning of another word."""
    start = memory.body.find(command)
    while start >= 0:
        before, after = memory.body[start - 1 : start], memory.body[start + len(command) :][:1]
        if not _JOINS.fullmatch(before) and not _JOINS.fullmatch(after):
            return True
        start = memory.body.find(command, start + 1)
    return False


def _may_be_given(memory: Memory, most: Sensitivity) -> bool:
    return memory.trust is not Trust.UNTRUSTED and memory.sensitivity.rank <= most.rank
