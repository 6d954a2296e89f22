"""Does it work here? A real round trip in a scratch vault, then a close look at the user's own.

Nothing of the user's is changed. Everything found is one line, with the command that mends it.
"""

import os
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from shlex import quote

from vademecum import config, db
from vademecum.engine import troubles
from vademecum.engine.health import disk_room, failed, guarded
from vademecum.engine.keepers import INDEX_MS
from vademecum.engine.opening import open_vault
from vademecum.engine.vault import Vault
from vademecum.model.errors import DamagedError, VademecumError
from vademecum.model.gathered import Backlog
from vademecum.model.health import Check, Health, Level
from vademecum.model.memory import Action, Draft, Scope
from vademecum.model.search import Query
from vademecum.model.settings import Settings
from vademecum.rules import markdown
from vademecum.store.files import Store
from vademecum.store.layout import Layout, memory_at

_PROJECT = Scope("doctor")
_SHOWN = 20


def examine(home: Path, user: str, *, clock: Callable[[], datetime]) -> Health:
    """Return how everything is: the round trip first, then the home, its files and its databases."""
    checks = list(round_trip(_settings(home), clock))
    checks += library()
    if home.is_dir():
        checks += [disk_room(home), *permissions(home), *troubles.hooks(home, home / "vaults" / user, clock())]
    layout = Layout(home / "vaults" / user)
    if layout.root.is_dir():
        checks += [*databases(layout), *unreadable(layout), *_own_vault(home, user, clock)]
    else:
        checks.append(Check("vault", f"{layout.root} is not there yet", Level.NOTE, "`vade init`"))
    return Health(tuple(checks))


def round_trip(settings: Settings, clock: Callable[[], datetime]) -> Iterator[Check]:
    """Write, gate, recall, forget and verify in a home of its own, with the user's settings."""
    with tempfile.TemporaryDirectory(prefix="vade-doctor-") as folder:
        scratch = Path(folder) / "home"
        try:
            with open_vault(scratch, settings=settings, clock=clock) as vault:
                yield from _steps(vault)
        except VademecumError as fault:
            yield failed("round trip", fault)


def _steps(vault: Vault) -> Iterator[Check]:
    receipt = vault.write(
        Draft(title="Doctor's lantern", body=f"The lantern hangs by the door. {_fake()}", scope=_PROJECT)
    )
    yield _step("write", receipt.action is Action.STORED and Path(receipt.path).is_file(), receipt.action)
    text = Path(receipt.path).read_text(encoding="utf-8")
    yield _step("gate", receipt.redactions > 0 and _fake().split("=")[1] not in text, "a secret was not redacted")
    yield _step("index", receipt.indexed, "the write was not indexed")
    found = vault.recall(Query("where does the lantern hang", scopes=(_PROJECT,)))
    yield _step("recall", any(hit.passage.name == receipt.name for hit in found.hits), found.abstained or "not found")
    if found.degraded:
        yield Check("recall", found.degraded, Level.BAD, "`vade embedders` shows what is available")
    vault.forget(receipt.name)
    gone = vault.recall(Query("where does the lantern hang", scopes=(_PROJECT,)))
    yield _step("forget", not gone.hits, "a forgotten memory was still found")
    flaws = vault.verify().flaws
    yield _step("verify", not flaws, "; ".join(flaw.message for flaw in flaws))


def _fake() -> str:
    """Return a line with a password that is none; put together here, so that no file holds it."""
    return "password=" + "".join(chr(ord("a") + (7 * n) % 26) for n in range(9)) + "47!Q"


def _step(name: str, went_well: bool, otherwise: str) -> Check:  # noqa: FBT001  the one fact of a step
    if went_well:
        return Check(f"round trip: {name}", "works")
    return Check(
        f"round trip: {name}", str(otherwise), Level.BAD, "please report this with the output of `vade doctor --json`"
    )


def library() -> Iterator[Check]:
    """Look at what Python's SQLite can do."""
    version = sqlite3.sqlite_version
    scratch = sqlite3.connect(":memory:")  # noqa: TID251  asks the library, opens no file
    try:
        scratch.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
    except sqlite3.OperationalError:
        yield Check("sqlite", f"{version} has no full-text search", Level.BAD, "use a Python whose SQLite has FTS5")
    else:
        yield Check("sqlite", f"{version} with full-text search")
    finally:
        scratch.close()


