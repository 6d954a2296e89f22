"""What an agent is given where it acts: a sub-agent that is started, a file or a command that is about to be used.

A sub-agent has a context of its own, so it has a ledger file of its own, and may be given what its session was.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from vademecum.config.quick import vault_of
from vademecum.engine.beginning import closing_at_once
from vademecum.engine.giving import give
from vademecum.engine.whereabouts import project_of
from vademecum.ledger import Session
from vademecum.model.errors import MissingError
from vademecum.model.frozen import dataclass
from vademecum.model.memory import Sensitivity, Trust, Version
from vademecum.model.settings import Settings
from vademecum.rules.framing import clip, frame
from vademecum.rules.tokens import estimate


@dataclass(frozen=True, slots=True)
class Where:
    """Where an agent acts: its session, the folder, the home and its settings, and the sub-agent when it is one."""

    session: str
    folder: str
    home: str
    settings: Settings
    now: datetime
    agent: str = ""
    agent_type: str = ""

    @property
    def book(self) -> str:
        """The session as its ledger file knows it."""
        return f"{self.session}-{self.agent}" if self.agent else self.session


def give_task(where: Where, task: str) -> str:
    """Return the framed memories for a sub-agent's task; without a task what its session's last prompt was given.

    Raises:
        VademecumError: the settings, the project or the vault cannot be read.
    """
    if task:
        return give(
            task,
            session=where.book,
            folder=where.folder,
            home=where.home,
            settings=where.settings,
            now=where.now,
            agent=where.agent_type,
        )
    last = Session(vault_of(where.home), where.session).last_prompt() or {}
    ids = [one for one in last.get("given", ()) if isinstance(one, str)]
    project = project_of(where.folder, where.home, Session(vault_of(where.home), where.book), where.settings)
    if not ids or project is None:
        return ""
    with closing_at_once(Path(where.home), where.settings) as vault:
        found = []
        for identity in ids:
            with suppress(MissingError):
                found.append(vault.get(identity))
    return _give(where, project, found)


def give_action(where: Where, tool_input: dict[str, Any]) -> str:
    """Return the framed memories that rest on the file, or hold the command, of a tool call; empty for none.

    Raises:
        VademecumError: the settings, the project or the vault cannot be read.
    """
    path, command = _text(tool_input, "file_path", "notebook_path", "path"), _text(tool_input, "command", "cmd")
    project = project_of(where.folder, where.home, Session(vault_of(where.home), where.book), where.settings)
    if project is None or not (path or command):
        return ""
    with closing_at_once(Path(where.home), where.settings) as vault:
        found = vault.touching(project or None, path=path, command=command)
    return _give(where, project, found)


def _give(where: Where, project: str, versions: Iterable[Version]) -> str:
    """Frame what this agent was not given yet, within the settings, and write it down."""
    wanted = where.settings.inject
    book = Session(vault_of(where.home), where.book)
    before, left = book.given(), wanted.token_budget
    items: dict[str, tuple[str, str]] = {}
    for version in versions:
        item = _item(version, wanted.max_chars)
        cost = estimate(": ".join(item))
        if len(items) == wanted.k or version.id in before or not _is_fit(version, project, wanted.max_sensitivity):
            continue
        if cost <= left:
            items[version.id] = item
            left -= cost
    if not items:
        return ""
    at = where.now.isoformat(timespec="seconds")
    book.append("prompt", at=at, project=project, given=list(items), considered=[], agent=where.agent_type)
    twice = book.given_meanwhile()  # an agent runs the hooks of several tool calls at once
    left_over = [item for identity, item in items.items() if identity not in twice]
    return frame(left_over) if left_over else ""


def _is_fit(version: Version, project: str, most: str) -> bool:
    memory = version.memory
    return (
        version.is_live
        and memory.scope.project in {None, project or None}
        and memory.trust is not Trust.UNTRUSTED
        and memory.sensitivity.rank <= Sensitivity(most).rank
    )


def _item(version: Version, most: int) -> tuple[str, str]:
    memory = version.memory
    said = memory.body or memory.description
    return f"{memory.name} · {memory.scope}", clip(" ".join(said.split()), most)


def _text(values: dict[str, Any], *keys: str) -> str:
    return next((values[key] for key in keys if isinstance(values.get(key), str) and values[key].strip()), "")
