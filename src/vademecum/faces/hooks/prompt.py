"""The prompt hook: what the vault knows that this prompt is about, or nothing.

nothing asked for  ->  nothing, without opening anything
else               ->  recall, less what this session was given  ->  one line in the session's ledger file
"""

from __future__ import annotations

from vademecum.config import quick
from vademecum.model.frozen import TYPE_CHECKING
from vademecum.rules.skipping import asks_nothing

if TYPE_CHECKING:
    from vademecum.faces.hooks.event import Event

_OWN_BLOCK = "</hook_context>"


def answer(event: Event) -> str:
    """Return the framed memories for a prompt, empty for none.

    Raises:
        VademecumError: the settings, the project or the index cannot be read.
    """
    prompt = _own_words(event.prompt)
    home = quick.home()
    if asks_nothing(prompt) and not quick.is_set(home):
        return ""  # by far the most frequent: not even the settings are imported
    settings = quick.settings(home)
    if not settings.inject.enabled or asks_nothing(prompt, settings.skip.patterns, settings.skip.cues):
        return ""
    from vademecum.faces.hooks import lean  # noqa: PLC0415

    lean.load()
    from vademecum.engine.giving import give  # noqa: PLC0415  the engine only now
    from vademecum.rules.instants import UTC, datetime  # noqa: PLC0415

    now = datetime.now(UTC)
    folder, agent = event.cwd, event.agent
    return give(prompt, session=event.session, folder=folder, home=home, settings=settings, now=now, agent=agent)


def _own_words(prompt: str) -> str:
    """Leave out what an earlier hook put in front of a prompt (Gemini CLI shows it to later ones)."""
    return prompt.rpartition(_OWN_BLOCK)[2] if prompt.lstrip().startswith("<hook_context>") else prompt
