"""The pinned facts for a prompt whose session had no beginning: once a session, framed as data."""

from pathlib import Path

from vademecum.engine.opening import open_vault
from vademecum.engine.pinned import pinned, shown
from vademecum.model.settings import Settings
from vademecum.rules.framing import CLOSING, OPENING, neutral

PROMPT_MOST = 350
"""Most tokens of them with a prompt."""

_PATIENCE_MS = 200


def for_prompt(vault: str, home: str, settings: Settings) -> tuple[str, int]:
    """Return the framed pinned lines for a prompt, and how many there are.

    A file that nobody has looked at since it changed goes through the gate first, once: that takes a moment.
    """
    lines = pinned(Path(vault), None, settings.gate.allow)
    if lines is None:
        opened = open_vault(Path(home), settings=settings, patience_ms=_PATIENCE_MS)
        lines = opened.pinned()
        opened.leave()
    listed = [neutral(line) for line in shown(lines, PROMPT_MOST).splitlines()]
    return ("\n".join([OPENING, "Pinned by the user:", *listed, CLOSING]) if listed else "", len(lines))
