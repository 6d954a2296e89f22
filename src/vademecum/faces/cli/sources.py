"""Commands that take in what was said and written elsewhere: sync, backfill, maintain."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import timedelta

import click

from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front, sized_progress
from vademecum.faces.prose import count, line
from vademecum.model import wire
from vademecum.model.gathered import Backlog, Gathered, Maintained, Omitted
from vademecum.model.report import Status, SyncReport

TITLES = {"claude": "Claude Code", "codex": "Codex", "gemini": "Gemini CLI"}
_OMITTED_SHOWN = 20
_KILO = 1_000
_MEGA = 1_000_000


@click.command(cls=Command)
@click.pass_obj
def sync(front: Front) -> int:
    """Take in hand edits, a git pull, transcripts and documents.

    What is new in the transcripts of your agents and in the folders of `vade knowledge` is searchable afterwards. Both
    also happen by themselves, soon after something has changed.
    """
    with front.vault() as vault:
        report = vault.sync()
        with taking_in(front) as tell:
            found = vault.gather(progress=tell)
    data = wire.plain(report, front.now) | {"sources": wire.plain(found, front.now)}
    front.show(data, "\n".join([*_synced(report), *gathered(found)]))
    return exits.REPORT if report.flagged or report.problems else exits.DONE


def taking_in(front: Front) -> AbstractContextManager[Callable[[int, int], None]]:
    """Show how far a look at the sources is; the block gets `tell(bytes done, bytes in all)`."""
    return sized_progress("taking in", quiet=front.as_json)


def _synced(report: SyncReport) -> list[str]:
    lines = [f"{count(report.looked_at, 'file')} looked at"]
    lines += [f"adopted {name}" for name in report.adopted]
    lines += [f"forgot {name}" for name in report.forgotten]
    lines += [f"not adopted: {one.path} ({one.reason})" for one in report.flagged]
    return [*lines, *report.problems]


def gathered(found: Gathered) -> list[str]:
    """Say what a look at transcripts and documents brought, and what it could not read."""
    if found.busy:
        return ["another process is taking in transcripts and documents"]
    new = f"{count(found.sessions, 'session')} and {count(found.documents, 'document')} had something new"
    said = f"{new}: {count(found.passages, 'passage')}"
    lines = [said if found.passages or found.sessions or found.documents else "no session or document had anything new"]
    counted = (
        (found.removed, "document", "no longer there"),
        (found.gone, "transcript", "deleted by the host; what was said stays"),
        (found.kept, "transcript", "kept in the vault now"),
        (found.lines_skipped, "line", "not understood in transcripts"),
        (found.left, "file", "left for the next look"),
    )
    lines += [f"{count(number, what)} {how}" for number, what, how in counted if number]
    lines += [f"not there: {line(path)} (what was found in it stays)" for path in found.missing]
    return [*lines, *omitted(found.omitted, _OMITTED_SHOWN)]


def omitted(files: Sequence[Omitted], most: int) -> list[str]:
    """Name what is not read, and why; at most so many."""
    lines = [f"not read: {line(one.place)} ({one.reason})" for one in files[:most]]
    return lines + [f"and {len(files) - most} more that are not read"] * (len(files) > most)


@click.command(cls=Command)
@click.option("--dry-run", is_flag=True, help="Say what the hosts still have; take in nothing.")
@click.pass_obj
def backfill(front: Front, *, dry_run: bool) -> int:
    """Take in everything that your agents' hosts still have.

    Transcripts come in by themselves as you work; this does it at once, and says when Claude Code will delete which.
    What was taken in stays searchable after that.
    """
    with front.vault() as vault:
        backlog = vault.backlog()
        if not front.as_json and not dry_run:
            front.say("\n".join(hosts(backlog)))
        found = status = None
        if not dry_run:
            with taking_in(front) as tell:
                found = vault.gather(progress=tell)
            status, backlog = vault.status(), vault.backlog()
    data = {"hosts": backlog, "sources": found, "sessions": status.sessions if status else None}
    if found is None or status is None:
        front.show(data, "\n".join(hosts(backlog)))
    else:
        front.show(data, "\n".join([*gathered(found), *_silent(backlog), searchable(status)]))
    return exits.DONE


def _silent(backlog: list[Backlog]) -> list[str]:
    """Say in how many transcripts nothing was found: that may be so, or a host has begun to write them otherwise."""
    return [
        f"{TITLES.get(one.host, one.host)}: in {one.silent} of {count(one.transcripts, 'transcript')} nothing was said"
        for one in backlog
        if one.silent
    ]


def searchable(status: Status) -> str:
    """Say what can be found now."""
    held = f"{count(status.sessions, 'session')} and {count(status.documents, 'document')}"
    return f"Searchable now: {held}."


def hosts(backlog: list[Backlog]) -> list[str]:
    """Say what each host still has, and until when."""
    return [_host(one) for one in backlog] or ["No agent's transcripts were found here."]


def _host(one: Backlog) -> str:
    if not one.transcripts:
        return f"{TITLES.get(one.host, one.host)}: {_packed(one.packed)}"
    since = f", the oldest of {one.oldest:%Y-%m-%d}" if one.oldest else ""
    said = f"{TITLES.get(one.host, one.host)}: {count(one.transcripts, 'transcript')}, {_size(one.bytes)}{since}"
    said += f"; further {_packed(one.packed)}" * bool(one.packed)
    if one.delete_days is None:
        return said
    due = f", the first from {one.oldest + timedelta(days=one.delete_days):%Y-%m-%d} on" if one.oldest else ""
    rule = f"what nobody touched for {one.delete_days} days (`cleanupPeriodDays` in its settings)"
    return f"{said}; it deletes {rule}{due}"


def _packed(number: int) -> str:
    return f"{count(number, 'transcript')} packed with zstd, not read"


def _size(size: int) -> str:
    return f"{size / _MEGA:.1f} MB" if size >= _MEGA // 10 else f"{-(-size // _KILO)} kB"


@click.command(cls=Command)
@click.pass_obj
def maintain(front: Front) -> int:
    """Do what is good for a vault once a day.

    Takes in what is new, keeps transcripts before their hosts delete them, clears what killed writers left, gives back
    free space, signs and commits. Exit 1 when a step failed; the others are done all the same.
    """
    with front.vault() as vault:
        done = vault.maintain()
    front.show(done, "\n".join(_steps(done)))
    return exits.REPORT if any(step.failed for step in done.steps) else exits.DONE


def _steps(done: Maintained) -> list[str]:
    return [f"{click.style('!!', fg='red') if step.failed else 'ok'} {step.name}: {step.did}" for step in done.steps]


COMMANDS = (sync, backfill)
UPKEEP = (maintain,)
