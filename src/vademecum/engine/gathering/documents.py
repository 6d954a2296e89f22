"""Documents into the index: chunks of what changed in the folders that the user named, redacted."""

import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from vademecum.engine.gathering.entries import parse
from vademecum.engine.gathering.work import Work
from vademecum.engine.keepers import Keepers
from vademecum.identity.privacy import left_alone_by
from vademecum.index.ports import Seen
from vademecum.model.errors import UnavailableError
from vademecum.model.gathered import Omitted
from vademecum.model.memory import GLOBAL, Scope, Trust
from vademecum.model.search import Passage, Source, SourceFile
from vademecum.rules import gate
from vademecum.rules.asof import moment
from vademecum.rules.chunking import VERSION, chunks
from vademecum.rules.keys import DOCUMENT
from vademecum.sources import documents as reader
from vademecum.sources.ports import Folder, Found, Skipped

_HURRIED_MOST = 500
"""With more documents than this a look at them takes longer than an answer can wait."""

_TRIED_MOST = 200
"""Documents that a listing opens to say why the index lacks them; most of many wait to be taken in."""

_OURS = ("MEMORY.md", "memory")


def roots_of(keepers: Keepers) -> list[tuple[Path, Scope]]:
    """Return the folders and files whose documents are searched, and in which scope: the user's, and the store's own.

    A setting of `project:<name> <path>` is searched in that project alone.
    """
    ours = [(keepers.layout.store / name, GLOBAL) for name in _OURS]
    named = [parse(entry) for entry in keepers.settings.knowledge.paths] if keepers.user == "default" else []
    return named + [pair for pair in ours if _may_be_there(pair[0])]


def _inner_first(roots: Iterable[tuple[Path, Scope]]) -> list[tuple[Path, Scope]]:
    """Of two folders that hold a document, the inner one says whose it is."""
    return sorted(roots, key=lambda pair: len(pair[0].parts), reverse=True)


def _may_be_there(path: Path) -> bool:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True  # whoever looks will say why it cannot be read
    return True


def gather(work: Work) -> None:
    """Take in what changed in every folder, as long as there is time; take out what is no longer there."""
    index = work.keepers.index
    known = {file.place: file for file in index.files(Source.DOCUMENT)}
    if work.hurried and len(known) > _HURRIED_MOST:
        work.counts["left"] += 1
        return
    taken: set[str] = set()
    for root, scope in _inner_first(roots_of(work.keepers)):
        if work.is_over():
            work.counts["left"] += 1
            return
        folder = reader.look(root, work.keepers.settings.knowledge, until=work.is_over)
        for left_out in omitted(folder):
            work.omit(left_out.place, left_out.reason)
        if folder.missing:
            work.missing.append(str(root))
        fresh = [one for one in folder.files if one.place not in taken]
        is_ours = root.is_relative_to(work.keepers.layout.store)
        there = {one.place: one for one in (fresh if is_ours else _heeded(work, fresh, known))}
        _take_folder(work, scope, folder, there, known)
        taken |= there.keys() | _out_of_sight(folder, known)
        work.counts["left"] += not folder.whole
    if not work.is_over():
        _drop(work, [file for place, file in known.items() if place not in taken and index.file(place) is not None])


def _heeded(work: Work, files: Sequence[Found], known: Mapping[str, SourceFile]) -> Iterator[Found]:
    """Yield the documents that no rule is against; in a hurry those are taken for such that have not changed."""
    privacy, rules = work.keepers.settings.privacy, dict[str, str]()
    ours = f"{work.keepers.home}{os.sep}"
    for one in files:
        if one.place.startswith(ours):
            continue  # the vault's memories are no documents, whoever names a folder around it
        was, folder = known.get(one.place), str(Path(one.place).parent)
        if work.hurried and was is not None and _mark(was) == _mark(one):
            yield one
            continue
        if folder not in rules:
            rules[folder] = left_alone_by(Path(folder), privacy)
        if rules[folder]:
            work.omit(one.place, f"is to be left alone: {rules[folder]}")
        else:
            yield one


def omitted(folder: Folder) -> tuple[Omitted, ...]:
    """Return what was not read in a folder."""
    return tuple(Omitted(one.place, one.reason) for one in folder.skipped)


def unread(keepers: Keepers, folder: Folder, known: Container[str]) -> tuple[Omitted, ...]:
    """Return which of a folder's documents that are not `known` cannot be read, and why; the first are tried."""
    lacking = islice((one.place for one in folder.files if one.place not in known), _TRIED_MOST)
    tried = ((place, _unreadable(place, keepers)) for place in lacking)
    return tuple(Omitted(place, reason) for place, reason in tried if reason)


