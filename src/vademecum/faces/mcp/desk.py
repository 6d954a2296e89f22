"""The desk where tool calls are answered. It opens the vault at the first need, not before.

The engine is imported here and not by the server: a host waits for the list of tools at each session's start,
and the list needs no vault.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from vademecum import config
from vademecum.config.drop_in import infinite_memory
from vademecum.engine.clock import utc_now
from vademecum.engine.opening import open_vault
from vademecum.engine.standing_in import prepare
from vademecum.engine.vault import Vault
from vademecum.faces.journal import Journal, log_of
from vademecum.faces.mcp import arguments as checking
from vademecum.faces.mcp import resources
from vademecum.faces.mcp.clipping import bounded
from vademecum.faces.mcp.session import Session
from vademecum.faces.mcp.standing_in import settings_of, take_in
from vademecum.faces.mcp.tool import Profile, Tool
from vademecum.faces.mcp.verbs import VERBS
from vademecum.identity import Project, project_of
from vademecum.identity.privacy import left_alone_by
from vademecum.model.errors import RefusedError, VademecumError
from vademecum.rules.showing import all_shown, shown

Plain = dict[str, Any]


class VaultDesk:
    """One client's way into one vault."""

    def __init__(self, profile: Profile, user: str) -> None:
        self._profile, self._user = profile, user
        self._journal = Journal(log_of(config.home(), user) / "mcp.jsonl")
        self._vault: Vault | None = None
        self._here: dict[Path, Project] = {}
        self._behind = False
        self._unwatch: Callable[[], None] = lambda: None

    def call(self, tool: Tool, given: Plain, tell: Callable[[int, int], None]) -> Plain:
        """Return the result of a tool call; a fault is a result that the model can act on."""
        try:
            answer = VERBS[tool.verb](self._session(), checking.check(tool, given), tell)
        except VademecumError as fault:
            return _failed(fault)
        self._behind = self._behind or answer.behind > 0
        text, data = shown(answer.text), all_shown(answer.data)
        text, data = (text, data) if answer.whole else (bounded(text), bounded(data))
        return {"content": [{"type": "text", "text": text}], "structuredContent": data, "isError": False}

    def resources(self) -> list[Plain]:
        """Return what may be read here, the overview first."""
        listed: list[Plain] = all_shown(resources.listed(self._session()))
        return listed

    def read(self, uri: str) -> str | None:
        """Return the text of a resource, None when there is none here."""
        found = resources.read(self._session(), uri)
        return None if found is None else shown(found)

    def answered(self) -> None:
        """Have taken in what a search was too short for."""
        if self._behind:
            self._behind = False
            if self._vault is None or not self._vault.is_gathering():
                take_in(self._profile, self._user)

    def rest(self) -> None:
        """Sign and commit what was written; whatever fails is done the next time."""
        if self._vault is not None:
            self._vault.rest()

    def close(self) -> None:
        """Leave the vault as it should be found."""
        self._unwatch()
        if self._vault is not None:
            self._journal.note(utc_now(), "closed")
            self._vault.close()
            self._vault = None

    def _session(self) -> Session:
        home, folder = config.home(), config.project_dir()
        self._check_privacy(home, folder)
        if self._vault is None:
            self._vault = self._open(home, folder)
        if folder not in self._here:
            self._here[folder] = project_of(folder, home)
        return Session(self._vault, self._here[folder], utc_now())

    def _check_privacy(self, home: Path, folder: Path) -> None:
        """See to it that nothing is read or kept in a folder that is to be left alone; asked anew at every call."""
        rule = left_alone_by(folder, config.load(home).privacy)
        if rule:
            raise RefusedError(
                f"Vademecum leaves this folder alone: {rule}",
                hint="nothing is read or kept here; do not ask again, and leave that rule to the user",
                code="refused.private",
            )

    def _open(self, home: Path, folder: Path) -> Vault:
        if self._profile.variables:
            for note in prepare(home, infinite_memory()):
                self._journal.note(utc_now(), "prepared", what=note)
                self._journal.warn(note)
        vault = open_vault(home, self._user, settings_of(self._profile, config.load(home)))
        self._journal.note(utc_now(), "opened", profile=self._profile.name, project=str(folder))
        if vault.settings.knowledge.watch:
            self._watch(vault)
        return vault

    def _watch(self, vault: Vault) -> None:
        """Have changes in folders of documents taken in at once; where that cannot be, each search looks for them."""
        try:
            self._unwatch = vault.watch(lambda: take_in(self._profile, self._user))
        except VademecumError as fault:
            self._journal.note(utc_now(), "not watching", why=fault.message, hint=fault.hint)


def _failed(fault: VademecumError) -> Plain:
    text = f"{fault.message} ({fault.hint})" if fault.hint else fault.message
    return {"content": [{"type": "text", "text": text}], "isError": True}
