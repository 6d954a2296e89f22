"""Commands that keep derived things in step: reindex, rules."""

from pathlib import Path

import click

from vademecum import config
from vademecum.engine import rules_file
from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front, progress
from vademecum.model.errors import MissingError
from vademecum.model.memory import GLOBAL


@click.command(cls=Command)
@click.option("--full", is_flag=True, help="Build the index anew, beside the old one.")
@click.option("--batch", is_flag=True, help="Say nothing on the way, for scripts.")
@click.pass_obj
def reindex(front: Front, *, full: bool, batch: bool) -> int:
    """Bring the index up to date."""
    with front.vault() as vault:
        total = vault.status().live
        with progress("indexing", total, quiet=batch or front.as_json) as tell:
            report = vault.reindex(full=full, progress=tell)
    done = "built anew" if report.rebuilt else "up to date"
    front.show(report, f"{report.passages} passages, {done} ({report.seconds:.1f} s)")
    return exits.DONE


def _claude_folder() -> Path:
    folder = config.claude_config_dir()
    if not folder.is_dir():
        raise MissingError(
            f"there is no {folder}, Claude Code's own folder",
            hint="start Claude Code once, or set CLAUDE_CONFIG_DIR",
            code="missing.folder",
        )
    return folder


@click.command(cls=Command)
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when the file is not what it should be.")
@click.option("--import/--no-import", "wanted", default=None, help="Have CLAUDE.md include the file, or no longer.")
@click.pass_obj
def rules(front: Front, *, check: bool, wanted: bool | None) -> int:
    """Write the file that agents always see.

    It lies in Claude Code's own folder. What does not fit into `rules.token_budget` is counted at its end.
    """
    folder = _claude_folder()
    path, host = folder / "vademecum.md", folder / "CLAUDE.md"
    with front.vault() as vault:
        text = rules_file.render_rules(vault.browse(GLOBAL), vault.settings.rules.token_budget)
    if check:
        fresh = path.is_file() and path.read_bytes() == text.encode()
        front.show({"path": str(path), "fresh": fresh}, f"{path} is {'fresh' if fresh else 'not what it should be'}.")
        return exits.DONE if fresh else exits.REPORT
    changed = rules_file.write_rules(path, text)
    if wanted is not None:
        line = f"@{path.name}"
        changed |= rules_file.ensure_import(host, line) if wanted else rules_file.remove_import(host)
    front.show({"path": str(path), "changed": changed}, _written(path, host, wanted, changed=changed))
    return exits.DONE


def _written(path: Path, host: Path, wanted: bool | None, *, changed: bool) -> str:  # noqa: FBT001  three answers
    said = f"Wrote {path}." if changed else f"Nothing changed: {path} is as it should be."
    if wanted is None:
        return said
    return f"{said}\n{host} {'includes it' if wanted else 'does not include it'}."


COMMANDS = (reindex, rules)
