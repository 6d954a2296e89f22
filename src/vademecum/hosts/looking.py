"""Are the agents still connected? A running agent may write its settings back as it knew them, without our entries."""

from collections.abc import Iterator
from pathlib import Path

from vademecum.hosts import book as books
from vademecum.hosts import files, plugin
from vademecum.hosts.ours import hook_command
from vademecum.hosts.ports import Host, Place, Target
from vademecum.hosts.registry import HOOKED, HOSTS
from vademecum.model.errors import VademecumError
from vademecum.model.health import Check, Level


def look(home: Path, place: Place) -> Iterator[Check]:
    """Yield how each agent is connected that is here or was connected: what is missing, and the command that mends it.

    An agent that was never connected is a note; one that was and is no longer, wholly or in part, is trouble.
    """
    try:
        book = books.read(home)
        ours = {page.host for page in book.pages.values()}
        for host in HOSTS:
            if host.name in ours or host.is_here(place):
                yield from _one(host, place, connected=host.name in ours)
    except VademecumError as fault:
        yield Check("agents", fault.message, Level.BAD, fault.hint)


def prompt_commands(home: Path, place: Place) -> Iterator[tuple[Host, str]]:
    """Yield each agent that was connected and runs hooks, with the command line that it runs for a prompt.

    Raises:
        VademecumError: the record of what was connected cannot be read, or this installation's path cannot be quoted.
    """
    ours = {page.host for page in books.read(home).pages.values()}
    for host in HOSTS:
        if host.name in ours and host.name in HOOKED:
            yield host, hook_command(place.program, host.name, "prompt")


def _one(host: Host, place: Place, *, connected: bool) -> Iterator[Check]:
    mend = f"`vade init --client {host.name} --yes --no-import`"
    level = Level.BAD if connected else Level.NOTE
    if not connected and plugin.is_on(host.name, place):
        yield Check(host.title, "connected by its plugin")
        return
    wrong: list[Check] = []
    total = 0
    for target in host.targets(place):
        total += len(target.editor.missing(b""))
        try:
            wrong += [Check(host.title, f"{one} in {target.path}", level, mend) for one in _missing(target)]
        except VademecumError as fault:
            said = f"{target.path}: {fault.message.removeprefix('settings: ')}"
            wrong.append(Check(host.title, said, level, f"mend that file, then {mend}"))
    if not connected and len(wrong) >= total:
        yield Check(host.title, "is here, and not connected", Level.NOTE, mend)
        return
    yield from wrong or [Check(host.title, "connected")]
    yield from host.remarks(place)


def _missing(target: Target) -> list[str]:
    return target.editor.missing(files.read(target.path) or b"")
