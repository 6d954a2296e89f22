"""Commands that take over what others remember: import."""

from dataclasses import asdict
from pathlib import Path

import click

from vademecum import config
from vademecum.faces import places
from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Group
from vademecum.faces.cli.front import Front
from vademecum.faces.cli.options import scoped
from vademecum.model.memory import Trust
from vademecum.model.report import ImportCounts, ImportReport

_DRY_RUN = click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group("import", cls=Group)
def import_() -> None:
    """Take over what others remember.

    A second run adds nothing. The originals are only read. Everything goes through the gate.
    """


@import_.command("claude-memory")
@click.argument("folder", required=False, type=_FOLDER)
@_DRY_RUN
@click.pass_obj
def claude_memory(front: Front, folder: Path | None, *, dry_run: bool) -> int:
    """Take over what Claude Code remembers, by project.

    FOLDER is Claude Code's configuration folder (CLAUDE_CONFIG_DIR, ~/.claude).
    """
    with front.vault() as vault:
        return _report(front, vault.import_claude_memory(folder or config.claude_config_dir(), dry_run=dry_run))


@import_.command("markdown")
@click.argument("folder", type=_FOLDER)
@scoped
@click.option("--pattern", "patterns", multiple=True, help="Only files like this: `*.md`; may be given again.")
@click.option("--untrusted", is_flag=True, help="Nobody vouches for them: searchable, never injected.")
@_DRY_RUN
@click.pass_obj
def markdown(
    front: Front,
    folder: Path,
    scope: str | None,
    project: str | None,
    *,
    patterns: tuple[str, ...],
    untrusted: bool,
    dry_run: bool,
) -> int:
    """Take over a folder of markdown notes into one scope."""
    with front.vault() as vault:
        report = vault.import_markdown(
            folder,
            scope=places.for_write(scope, project, front.here),
            trust=Trust.UNTRUSTED if untrusted else Trust.OWNER,
            patterns=patterns or ("*",),
            dry_run=dry_run,
        )
    return _report(front, report)


def _report(front: Front, report: ImportReport) -> int:
    front.show(report, told(report))
    return exits.REPORT if report.troubles or report.unclean else exits.DONE


def told(report: ImportReport) -> str:
    """Say what an import did, scope by scope, and what it could not take as it is."""
    lines = ["Nothing was written (dry run)."] if report.dry_run else []
    lines += [f"{scope}: {_counted(counts)}" for scope, counts in report.scopes.items()]
    if not report.counts.candidates and not report.troubles:
        return "There is nothing to take over."
    lines.append(f"in all: {_counted(report.counts)}")
    lines += [f"{one.path}{f':{one.line}' if one.line else ''}: {one.message}" for one in report.troubles]
    lines += [f"{name} holds a secret or personal data" for name in report.unclean or ()]
    return "\n".join(lines)


def _counted(counts: ImportCounts) -> str:
    said = [f"{count} {word}" for word, count in asdict(counts).items() if count]
    return ", ".join(said) or "nothing"


COMMANDS = (import_,)
