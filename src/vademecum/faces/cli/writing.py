"""Commands that change one memory: write, forget, restore, edit."""

import sys
from dataclasses import dataclass
from typing import Any, BinaryIO

import click

from vademecum import config
from vademecum.engine import projects
from vademecum.faces import places, prose
from vademecum.faces.cli import bulk, exits
from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front
from vademecum.faces.cli.options import KINDS, LEVELS, NAME, TYPES, scoped
from vademecum.identity import Project
from vademecum.model import wire
from vademecum.model.errors import ConflictError, InvalidError, UnavailableError
from vademecum.model.memory import Draft, Memory
from vademecum.rules import markdown


@dataclass(frozen=True, slots=True)
class Given:
    """What the command line of `write` says."""

    dash: str | None
    title: str
    body: str | None
    path: str | None
    lines: BinaryIO | None
    name: str | None
    type: str
    domain: str | None
    scope: str | None
    project: str | None
    sensitivity: str
    tags: tuple[str, ...]
    when: tuple[str, ...]
    source: str
    valid_from: str | None


@click.command(cls=Command)
@click.argument("dash", required=False, metavar="[-]")
@click.option("--title", default="", help="One sharp sentence: recall ranks on it.")
@click.option("--body", help="The text.")
@click.option("--file", "path", type=click.Path(exists=True, dir_okay=False), help="Read the text from a file.")
@click.option("--jsonl", "lines", type=click.File("rb"), help="Write many: one draft a line; `-` reads standard input.")
@click.option("--name", help="Replace this memory, or give the new one this name.")
@click.option("--type", type=TYPES, metavar="TYPE", default="reference", show_default=True, help=f"One of {KINDS}.")
@click.option("--domain", help="Its subject area; `general` without one.")
@scoped
@click.option("--sensitivity", type=LEVELS, default="public", show_default=True, help="How far it may travel.")
@click.option("--tag", "tags", multiple=True, help="A tag; may be given again.")
@click.option("--when", multiple=True, help="What one would type who needs it: a task, an error; may be given again.")
@click.option("--source", default="cli", help="Origin key: what came from the same one is replaced.")
@click.option("--valid-from", metavar="DATE", help="When it became true.")
@click.pass_obj
def write(front: Front, /, **options: Any) -> int:  # noqa: ANN401  named and typed by Given
    r"""Remember one fact, or many.

    \b
    vade write --title "Ship on Tuesdays only" --body "The QA window is Monday."
    vade write --scope project --file notes.md
    git log -1 --format=%B | vade write --title "Why we moved to WAL" -
    vade write --jsonl facts.jsonl --json
    """
    given = Given(**options)
    if given.lines is not None:
        return bulk.write(front, given.lines)
    with front.vault() as vault:
        return front.receipt(vault.write(_draft(given, front.here)))


def _draft(given: Given, here: Project) -> Draft:
    scope = places.for_write(given.scope, given.project, here)
    return Draft(
        body=_body(given),
        title=given.title,
        name=given.name,
        type=given.type,
        domain=places.domain(given.domain, here),
        scope=scope,
        sensitivity=given.sensitivity,
        tags=given.tags,
        when=given.when or None,
        source=given.source,
        source_project=places.source(scope, here),
        valid_from=given.valid_from,
    )


