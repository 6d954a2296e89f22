"""The command that speaks to agents: serve."""

import click

from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front
from vademecum.rules import naming


@click.command(cls=Command)
@click.option(
    "--profile", default="agent", show_default=True, help="Which set of tools: agent, distributed-memory, sup-mem."
)
@click.pass_obj
def serve(front: Front, profile: str) -> int:
    """Speak MCP: what an agent's host runs.

    On standard input and output, until the host ends.
    """
    return front.serve(profile, naming.check_user(front.user))


COMMANDS = (serve,)
