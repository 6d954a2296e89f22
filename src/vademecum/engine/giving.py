"""Give a prompt its memories, and write down what was given."""

from __future__ import annotations

import os
from zlib import crc32

from vademecum.config import quick
from vademecum.engine import inject
from vademecum.engine.whereabouts import project_of
from vademecum.ledger import Session
from vademecum.model.errors import UnavailableError
from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.settings import Settings


def give(
    prompt: str, *, session: str, folder: str, home: str, settings: Settings, now: datetime, agent: str = ""
) -> str:
    """Return the framed memories for a prompt of a session in a folder, empty for none.

    Before them comes what the session begins with, when that was held back, or what is pinned and was not given.

    Raises:
        VademecumError: the settings, the project or the index cannot be read.
    """
    vault = quick.vault_of(home)
    if not os.path.isfile(os.path.join(vault, "index.db")):  # noqa: PTH113, PTH118
        if os.path.lexists(os.path.join(vault, "store")):  # noqa: PTH118
            raise UnavailableError("there is no index", hint="`vade reindex`")
        return ""  # nothing was ever written
    book = Session(vault, session)
    place = project_of(folder, home, book, settings)
    if place is None:
        return ""
    held = book.held()
    begins = held or _pinned(vault, home, book, settings, now)
    found = inject.recall_for(prompt, vault=vault, project=place, settings=settings, given=book.given(), now=now)
    book.append(
        "prompt",
        at=now.isoformat(timespec="seconds"),
        prompt=f"{crc32(prompt.encode('utf-8', 'replace')):08x}",
        project=place,
        mode=found.mode,
        given=list(found.given),
        considered=found.considered,
        agent=agent,
    )
    if held and book.has_meanwhile("prompt"):
        begins = ""
    twice = book.given_meanwhile().intersection(found.given) if found.given else ()
    return "\n".join(filter(None, (begins, found.without(twice) if twice else found.text)))


def _pinned(vault: str, home: str, book: Session, settings: Settings, now: datetime) -> str:
    """Return the pinned facts that this session has not been given: by its start, or by an earlier prompt."""
    if not os.path.exists(os.path.join(vault, "store", "pinned.md")):  # noqa: PTH110, PTH118
        return ""
    if book.has_pinned() and not settings.inject.pinned_every_prompt:
        return ""
    from vademecum.engine.pinned_first import for_prompt  # noqa: PLC0415  once a session

    text, lines = for_prompt(vault, home, settings)
    if not book.has_pinned():
        book.append("pinned", at=now.isoformat(timespec="seconds"), lines=lines)
        if book.has_meanwhile("pinned"):
            return ""
    return text
