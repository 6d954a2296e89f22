"""Connect agents to this memory, disconnect them again, and look whether they still are.

Each file is one step: recorded, backed up, replaced at once. A run that was killed leaves whole files, and the next
run does what is left.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from vademecum import disk
from vademecum.hosts import book as books
from vademecum.hosts import client, files, plugin
from vademecum.hosts.book import Book, Page, digest
from vademecum.hosts.ports import Host, Merged, Place, Target
from vademecum.hosts.registry import HOSTS
from vademecum.model.errors import VademecumError
from vademecum.model.wiring import Agent, Deed, Wired

_BY_HAND = "nothing was changed; mend it and run this again, or put this in by hand"
_OUT_BY_HAND = "nothing was changed; mend it and run this again, or take this out by hand"


@dataclass(frozen=True, slots=True)
class Run:
    """One run over agents' files: with `rehearsal`, nothing is changed."""

    book: Book
    place: Place
    rehearsal: bool


def agents(place: Place) -> list[Agent]:
    """Return every agent that can be connected, and whether it is here."""
    return [Agent(host.name, host.title, host.is_here(place), host.after) for host in HOSTS]


def connect(home: Path, place: Place, names: Iterable[str], *, rehearsal: bool = False) -> list[Wired]:
    """Put our entries into the files of these agents, each once; a file that cannot be changed is told and left.

    An agent with our plugin is connected by that and gets no second server; entries that it has already are kept right.

    Raises:
        RefusedError: this installation's path cannot be written into a command line.
        DamagedError, UnavailableError: the record of what was done cannot be kept.
    """
    wanted = set(names)
    with _recorded(home, rehearsal=rehearsal):
        run = Run(books.read(home), place, rehearsal)
        todo = [(host, target) for host in HOSTS if host.name in wanted for target in host.targets(place)]
        return [_guarded(_add, run, host, target) for host, target in todo]


def disconnect(home: Path, place: Place, names: Iterable[str] | None = None, *, rehearsal: bool = False) -> list[Wired]:
    """Take everything of ours out of the files of these agents, or of all; files without anything of ours are not told.

    Raises:
        DamagedError, UnavailableError: the record of what was done cannot be kept.
    """
    wanted = {host.name for host in HOSTS} if names is None else set(names)
    with _recorded(home, rehearsal=rehearsal or not home.is_dir()):
        run = Run(books.read(home), place, rehearsal)
        todo = [(host, target) for host in HOSTS if host.name in wanted for target in _known(run, host)]
        done = [_guarded(_take, run, host, target) for host, target in todo]
        return [one for one in done if one.deed is not Deed.KEPT]


def _recorded(home: Path, *, rehearsal: bool) -> AbstractContextManager[None]:
    return nullcontext() if rehearsal else disk.locked(home / books.LOCK)


def _guarded(act: Callable[[Run, Host, Target], Wired], run: Run, host: Host, target: Target) -> Wired:
    """Do one file; what stands in the way is told with what can be put there by hand."""
    if not run.rehearsal:
        files.sweep(target.path)
    try:
        return act(run, host, target)
    except VademecumError as fault:
        return Wired(
            host.name,
            str(target.path),
            Deed.FAILED,
            problem=_problem(target.path, fault.message),
            hint=fault.hint or (_BY_HAND if act is _add else _OUT_BY_HAND),
            snippet=target.editor.snippet(),
        )


def _problem(path: Path, message: str) -> str:
    said = message.removeprefix("settings: ")
    return said if said.startswith(str(path)) else f"{path}: {said}"


def _add(run: Run, host: Host, target: Target) -> Wired:
    if _is_left_to_plugin(run, host):
        return Wired(host.name, str(target.path), Deed.LEFT)
    path, before = target.path, files.read(target.path)
    merged = target.editor.merge(before or b"")
    if merged.data == (before or b"") and before is not None:
        return Wired(host.name, str(path), Deed.KEPT)
    deed = Deed.MADE if before is None else Deed.CHANGED
    change = files.diff(path, before, merged.data)
    if run.rehearsal:
        return Wired(host.name, str(path), deed, change)
    page = _page(run, host, target, before)
    if _by_client(run, target, page, before):
        after = files.read(path)
        _record(run, _filled(page, after, merged))
        return Wired(host.name, str(path), deed, files.diff(path, before, after), page.backup)
    _record(run, _filled(page, merged.data, merged))
    _prepare(page, before)
    files.write(path, before, merged.data)
    return Wired(host.name, str(path), deed, change, page.backup)


def _is_left_to_plugin(run: Run, host: Host) -> bool:
    has_entries = any(page.host == host.name for page in run.book.pages.values())
    return not has_entries and plugin.is_on(host.name, run.place)


