"""Reading on in a transcript from where the last step ended."""

import gzip
import io
import os
import re
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from vademecum.model.errors import UnavailableError
from vademecum.sources.ports import Found, SessionRead
from vademecum.sources.sessions import claude, codex, gemini, own
from vademecum.sources.sessions.finding import WHOLE
from vademecum.sources.sessions.folding import Folding, key_of
from vademecum.sources.sessions.history import Prompts
from vademecum.sources.sessions.lines import IsWanted, Line, wanted_lines
from vademecum.sources.sessions.parsing import Heard, Record, records_of
from vademecum.sources.sessions.progress import Place, Progress, from_plain, seal, to_plain

MOST_BYTES = 8 * 1024 * 1024
PASSAGE_CHARS = 1_000

_OPEN = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_UNPACKED_MOST = 4 * 1024**3
_WHOLE_MOST = 32 * 1024**2
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_NAME_MOST = 100
_UUID_AT_END = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z")
_ROOT_FILE = ".project_root"
_PATH_MOST = 4096


class _Host(NamedTuple):
    is_wanted: IsWanted
    take: Callable[[Record, Folding], Iterable[Heard]]


_HOSTS = {
    "claude": _Host(claude.is_wanted, claude.take),
    "codex": _Host(codex.is_wanted, codex.take),
    "gemini": _Host(gemini.is_wanted, gemini.take),
    "own": _Host(own.is_wanted, own.take),
}


class _Opened(NamedTuple):
    file: IO[bytes]
    size: int
    raw: IO[bytes]
    raw_size: int


def read(
    host: str,
    found: Found,
    state: Mapping[str, Any],
    *,
    most_bytes: int = MOST_BYTES,
    passage_chars: int = PASSAGE_CHARS,
) -> SessionRead:
    """Read on in a transcript from `state` (at first empty), about `most_bytes` of it.

    The state that comes back is plain JSON without the session's words but for `title`; it has `title`, `first`,
    `last`, `cwd`, `host`, `project`, `turns`, `skipped` and `ours` besides what the next step needs. Neither text nor
    title are redacted.

    Raises:
        UnavailableError: the file cannot be opened or read.
    """
    reader = _HOSTS[host]
    with _opened(found.place) as opened:
        place, again = _resumed(state, opened)
        progress = place.progress or _begun(host, found.place)
        skipped = progress.skipped
        fold = Folding(progress, passage_chars)
        offset, within, done = _step(reader, fold, opened, place, most_bytes)
        after = to_plain(Place(offset, within, fold.at), _seal(opened, offset))
    at = fold.at
    return SessionRead(
        session=_safe(at.session) or "session",
        said=() if at.ours else tuple(fold.said),
        state=after,
        agent=_safe(at.agent),
        left=tuple(fold.left),
        again=again,
        skipped=at.skipped - skipped,
        done=done or at.ours,
    )


def read_history(
    found: Found,
    state: Mapping[str, Any],
    *,
    most_bytes: int = MOST_BYTES,
    passage_chars: int = PASSAGE_CHARS,
) -> tuple[list[SessionRead], Mapping[str, Any], bool]:
    """Read on in Claude Code's history of prompts; return what is new by session, the new state, and whether it ended.

    `again` of each says that the file was not only appended to.

    Raises:
        UnavailableError: the file cannot be opened or read.
    """
    with _opened(found.place) as opened:
        place, again = _resumed(state, opened)
        progress = place.progress or Progress(host="claude")
        prompts = Prompts(progress.turns, passage_chars)
        offset, within, done = place.offset, place.within, True
        for line in wanted_lines(opened.file, offset, opened.size, own.is_wanted, within=within):
            records, odd = _records(line)
            progress.skipped += odd
            for record in records:
                prompts.take(record)
            offset, within = line.end, line.within
            if offset - place.offset >= most_bytes:
                done = offset >= opened.size
                break
        progress.turns = prompts.turns
        after = to_plain(Place(offset, within, progress), _seal(opened, offset))
    read = [
        SessionRead(_safe(one.session) or "session", one.said, one.state, again=again, done=done)
        for one in prompts.read()
    ]
    return read, after, done


def _step(reader: _Host, fold: Folding, opened: _Opened, place: Place, most_bytes: int) -> tuple[int, bool, bool]:
    """Take lines until there are enough of them; return where the next step begins, and whether the end was reached."""
    offset, within = place.offset, place.within
    for line in _lines(opened, place, reader.is_wanted):
        if line.data is not None or line.lost:
            _take(reader, fold, line)
        offset, within = line.end, line.within
        if fold.is_ours:
            return offset, within, True
        if offset - place.offset >= most_bytes:
            fold.end_before(offset)
            safe = fold.safe_place(offset)
            if safe > place.offset and offset < opened.size:
                fold.rewind()
                return safe, within and safe == offset, False
    fold.end_part()
    return offset, within, True


