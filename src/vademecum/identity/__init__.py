"""Which project is this folder? The same answer from every worktree, clone, subfolder and symbolic link.

In order: what the environment says, what a checked-in `.vademecum.toml` says, the normalised git remote, git's
common directory, the folder. Nothing is started and nothing outside the home is written.
"""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from vademecum import config
from vademecum.identity import registry
from vademecum.identity.marker import find_marker
from vademecum.identity.remote import local_path, normal_folder, normal_remote
from vademecum.identity.repository import Repository, find_repository, open_repository
from vademecum.model.errors import MissingError
from vademecum.rules.naming import project_slug

_REMOTE_HOPS = 4


@dataclass(frozen=True, slots=True)
class Project:
    """A project: its short `name`, the `key` that identifies it, and the `rule` that found it.

    `rule` is `environment`, `marker`, `remote`, `git` or `folder`; where there is no project it is `none` and the other
    two are empty. `scope` and `domain` are what a checked-in file
    wants for writes that name none; empty when it does not say.
    """

    name: str
    key: str
    rule: str
    scope: str = ""
    domain: str = ""


NOWHERE = Project("", "", "none")
"""What a folder that is no project belongs to."""

OUTSIDE = "~"
"""The scope's name for sessions that were held in no project; no project's name is ever derived as this."""


@dataclass(frozen=True, slots=True)
class _Found:
    key: str
    name: str
    rule: str


def project_of(cwd: Path, home: Path) -> Project:
    """Return the project of a folder; `NOWHERE` in the user's home directory and at the file system's root.

    The name is kept in the home when there is one; a home that cannot be written is only read.

    Raises:
        InvalidError: a checked-in `.vademecum.toml` asks for what it may not set.
        DamagedError: `projects.toml` cannot be read.
    """
    override = config.project_override()
    return _by_name(override, home) if override else project_at(cwd, home)


def project_at(cwd: Path, home: Path) -> Project:
    """Return the project of a folder that somebody worked in, whatever the environment says of this process.

    Raises:
        InvalidError: a checked-in `.vademecum.toml` asks for what it may not set.
        DamagedError: `projects.toml` cannot be read.
    """
    folder = cwd.resolve()
    nowhere = _no_projects(folder)
    repository = find_repository(folder)
    if repository is not None and repository.top in nowhere:
        repository = None  # dotfiles under version control do not make the home directory a project
    marker = find_marker(folder, repository.top if repository else None, nowhere)
    if marker.project:
        own = _by_git(repository, nowhere) if repository else None
        name, key = _by_marker(marker.project, own, home)
        return Project(name, key, "marker", marker.scope, marker.domain)
    if repository is None and folder in nowhere:
        return replace(NOWHERE, scope=marker.scope, domain=marker.domain)
    found = _by_git(repository, nowhere) if repository else _by_folder(folder)
    return Project(_kept(home, found.key, found.name), found.key, found.rule, marker.scope, marker.domain)


def remap(home: Path, old_path: str, new_path: Path) -> tuple[str, str | None]:
    """Follow a folder that has moved: the project of `old_path` is now at `new_path`.

    Returns the project's name, and the name of the project that `new_path` was taken for meanwhile (its memories
    are the vault's to move), None when there is none.

    Raises:
        MissingError: no project is known for `old_path`.
    """
    old = normal_folder(str(Path(old_path).absolute()))
    names = {key: name for name, keys in registry.keys_of(home).items() for key in keys}
    known = [names[key] for key in (f"folder:{old}", f"git:{old}/.git", f"git:{old}") if key in names]
    if not known:
        raise MissingError(
            f"no project is known for {old_path}", hint="`vade projects` lists them", code="missing.project"
        )
    target = new_path.resolve()
    repository = find_repository(target)
    found = _by_git(repository, frozenset()) if repository else _by_folder(target)
    displaced = names.get(found.key)
    registry.assign(home, {found.key: known[0]})
    return known[0], displaced if displaced != known[0] else None


def orphans(home: Path) -> list[str]:
    """Return the projects that are known by folder only, when none of these folders is there any more."""
    return [name for name, keys in registry.keys_of(home).items() if all(_is_gone(key) for key in keys)]


def _is_gone(key: str) -> bool:
    kind, _, path = key.partition(":")
    here = f"/mnt/{path[0]}{path[2:]}" if os.name != "nt" and path[1:3] == ":/" else path
    return kind in {"folder", "git"} and not Path(here).exists()


def _no_projects(folder: Path) -> frozenset[Path]:
    try:
        user_dir = {Path.home(), Path.home().resolve()}
    except RuntimeError:
        user_dir = set()
    return frozenset(user_dir | {Path(folder.anchor)})


def _by_name(wanted: str, home: Path) -> Project:
    """The user's own word: a name that is known means that project, whatever its key."""
    name = project_slug(wanted)
    keys = registry.keys_of(home).get(name)
    key = keys[0] if keys else f"named:{name}"
    return Project(name if keys else _kept(home, key, name), key, "environment")


def _by_marker(wanted: str, own: _Found | None, home: Path) -> tuple[str, str]:
    """A checked-in file's word: it may name its own repository, or a project that only markers name.

    It does not get into a project that is known by a remote or folder: a cloned repository could so ask for
    another one's memories.
    """
    name = project_slug(wanted)
    if own is not None and registry.name_of(home, own.key) == name:
        return name, own.key
    key = f"named:{name}"
    return _kept(home, key, name), key


def _by_git(repository: Repository, nowhere: frozenset[Path], hops: int = _REMOTE_HOPS) -> _Found:
    url = repository.remote()
    elsewhere = normal_remote(url) if url else None
    if elsewhere:
        return _Found(f"remote:{elsewhere}", project_slug(elsewhere.rpartition("/")[2]), "remote")
    near = _cloned_from(repository, url) if url and hops else None
    if near is not None and near.top not in nowhere:
        return _by_git(near, nowhere, hops - 1)
    common = repository.common
    folder = common.parent if common.name == ".git" else common
    return _Found(f"git:{normal_folder(str(common))}", project_slug(folder.name.removesuffix(".git")), "git")


def _cloned_from(repository: Repository, url: str) -> Repository | None:
    """Return the repository on this machine that a local remote means: a clone is the same project."""
    source = (repository.common.parent / local_path(url)).resolve()
    return open_repository(source) or open_repository(source.with_name(source.name + ".git"))


def _by_folder(folder: Path) -> _Found:
    return _Found(f"folder:{normal_folder(str(folder))}", project_slug(folder.name), "folder")


def _kept(home: Path, key: str, wanted: str) -> str:
    name = registry.name_of(home, key)
    if name is not None:
        return name
    if home.is_dir():
        try:
            return registry.keep(home, key, wanted)
        except OSError:
            pass  # a home that can only be read still answers
    return registry.free_name(wanted, registry.keys_of(home))
