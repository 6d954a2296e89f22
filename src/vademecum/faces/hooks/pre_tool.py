"""Before a tool is used: what is known of the file or the command, when the user has switched that on."""

from vademecum.engine.acting import give_action
from vademecum.faces.hooks.event import Event
from vademecum.faces.hooks.subagent_start import where_of


def answer(event: Event) -> str:
    """Return the framed memories that cite the file or hold the command, empty for none; never a decision."""
    where = where_of(event)
    if where is None or not (where.settings.inject.enabled and where.settings.inject.at_action):
        return ""
    return give_action(where, event.tool_input)
