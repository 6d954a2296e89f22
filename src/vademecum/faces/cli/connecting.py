"""Commands that connect agents to the memory and take them off again: init, uninstall."""

import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from vademecum import config
from vademecum.engine import agents
from vademecum.engine.agents import Gone
from vademecum.engine.vault import Vault
from vademecum.faces import prose
from vademecum.faces.cli import exits, moving
from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front
from vademecum.model.errors import InvalidError
from vademecum.model.report import ImportReport
from vademecum.model.wiring import Agent, Deed, Wired

ALL = "all"
_SAID = {
    Deed.KEPT: "as it should be",
    Deed.LEFT: "left alone: the plugin connects this agent",
    Deed.CHANGED: "changed",
    Deed.MADE: "made",
    Deed.RESTORED: "as it was before",
    Deed.REMOVED: "removed: it was ours alone",
}
_INCLUDE = "Shall every session of Claude Code begin with what holds everywhere (a line in your CLAUDE.md)?"
_UNCHANGED = {Deed.KEPT, Deed.LEFT}
_NAMES = click.Choice([*agents.NAMES, ALL])


@click.command(cls=Command)
@click.option("--client", "clients", multiple=True, type=_NAMES, help="An agent to connect; may be given again.")
@click.option("--yes", is_flag=True, help="Ask nothing: connect, and take over what Claude Code remembers.")
@click.option("--dry-run", is_flag=True, help="Show what would change in agents' settings; change nothing at all.")
@click.option("--import/--no-import", "wanted", default=None, help="Take it over, or leave it, without a question.")
@click.option(
    "--rules/--no-rules", default=None, help="Have CLAUDE.md include the always-on file, or not; no question."
)
@click.pass_obj
def init(
    front: Front, *, clients: tuple[str, ...], yes: bool, dry_run: bool, wanted: bool | None, rules: bool | None
) -> int:
    """Make the home and the vault, and connect your agents.

    Hooks and the MCP server are added to the settings of each agent that is found, or that is named; nothing else in
    those files changes. What is there stays as it is. Claude Code gets the always-on file too, which its CLAUDE.md
    includes only when you ask for that. Its own memories are offered for import: copied, through the gate.
    """
    known, found = front.home.is_dir(), agents.agents()
    named = _named(clients, (one.name for one in found if one.is_here))
    if rules and agents.CLAUDE not in named:
        raise InvalidError("--rules", "is about Claude Code, which is not here", hint="add `--client claude`")
    if dry_run:
        plan = agents.connect(front.home, named, user=front.user, included=bool(rules), dry_run=True)
        front.show({"home": str(front.home), "agents": plan}, "\n".join(map(_planned, plan)) or _nobody())
        return _code(plan)
    with front.vault() as vault:
        imported = _take_over(vault, yes if wanted is None else wanted, asking=wanted is None)
        waiting = sum(one.transcripts for one in vault.backlog())
        data = {"home": str(front.home), "vault": str(vault.path), "created": not known, "imported": imported}
    text = [f"{'The home is' if known else 'Made the home'} {front.home}"]
    if imported is not None:
        text += _offered(imported)
    done, connected = _connect(front, named, found, yes=yes, rules=rules)
    again = "".join([*(f" --client {name}" for name in clients), " --rules" if rules else ""])
    text += _told(done, found, again, connected=connected)
    text += _transcripts(waiting)
    front.show(data | {"agents": done, "connected": connected, "transcripts": waiting}, "\n".join(text))
    return _code(done)


def _transcripts(count: int) -> list[str]:
    said = f"Of earlier sessions there {'is' if count == 1 else 'are'} {prose.count(count, 'transcript')} here"
    return [f"{said}: taken in by themselves, or at once by `vade backfill`"] if count else []


def _named(clients: tuple[str, ...], here: Iterable[str]) -> tuple[str, ...]:
    """Return the agents that are meant: those named, every one, or those that are here."""
    if ALL in clients:
        return agents.NAMES
    return tuple(dict.fromkeys(clients)) or tuple(here)


