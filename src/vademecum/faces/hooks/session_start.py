"""At a session's start: what the agent is told about its memory; trouble is told too, with what mends it."""

from pathlib import Path

from vademecum.config import quick
from vademecum.config.quick import vault_of
from vademecum.engine.beginning import begin, warning
from vademecum.engine.clock import utc_now
from vademecum.faces import apart
from vademecum.faces.hooks.event import Event
from vademecum.model.errors import VademecumError

_WITH_A_PROMPT = ("gemini",)
"""Hosts that put this in front of the first prompt, and lose that prompt when the session is resumed."""


def answer(event: Event) -> str:
    """Return what a session begins with; empty where nothing was ever kept, or nothing is to be said."""
    home = quick.home()
    if not Path(vault_of(home)).is_dir():
        return ""
    try:
        settings = quick.settings(home)
        found = begin(
            session=event.session,
            folder=event.cwd,
            source=event.source,
            home=home,
            settings=settings,
            now=utc_now(),
            held=event.host in _WITH_A_PROMPT,
        )
    except VademecumError as fault:
        return warning(fault.message, fault.hint)
    except OSError as fault:
        return warning(f"{fault.filename or home} cannot be written ({fault.strerror})", "`vade status` looks closer")
    if found.waiting:
        apart.start()
    return found.text
