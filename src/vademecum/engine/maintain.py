"""Looking after a vault: what is good for it once a day, each step by itself."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from vademecum import disk, ledger
from vademecum.engine import ending
from vademecum.engine.gathering import keeping
from vademecum.engine.gathering.run import gather
from vademecum.engine.gathering.work import Work
from vademecum.engine.keepers import Keepers
from vademecum.history import chain
from vademecum.model.errors import VademecumError
from vademecum.model.gathered import Maintained, Step

KEEP_DAYS = 1
"""A transcript that nobody touched for so long is kept; hosts delete after thirty, at the earliest after one."""

LEDGER = timedelta(days=90)
"""What hooks gave a session goes when nothing was given in it for so long: its transcript is gone from the host by
then, so nothing can be learned of it any more.
"""


def maintain(keepers: Keepers) -> Maintained:
    """Do every step; see `Vault.maintain`."""
    steps = (
        ("sources", _sources),
        ("transcripts", _transcripts),
        ("leftovers", _leftovers),
        ("space", _space),
        ("signature", _signature),
    )
    done = tuple(_tried(name, step, keepers) for name, step in steps)
    return Maintained(done, sizes(keepers.layout.root))


def sizes(vault: Path) -> dict[str, int]:
    """Return what a vault's files and folders take, in bytes."""
    return {path.name: _size(path) for path in sorted(vault.iterdir())} if vault.is_dir() else {}


def _tried(name: str, step: Callable[[Keepers], str], keepers: Keepers) -> Step:
    try:
        return Step(name, step(keepers))
    except VademecumError as fault:
        return Step(name, fault.message, failed=True)
    except (sqlite3.Error, OSError) as fault:
        return Step(name, str(fault), failed=True)


def _sources(keepers: Keepers) -> str:
    found = gather(keepers)
    if found.busy:
        return "another process is taking in what is new"
    return f"{found.sessions} sessions and {found.documents} documents had something new"


def _transcripts(keepers: Keepers) -> str:
    work = Work(keepers)
    keeping.keep(work, KEEP_DAYS)
    return f"{work.counts['kept']} transcripts kept"


def _leftovers(keepers: Keepers) -> str:
    root = keepers.layout.root
    before = sum(sizes(root).values())
    for folder in (keepers.home, root, keeping.folder_of(keepers)):
        disk.sweep(folder)
    for path in root.glob(f"{keepers.layout.index.name}.damaged*"):
        path.unlink(missing_ok=True)
    for path in _old_ledgers(keepers):
        path.unlink(missing_ok=True)
    return f"{max(before - sum(sizes(root).values()), 0)} bytes removed"


def _old_ledgers(keepers: Keepers) -> list[Path]:
    newest = (keepers.clock() - LEDGER).timestamp()
    files = (keepers.layout.root / ledger.FOLDER).glob("*.jsonl")
    return [path for path in files if path.stem != ledger.PLACES and path.lstat().st_mtime < newest]


def _space(keepers: Keepers) -> str:
    return f"{keepers.index.shrink()} bytes of the index given back"


def _signature(keepers: Keepers) -> str:
    head = str(chain.head(keepers.history.db).seq)
    if head == "0":
        return "nothing is recorded yet"
    was = keepers.history.fact(ending.COMMITTED)
    ending.end(keepers)
    if keepers.history.fact(ending.COMMITTED) != head:
        return "not signed and committed; it is tried again when the vault is closed"
    return "nothing was recorded since the last time" if was == head else f"signed and committed up to event {head}"


def _size(path: Path) -> int:
    """Return the bytes of a file, or of all in a folder; what goes away meanwhile has none."""
    with suppress(FileNotFoundError):
        if path.is_symlink() or not path.is_dir():
            return path.lstat().st_size
        return sum([_size(one) for one in path.iterdir()])
    return 0
