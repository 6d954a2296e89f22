"""What was gathered, listed and opened: sessions, folders of documents, and the text around a passage."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from vademecum.engine.gathering import documents, forgetting, keeping
from vademecum.engine.gathering.forgetting import FORGOTTEN
from vademecum.engine.gathering.heeding import ALONE
from vademecum.engine.gathering.keeping import KEPT
from vademecum.engine.gathering.sessions import HISTORY, PROMPTS
from vademecum.engine.keepers import Keepers
from vademecum.index.ports import Seen
from vademecum.model.errors import InvalidError, MissingError
from vademecum.model.gathered import KnowledgeFolder, Opened, SessionSummary
from vademecum.model.memory import Action, Receipt, Scope
from vademecum.model.search import Source, SourceFile
from vademecum.rules.keys import DOCUMENT, SESSION, session_of
from vademecum.sources import documents as reader

AROUND = 3
"""Passages before and after the one that was asked for."""

_LEAST_PREFIX = 4


def sessions(keepers: Keepers, scopes: Sequence[Scope] | None, most: int | None) -> list[SessionSummary]:
    """Return what is known of sessions, the latest first; see `Vault.sessions`."""
    found = [
        _summary(file)
        for file in keepers.index.files(Source.SESSION)
        if not (file.state.get("host") == HISTORY or file.state.get(FORGOTTEN) or _is_hidden(keepers, file))
        and (scopes is None or file.scope in scopes)
    ]
    found = list({one.id: one for one in sorted(found, key=lambda one: one.turns) if one.turns}.values())
    found.sort(key=lambda one: (one.last is not None, one.last, one.id), reverse=True)
    return found[:most]


def _is_hidden(keepers: Keepers, file: SourceFile) -> bool:
    """Tell whether what was said first, or all that was said, is of folders to be left alone."""
    alone = file.state.get(ALONE) or ()
    return bool(alone) and (file.state.get("cwd", "") in alone or not keepers.index.last_place(file.group))


def _summary(file: SourceFile) -> SessionSummary:
    state = file.state
    return SessionSummary(
        id=session_of(file.group),
        host=str(state.get("host", "")),
        scope=file.scope,
        title=str(state.get("title", "")),
        first=_instant(state.get("first")),
        last=_instant(state.get("last")),
        turns=int(state.get("turns", 0)),
        path=file.place,
        gone=file.gone,
        kept=bool(state.get(KEPT)),
    )


def _instant(said: Any) -> datetime | None:  # noqa: ANN401  of a reader's state
    try:
        at = datetime.fromisoformat(str(said))
    except ValueError:
        return None
    return at if at.tzinfo is not None else None


def opened(keepers: Keepers, name: str, *, whole: bool) -> Opened:
    """Return a session or document, or what stands around one passage of it; see `Vault.open`."""
    group, number = _taken_apart(name)
    passages = keepers.index.group(group)
    if number and not passages and keepers.index.group(name):
        group, number, passages = name, "", keepers.index.group(name)
    if not passages:
        group = _resolved(keepers, group)
        passages = keepers.index.group(group)
    key = f"{group}#{number}" if number else ""
    place = next((place for place, one in enumerate(passages) if one.key == key), None)
    if number and place is None:
        raise MissingError(f"{name} is not there", hint=f"`vade show {group}` shows all of it", code="missing.passage")
    if place is not None and not whole:
        passages = passages[max(place - AROUND, 0) : place + AROUND + 1]
    file = next((one for one in keepers.index.files() if one.group == group), None)
    title = str(file.state.get("title", "")) if file is not None else ""
    gone = file is not None and file.gone
    return Opened(key, group, tuple(passages), title, passages[0].path, gone=gone)


def _taken_apart(name: str) -> tuple[str, str]:
    """Return the group and the number of a key; a path may have `#3` in it."""
    group, _, number = name.rpartition("#")
    return (group, number) if group and number.isascii() and number.isdigit() else (name, "")


def _resolved(keepers: Keepers, name: str) -> str:
    """Return the group that a shorter name means: the beginning of a session's id, or a document's path.

    Raises:
        MissingError: none or several are meant.
    """
    bare = session_of(name).removeprefix(DOCUMENT)
    files = keepers.index.files()
    exact = [one.group for one in files if bare in {one.group.partition(":")[2], one.place}]
    if not exact:
        path = str(Path(bare).expanduser().absolute())
        exact = [one.group for one in files if one.place == path]
    if not exact and len(bare) >= _LEAST_PREFIX:
        exact = [one.group for one in files if one.group.startswith(SESSION + bare) and "/" not in one.group]
    if not exact:
        exact = [one for one in (f"{SESSION}{bare}", f"{SESSION}{bare}{PROMPTS}") if keepers.index.group(one)]
    groups = sorted(set(exact))
    if len(groups) == 1 and keepers.index.group(groups[0]):
        return groups[0]
    if len(groups) > 1:
        raise MissingError(
            f"{len(groups)} sessions begin with {bare}", hint="give more of the id", code="missing.session"
        )
    raise MissingError(
        f"no session or document {keepers.clean(bare)} is indexed",
        hint="`vade sessions list` and `vade knowledge list` show what is; `vade sync` looks for more",
        code="missing.session",
    )


def forget(keepers: Keepers, name: str) -> Receipt:
    """Take a session out of the index and the vault, and never read it again; see `Vault.forget_session`."""
    group = _resolved(keepers, name.partition("#")[0])
    if not group.startswith(SESSION):
        raise InvalidError(
            "name", f"{name} is a document", hint="delete the file, or `vade knowledge remove` its folder"
        )
    index, session = keepers.index, group.partition("/")[0]
    files = [one for one in index.files(Source.SESSION) if one.group.partition("/")[0] == session]
    groups = dict.fromkeys([session, *index.groups(f"{session}/", ""), *(file.group for file in files)])
    passages = [one for each in groups for one in index.group(each)]
    forgetting.note(keepers, group, (turn for each in groups for turn, _ in index.turns(each)))
    unwanted = [replace(one, state={**one.state, "title": "", KEPT: 0, FORGOTTEN: True}) for one in files]
    index.gather([], [one.key for one in passages], Seen(unwanted))
    for each in groups:
        keeping.path_of(keepers, each).unlink(missing_ok=True)
    places = dict.fromkeys([*(file.place for file in files), *(one.path for one in passages)])
    notes = tuple(f"the host's own transcript is still there: {place}" for place in places if Path(place).exists())
    scopes = [*(one.scope for one in files), *(one.scope for one in passages), Scope()]
    return Receipt(Action.FORGOTTEN, group, "", scopes[0], indexed=True, notes=notes)


def knowledge(keepers: Keepers) -> list[KnowledgeFolder]:
    """Return the folders whose documents are searched, and what the index holds of each; see `Vault.knowledge`."""
    files = keepers.index.files(Source.DOCUMENT)
    places = {file.place for file in files}
    found = []
    for root, scope in documents.roots_of(keepers):
        folder = reader.look(root, keepers.settings.knowledge)
        held = [file for file in files if Path(file.place).is_relative_to(folder.base)]
        found.append(
            KnowledgeFolder(
                str(root),
                scope,
                len(held),
                sum(int(file.state.get("chunks", 0)) for file in held),
                folder.missing,
                documents.omitted(folder) + documents.unread(keepers, folder, places),
                folder.ignored,
            )
        )
    return found