def _connect(
    front: Front, named: Sequence[str], found: list[Agent], *, yes: bool, rules: bool | None
) -> tuple[list[Wired], bool]:
    """Connect agents when the user says so; return what was done, or would be, and whether it was."""
    plan = agents.connect(front.home, named, user=front.user, included=bool(rules), dry_run=True)
    todo = [one for one in plan if one.deed not in {*_UNCHANGED, Deed.FAILED}]
    if todo and not yes and not (_is_asked() and _agreed(todo, found)):
        return plan, False
    if rules is None and todo and not yes and agents.CLAUDE in named and not agents.is_included():
        rules = click.confirm(_INCLUDE, default=False, err=True)
    return agents.connect(front.home, named, user=front.user, included=bool(rules)), True


def _is_asked() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _agreed(todo: list[Wired], found: list[Agent]) -> bool:
    paths = "".join(f"\n  {one.path}" for one in todo)
    return click.confirm(f"Connect {_titles(todo, found)}? This changes{paths}\n", default=True, err=True)


def _titles(done: list[Wired], found: list[Agent]) -> str:
    hosts = {one.host for one in done}
    return ", ".join(agent.title for agent in found if agent.name in hosts)


def _told(done: list[Wired], found: list[Agent], again: str, *, connected: bool) -> list[str]:
    """Say which agents are connected, and what is to be done for the others, with the words that were given."""
    failed = [one for one in done if one.deed is Deed.FAILED]
    lines: list[str] = []
    todo = [one for one in done if one.deed not in {*_UNCHANGED, Deed.FAILED}]
    if todo and not connected:
        lines.append(
            f"Not connected yet: {_titles(todo, found)}. `vade init{again} --yes` does it, `--dry-run` shows it."
        )
    elif done:
        lines += _connected(done, found)
    else:
        lines.append(_nobody())
    return [*lines, *map(_failed, failed)]


def _connected(done: list[Wired], found: list[Agent]) -> list[str]:
    lines: list[str] = []
    for agent in found:
        ours = [one for one in done if one.host == agent.name and one.deed is not Deed.FAILED]
        if any(one.deed is Deed.LEFT for one in ours):
            lines.append(f"{agent.title} is connected by its plugin")
        elif ours:
            whole = not any(one.host == agent.name and one.deed is Deed.FAILED for one in done)
            lines.append(f"{agent.title} is connected{'' if whole else ' in part'}")
            lines += [f"  {one.path} ({_SAID[one.deed]}{_kept(one)})" for one in ours]
        if any(one.deed not in _UNCHANGED for one in ours) and agent.after:
            lines.append(f"  {agent.after}")
    return lines


def _kept(one: Wired) -> str:
    return f"; before: {one.backup}" if one.backup else ""


def _nobody() -> str:
    return "No agent was found here. `vade init --client NAME` connects one; any MCP client can start `vade serve`."


def _failed(one: Wired) -> str:
    snippet = "".join(f"\n    {line}" for line in one.snippet.splitlines())
    return f"{click.style('!!', fg='red')} {one.problem}\n   -> {one.hint}{snippet}"


def _planned(one: Wired) -> str:
    """Show a change as a diff, or why there is none."""
    if one.deed is Deed.FAILED:
        return _failed(one)
    return one.diff.rstrip("\n") or f"{one.path}: {_SAID[one.deed]}"


def _code(done: Iterable[Wired]) -> int:
    return exits.REPORT if any(one.deed is Deed.FAILED for one in done) else exits.DONE


def _take_over(vault: Vault, wanted: bool, *, asking: bool) -> ImportReport | None:  # noqa: FBT001  a plain answer
    """Import what Claude Code remembers when that is wanted; a rehearsal tells what there would be otherwise."""
    folder = config.claude_config_dir()
    if wanted:
        return vault.import_claude_memory(folder)
    if not asking:
        return None
    offer = vault.import_claude_memory(folder, dry_run=True)
    if _new(offer) and sys.stdin.isatty() and sys.stderr.isatty():
        question = f"Claude Code has {_new(offer)} memories that are not here. Copy them?"
        return vault.import_claude_memory(folder) if click.confirm(question, default=True, err=True) else None
    return offer


