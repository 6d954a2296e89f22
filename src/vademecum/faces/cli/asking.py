"""Commands that ask: search, show, list, why, links, manifest."""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import click

from vademecum.engine.vault import Vault
from vademecum.faces import apart, columns, dialogue, places, prose
from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front
from vademecum.faces.cli.options import KINDS, LEVELS, NAME, SOURCES, TYPES, asked
from vademecum.model import wire
from vademecum.model.errors import InvalidError, MissingError
from vademecum.model.gathered import Opened
from vademecum.model.memory import Sensitivity, Version
from vademecum.model.report import Story
from vademecum.model.search import Query, Recall, Source
from vademecum.rules import asof, drafts, naming
from vademecum.rules.keys import is_key

_SAID_MOST = 200
_WHEN = click.option("--as-of", metavar="WHEN", help="As believed then: 2026-01-31, 3d, yesterday.")


@dataclass(frozen=True, slots=True)
class Given:
    """What the command line of `search` says."""

    question: str
    limit: int
    scope: str | None
    project: str | None
    domain: str | None
    type: str | None
    sources: tuple[str, ...]
    max_sensitivity: str
    threshold: float | None
    as_of: str | None
    diff_now: bool
    explain: bool
    fail_empty: bool
    strict: bool


@click.command(cls=Command)
@click.argument("question", metavar="QUERY")
@click.option("-k", "limit", type=click.IntRange(1, 1000), default=5, show_default=True, help="Most hits.")
@asked
@click.option("--domain", help="Only this subject area.")
@click.option("--type", type=TYPES, metavar="TYPE", help=f"Only this kind of fact: {KINDS}.")
@click.option("--source", "sources", multiple=True, type=SOURCES, help="Only these kinds of text; may be given again.")
@click.option("--max-sensitivity", type=LEVELS, default="secret", show_default=True, help="Nothing above.")
@click.option("--threshold", type=click.FloatRange(0, 1), help="Least relevance of a hit.")
@_WHEN
@click.option("--diff-now", is_flag=True, help="With --as-of: say what has changed since.")
@click.option("--explain", is_flag=True, help="Show how each hit was scored.")
@click.option("--fail-empty", is_flag=True, help="Exit 1 when nothing is found.")
@click.option("--strict", is_flag=True, help="Exit 5 when the answer is degraded.")
@click.pass_obj
def search(front: Front, /, **options: Any) -> int:  # noqa: ANN401  named and typed by Given
    r"""Recall by meaning and by words.

    Global memories and those of the project that this folder belongs to. `vade recall` is the same.

    \b
    vade search "how do we deploy on Fridays"
    vade search E4012 --scope all --json
    vade search "retry policy" --as-of 2026-01-31 --diff-now
    """
    given = Given(**options)
    with front.vault() as vault:
        answer = vault.recall(_query(front, given))
        is_waiting = bool(answer.behind) and not vault.is_gathering()
    data = wire.recall(answer, front.now)
    told = prose.hits(data, "`--scope all`", _bold, "vade show")
    front.show(data, told + (_scores(data) if given.explain else ""))
    if is_waiting:
        apart.take_in(front.user)
    return _code(answer, given)


def _bold(text: str) -> str:
    return click.style(text, bold=True)


def _query(front: Front, given: Given) -> Query:
    asked = places.for_recall(given.scope, given.project, front.here)
    return Query(
        given.question,
        limit=given.limit,
        scopes=asked.scopes,
        project=asked.project,
        domain=given.domain,
        type=drafts.memory_type(given.type) if given.type else None,
        sources=frozenset(Source(word) for word in given.sources or Source),
        max_sensitivity=Sensitivity(given.max_sensitivity),
        threshold=given.threshold,
        as_of=asof.parse(given.as_of, front.now) if given.as_of else None,
        diff_now=given.diff_now,
        explain=given.explain,
    )


def _code(answer: Recall, given: Given) -> int:
    if given.strict and answer.degraded:
        return exits.DEGRADED
    return exits.REPORT if given.fail_empty and not answer.hits else exits.DONE


def _scores(data: wire.Plain) -> str:
    lines = [""]
    for hit in data["hits"]:
        parts = "  ".join(f"{name} {score:.3f}" for name, score in hit["scores"].items())
        lines.append(f"{hit['name'] or hit['path']}: {parts}")
    return "\n".join(lines)


