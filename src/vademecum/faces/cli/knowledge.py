"""Commands about the folders of documents that search looks through: knowledge add, list, remove."""

from pathlib import Path

import click

from vademecum.engine import folders
from vademecum.faces import apart
from vademecum.faces.cli import exits, sources
from vademecum.faces.cli.command import Group
from vademecum.faces.cli.front import Front
from vademecum.faces.prose import count, line
from vademecum.identity import Project
from vademecum.model.errors import InvalidError
from vademecum.model.gathered import Gathered, KnowledgeFolder
from vademecum.model.memory import GLOBAL, Scope
from vademecum.rules import naming

_OMITTED_SHOWN = 5
_HERE = "."
_PATH = click.Path(path_type=Path)


@click.group(cls=Group)
def knowledge() -> None:
    """Folders of notes and documents that search looks through."""


@knowledge.command("add")
@click.argument("paths", nargs=-1, required=True, type=_PATH, metavar="PATH...")
@click.option(
    "--project",
    metavar="[NAME]",
    is_flag=False,
    flag_value=_HERE,
    help="Searched in this project alone; after the paths, or as --project=NAME.",
)
@click.option("--force", is_flag=True, help="Also a path that is not there, your home directory, or the root.")
@click.pass_obj
def add(front: Front, paths: tuple[Path, ...], project: str | None, *, force: bool) -> int:
    r"""Have folders or single files of markdown searched.

    They are read where they are; nothing is copied, and what a `.gitignore` leaves out is left out here.

    \b
    vade knowledge add ~/notes
    vade knowledge add docs --project       found in this project alone
    """
    _check_user(front)
    scope = _scope(project, front.here)
    done = folders.add(front.home, paths, scope, force=force)
    found, known = _look(front)
    named = [one for one in known if Path(one.path) in done]
    text = [f"{line(str(path))} is searched already, in {was}" for path, was in done.items() if was is not None]
    text += [_folder(one) for one in named if done[Path(one.path)] is None]
    added = [path for path, was in done.items() if was is None]
    front.show({"added": added, "folders": named, "sources": found}, "\n".join([*text, *_busy(found)]))
    return exits.DONE


def _check_user(front: Front) -> None:
    if front.user != apart.USER:
        said = f"the vault of {front.user} searches no folders"
        raise InvalidError("--user", said, hint="set VADEMECUM_HOME to a home of that user's own")


def _scope(project: str | None, here: Project) -> Scope:
    if project is None:
        return GLOBAL
    name = here.name if project == _HERE else naming.check_project(project)
    if not name:
        raise InvalidError("--project", "this folder is no project", hint="use --project=NAME")
    return Scope(name)


def _look(front: Front) -> tuple[Gathered, list[KnowledgeFolder]]:
    with front.vault() as vault:
        with sources.taking_in(front) as tell:
            found = vault.gather(progress=tell)
        return found, vault.knowledge()


def _busy(found: Gathered) -> list[str]:
    return ["Another process is taking in what is new: `vade sync` afterwards."] if found.busy else []


def _folder(one: KnowledgeFolder) -> str:
    scope = "" if one.scope == GLOBAL else f" [{one.scope}]"
    if one.missing:
        return f"{line(one.path)}{scope}: not there now; {count(one.passages, 'passage')} of it stay"
    said = f"{line(one.path)}{scope}: {count(one.documents, 'document')}, {count(one.passages, 'passage')}"
    if one.ignored:
        said += f"; left out by patterns: {count(one.ignored, 'file')} or {'folder' if one.ignored == 1 else 'folders'}"
    return "\n  ".join([said, *sources.omitted(one.omitted, _OMITTED_SHOWN)])


@knowledge.command("list")
@click.pass_obj
def list_(front: Front) -> int:
    """List the folders, what is found in each, and what is not read."""
    with front.vault() as vault:
        known = vault.knowledge()
    nothing = "No folder of documents is searched yet: `vade knowledge add PATH`."
    front.show({"folders": known}, "\n".join(map(_folder, known)) or nothing)
    return exits.DONE


@knowledge.command("remove")
@click.argument("path", type=_PATH)
@click.pass_obj
def remove(front: Front, path: Path) -> int:
    """Have a folder searched no more; its passages go at once.

    The folder itself is not touched.
    """
    _check_user(front)
    named = folders.remove(front.home, path)
    found, _ = _look(front)
    said = f"{line(str(named))} is searched no more; {count(found.removed, 'document')} went out of the index."
    front.show({"removed": named, "sources": found}, "\n".join([said, *_busy(found)]))
    return exits.DONE


COMMANDS = (knowledge,)
