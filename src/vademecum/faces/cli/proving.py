"""Commands that prove: verify, prove."""

from pathlib import Path

import click

from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front
from vademecum.faces.cli.options import NAME
from vademecum.model import wire
from vademecum.model.errors import MissingError, UnavailableError
from vademecum.model.report import Verification


@click.command(cls=Command)
@click.option(
    "--checkpoint",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Also check against a signed checkpoint kept elsewhere.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the newest signed checkpoint to this file, to be kept elsewhere.",
)
@click.pass_obj
def verify(front: Front, checkpoint: Path | None, keep: Path | None) -> int:
    """Check that nothing recorded was changed.

    The chain, every version and every file. Exit 1 when something is not as it was written.
    """
    with front.vault() as vault:
        found = vault.verify(checkpoint)
    if keep is not None and found.is_sound:
        _keep(keep, found.checkpoint)
    front.show(wire.plain(found, front.now) | {"sound": found.is_sound}, _verdict(found))
    return exits.DONE if found.is_sound else exits.REPORT


def _keep(path: Path, checkpoint: str) -> None:
    if not checkpoint:
        raise MissingError("there is no checkpoint yet", hint="write something first", code="missing.checkpoint")
    try:
        path.write_bytes(checkpoint.encode())
    except OSError as fault:
        raise UnavailableError(
            f"{path} cannot be written ({fault.strerror})", hint="choose another file", code="unavailable.output"
        ) from fault


def _verdict(found: Verification) -> str:
    lines = [f"{found.events} events, {found.versions} versions, {found.files} files"]
    lines += [f"BROKEN {flaw.place}: {flaw.message}" for flaw in found.flaws]
    lines += [f"note: {note}" for note in found.notes]
    return "\n".join([*lines, "Everything is as it was written."] if found.is_sound else lines)


@click.command(cls=Command)
@NAME
@click.pass_obj
def prove(front: Front, name: str) -> int:
    """Print the evidence that a memory was recorded.

    It can be checked with the public key alone.
    """
    with front.vault() as vault:
        proof = vault.prove(name)
    plain = wire.plain(proof, front.now)
    front.show(plain, "\n".join(f"{key}: {value}" for key, value in plain.items()))
    return exits.DONE


COMMANDS = (verify, prove)
