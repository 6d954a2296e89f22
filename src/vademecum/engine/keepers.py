"""What the verbs of one vault work with; each keeper is imported and opened when it is first needed.

Opening a vault is on the path of every prompt, so nothing is imported here that opening does not need.
"""

import hashlib
import hmac
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from vademecum import config
from vademecum.db import BUSY_MS, has_content
from vademecum.engine.heads import Heads
from vademecum.history import History
from vademecum.model.errors import DamagedError, UnavailableError
from vademecum.model.settings import Settings
from vademecum.store.files import Store, make_folder
from vademecum.store.layout import Layout

if TYPE_CHECKING:
    from vademecum.index.sqlite.index import SqliteIndex
    from vademecum.rules.gate import Policy
    from vademecum.store.git import Git

INDEX_MS = 3_000
"""How long the index is waited for: it is derived, so nothing is lost when another process keeps it longer."""

_REFUSED_S = 1.0
"""For how long an index that was locked when it was to be opened is not tried again."""


@dataclass
class Keepers:
    """The keepers of one user's vault, with its settings and its clock. Belongs to one thread at a time.

    `patience_ms` is how long each writing step waits for another process; for the index at most `INDEX_MS`.
    """

    home: Path
    user: str
    settings: Settings
    clock: Callable[[], datetime]
    patience_ms: int = BUSY_MS
    layout: Layout = field(init=False)
    hurried_at: int = field(init=False, default=0)
    """When this process last looked at the sources in a hurry, in microseconds since 1970; `waiting` files were left.
    """
    waiting: int = field(init=False, default=0)
    _index: "SqliteIndex | None" = field(init=False, default=None)
    _index_inode: int = field(init=False, default=0)
    _index_ms: int = field(init=False)
    _refused: tuple[float, UnavailableError] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._index_ms = min(self.patience_ms, INDEX_MS)
        self.layout = Layout(self.home / "vaults" / self.user)

    @cached_property
    def store(self) -> Store:
        """The markdown files."""
        return Store(self.layout)

    @cached_property
    def git(self) -> "Git":
        """The store's git repository."""
        from vademecum.store.git import Git

        return Git(self.layout.store, config.variables())

    @cached_property
    def history(self) -> History:
        """The versions and the chain; made on the first use of a new vault.

        Raises:
            DamagedError: there was a history and it is gone.
        """
        self._refuse_a_lost_history()
        make_folder(self.layout.root)
        history = History(self.layout.history, busy_ms=self.patience_ms)
        if history.fact("vault") is None:
            with history.noting():
                if history.fact("vault") is None:
                    history.state("vault", os.urandom(8).hex())
        return history

    def _refuse_a_lost_history(self) -> None:
        path = self.layout.history
        if has_content(path):
            return
        known = self.heads.newest()
        if known is not None and known.seq > 0 and not has_content(path):  # another process may have made it meanwhile
            raise DamagedError(
                f"{path} is gone, but {known.seq} events were recorded in it",
                hint="put it back from a backup, or begin anew from the store with `vade doctor --rebuild-history`",
                code="damaged.history",
            )

    @cached_property
    def heads(self) -> Heads:
        """The last event's number and hash, kept beside the key."""
        return Heads(self.home / "heads" / self.user, self.secret("heads"))

    @cached_property
    def key(self) -> bytes:
        """The 32 bytes that key the chain."""
        return config.read_key(self.home)

    def secret(self, purpose: str) -> bytes:
        """Return the key for one purpose: nothing that is keyed with it can be moved to another."""
        return hmac.new(self.key, purpose.encode(), hashlib.sha256).digest()

    @cached_property
    def policy(self) -> "Policy":
        """What the gate has to know of this home."""
        from vademecum.rules.gate import Policy

        gate = self.settings.gate
        return Policy(
            key=self.secret("fingerprints"),
            allow=frozenset(gate.allow),
            global_paths=gate.global_paths,
            second_opinion=gate.second_opinion,
            known=config.secret_values() if gate.known_values else (),
        )

    def clean(self, text: str) -> str:
        """Return what the gate leaves of a text that is shown, not stored."""
        from vademecum.rules import gate

        return gate.clean(text, self.policy)[0]

    @property
    def index(self) -> "SqliteIndex":
        """The index; opened anew when its file was deleted or replaced under us.

        Raises:
            UnavailableError: it cannot be opened here, or another process had it locked a moment ago.
        """
        if self._index is not None and _inode(self.layout.index) == self._index_inode:
            return self._index
        self.drop_index()
        if self._refused is not None and monotonic() - self._refused[0] < _REFUSED_S:
            raise self._refused[1]
        try:
            self._index = self._opened()
        except UnavailableError as fault:
            self._refused = (monotonic(), fault) if fault.code == "unavailable.locked" else None
            raise
        self._index_inode = _inode(self.layout.index)
        return self._index

    def _opened(self) -> "SqliteIndex":
        from vademecum.embedders.detect import open_embedder
        from vademecum.index.sqlite.index import SqliteIndex

        embedder = self.settings.embedder
        return SqliteIndex(self.layout.index, open_embedder(embedder.provider, embedder.path), busy_ms=self._index_ms)

    @contextmanager
    def hurrying(self, milliseconds: int) -> Iterator[None]:
        """Within the block, wait at most so long for another process that holds the index."""
        before, self._index_ms = self._index_ms, min(milliseconds, self._index_ms)
        try:
            self._wait_at_most()
            yield
        finally:
            self._index_ms = before
            self._wait_at_most()

    def _wait_at_most(self) -> None:
        if self._index is not None:
            self._index.wait_at_most(self._index_ms)

    def drop_index(self) -> None:
        """Close the index, so that the next use opens it anew."""
        if self._index is not None:
            self._index.close()
            self._index = None

    def is_open(self) -> bool:
        """Tell whether the history was opened and not closed since."""
        return "history" in self.__dict__

    def close(self) -> None:
        """Close what was opened."""
        self.drop_index()
        history = self.__dict__.pop("history", None)
        if history is not None:
            history.close()


def _inode(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0
