"""When a sub-agent starts: what its task calls to mind; it sees nothing of what its session was given."""

from pathlib import Path

from vademecum.config import quick
from vademecum.config.quick import vault_of
from vademecum.engine.acting import Where, give_task
from vademecum.engine.clock import utc_now
from vademecum.faces.hooks.event import Event

_TASKS = ("task", "agent_prompt", "description")
"""Where a host may tell the task besides `prompt`; Claude Code tells none."""


def answer(event: Event) -> str:
    """Return the framed memories for a sub-agent, empty for none."""
    where = where_of(event)
    if where is None or not where.settings.inject.enabled or not (event.agent or where.agent):
        return ""  # a host's own helper, such as the one that compacts, has no type
    told = (event.raw.get(key) for key in _TASKS)
    return give_task(where, event.prompt or next((text for text in told if isinstance(text, str)), ""))


def where_of(event: Event) -> Where | None:
    """Return where an event happens; None where nothing was ever kept.

    Raises:
        VademecumError: the settings cannot be read.
    """
    home = quick.home()
    if not event.session or not Path(vault_of(home)).is_dir():
        return None
    agent = event.raw.get("agent_id") or event.raw.get("agentId")
    return Where(
        session=event.session,
        folder=event.cwd,
        home=home,
        settings=quick.settings(home),
        now=utc_now(),
        agent=agent if isinstance(agent, str) else "",
        agent_type=event.agent,
    )
