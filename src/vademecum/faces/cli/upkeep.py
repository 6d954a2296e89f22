"""Commands that keep derived things in step: sync, reindex, rules."""

import click

from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front, progress
from vademecum.model.report import SyncReport


@click.command(cls=Command)
@click.pass_obj
def sync(front: Front) -> int:
    """Take in what was changed outside: hand edits, a git pull."""
    with front.vault() as vault:
        report = vault.sync()
    front.show(report, _synced(report))
    return exits.REPORT if report.flagged or report.problems else exits.DONE


def _synced(report: SyncReport) -> str:
    lines = [f"{report.looked_at} files looked at"]
    lines += [f"adopted {name}" for name in report.adopted]
    lines += [f"forgot {name}" for name in report.forgotten]
    lines += [f"not adopted: {one.path} ({one.reason})" for one in report.flagged]
    return "\n".join([*lines, *report.problems])


@click.command(cls=Command)
@click.option("--full", is_flag=True, help="Build the index anew, beside the old one.")
@click.option("--batch", is_flag=True, help="Say nothing on the way, for scripts.")
@click.pass_obj
def reindex(front: Front, *, full: bool, batch: bool) -> int:
    """Bring the index up to date, or build it anew."""
    with front.vault() as vault:
        total = vault.status().live
        with progress("indexing", total, quiet=batch or front.as_json) as tell:
            report = vault.reindex(full=full, progress=tell)
    done = "built anew" if report.rebuilt else "up to date"
    front.show(report, f"{report.passages} passages, {done} ({report.seconds:.1f} s)")
    return exits.DONE


COMMANDS = (sync, reindex)
