"""An event that both a plugin and the user's own settings ask about: the settings' hook answers, the plugin's does not.

Agents run all hooks of an event at the same time. The session's ledger keeps one memory from being given by both, but
both would have looked for it.
"""

from __future__ import annotations

from vademecum.config import quick

_MOST = 1 << 22
"""Bytes of a settings file that are looked at."""


def is_registered(host: str, event: str) -> bool:
    """Tell whether the agent's own settings run our hook of an event, as `vade init` registers it."""
    path = quick.hooks_file(host)
    if not path:
        return False
    try:
        with open(path, "rb") as file:  # noqa: PTH123  a hook does without pathlib
            said = file.read(_MOST)
    except OSError:
        return False
    return f'import main;main()\\" {host} {event}"'.encode() in said