def permissions(home: Path) -> Iterator[Check]:
    """Name every file of the home that others may read or write; links are not followed."""
    if os.name == "nt":
        return
    yield guarded("owner", lambda: config.check_home(home), "this user's alone")
    open_ones = [path for path in _walk(home) if stat.S_IMODE(path.lstat().st_mode) & 0o077]
    for path in open_ones[:_SHOWN]:
        yield Check("permissions", f"others may get at {path}", Level.BAD, f"`chmod go= {quote(str(path))}`")
    if len(open_ones) > _SHOWN:
        more = len(open_ones) - _SHOWN
        yield Check("permissions", f"and {more} more files", Level.BAD, f"`chmod -R go= {quote(str(home))}`")


def _walk(home: Path) -> Iterator[Path]:
    """Yield what lies in the home, without git's own files: git sets their modes, and their folder is closed."""
    for folder, folders, files in os.walk(home):
        folders[:] = [name for name in folders if name != ".git" and not (Path(folder) / name).is_symlink()]
        yield from (Path(folder) / name for name in (*folders, *files) if not (Path(folder) / name).is_symlink())


def databases(layout: Layout) -> Iterator[Check]:
    """Let SQLite check each database from the first page to the last."""
    yield _whole(
        layout.history,
        "put it back from a backup, or begin anew from the markdown files: `vade doctor --rebuild-history`",
    )
    if os.path.lexists(layout.index):
        yield _whole(layout.index, "`vade reindex --full`: nothing is lost, it is made from the vault")


def _whole(path: Path, hint: str) -> Check:
    try:
        if not db.has_content(path):
            return Check(path.name, "is missing", Level.BAD, hint)
        connection = db.connect(path, durable=False, read_only=True, busy_ms=INDEX_MS)
        try:
            with db.naming_errors(path):
                found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        finally:
            connection.close()
    except DamagedError as fault:
        return Check(path.name, fault.message, Level.BAD, hint)
    except VademecumError as fault:
        return failed(path.name, fault)
    return Check(path.name, "whole") if found == "ok" else Check(path.name, str(found), Level.BAD, hint)


def unreadable(layout: Layout) -> Iterator[Check]:
    """Name every memory's file that cannot be read as one, or holds something odd, with the line."""
    store = Store(layout)
    closed: list[str] = []
    places = [place for place, _ in store.scan(closed)]
    for folder in closed:
        yield Check(f"store/{folder}", "cannot be read", Level.BAD, "check its owner and mode")
    for place in places:
        yield from _read(store, place)
    yield Check("files", f"{len(places)} looked at")


def _read(store: Store, place: str) -> Iterator[Check]:
    stands_for = memory_at(place)
    try:
        text = store.read(place)
    except VademecumError as fault:
        yield failed(place, fault)
        return
    if stands_for is None or text is None:
        return
    broken = markdown.parse(text).problem
    _, problems = markdown.read(text, name=stands_for[0], scope=stands_for[1])
    for problem in problems:
        level = Level.BAD if problem.fatal or problem == broken else Level.NOTE
        yield Check(place, str(problem), level, f"mend {store.layout.file(place)}")


def _own_vault(home: Path, user: str, clock: Callable[[], datetime]) -> Iterator[Check]:
    try:
        with open_vault(home, user, clock=clock) as vault:
            status = vault.status()
            if status.degraded:
                yield Check("model", status.degraded, Level.BAD, status.mend)
            found = vault.verify()
            yield from _packed(vault.backlog())
    except VademecumError as fault:
        yield failed("vault", fault)
        return
    for flaw in found.flaws[:_SHOWN]:
        yield Check("verify", f"{flaw.place}: {flaw.message}", Level.BAD, "`vade verify`")
    if found.is_sound:
        yield Check("verify", f"{found.events} events, {found.versions} versions and {found.files} files agree")


def _packed(backlog: Sequence[Backlog]) -> Iterator[Check]:
    """Say which hosts have transcripts that are packed in a way that is not read."""
    for one in backlog:
        if one.packed:
            said = f"packed with zstd in {one.folder}, and not read: {one.packed}"
            yield Check("sources", said, Level.NOTE, "unpack those you want found: `zstd -d FILE`")


def _settings(home: Path) -> Settings:
    """Return the user's settings; those that cannot be read are a line of their own elsewhere."""
    try:
        return config.load(home)
    except VademecumError:
        return Settings()
