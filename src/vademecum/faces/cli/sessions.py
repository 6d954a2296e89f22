"""Commands about what was said in agents' sessions: sessions list, show, search, export, forget."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from vademecum.engine.clock import local
from vademecum.engine.vault import Vault
from vademecum.faces import columns, dialogue, places, prose
from vademecum.faces.cli import asking, exits
from vademecum.faces.cli.command import Group
from vademecum.faces.cli.front import Front
from vademecum.faces.cli.options import asked
from vademecum.identity import OUTSIDE
from vademecum.model.errors import InvalidError, MissingError, UnavailableError
from vademecum.model.gathered import Opened, SessionSummary
from vademecum.model.memory import Receipt, Scope
from vademecum.model.search import Source
from vademecum.rules.keys import SESSION, session_of

_AROUND = 3
_PROJECT_SHOWN = 20
_TITLE_LEAST = 12
_TITLE_SHOWN = 80
_ID = click.argument("session", metavar="ID")


@click.group(cls=Group)
def sessions() -> None:
    """What you and your agents said in earlier sessions."""


@sessions.command("list")
@asked
@click.option("--all", "everywhere", is_flag=True, help="Of every project.")
@click.option("-n", "most", type=click.IntRange(1, 100_000), default=20, show_default=True, help="Most sessions.")
@click.pass_obj
def list_(front: Front, scope: str | None, project: str | None, *, everywhere: bool, most: int) -> int:
    """List sessions, the latest first.

    Those of the project that this folder belongs to; outside any project, those held outside any.
    """
    with front.vault() as vault:
        found = vault.sessions(_scopes(front, scope, project, everywhere=everywhere), most)
    front.show({"sessions": found}, "\n".join(_rows(found, front.cells)) or _nothing(scope, project))
    return exits.DONE


def _nothing(scope: str | None, project: str | None) -> str:
    named = project or (scope or "").removeprefix("project:")
    where = f"in {prose.line(named)}" if named and named != "project" else "here"
    return f"No session is known {where}: `--all` lists those of every project, `vade sync` looks for more."


def _scopes(front: Front, scope: str | None, project: str | None, *, everywhere: bool) -> Sequence[Scope] | None:
    if everywhere or scope == places.ALL:
        return None
    if scope or project:
        return (places.for_write(scope, project, front.here),)
    return (Scope(front.here.name or OUTSIDE),)


def _rows(found: Sequence[SessionSummary], most: int | None) -> list[str]:
    """Return a line for each session: in columns, and none longer than `most` cells."""
    if not found:
        return []
    short = dialogue.short_ids([one.id for one in found])
    digits = max(len(str(one.turns)) for one in found)
    rows = columns.aligned([_about(one, short[one.id], digits) for one in found])
    return [_line(row, one, most) for row, one in zip(rows, found, strict=True)]


def _about(one: SessionSummary, short: str, digits: int) -> list[str]:
    when = f"{local(one.last):%Y-%m-%d %H:%M}" if one.last else "-"
    where = columns.clipped(one.scope.project or str(one.scope), _PROJECT_SHOWN)
    return [short, when, one.host, where, f"{one.turns:{digits}} turn{'s' * (one.turns != 1)}"]


def _line(row: list[str], one: SessionSummary, most: int | None) -> str:
    """Return a session's line; the title gives way first, then what stands before it, never the id or the marks."""
    short, *others = row
    begun = "".join(columns.GAP + text for text in others) + columns.GAP
    taken = columns.cells(short) + columns.cells(begun)
    mark = _mark(one, None if most is None else most - taken - _TITLE_LEAST)
    left = _TITLE_SHOWN if most is None else most - taken - columns.cells(mark)
    told = begun + columns.clipped(prose.line(one.title), max(left, _TITLE_LEAST))
    if most is not None:
        room = most - columns.cells(short)
        told = columns.clipped(columns.clipped(told, max(room - columns.cells(mark), 0)) + mark, room)
    else:
        told += mark
    return click.style(short, bold=True) + told.rstrip()


def _mark(one: SessionSummary, room: int | None) -> str:
    """Say that a session's transcript was deleted, or is kept: at length where there are so many cells for it."""
    marks = [said for said, holds in (("deleted by host", one.gone), ("kept", one.kept)) if holds]
    mark = f" ({', '.join(marks)})" if marks else ""
    return mark if room is None or columns.cells(mark) <= room else mark.replace("deleted by host", "gone")


def opened(vault: Vault, session: str) -> Opened:
    """Return a session whole, by its id or the beginning of it.

    Raises:
        InvalidError: the id is empty.
        MissingError: there is none, or several begin so.
    """
    if not session.strip():
        raise InvalidError("id", "is empty", hint="`vade sessions list` shows them")
    found = vault.open(SESSION + session_of(session).partition("#")[0], whole=True)
    if found.passages[0].source is not Source.SESSION:
        raise MissingError(f"{session} is no session", hint="`vade sessions list` shows them", code="missing.session")
    return found


