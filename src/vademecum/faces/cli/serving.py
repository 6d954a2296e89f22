"""The commands that agents run: serve, hook."""

import click

from vademecum.engine.agents import MOMENTS
from vademecum.faces import apart
from vademecum.faces.cli import exits
from vademecum.faces.cli.command import Command
from vademecum.faces.cli.front import Front
from vademecum.rules import naming

HOSTS = ("claude", "codex", "gemini", "cursor")
"""The agents that have hooks."""


@click.command(cls=Command)
@click.option(
    "--profile",
    default="agent",
    show_default=True,
    help="Which set of tools: agent, distributed-memory, infinite-memory, sup-mem.",
)
@click.pass_obj
def serve(front: Front, profile: str) -> int:
    """Speak MCP: what an agent's host runs.

    On standard input and output, until the host ends.
    """
    return front.serve(profile, naming.check_user(front.user))


@click.command(cls=Command)
@click.argument("event", metavar="EVENT", type=click.Choice(MOMENTS))
@click.option(
    "--host", default=HOSTS[0], show_default=True, type=click.Choice(HOSTS), help="The agent whose dialect is spoken."
)
@click.pass_obj
def hook(front: Front, event: str, host: str) -> int:
    r"""Answer one event of an agent's session.

    EVENT is session-start, prompt, session-end, pre-compact, subagent-start or pre-tool. What happened is a
    JSON object on standard input, as the agent tells it; the answer on standard output is what the agent puts before
    its model, and empty when there is nothing to say. See what a prompt would be given:

    \b
        echo '{"session_id": "try", "cwd": "'$PWD'", "prompt": "how do we deploy?"}' |
            vade hook prompt

    This is for eyes and for agents that are set up by hand. `vade init` and the plugin run the same code by a shorter
    way, in a fraction of the time. The exit code is 0 whatever happens (troubles are in the home's log/hooks.log), and
    1 for a command line that is wrong: 2 would make an agent refuse the prompt. Hooks work with the default user's
    vault: an agent of another user gets a home of its own.
    """
    if front.user != apart.USER:
        said = f"hooks do not work with the vault of {front.user}: set VADEMECUM_HOME to a home of that user's own"
        raise click.UsageError(said, click.get_current_context())
    front.hook(host, event)
    return exits.DONE


COMMANDS = (serve, hook)
