"""A session as a file of its own: what is indexed of it, without secrets, in the format that we can read again."""

from pathlib import Path

from vademecum.engine.gathering import keeping
from vademecum.engine.gathering.opened import opened
from vademecum.engine.keepers import Keepers
from vademecum.model.errors import MissingError, UnavailableError
from vademecum.model.search import Source, SourceFile
from vademecum.rules.keys import session_of
from vademecum.sources import sessions as reader


def export(keepers: Keepers, name: str, path: Path) -> Path:
    """Write one session; see `Vault.export_session`."""
    found = opened(keepers, name, whole=True)
    if found.passages[0].source is not Source.SESSION:
        raise MissingError(f"{name} is no session", hint="`vade sessions list` shows them", code="missing.session")
    file = next((one for one in keepers.index.files(Source.SESSION) if one.group == found.group), None)
    session, _, agent = session_of(found.group).partition("/")
    header = {
        "vademecum": "session",
        "id": session,
        "agent": agent,
        "host": _state(file, "host"),
        "cwd": _state(file, "cwd"),
        "project": found.passages[0].scope.project or "",
        "title": found.title,
        "path": found.path,
    }
    said = keeping.told(keepers, found.group, found.passages)
    try:
        reader.write_own(path, header, said)
    except OSError as fault:
        raise UnavailableError(
            f"{path} cannot be written ({fault.strerror})", hint="name a file in a folder that is there"
        ) from fault
    return path


def _state(file: SourceFile | None, name: str) -> str:
    return "" if file is None else str(file.state.get(name, ""))
