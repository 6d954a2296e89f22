"""The folders of documents that a home's user names: one more, or one less, in `config.toml`."""

from collections.abc import Iterable
from pathlib import Path

from vademecum import config
from vademecum.config import writing
from vademecum.model.errors import InvalidError, MissingError
from vademecum.model.memory import Scope

KNOB = "knowledge.paths"


def add(home: Path, paths: Iterable[Path], scope: Scope, *, force: bool = False) -> dict[Path, Scope | None]:
    """Name folders or files; return each with None, or with the scope under which it was named already.

    All are looked at before the first is written down. `force` takes also what is not there, and what holds far more
    than documents: the user's home directory, the root.

    Raises:
        MissingError: a path is not there.
        InvalidError: a path is no place for documents.
    """
    from vademecum.engine.gathering.documents import entry_of, parse

    config.init_home(home)
    wanted = [_absolute(path) for path in paths]
    for path in wanted:
        _check(home, path, force=force)
    known = {parse(entry)[0].resolve(): parse(entry)[1] for entry in config.load(home).knowledge.paths}
    done: dict[Path, Scope | None] = {}
    for path in wanted:
        done[path] = known.get(path.resolve())
        if done[path] is None:
            writing.add_to_knob(home, KNOB, entry_of(path, scope))
            known[path.resolve()] = scope
    return done


def remove(home: Path, path: Path) -> Path:
    """Name a folder no more; return it as it was named.

    Raises:
        MissingError: it was not named.
    """
    from vademecum.engine.gathering.documents import parse

    wanted = _absolute(path)
    for entry in config.load(home).knowledge.paths:
        named, _ = parse(entry)
        if named == wanted or named.resolve() == wanted.resolve():
            writing.take_from_knob(home, KNOB, entry)
            return named
    raise MissingError(
        f"{wanted} is not among the folders of documents",
        hint="`vade knowledge list` shows them",
        code="missing.folder",
    )


def _absolute(path: Path) -> Path:
    from vademecum.engine.gathering.documents import parse

    return parse(str(path))[0]


def _check(home: Path, path: Path, *, force: bool) -> None:
    real, ours = path.resolve(), home.resolve()
    if real.is_relative_to(ours):
        raise InvalidError(
            "path", f"{path} is inside Vademecum's own home", hint="what is in there is searched as it is"
        )
    if force:
        return
    if not path.exists():
        raise MissingError(f"there is no {path}", hint="--force names it all the same", code="missing.folder")
    if real in {config.user_dir().resolve(), Path(real.anchor)} or ours.is_relative_to(real):
        raise InvalidError(
            "path", f"{path} holds far more than documents", hint="name a folder in it, or say --force if you mean it"
        )
