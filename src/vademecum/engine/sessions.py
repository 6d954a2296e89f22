"""The verbs that hooks use around a session: the part of a vault's door that faces a conversation."""

from typing import TYPE_CHECKING

from vademecum import engine
from vademecum.engine.keepers import Keepers
from vademecum.engine.verb import verb

if TYPE_CHECKING:
    from vademecum.model.memory import Version
    from vademecum.model.report import Captured, Manifest


class Sessions:
    """What a session's start, actions and end ask of a vault."""

    _keepers: Keepers

    @verb
    def manifest(self, project: str | None = None, *, budget: int | None = None) -> "Manifest":
        """Return the overview of what is remembered for a project and everywhere, kept until the next event.

        `budget` bounds its tokens further than the setting does.
        """
        return engine.manifest.manifest(self._keepers, project, budget)

    @verb
    def pinned(self) -> tuple[str, ...]:
        """Return the lines of `pinned.md`, the facts that are always shown, without any secret in them."""
        keepers = self._keepers
        return engine.pinned.pinned(keepers.layout.root, keepers.clean, keepers.settings.gate.allow) or ()

    @verb
    def touching(self, project: str | None, *, path: str = "", command: str = "") -> "list[Version]":
        """Return what may be injected and rests on the file at `path` (absolute), or holds `command` word for word.

        Of the project and what holds everywhere, newest first.
        """
        return engine.touching.touching(self._keepers, project, path=path, command=command)

    @verb
    def capture(self, session: str, project: str | None, records: bytes, *, may_ask: bool = True) -> "Captured":
        """Keep what a session's transcript records (JSON lines, as the host writes them) say that lasts.

        A later call for the same session replaces what an earlier one kept on the same topic. Outside a project only
        what a person asked to remember is kept, for every project. With `may_ask`, the model of the settings is asked.

        Raises:
            UnavailableError: the disk or the lock refuses.
        """
        return engine.capture.capture(self._keepers, session, project, records, may_ask=may_ask)

    @verb
    def captured(self, session: str, most: int = 10) -> list[str]:
        """Return the names of the memories that were kept of a session, the newest first."""
        return engine.capture.names_of(self._keepers, session, most)

    def leave(self) -> None:
        """Close the vault's files without signing or committing: whoever closes it next with more time does that."""
        self._keepers.close()
