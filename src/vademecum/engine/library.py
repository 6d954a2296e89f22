"""The verbs that face transcripts and documents: the part of a vault's door that knows more sources than memories."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from vademecum import engine
from vademecum.engine.keepers import Keepers
from vademecum.engine.verb import verb

if TYPE_CHECKING:
    from pathlib import Path

    from vademecum.model.gathered import Backlog, Gathered, KnowledgeFolder, Maintained, Opened, SessionSummary
    from vademecum.model.memory import Receipt, Scope


class Library:
    """What is asked of a vault about sessions and documents."""

    _keepers: Keepers

    @verb
    def gather(self, *, most_s: float | None = None, progress: Callable[[int, int], None] | None = None) -> "Gathered":
        """Take in what is new in the hosts' transcripts and in the folders of documents.

        One process at a time does so; what is not taken in within `most_s` seconds is left for the next look.
        `progress` is told bytes done and bytes in all. Nothing is lost when it is killed.

        Raises:
            UnavailableError: the index cannot be written.
        """
        return engine.gathering.run.gather(self._keepers, most_s=most_s, progress=progress)

    def is_gathering(self) -> bool:
        """Tell whether a process is taking in transcripts and documents now."""
        return engine.gathering.run.is_running(self._keepers)

    @verb
    def sessions(self, scopes: "Sequence[Scope] | None" = None, most: int | None = None) -> "list[SessionSummary]":
        """Return what is known of agents' sessions, the latest first; of some scopes, or of all; at most so many."""
        return engine.gathering.opened.sessions(self._keepers, scopes, most)

    @verb
    def open(self, name: str, *, whole: bool = False) -> "Opened":
        """Return a session or a document, without the secrets that were in it; or what stands around one passage.

        `name` is a passage's key (`session:<id>#<n>`, `document:<path>#<n>`), the same without the number, the
        beginning of a session's id, or a document's path. A passage comes with three before and after it, unless
        `whole`.

        Raises:
            MissingError: nothing that is indexed has this name, or several have.
        """
        return engine.gathering.opened.opened(self._keepers, name, whole=whole)

    @verb
    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed`, in a thread of its own, for each burst of changes in the folders of documents.

        Returns what ends it. `changed` must not use this vault.

        Raises:
            UnavailableError: the library for it is not installed.
        """
        return engine.watching.watch(self._keepers, changed)

    @verb
    def backlog(self) -> "list[Backlog]":
        """Return what each host still has of its sessions, and when it will delete it; nothing is read but names."""
        return engine.backlog.backlog(self._keepers)

    @verb
    def export_session(self, name: str, path: "Path") -> "Path":
        """Write a session as it is indexed, without secrets, in our own format: JSON lines, packed with `.gz`.

        Raises:
            MissingError: there is no such session.
            UnavailableError: the file cannot be written.
        """
        return engine.session_export.export(self._keepers, name, path)

    @verb
    def forget_session(self, name: str) -> "Receipt":
        """Take a session and its sub-agents out of the index and the vault, and never read them again.

        The host's own transcript is not touched; the receipt names it.

        Raises:
            MissingError: there is no such session.
            InvalidError: it is a document.
        """
        return engine.gathering.opened.forget(self._keepers, name)

    @verb
    def knowledge(self) -> "list[KnowledgeFolder]":
        """Return the folders whose documents are searched, and what is known of each."""
        return engine.gathering.opened.knowledge(self._keepers)

    @verb
    def maintain(self) -> "Maintained":
        """Do what is good for a vault once a day: take in what is new, keep transcripts before their hosts delete them,
        sign and commit, remove what killed writers left, and give back what is free. A step that fails stops no other.
        """
        return engine.maintain.maintain(self._keepers)
