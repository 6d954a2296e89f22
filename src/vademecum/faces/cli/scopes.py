"""Commands that a person decides with: promote, adopt, revert."""

import click

from vademecum.faces import prose
from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front
from vademecum.faces.cli.options import NAME
from vademecum.model.errors import InvalidError


@click.command(cls=Command)
@click.argument("name", required=False)
@click.option("--approve", is_flag=True, help="Make it global.")
@click.option("--list", "waiting", is_flag=True, help="List what waits for approval.")
@click.pass_obj
def promote(front: Front, name: str | None, *, approve: bool, waiting: bool) -> int:
    r"""Propose a memory for global scope, or approve it.

    \b
    vade promote NAME             what the gate says, and where it would land
    vade promote NAME --approve   do it
    vade promote --list           what waits
    """
    if waiting:
        return _list(front)
    if name is None:
        raise InvalidError("name", "is missing", hint="name a memory, or use --list")
    with front.vault() as vault:
        if approve:
            return front.receipt(vault.promote(name))
        proposal = vault.propose(name)
    front.show(proposal, prose.proposal(proposal))
    return exits.BLOCKED if proposal.blocked else exits.DONE


def _list(front: Front) -> int:
    with front.vault() as vault:
        found = vault.proposals()
    front.show({"proposals": found}, "\n".join(map(prose.proposal, found)) or "Nothing waits.")
    return exits.DONE


@click.command(cls=Command)
@click.argument("name", required=False)
@click.option("--list", "waiting", is_flag=True, help="List edits that are not part of the vault.")
@click.pass_obj
def adopt(front: Front, name: str | None, *, waiting: bool) -> int:
    """Take an edit made by hand as a new version."""
    with front.vault() as vault:
        if waiting or name is None:
            found = vault.unadopted()
            text = "\n".join(f"{one.path}: {one.reason}" for one in found)
            front.show({"unadopted": found}, text or "Every file is as the vault knows it.")
            return exits.REPORT if found else exits.DONE
        return front.receipt(vault.adopt(name))


@click.command(cls=Command)
@NAME
@click.pass_obj
def revert(front: Front, name: str) -> int:
    """Undo an edit made by hand.

    The file is again what the vault knows.
    """
    with front.vault() as vault:
        return front.receipt(vault.revert(name))


COMMANDS = (promote, adopt, revert)
