"""At a session's end: hand over what is still to be done, and be gone; the host waits for a second or so."""

from pathlib import Path

from vademecum.config import quick
from vademecum.config.quick import vault_of
from vademecum.faces import apart
from vademecum.faces.hooks import pre_compact
from vademecum.faces.hooks.event import Event


def answer(event: Event) -> str:
    """Put the conversation's end aside (for the rules alone, no model) and start the process that signs and commits."""
    if not Path(vault_of(quick.home())).is_dir():
        return ""
    try:
        pre_compact.keep(event, may_ask=False)
    finally:
        apart.start()
    return ""
