"""The hooks that have more time than a prompt's."""

from __future__ import annotations

import site
from importlib import import_module

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.faces.hooks.event import Event

_MODULES = {
    "session-start": "session_start",
    "session-end": "session_end",
    "pre-compact": "pre_compact",
    "subagent-start": "subagent_start",
    "pre-tool": "pre_tool",
}


def hook_of(name: str) -> Callable[[Event], str]:
    """Return the hook of an event.

    Raises:
        ValueError: there is none.
    """
    if name not in _MODULES:
        raise ValueError(f"no hook is called {name}")
    site.main()  # the command starts without it; these hooks need the installed packages
    answer: Callable[[Event], str] = import_module(f"vademecum.faces.hooks.{_MODULES[name]}").answer
    return answer
