"""Commands of the gate: scan, install-hook, uninstall-hook, allow."""

import re
from pathlib import Path

import click

from vademecum import config
from vademecum.config import writing
from vademecum.engine import agents
from vademecum.engine import scan as scanning
from vademecum.engine.scan import Place, ScanReport
from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Group
from vademecum.faces.cli.front import Front
from vademecum.faces.prose import count
from vademecum.model import wire
from vademecum.model.errors import InvalidError
from vademecum.rules.gate import Policy

_FINGERPRINT = re.compile(r"[0-9a-f]{8,64}")


@click.group(cls=Group)
def gate() -> None:
    """Look for secrets in files and commits."""


@gate.command("scan")
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option("--staged", is_flag=True, help="What git has staged here; exit 1 for secrets only: the hook's form.")
@click.pass_obj
def scan(front: Front, paths: tuple[str, ...], *, staged: bool) -> int:
    """Look for secrets, personal data and machine paths.

    A value is never shown. Exit 1 when something was found.
    """
    if bool(paths) == staged:
        raise InvalidError(
            "paths",
            "are missing" if not paths else "do not go with --staged",
            hint="give files or folders, or --staged alone",
        )
    policy = _policy(front)
    report = scanning.scan_staged(Path.cwd(), policy) if staged else scanning.scan_paths(map(Path, paths), policy)
    found = report.blocking if staged else report.places
    front.show(wire.plain(report, front.now) | {"findings": wire.plain(report.places, front.now)}, _text(report))
    return exits.REPORT if found else exits.DONE


def _policy(front: Front) -> Policy:
    """Return what the gate knows here; a home that is not there is not made for a look at files."""
    if not front.home.is_dir():
        return Policy(known=config.secret_values())
    with front.vault() as vault:
        return vault.policy


def _text(report: ScanReport) -> str:
    lines = [_line(place) for place in report.places]
    lines += [f"{path}: not looked at (too large, or no text)" for path in report.skipped]
    return "\n".join([*lines, f"{count(report.files, 'file')}, {count(len(report.places), 'finding')}"])


def _line(place: Place) -> str:
    return f"{place.path}:{place.line}: {place.rule} ({place.kind}) {place.fingerprint}"


@gate.command("install-hook")
@click.pass_obj
def install_hook(front: Front) -> int:
    """Check each commit of this repository.

    A hook that is there already is kept, and runs afterwards.
    """
    path = agents.installed_git_hook(front.home, Path.cwd())
    front.show({"hook": str(path)}, f"Each commit is checked by {path}.")
    return exits.DONE


@gate.command("uninstall-hook")
@click.pass_obj
def uninstall_hook(front: Front) -> int:
    """Check commits no longer; put an earlier hook back."""
    removed = scanning.uninstall_hook(Path.cwd())
    front.show({"removed": removed}, "Removed." if removed else "There was none of ours.")
    return exits.DONE


@gate.command("allow")
@click.argument("fingerprint")
@click.pass_obj
def allow(front: Front, fingerprint: str) -> int:
    """Let a harmless value through, by its fingerprint."""
    if not _FINGERPRINT.fullmatch(fingerprint):
        raise InvalidError("fingerprint", f"{fingerprint[:60]!r} is none", hint="`vade gate scan` shows them")
    config.init_home(front.home)
    allowed = writing.add_to_knob(front.home, "gate.allow", fingerprint)
    front.show({"allow": allowed}, f"{fingerprint} is let through from now on.")
    return exits.DONE


COMMANDS = (gate,)
