"""The shapes that several agents share: hooks in groups as Claude Code has them, a server's command and arguments."""

from collections.abc import Mapping

from vademecum.hosts.ours import SECONDS, hook_command, server_words
from vademecum.hosts.ports import Place

PER_SECOND = 1
PER_MILLISECOND = 1000


def hook_groups(
    place: Place,
    host: str,
    events: Mapping[str, str],
    unit: int = PER_SECOND,
    matcher: str = "",
    *,
    seconds: Mapping[str, int] = SECONDS,
) -> dict[str, object]:
    """Return a group of one handler for each of the host's events; the moment before an action only when wanted.

    `events` has our name by the host's; `unit` is what a second has in the host's time-outs; `matcher` says before
    which of its tools the host asks; `seconds` is how long it waits.
    """
    groups: dict[str, object] = {}
    for name, ours in events.items():
        if ours == "pre-tool" and not place.at_action:
            continue
        command = hook_command(place.program, host, ours)
        handler = {"type": "command", "command": command, "timeout": seconds[ours] * unit}
        groups[name] = ({"matcher": matcher} if ours == "pre-tool" and matcher else {}) | {"hooks": [handler]}
    return groups


def server(place: Place, **more: object) -> dict[str, object]:
    """Return an MCP server's entry; `more` comes before the command."""
    program, *arguments = server_words(place.program)
    return {**more, "command": program, "args": arguments}