@sessions.command("show")
@_ID
@click.option("--turn", type=click.IntRange(1), help="Only this turn, and what stands around it.")
@click.pass_obj
def show(front: Front, session: str, turn: int | None) -> int:
    """Show what was said in a session, without secrets."""
    with front.vault() as vault:
        found = opened(vault, session)
    if turn is not None:
        found = _around(found, turn)
    front.show(found, dialogue.told(found))
    return exits.DONE


def _around(found: Opened, turn: int) -> Opened:
    """Return one turn, with some of what stands before and after it.

    Raises:
        MissingError: the session has no such turn.
    """
    held = [place for place, one in enumerate(found.passages) if one.start == turn]
    if not held:
        last = max(one.start for one in found.passages)
        raise MissingError(f"there is no turn {turn}", hint=f"the last is {last}", code="missing.passage")
    near = found.passages[max(held[0] - _AROUND, 0) : held[-1] + _AROUND + 1]
    return replace(found, key=found.passages[held[0]].key, passages=near)


@sessions.command("search")
@click.argument("question", metavar="QUERY")
@click.option("-k", "limit", type=click.IntRange(1, 1000), default=5, show_default=True, help="Most hits.")
@asked
@click.option("--threshold", type=click.FloatRange(0, 1), help="Least relevance of a hit.")
@click.option("--fail-empty", is_flag=True, help="Exit 1 when nothing is found.")
@click.pass_context
def search(ctx: click.Context, /, **options: Any) -> int:  # noqa: ANN401  as asking.search
    """Search in sessions alone: `vade search --source session`."""
    code: int = ctx.invoke(asking.search, **options, sources=(Source.SESSION.value,))
    return code


@sessions.command("export")
@click.argument("session", metavar="[ID]", required=False)
@click.option("--all", "everywhere", is_flag=True, help="Every session; --out names a folder then.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE|DIR", help="Write there, not to the terminal.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "jsonl"]),
    default="markdown",
    show_default=True,
    help="To read, or as our own session format.",
)
@click.pass_obj
def export(front: Front, session: str | None, *, everywhere: bool, out: Path | None, form: str) -> int:
    """Write sessions as files, as they are indexed: without secrets."""
    if everywhere == bool(session):
        raise InvalidError(
            "id",
            "is missing" if not session else "does not go with --all",
            hint="give a session's id (`vade sessions list`), or --all",
        )
    if everywhere and out is None:
        raise InvalidError("--out", "is missing", hint="name a folder for the files")
    with front.vault() as vault:
        if session and out is None:
            text = _text(vault, opened(vault, session), form)
            front.show({"session": session, "format": form, "text": text}, text.rstrip("\n"))
            return exits.DONE
        written = _write_all(vault, session, out or Path(), form)
    front.show({"written": written}, f"{prose.count(len(written), 'session')} written to {out}")
    return exits.DONE


def _write_all(vault: Vault, session: str | None, out: Path, form: str) -> list[Path]:
    """Write one session to a file, or into a folder that is there; or every one into a folder."""
    try:
        if session:
            found = opened(vault, session)
            path = out / _file_name(found.group, form) if out.is_dir() else out
            return [_write(vault, found, path, form)]
        out.mkdir(parents=True, exist_ok=True)
        everyone = (opened(vault, one.id) for one in vault.sessions())
        return [_write(vault, found, out / _file_name(found.group, form), form) for found in everyone]
    except OSError as fault:
        raise UnavailableError(
            f"{out} cannot be written ({fault.strerror})", hint="name a file or folder that can be written"
        ) from fault


def _file_name(group: str, form: str) -> str:
    name = group.partition(":")[2].replace("/", ".")
    return f"{name}.{'md' if form == 'markdown' else 'jsonl'}"


def _write(vault: Vault, found: Opened, path: Path, form: str) -> Path:
    if form == "jsonl":
        return vault.export_session(found.group, path)
    path.write_text(_text(vault, found, form), encoding="utf-8")
    return path


def _text(vault: Vault, found: Opened, form: str) -> str:
    if form == "jsonl":
        with tempfile.TemporaryDirectory() as folder:
            return vault.export_session(found.group, Path(folder) / "session.jsonl").read_text(encoding="utf-8")
    first, last = found.passages[0].at, found.passages[-1].at
    when = f"{first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M} UTC" if first and last else "at an unknown time"
    return dialogue.markdown(found, f"{when}; {prose.line(str(found.passages[0].scope))}")


@sessions.command("forget")
@_ID
@click.pass_obj
def forget(front: Front, session: str) -> int:
    """Take a session out of the index, for good.

    It is never read again. The host's own transcript stays where it is; it is named.
    """
    with front.vault() as vault:
        found = opened(vault, session)
        done = vault.forget_session(found.group)
    front.show(done, _forgotten(done))
    return exits.DONE


def _forgotten(done: Receipt) -> str:
    said = f"Forgot {done.name}: nothing of it is found any more, and it is not read again."
    return "\n".join([said, *map(prose.line, done.notes)])


COMMANDS = (sessions,)
