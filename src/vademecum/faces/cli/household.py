"""Commands about the home itself: status, doctor, projects, config."""

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import click

from vademecum import config
from vademecum.config import writing
from vademecum.engine import agents, health, recover, survey
from vademecum.engine import doctor as examination
from vademecum.engine import projects as moves
from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Command, Group
from vademecum.faces.cli.front import Front
from vademecum.identity import orphans, registry
from vademecum.model import wire
from vademecum.model.errors import InvalidError, MissingError, VademecumError
from vademecum.model.health import Check, Health, Level
from vademecum.model.report import Offer

_MARKS = {Level.GOOD: ("ok", "green"), Level.NOTE: ("--", "yellow"), Level.BAD: ("!!", "red")}


@click.command(cls=Command)
@click.pass_obj
def status(front: Front) -> int:
    """Show how everything is, at a glance.

    What is not in order comes with the command that mends it. Exit 1 on trouble.
    """
    if trouble := _no_home(front.home):
        return _report(front, trouble)
    with ExitStack() as opened:
        found = health.glance(front.home, config.project_dir(), lambda: opened.enter_context(front.vault()), front.now)
    return _report(front, found, agents.look(front.home))


@click.command(cls=Command)
@click.option("--rebuild-history", is_flag=True, help="Begin a lost or damaged history anew, from the markdown files.")
@click.option("--force", is_flag=True, help="With --rebuild-history: also when the history is whole.")
@click.pass_obj
def doctor(front: Front, *, rebuild_history: bool, force: bool) -> int:
    """Try everything, and look closely.

    A real round trip in a vault that is thrown away, then a look at every file of yours. Exit 1 on trouble.
    """
    if force and not rebuild_history:
        raise InvalidError("--force", "goes with --rebuild-history alone")
    if rebuild_history:
        report = recover.rebuild_history(front.home, front.user, force=force)
        front.show(report, f"The history begins anew with {len(report.adopted)} memories.")
        return exits.DONE
    if trouble := _no_home(front.home):
        return _report(front, trouble)
    found = examination.examine(front.home, front.user, clock=lambda: front.now)
    return _report(front, found, [*agents.look(front.home), *agents.try_hooks(front.home, lambda: front.now)])


def _no_home(home: Path) -> Health | None:
    """Tell why what stands in the home's place cannot be one; None when it is one, or can be made."""
    if not home.exists():
        return None
    try:
        if home.is_dir():
            config.check_home(home)
            return None
    except VademecumError as fault:
        return Health((Check("home", fault.message, Level.BAD, fault.hint),))
    return Health((Check("home", f"{home} is no folder", Level.BAD, "move it away, or set VADEMECUM_HOME"),))


def _report(front: Front, looked: Health, more: Iterable[Check] = ()) -> int:
    found = Health((*looked.checks, *more))
    data = wire.plain(found, front.now) | {"well": found.is_well}
    front.show(data, "\n".join(map(_line, found.checks)))
    return exits.DONE if found.is_well else exits.REPORT


def _line(check: Check) -> str:
    mark, colour = _MARKS[check.level]
    hint = f"  -> {check.hint}" if check.hint else ""
    return f"{click.style(mark, fg=colour)} {check.name}: {check.message}{hint}"


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def projects(ctx: click.Context) -> int:
    """List, rename, merge and follow projects."""
    return ctx.invoke(list_projects) if ctx.invoked_subcommand is None else exits.DONE


@click.command("list", cls=Command)
@click.pass_obj
def list_projects(front: Front) -> int:
    """List the projects that are known, and what each is known by."""
    here, gone = front.here.name, orphans(front.home)
    rows = [
        {"name": name, "keys": keys, "here": name == here, "gone": name in gone}
        for name, keys in registry.keys_of(front.home).items()
    ]
    front.show({"here": here, "projects": rows}, "\n".join(map(_project, rows)) or "No project is known yet.")
    return exits.DONE


def _project(row: wire.Plain) -> str:
    remark = " (here)" if row["here"] else " (its folder is gone)" if row["gone"] else ""
    return f"{row['name']}{remark}: {', '.join(row['keys'])}"


@click.command("rename", cls=Command)
@click.argument("old")
@click.argument("new")
@click.pass_obj
def rename_project(front: Front, old: str, new: str) -> int:
    """Give a project another name; its memories go with it."""
    moved = moves.rename(front.home, old, new, clock=lambda: front.now)
    front.show({"project": new, "moved": moved}, f"{old} is {new} now; {moved} memories moved.")
    return exits.DONE


@click.command("merge", cls=Command)
@click.argument("old")
@click.argument("into")
@click.pass_obj
def merge_project(front: Front, old: str, into: str) -> int:
    """Let a project be part of another one; its memories go with it."""
    moved = moves.merge(front.home, old, into, clock=lambda: front.now)
    front.show({"project": into, "moved": moved}, f"{old} is part of {into} now; {moved} memories moved.")
    return exits.DONE


@click.command("remap", cls=Command)
@click.argument("old")
@click.argument("new", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.pass_obj
def remap_project(front: Front, old: str, new: Path) -> int:
    """Follow a folder that has moved from OLD to NEW."""
    name, moved = moves.remap(front.home, old, new, clock=lambda: front.now)
    front.show({"project": name, "moved": moved}, f"{new} is {name} now; {moved} memories moved.")
    return exits.DONE


for command in (list_projects, rename_project, merge_project, remap_project):
    projects.add_command(command)


@click.command("config", cls=Command)
@click.argument("words", nargs=-1, metavar="[set] [KEY [VALUE]]")
@click.pass_obj
def config_(front: Front, words: tuple[str, ...]) -> int:
    r"""Show the settings, or change one.

    Each is shown with where it comes from.

    \b
    vade config
    vade config recall.k
    vade config recall.k 7
    """
    key, value = _key_and_value(words)
    if key is not None and value is not None:
        config.init_home(front.home)
        writing.set_knob(front.home, key, value)
    rows = [row for row in config.explain(front.home) if key in {None, row.key}]
    if not rows:
        raise MissingError(f"there is no setting {key}", hint="`vade config` lists them", code="missing.setting")
    text = "\n".join(f"{row.key} = {writing.to_toml(row.value)}  ({row.origin}) {row.about}" for row in rows)
    front.show({"settings": rows}, text)
    return exits.DONE


@click.command(cls=Command)
@click.pass_obj
def embedders(front: Front) -> int:
    """Show what can turn text into vectors here.

    `vade config embedder.provider NAME` chooses one; `vade reindex` then makes the vectors anew.
    """
    offers = survey.embedders(config.load(front.home).embedder)
    front.show({"embedders": offers}, "\n".join(map(_offer, offers)))
    return exits.DONE


def _offer(offer: Offer) -> str:
    mark = "*" if offer.chosen else " "
    if not offer.available:
        return f"{mark} {offer.provider}: {offer.problem} ({offer.hint})"
    return f"{mark} {offer.provider}: {f'{offer.model}, {offer.dimension} numbers' if offer.model else 'words only'}"


def _key_and_value(words: tuple[str, ...]) -> tuple[str | None, str | None]:
    given = words[1:] if words[:1] == ("set",) else words
    match given:
        case ():
            return None, None
        case (key,):
            return key, None
        case (key, value):
            return key, value
    raise InvalidError("value", "is more than one word", hint="quote it")


COMMANDS = (status, doctor, projects, config_, embedders)
