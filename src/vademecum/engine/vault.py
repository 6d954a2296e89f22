"""The door: one user's vault, with a method for everything that can be done with it.

Each method is one verb of the engine, which imports it when it is first named: opening a vault costs next to nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from vademecum import engine
from vademecum.engine.keepers import Keepers
from vademecum.engine.library import Library
from vademecum.engine.sessions import Sessions
from vademecum.engine.verb import verb
from vademecum.model.errors import VademecumError
from vademecum.model.memory import GLOBAL, Draft, Receipt, Scope, Trust, Version
from vademecum.model.search import Query, Recall
from vademecum.model.settings import Settings

if TYPE_CHECKING:  # making these classes takes longer than opening a vault
    from vademecum.model.report import (
        Forgotten,
        ImportReport,
        IndexReport,
        Links,
        Proof,
        Proposal,
        Status,
        Story,
        SyncReport,
        Unadopted,
        Verification,
        WorkingMemory,
    )
    from vademecum.rules.gate import Policy


class Vault(Sessions, Library):
    """What one user's agents know. Use it as a context manager; calls must not overlap in time."""

    def __init__(self, keepers: Keepers) -> None:
        self._keepers = keepers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The vault's folder."""
        return self._keepers.layout.root

    @property
    def settings(self) -> Settings:
        """The settings it was opened with."""
        return self._keepers.settings

    @property
    def policy(self) -> "Policy":
        """What the gate knows of this home: to look at files with the same eyes."""
        return self._keepers.policy

    @verb
    def write(self, draft: Draft) -> Receipt:
        """Write one memory: gate it, version it, commit it, let recall see it. It is durable on return.

        A draft that the gate blocks is no error: the receipt's action says so, with the findings.

        Raises:
            InvalidError: a field can never be accepted as given.
            RefusedError: an untrusted text asks to be global, or says what was erased.
            ConflictError: the given name lives in another scope.
            UnavailableError: the disk or the lock refuses; nothing was written.
        """
        return engine.write.write(self._keepers, draft)

    def write_many(self, drafts: Iterable[Draft]) -> Iterator[Receipt | VademecumError]:
        """Write many memories, in order; yield for each its receipt, or the error that `write` would raise.

        What was yielded is durable. One transaction takes up to 256 drafts. Receipts of batches over 16 drafts do
        not tell `similar` memories.
        """
        return engine.write.write_many(self._keepers, drafts)

    @verb
    def recall(self, query: Query | str, /, **fields: Any) -> Recall:  # noqa: ANN401  the fields of Query
        """Answer a question from what is known: hits best first, or why there are none.

        A text is asked with the defaults of `Query`; `fields` replaces any of them.

        Raises:
            InvalidError: a field is out of bounds.
        """
        return engine.recall.recall(self._keepers, query, fields)

    search = recall

    @verb
    def get(self, name: str, as_of: datetime | None = None) -> Version:
        """Return the memory with this name or id, as it is or as it was believed at an aware instant.

        Raises:
            MissingError: there is none; the hint lists near names.
        """
        return engine.get.get(self._keepers, name, as_of)

    @verb
    def browse(self, scope: Scope | None = None, most: int | None = None) -> list[Version]:
        """Return what is believed now, newest first; of one scope, or of all; at most so many."""
        return engine.get.browse(self._keepers, scope, most)

    @verb
    def history(self, name: str) -> list[Version]:
        """Return every version of a memory, oldest first; also of a forgotten one.

        Raises:
            MissingError: nothing ever had this name or id.
        """
        return engine.get.history(self._keepers, name)

    @verb
    def why(self, name: str) -> "Story":
        """Return the whole story of a memory: its versions and everything that happened to them.

        Raises:
            MissingError: nothing ever had this name or id.
        """
        return engine.get.why(self._keepers, name)

    @verb
    def links(self, name: str) -> "Links":
        """Return what a memory points to and what points to it.

        Raises:
            MissingError: there is no such memory.
        """
        return engine.get.links(self._keepers, name)

    @verb
    def forget(self, name: str, *, reason: str = "", erase: bool = False) -> Receipt:
        """Retire a memory: no longer recalled, still in the history; or, with `erase`, remove every trace.

        Raises:
            MissingError: there is no such memory.
        """
        if erase:
            return engine.erase.erase(self._keepers, name)
        return engine.forget.forget(self._keepers, name, reason=reason)

    @verb
    def restore(self, name_or_id: str) -> Receipt:
        """Bring back a forgotten memory, or an earlier version of a live one, as it was.

        Raises:
            MissingError: nothing ever had this name or id.
            ConflictError: it is live.
        """
        return engine.forget.restore(self._keepers, name_or_id)

    @verb
    def import_claude_memory(self, folder: Path, *, dry_run: bool = False) -> "ImportReport":
        """Take over Claude Code's own memories from its configuration folder; nothing there is changed.

        Raises:
            DamagedError: `projects.toml` cannot be read.
        """
        return engine.transfer.import_claude_memory(self._keepers, folder, dry_run=dry_run)

    @verb
    def import_markdown(
        self,
        root: Path,
        *,
        scope: Scope = GLOBAL,
        trust: Trust = Trust.OWNER,
        patterns: tuple[str, ...] = ("*",),
        dry_run: bool = False,
    ) -> "ImportReport":
        """Take over a folder of markdown notes into one scope; `patterns` are globs on paths below the folder.

        Raises:
            MissingError: there is no such folder.
        """
        return engine.transfer.import_markdown(
            self._keepers, root, scope=scope, trust=trust, patterns=patterns, dry_run=dry_run
        )

    @verb
    def propose(self, name: str) -> "Proposal":
        """Ask for a memory to become global; nothing changes until a person calls `promote`.

        Raises:
            MissingError: there is no such memory.
            ConflictError: it is global already.
        """
        return engine.promote.propose(self._keepers, name)

    @verb
    def promote(self, name: str) -> Receipt:
        """Make a project's memory global, as proposed when it was; only a person may decide that.

        A gate that blocks it is no error: the receipt's action says so, with the findings.

        Raises:
            MissingError: there is no such memory.
            ConflictError: it is global already, or a global one says the same.
        """
        return engine.promote.promote(self._keepers, name)

    @verb
    def proposals(self) -> "list[Proposal]":
        """Return what waits for a person to promote it, oldest first."""
        return engine.promote.proposals(self._keepers)

    @verb
    def move_project(self, old: str, new: str) -> int:
        """Move the live memories of a project to another project's name; return how many there were.

        `vademecum.engine.projects` does this for every user, and for the list of projects.
        """
        return engine.move.move(self._keepers, old, new)

    @verb
    def forget_project(self, project: str, *, erase: bool = False) -> "Forgotten":
        """Retire what is live in a project's scope; or, with `erase`, remove every trace of all that ever was."""
        if erase:
            return engine.erase.erase_project(self._keepers, project)
        return engine.forget.forget_project(self._keepers, project)

    @verb
    def sync(self, *, most_s: float | None = None) -> "SyncReport":
        """Look at the store now, and take what was changed by hand, or say why it is not taken.

        What is not taken within `most_s` seconds is left for the next look.
        """
        return engine.sync.sync(self._keepers, most_s)

    @verb
    def unadopted(self) -> "list[Unadopted]":
        """Return the changes made by hand that are not part of the vault, as of the last look, with the reason."""
        return engine.edits.unadopted(self._keepers)

    @verb
    def adopt(self, name: str) -> Receipt:
        """Take a hand edit that waits as a new version; a gate that blocks it is no error.

        Raises:
            MissingError: no file of this name is changed.
        """
        return engine.edits.adopt(self._keepers, name)

    @verb
    def revert(self, name: str) -> Receipt:
        """Throw a hand edit away: the file becomes what the vault believes, or goes.

        Raises:
            MissingError: no file of this name is changed.
        """
        return engine.edits.revert(self._keepers, name)

    @verb
    def reindex(self, *, full: bool = False, progress: Callable[[int], None] | None = None) -> "IndexReport":
        """Bring the index up to date; make it anew when `full`, or when another model or analyser made it.

        `progress` is told how many passages are done.

        Raises:
            UnavailableError: the index cannot be written here.
        """
        return engine.follow.reindex(self._keepers, full=full, progress=progress)

    @verb
    def verify(self, checkpoint: Path | None = None) -> "Verification":
        """Check the chain, the tree, every version and every file; name whatever is not as it was written.

        `checkpoint` is a file with a signed checkpoint kept elsewhere, which the log must still contain.

        Raises:
            DamagedError: the history cannot even be read.
            InvalidError: the file is no signed checkpoint.
        """
        return engine.verify.verify(self._keepers, checkpoint)

    @verb
    def prove(self, name: str) -> "Proof":
        """Return evidence that a version was recorded, checkable with the public key alone.

        Raises:
            MissingError: there is no such memory.
        """
        return engine.verify.prove(self._keepers, name)

    @verb
    def checkpoint(self) -> str:
        """Sign the log and commit the store now, as closing does; return the newest signed checkpoint.

        For a process that stays open: in a quiet moment, or to keep the checkpoint elsewhere. Empty for a new vault.
        """
        engine.ending.end(self._keepers)
        return engine.sign.sign(self._keepers)

    @verb
    def context(
        self, action: str = "get", data: Mapping[str, Any] | None = None, *, version: int | None = None
    ) -> "WorkingMemory":
        """Read the working memory (`get`), replace it (`set`), or change parts of it (`patch`, a JSON merge patch).

        `version` is the one that the caller saw; without it a change may only add. Secrets are redacted.

        Raises:
            ConflictError: it is at another version, or the change would overwrite and names none.
            InvalidError: the action is none, or the data no JSON object, over 64 KB or too deep.
            DamagedError: the file cannot be read.
        """
        return engine.context.context(self._keepers, action, data, version)

    @verb
    def status(self) -> "Status":
        """Return counts, sizes, and everything that wants attention."""
        return engine.status.status(self._keepers)

    def rest(self) -> None:
        """Sign and commit what was written, in a quiet moment of a long conversation; nothing new costs one look."""
        engine.ending.end(self._keepers)

    def close(self) -> None:
        """Sign and commit what was written, and close the vault's files; a second time does nothing."""
        if self._keepers.is_open():
            engine.ending.end(self._keepers)
        self._keepers.close()
