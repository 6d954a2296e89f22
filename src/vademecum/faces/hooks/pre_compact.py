"""Before the host compacts a conversation: put its end aside, have it looked through, and let the host go on."""

from vademecum.config import quick
from vademecum.engine.aside import put_aside
from vademecum.faces import apart
from vademecum.faces.hooks.event import Event


def answer(event: Event) -> str:
    """Put the transcript's end aside and start the process that looks through it; never a word to the host."""
    if keep(event, may_ask=True):
        apart.start()
    return ""


def keep(event: Event, *, may_ask: bool) -> bool:
    """Put an event's transcript aside; tell whether there was one that is to be looked through."""
    home = quick.home()
    return put_aside(
        session=event.session,
        folder=event.cwd,
        transcript=event.transcript,
        home=home,
        settings=quick.settings(home),
        may_ask=may_ask,
    )