def _offered(report: ImportReport) -> list[str]:
    """Say what was taken over, or what could be."""
    if not _new(report):
        return []
    if report.dry_run:
        return [f"Claude Code has {_new(report)} memories that are not here: `vade import claude-memory` copies them."]
    return ["Copied what Claude Code remembers:", *(f"  {line}" for line in moving.told(report).splitlines())]


def _new(report: ImportReport) -> int:
    return report.counts.stored + report.counts.superseded + report.counts.revived


@click.command(cls=Command)
@click.option("--client", "clients", multiple=True, type=_NAMES, help="Only this agent; may be given again.")
@click.option("--purge", is_flag=True, help="Delete the home too, with every memory.")
@click.option("--dry-run", is_flag=True, help="Show what would go; change nothing.")
@click.option("--yes", is_flag=True, help="Ask nothing.")
@click.pass_obj
def uninstall(front: Front, *, clients: tuple[str, ...], purge: bool, dry_run: bool, yes: bool) -> int:
    """Take the hooks and the MCP server out of agents' settings.

    A file that nobody else has changed is again what it was, byte for byte; from others only our entries go. The
    always-on file and git hooks go too. The memories stay, unless they are purged.
    """
    names = None if not clients or ALL in clients else clients
    if purge and names:
        raise InvalidError("--purge", "does not go with --client", hint="the memories belong to all agents")
    if purge and not dry_run and not yes:
        _confirm_purge(front)
    gone = agents.uninstall(front.home, names, dry_run=dry_run)
    left = agents.purge(front.home) if purge and not dry_run else ()
    code = exits.REPORT if gone.problems else _code(gone.agents)
    data = {"agents": gone.agents, "files": gone.files, "problems": gone.problems, "purged": purge, "left": left}
    said = _farewell(front, gone, dry_run=dry_run, purge=purge, left=left)
    front.show(data, "\n".join(said if dry_run or names else [*said, *_program()]))
    return code


def _confirm_purge(front: Front) -> None:
    if not _is_asked():
        raise InvalidError("--purge", "deletes every memory", hint="say --yes too")
    click.confirm(f"Delete {front.home} with every memory in it?", default=False, err=True, abort=True)


def _farewell(front: Front, gone: Gone, *, dry_run: bool, purge: bool, left: Sequence[str]) -> list[str]:
    lines = [
        _planned(one) if dry_run or one.deed is Deed.FAILED else f"{one.path} ({_undone(one)})" for one in gone.agents
    ]
    lines += [f"{name} (removed)" if not dry_run else f"{name} would be removed" for name in gone.files]
    lines += [f"{click.style('!!', fg='red')} {problem}" for problem in gone.problems]
    if not lines:
        lines.append("Nothing of Vademecum is in any agent's settings.")
    if not purge:
        if front.home.is_dir():
            lines.append(f"Your memories stay in {front.home}; `vade uninstall --purge` deletes them.")
    elif dry_run:
        lines.append(f"{front.home} would be deleted.")
    elif left:
        lines.append(f"In {front.home} stays what is not ours: {', '.join(left)}")
    else:
        lines.append(f"{front.home} is gone.")
    return lines


def _program() -> list[str]:
    """Say how the program itself is removed, when it lies where `install.sh` puts it."""
    place = Path(sys.prefix).parent
    if not (place / "installed").is_file():
        return []
    link = place.parent.parent / "bin" / "vade"
    both = [place, link] if link.is_symlink() else [place]
    return [f"The program itself stays: rm -r {shlex.join(map(str, both))}"]


def _undone(one: Wired) -> str:
    if one.deed is Deed.CHANGED:
        return "only our entries were taken out" + (f"; as it was before us: {one.backup}" if one.backup else "")
    return _SAID[one.deed]


COMMANDS = (init, uninstall)