def _page(run: Run, host: Host, target: Target, before: bytes | None) -> Page:
    """Return what is known of a file before it is changed."""
    path, page = target.path, run.book.pages.get(str(target.path))
    if page is None or before is None:
        backup = "" if before is None else files.backup_for(path, before)
        ours = {folder for one in run.book.pages.values() for folder in one.folders}
        folders = files.folders_for(path, ours)
        return Page(host.name, target.role, str(path), digest(before), backup=backup, folders=folders)
    untouched = digest(before) in {page.written, page.original}
    return replace(page, exact=page.exact and untouched)


def _filled(page: Page, after: bytes | None, merged: Merged) -> Page:
    return replace(page, written=digest(after), made=tuple(dict.fromkeys((*page.made, *merged.made))))


def _prepare(page: Page, before: bytes | None) -> None:
    """Make the folder and the backup of a file that is on record: what a killed run made is then known to the next."""
    path = Path(page.path)
    if before is None:
        files.make_folder(path)
    elif page.backup and digest(before) == page.original:
        files.back_up(path, before, page.backup)


def _by_client(run: Run, target: Target, page: Page, before: bytes | None) -> bool:
    """Let the agent's own program add the server, when it can; tell whether everything is there then."""
    if not target.client or target.server is None or not client.is_there(target.client):
        return False
    if before is not None and target.editor.missing(before) != ["the MCP server is missing"]:
        return False
    _record(run, replace(page, exact=False))
    _prepare(page, before)
    client.add(target.client, target.server)
    after = files.read(target.path)
    return after is not None and not target.editor.missing(after)


def _record(run: Run, page: Page) -> None:
    run.book.pages[page.path] = page
    run.book.save()


def _known(run: Run, host: Host) -> Iterator[Target]:
    """Yield the agent's files as they are now, and those of other places that we changed earlier."""
    targets = host.targets(run.place)
    yield from targets
    paths = {str(target.path) for target in targets}
    for page in list(run.book.pages.values()):
        role = next((target for target in targets if target.role == page.role), None)
        if page.host == host.name and page.path not in paths and role:
            yield replace(role, path=Path(page.path))


def _take(run: Run, host: Host, target: Target) -> Wired:
    path, before, page = target.path, files.read(target.path), run.book.pages.get(str(target.path))
    after = _without(target, page, before)
    if after == before:
        if page and not run.rehearsal:
            _forget(run, page, after)
        return Wired(host.name, str(path), Deed.KEPT)
    deed = Deed.REMOVED if after is None else Deed.RESTORED if _is_original(page, after) else Deed.CHANGED
    change = files.diff(path, before, after)
    if run.rehearsal:
        return Wired(host.name, str(path), deed, change, page.backup if page else "")
    if deed is Deed.CHANGED and target.client and client.is_there(target.client):
        client.remove(target.client)
        before = files.read(path)
        after = _without(target, page, before)
    if after != before:
        files.write(path, before, after)
    kept = _forget(run, page, after) if page else files.drop_backup(str(path) + files.BACKUP, after)
    return Wired(host.name, str(path), deed, change, kept)


def _without(target: Target, page: Page | None, before: bytes | None) -> bytes | None:
    """Return a file as it is without us: its original bytes when nobody else has changed it, else without our entries.

    What we found of earlier versions of ours does not come back.
    """
    if before is None:
        return None
    original = _original(page, before)
    if page and original is not None:
        return target.editor.strip(original, None)
    if page and page.exact and page.written == digest(before) and not page.original:
        return None
    if b"vade" not in before:
        return before  # so a file that cannot be read, and holds nothing of ours, is no trouble
    after = target.editor.strip(before, page.made if page else None)
    is_ours = page is not None and not page.original
    return None if is_ours and after != before and target.editor.is_blank(after) else after


def _original(page: Page | None, before: bytes) -> bytes | None:
    """Return the bytes of a file before us, when what is there now is exactly what we made of them."""
    if not page or not page.exact or page.written != digest(before) or not page.backup:
        return None
    kept = files.read(Path(page.backup))
    return kept if digest(kept) == page.original else None


def _is_original(page: Page | None, after: bytes) -> bool:
    return page is not None and digest(after) == page.original


def _forget(run: Run, page: Page, now: bytes | None) -> str:
    """Strike a page from the record; return where the backup is, when it is worth keeping."""
    kept = files.drop_backup(page.backup, now)
    if now is None:
        files.remove_folders(page.folders)
    del run.book.pages[page.path]
    run.book.save()
    return kept