def _unreadable(place: str, keepers: Keepers) -> str:
    try:
        read = reader.read(place, keepers.settings.knowledge)
    except UnavailableError as fault:
        return fault.message
    return read.reason if isinstance(read, Skipped) else ""


def _out_of_sight(folder: Folder, known: Iterable[str]) -> set[str]:
    """Return the known places that may be there still, for nobody could look: they are kept."""
    hidden = [folder.base] if folder.missing or not folder.whole else list(folder.closed)
    return {place for place in known if any(Path(place).is_relative_to(one) for one in hidden)}


def _take_folder(
    work: Work, scope: Scope, folder: Folder, there: dict[str, Found], known: dict[str, SourceFile]
) -> None:
    chunking = _chunking(work.keepers)
    changed = [one for one in there.values() if not _is_known(known.get(one.place), one, scope, chunking)]
    work.total += sum(one.size for one in changed)
    hidden = _out_of_sight(folder, known)
    gone = {
        str(file.state.get("hash")): file
        for place, file in known.items()
        if place not in there and place not in hidden and Path(place).is_relative_to(folder.base)
    }
    for number, one in enumerate(changed):
        if work.is_over():
            work.counts["left"] += len(changed) - number
            return
        below = one.place.removeprefix(folder.base)
        if (clean := work.keepers.clean(below)) != below:
            work.omit(folder.base + clean, "has a secret in its name")
        else:
            _take(work, one, scope, known.get(one.place), gone)


def _chunking(keepers: Keepers) -> str:
    wanted = keepers.settings.knowledge
    return f"{VERSION} {wanted.chunk_tokens} {wanted.chunk_overlap}"


def _mark(file: SourceFile | Found) -> tuple[int, int, int]:
    return file.size, file.mtime, file.ctime


def _is_known(file: SourceFile | None, found: Found, scope: Scope, chunking: str) -> bool:
    return (
        file is not None
        and (_mark(file), file.scope) == (_mark(found), scope)
        and file.state.get("chunking") == chunking
    )


def _take(work: Work, found: Found, scope: Scope, known: SourceFile | None, gone: dict[str, SourceFile]) -> None:
    """Take in one document; one that was only touched is not cut again, one that was moved keeps its vectors."""
    index, chunking = work.keepers.index, _chunking(work.keepers)
    read = reader.read(found.place, work.keepers.settings.knowledge)
    work.read(found.size)
    if read is None:
        return  # the next look sees that it is gone
    if isinstance(read, Skipped):
        work.omit(read.place, read.reason)
        return
    text, digest = read
    state = {"hash": digest, "chunking": chunking}
    group = f"{DOCUMENT}{found.place}"
    if known is not None and known.scope == scope and known.state.items() >= state.items():
        index.gather([], [], Seen([replace(known, size=found.size, mtime=found.mtime, ctime=found.ctime)]))
        return
    moved = gone.pop(digest, None)
    fresh = list(_passages(work.keepers, found, text, group, scope))
    held = [*index.group(group), *(index.group(moved.group) if moved is not None else ())]
    kept = {passage.key for passage in fresh}
    deletes = [passage.key for passage in held if passage.key not in kept]
    file = SourceFile(
        found.place,
        Source.DOCUMENT,
        group,
        scope,
        found.size,
        found.mtime,
        {**state, "chunks": len(fresh)},
        ctime=found.ctime,
    )
    index.gather(fresh, deletes, Seen([file], forgotten=[moved.place] if moved is not None else []))
    work.counts["documents"] += 1
    before = {passage.key: passage for passage in held}
    work.counts["passages"] += sum(before.get(passage.key) != passage for passage in fresh)


def _passages(keepers: Keepers, found: Found, text: str, group: str, scope: Scope) -> Iterator[Passage]:
    wanted = keepers.settings.knowledge
    at = moment(found.mtime // 1_000)
    for number, chunk in enumerate(chunks(text, tokens=wanted.chunk_tokens, overlap=wanted.chunk_overlap), 1):
        kept, sensitivity = gate.judged(chunk.text, keepers.policy)
        heading, more = gate.judged(chunk.heading, keepers.policy) if chunk.heading else ("", sensitivity)
        yield Passage(
            key=f"{group}#{number}",
            source=Source.DOCUMENT,
            text=kept,
            title=heading,
            scope=scope,
            sensitivity=max(sensitivity, more, key=lambda level: level.rank),
            trust=Trust.OWNER,
            group=group,
            place=number,
            at=at,
            path=Path(found.place).as_posix(),
            start=chunk.first,
        )


def _drop(work: Work, files: Sequence[SourceFile]) -> None:
    """Take out what is no longer there, or no longer wanted."""
    index = work.keepers.index
    for file in files:
        index.gather([], [passage.key for passage in index.group(file.group)], Seen(forgotten=[file.place]))
        work.counts["removed"] += 1