def _body(given: Given) -> str:
    """Return the text, from the one place it was given in."""
    if given.dash not in {None, "-"}:
        raise InvalidError("body", f"{given.dash!r} is no option", hint="give the text with --body, --file or `-`")
    ways = [way is not None for way in (given.body, given.path, given.dash)]
    if sum(ways) > 1:
        raise InvalidError("body", "is given more than once", hint="give one of --body, --file and `-`")
    if not any(ways) and not given.title:
        raise InvalidError("body", "is missing", hint="give it with --body, --file or `-` (standard input)")
    if given.path is not None or given.dash is not None:
        return read_text(given.path or "-")
    return given.body or ""


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for `-`.

    Raises:
        InvalidError: it is not UTF-8.
    """
    with click.open_file(path, "rb") as stream:
        raw = stream.read()
    try:
        return str(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        raise InvalidError("body", f"{path} is not UTF-8 text", hint="save it as UTF-8") from fault


@click.command(cls=Command)
@click.argument("name", required=False, metavar="NAME|ID")
@click.option("--reason", default="", help="Why. The history notes that there was a reason, not its text.")
@click.option("--erase", is_flag=True, help="Remove its text everywhere, for good.")
@click.option("--project", help="Forget all that is kept of this project, in every user's vault.")
@click.option("--yes", is_flag=True, help="With --project: ask nothing.")
@click.pass_obj
def forget(front: Front, name: str | None, reason: str, project: str | None, *, erase: bool, yes: bool) -> int:
    """Retire a memory, or all of a project.

    `vade restore` brings it back, unless it is erased: then its text is removed everywhere, for good.
    """
    if (name is None) == (project is None):
        raise InvalidError("name", "or --project has to be given, and not both", hint="`vade list` shows the names")
    if project is not None:
        return _forget_project(front, project, erase=erase, yes=yes)
    with front.vault() as vault:
        return front.receipt(vault.forget(name or "", reason=reason, erase=erase))


def _forget_project(front: Front, project: str, *, erase: bool, yes: bool) -> int:
    word = "Erase for good" if erase else "Forget"
    if not yes:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise InvalidError("--project", "forgets all that is kept of a project", hint="say --yes too")
        click.confirm(f"{word} all that is kept of the project {project}?", default=False, err=True, abort=True)
    done = projects.forget(front.home, project, erase=erase, clock=lambda: front.now)
    said = "Erased" if erase else "Forgot"
    front.show(done, "\n".join([f"{said} {len(done.names)} memories of {project}.", *done.notes]))
    return exits.DONE


@click.command(cls=Command)
@click.argument("names", nargs=-1, required=True, metavar="NAME|ID...")
@click.pass_obj
def restore(front: Front, names: tuple[str, ...]) -> int:
    """Bring forgotten memories or earlier versions back."""
    with front.vault() as vault:
        done = [vault.restore(name) for name in names]
    front.show({"restored": [wire.receipt(one) for one in done]}, "\n".join(map(prose.receipt, done)))
    return exits.DONE


@click.command(cls=Command)
@NAME
@click.pass_obj
def edit(front: Front, name: str) -> int:
    """Change a memory in your editor.

    That is VISUAL or EDITOR. The result goes through the gate, as every write.
    """
    with front.vault() as vault:
        before = vault.get(name)
        text = _in_editor(before.text)
        if text is None or text == before.text:
            front.show({"action": "unchanged", "name": before.memory.name}, "Nothing was changed.")
            return exits.DONE
        memory, problems = markdown.read(text, name=before.memory.name, scope=before.memory.scope)
        if problems:
            raise InvalidError("text", problems[0].message, hint="mend it and edit again")
        if (memory.name, memory.scope) != (before.memory.name, before.memory.scope):
            raise ConflictError("an edit changes neither name nor scope", hint="write a new memory, or promote it")
        return front.receipt(vault.write(_edited(memory)))


def _in_editor(text: str) -> str | None:
    try:
        return click.edit(text, editor=config.editor(), extension=".md")
    except click.ClickException as fault:
        raise UnavailableError(
            f"the editor failed: {fault.format_message()}",
            hint="set EDITOR to one that works",
            code="unavailable.editor",
        ) from fault


def _edited(memory: Memory) -> Draft:
    return Draft(
        body=memory.body,
        title=memory.description,
        name=memory.name,
        type=memory.type,
        domain=memory.domain,
        scope=memory.scope,
        sensitivity=memory.sensitivity,
        tags=memory.tags,
        when=memory.when,
        cites=memory.cites,
        source="edit",
        source_project=memory.source_project,
        created=memory.created or None,
        valid_from=memory.valid_from,
    )


COMMANDS = (write, forget, restore, edit)