@click.command(cls=Command)
@NAME
@_WHEN
@click.pass_obj
def show(front: Front, name: str, as_of: str | None) -> int:
    r"""Show one memory, session or document.

    A memory by name or version id; a document by its path; what stands around a hit by its key.

    \b
    vade show staging_database
    vade show docs/deploy.md
    vade show session:1a2b3c4d
    """
    with front.vault() as vault:
        found = _found(vault, name, asof.parse(as_of, front.now) if as_of else None)
    front.show(found, found.text.rstrip("\n") if isinstance(found, Version) else dialogue.told(found))
    return exits.DONE


def _found(vault: Vault, name: str, as_of: datetime | None) -> Version | Opened:
    """Return what a name means: a memory first, unless it is a key or can only be a path."""
    if not name.strip():
        raise InvalidError("name", "is empty", hint="`vade list` shows the memories, `vade sessions list` the sessions")
    if is_key(name):
        if as_of is not None:
            raise InvalidError("--as-of", "is about memories", hint="leave it out")
        return vault.open(name)
    try:
        return vault.get(name, as_of)
    except MissingError:
        if "/" not in name and os.sep not in name and "." not in name:
            raise
        with suppress(MissingError):
            return vault.open(name)
        raise MissingError(
            f"neither a memory nor a document is called {name}",
            hint="`vade list` shows the memories, `vade knowledge list` the folders of documents",
            code="missing.memory",
        ) from None


@click.command("list", cls=Command)
@click.option("--scope", metavar="SCOPE", help="global, project (this one) or project:NAME; all of them without it.")
@click.pass_obj
def list_(front: Front, scope: str | None) -> int:
    """List what is remembered, newest first."""
    with front.vault() as vault:
        everywhere = scope in {None, places.ALL}
        found = vault.browse(None if everywhere else places.for_write(scope, None, front.here))
    rows = [wire.summary(version, front.now) for version in found]
    text = "\n".join(_row(row, front.cells) for row in rows)
    front.show({"memories": rows}, text or "Nothing is remembered here yet.")
    return exits.DONE


def _row(row: wire.Plain, most: int | None) -> str:
    """Return a memory's line; on a terminal it is no longer than that is wide, and the name is whole."""
    about = f" [{row['scope']}, {row['age']}] {row['description']}"
    about = about if most is None else columns.clipped(about, max(most - columns.cells(row["name"]), 0))
    return _bold(row["name"]) + about


@click.command(cls=Command)
@NAME
@click.pass_obj
def why(front: Front, name: str) -> int:
    """Tell a memory's whole story.

    Its versions, and everything that happened to them, oldest first.
    """
    with front.vault() as vault:
        story = vault.why(name)
    front.show(story, _story(story))
    return exits.DONE


def _story(story: Story) -> str:
    states = {version.id: version for version in story.versions}
    lines = [_bold(story.name)]
    for event in story.events:
        lines += ["", f"{event.at:%Y-%m-%d %H:%M:%S}Z  {event.event.value}"]
        state = states.pop(event.id, None)
        lines += _state(state) if state else [f"  version {event.id}"]
    return "\n".join(lines)


def _state(version: Version) -> list[str]:
    """Say what a version was: where it comes from, and what it said."""
    memory = version.memory
    first = naming.first_sentence(memory.body, _SAID_MOST)
    said = memory.description if first in {"", memory.description} else f"{memory.description}\n{first}"
    about = f"{version.state.value}, {memory.scope}, from {version.origin}, {memory.trust.value}"
    return [f"  version {version.id} ({about})", prose.quoted(said, "  | ")]


@click.command(cls=Command)
@NAME
@click.pass_obj
def links(front: Front, name: str) -> int:
    """Show what a memory points to, and what to it."""
    with front.vault() as vault:
        found = vault.links(name)
    front.show(found, prose.links(found))
    return exits.DONE


@click.command(cls=Command)
@click.option("--project", metavar="NAME", help="This project, by name; without it the one you are in.")
@click.pass_obj
def manifest(front: Front, project: str | None) -> int:
    """Show the overview that a session starts with.

    Single memories while they are fewer than `manifest.full_below`, else topics, within `manifest.token_budget`.
    """
    named = naming.check_project(project) if project else front.here.name
    with front.vault() as vault:
        found = vault.manifest(named or None)
    front.show(found, found.text.rstrip() or "Nothing is remembered here yet.")
    return exits.DONE


COMMANDS = (search, show, list_, why, links, manifest)
