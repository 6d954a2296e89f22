"""Are the agents still connected? A running agent may write its settings back as it knew them, without our entries."""

from collections.abc import Iterator
from pathlib import Path

from vademecum.hosts import book as books
from vademecum.hosts import files, plugin
from vademecum.hosts.ours import NAME, hook_command
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


def plugin_commands(place: Place) -> Iterator[tuple[Host, tuple[str, Path] | None]]:
    """Yield each agent in which our plugin is on, with its command line for a prompt and its folder, if found."""
    for host in HOSTS:
        if plugin.is_on(host.name, place):
            yield host, plugin.prompt_hook(host.name, place)


def _one(host: Host, place: Place, *, connected: bool) -> Iterator[Check]:
    mend = f"`vade init --client {host.name} --yes --no-import`"
    level = Level.BAD if connected else Level.NOTE
    if not connected and plugin.is_on(host.name, place):
        yield Check(host.title, "connected by its plugin")
        if place.at_action:
            said = "its plugin asks nothing before an action, though inject.at_action is on"
            yield Check(host.title, said, Level.NOTE, f"{_switched_off(host, place)}, then {mend}")
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
    if connected and plugin.is_on(host.name, place):
        yield Check(host.title, f"is connected twice, {_twice(host)}", Level.NOTE, _one_of_two(host, place))


def _twice(host: Host) -> str:
    tools = " and every tool is offered twice" if host.name == "claude" else ""
    return f"by its settings and by its plugin: the plugin's hooks give way{tools}"


def _one_of_two(host: Host, place: Place) -> str:
    if place.at_action:
        return f"{_switched_off(host, place)}: only the settings' hooks ask before an action"
    return f"`vade uninstall --client {host.name}` leaves it to the plugin"


def _switched_off(host: Host, place: Place) -> str:
    name = f"{NAME}@{plugin.market_of(host.name, place)}"
    return f"`{host.name} plugin {'disable' if host.name == 'claude' else 'remove'} {name}`"


def _missing(target: Target) -> list[str]:
    return target.editor.missing(files.read(target.path) or b"")
