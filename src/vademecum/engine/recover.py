"""Beginning a history anew from the store, when the old one is gone for good: only when a person asks for it."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from vademecum import config
from vademecum.db import has_content
from vademecum.engine.clock import utc_now
from vademecum.engine.keepers import Keepers
from vademecum.engine.sync import sync
from vademecum.engine.verify import is_whole
from vademecum.model.errors import DamagedError, RefusedError
from vademecum.model.event import EventType
from vademecum.model.report import SyncReport
from vademecum.rules import naming


def rebuild_history(
    home: Path, user: str = "default", *, force: bool = False, clock: Callable[[], datetime] = utc_now
) -> SyncReport:
    """Move the history aside and begin a new one with the memories that the store holds.

    With `force` also one that is whole. The new chain's first event says that it follows a lost one, and where that had
    ended. What was believed before is only in the file moved aside (`history.db.lost-1`, ...).

    Raises:
        RefusedError: the history is whole, so that all earlier versions would be lost for nothing.
        ConflictError: a newer version wrote it.
        DamagedError: the key is missing.
        UnavailableError: the files cannot be moved, or another process keeps them.
    """
    if not force and _is_whole(Keepers(home, naming.check_user(user), config.load(home), clock)):
        raise RefusedError(
            "the history is whole: a new one would hold no earlier versions and no proofs; nothing was changed",
            hint="`vade sync` takes changed files in, `vade reindex --full` makes the index anew; --force insists",
        )
    keepers = Keepers(home, naming.check_user(user), config.load(home), clock)
    try:
        lost = keepers.heads.newest()
        _move_aside(keepers.layout.history)
        keepers.heads.begin_anew()
        with keepers.history.writing(keepers.key) as tail:
            data = {"reason": "history lost", "seq": lost.seq if lost else 0, "hash": lost.hash if lost else ""}
            tail.append(EventType.ROTATED, tail.moment(clock()), "", "", data)
        keepers.drop_index()
        keepers.layout.index.unlink(missing_ok=True)
        return sync(keepers)
    finally:
        keepers.close()


def _is_whole(keepers: Keepers) -> bool:
    """Tell whether there is a history, and it is as it was written."""
    try:
        return has_content(keepers.layout.history) and is_whole(keepers)
    except DamagedError:
        return False
    finally:
        keepers.close()


def _move_aside(path: Path) -> None:
    number = 1
    while (aside := path.with_name(f"{path.name}.lost-{number}")).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