def _lines(opened: _Opened, place: Place, is_wanted: IsWanted) -> Iterator[Line]:
    """Yield the lines, none of a session of our own; a packed file that is damaged ends where it is."""
    if place.progress is not None and place.progress.ours:
        return
    try:
        yield from wanted_lines(opened.file, place.offset, opened.size, is_wanted, within=place.within)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return


def _take(reader: _Host, fold: Folding, line: Line) -> None:
    fold.begin_line(line.start)
    records, odd = _records(line)
    fold.at.skipped += odd
    several = len(records) > 1
    for record in records:
        fold.hear(list(reader.take(record, fold)), alone=several)


def _records(line: Line) -> tuple[list[Record], int]:
    return records_of(line.data) if line.data is not None else ([], int(line.lost))


def _resumed(state: Mapping[str, Any], opened: _Opened) -> tuple[Place, bool]:
    """Return where to go on, and whether that is from the start again since the file is no longer the one we knew."""
    if not state:
        return Place(), False
    known = from_plain(state)
    if known is None:
        return Place(), True
    place, sealed = known
    is_packed = opened.file is not opened.raw
    if sealed[0] > opened.raw_size or (is_packed and sealed[0] != opened.raw_size):
        return Place(), True
    is_same = seal(opened.raw, sealed[0]) == sealed
    opened.raw.seek(0)
    return (place, False) if is_same else (Place(), True)


def _seal(opened: _Opened, offset: int) -> tuple[int, str, str]:
    return seal(opened.raw, offset if opened.file is opened.raw else opened.raw_size)


@contextmanager
def _opened(place: str) -> Iterator[_Opened]:
    """Open a transcript, packed or not.

    Raises:
        UnavailableError: it is not there, is no file, or may not be read.
    """
    try:
        with os.fdopen(_handle(place), "rb", buffering=0) as raw:
            status = os.fstat(raw.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UnavailableError(f"{place} is no file", hint="leave it out")
            if place.endswith(WHOLE):
                lines = _lines_of(raw, status.st_size, place)
                yield _Opened(cast("IO[bytes]", io.BytesIO(lines)), len(lines), raw, status.st_size)
            elif place.endswith(".gz"):
                with gzip.GzipFile(fileobj=raw, mode="rb") as file:
                    yield _Opened(cast("IO[bytes]", file), _UNPACKED_MOST, raw, status.st_size)
            else:
                yield _Opened(raw, status.st_size, raw, status.st_size)
    except OSError as fault:
        raise UnavailableError(f"{place} cannot be read ({fault.strerror})", hint="check its owner and mode") from fault


def _lines_of(raw: IO[bytes], size: int, place: str) -> bytes:
    if size > _WHOLE_MOST:
        raise UnavailableError(f"{place} is larger than {_WHOLE_MOST} bytes", hint="leave it out")
    try:
        return gemini.as_lines(raw.read(size))
    except ValueError as fault:
        raise UnavailableError(f"{place} is no whole JSON document ({fault})", hint="it is read when it is") from fault


def _handle(place: str) -> int:
    try:
        return os.open(place, _OPEN)
    except ValueError as fault:  # no name of a file
        raise OSError(0, str(fault)) from fault


def _begun(host: str, place: str) -> Progress:
    """Return what a transcript's place tells of it."""
    path = Path(place)
    stem = path.name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(WHOLE)
    progress = Progress(host=host, session=stem)
    if host == "claude" and stem.startswith("agent-"):
        progress.agent = stem.removeprefix("agent-")
        if "subagents" in path.parts[1:-1]:  # old versions put them beside the session's own file
            progress.session = path.parts[len(path.parts) - 2 - path.parts[::-1].index("subagents")]
    elif host == "codex" and (found := _UUID_AT_END.search(stem)):
        progress.session = found[0]
    elif host == "gemini":
        chats = len(path.parts) - 1 - path.parts[::-1].index("chats") if "chats" in path.parts else 0
        if chats and path.parts[chats + 1] != path.name:
            progress.session, progress.agent = path.parts[chats + 1], stem
        progress.cwd = _project_root(Path(*path.parts[:chats])) if chats else ""
    return progress


def _project_root(folder: Path) -> str:
    """Return the folder of a Gemini project, which stands in a file beside its chats."""
    try:
        with os.fdopen(_handle(str(folder / _ROOT_FILE)), "rb", buffering=0) as file:
            data = file.read(_PATH_MOST) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else b""
    except OSError:
        return ""
    return data.decode("utf-8", "replace").strip().partition("\n")[0]


def _safe(name: str) -> str:
    """Return an id that can be a part of a file's name; another one for each id that was not."""
    safe = _UNSAFE.sub("-", name).strip(".-")[:_NAME_MOST]
    return safe if safe == name else f"{safe[: _NAME_MOST - 9]}-{key_of(name) % 2**32:08x}".lstrip("-.")


def goes_on(found: Found, state: Mapping[str, Any]) -> bool:
    """Tell whether a file is the one that a state was made of, perhaps with more at its end."""
    try:
        with _opened(found.place) as opened:
            return bool(state) and not _resumed(state, opened)[1]
    except UnavailableError:
        return False
