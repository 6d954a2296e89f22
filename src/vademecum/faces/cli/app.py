"""The command line as a whole: its commands, and how it ends."""

import os
import sys
from collections.abc import Sequence

import click
from click.exceptions import NoArgsIsHelpError

from vademecum import __version__, config
from vademecum.engine.clock import utc_now
from vademecum.faces.cli import (
    asking,
    connecting,
    exits,
    gate,
    household,
    knowledge,
    moving,
    proving,
    scopes,
    serving,
    sessions,
    sources,
    upkeep,
    writing,
)
from vademecum.faces.cli.command import Group, UnknownCommandError
from vademecum.faces.cli.front import Front, Hook, Serve
from vademecum.faces.journal import Journal, log_of
from vademecum.model.errors import VademecumError

_EPILOG = """\
\b
Exit codes: 0 done, 1 done with something to report, 2 usage, 3 blocked,
4 not found, 5 degraded or unavailable, 70 a bug.
VADEMECUM_HOME moves the home (~/.vademecum).
"""


@click.group(cls=Group, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="vade", help="Print the version.")
def app() -> None:
    """Memory that goes with you: what an agent learns in one project, recalled in every other one."""


app.sections = (
    ("Keep", writing.COMMANDS),
    ("Ask", (*asking.COMMANDS, *sessions.COMMANDS)),
    ("Take in", (*knowledge.COMMANDS, *sources.COMMANDS, *moving.COMMANDS)),
    ("Decide", scopes.COMMANDS),
    ("Connect", (*connecting.COMMANDS, *serving.COMMANDS, *gate.COMMANDS)),
    ("Look after", (*household.COMMANDS, *upkeep.COMMANDS, *proving.COMMANDS)),
)
for _, commands in app.sections:
    for command in commands:
        app.add_command(command)
app.add_command(asking.search, "recall")


def run(arguments: Sequence[str], serve: Serve, hook: Hook) -> int:
    """Run one command line and return its exit code; what is said is on the standard streams by then."""
    _never_choke_on_a_character()
    front = Front(serve, hook, as_json="--json" in arguments)
    try:
        code = app.main(list(arguments), prog_name="vade", standalone_mode=False, obj=front, color=_colour())
    except NoArgsIsHelpError as fault:
        click.echo(fault.format_message())
        code = exits.USAGE
    except click.ClickException as fault:
        front.complain("usage", fault.format_message().rstrip("."), _way_out(fault))
        code = _usage_code(fault)
    except (click.Abort, KeyboardInterrupt):
        front.complain("interrupted", "interrupted")
        code = exits.INTERRUPTED
    except VademecumError as fault:
        front.complain_of(fault)
        code = exits.code_of(fault)
    except Exception as fault:  # noqa: BLE001  the fence of the command line: a bug of ours, told shortly
        _tell_bug(front, fault)
        code = exits.BUG
    return _flush(code if isinstance(code, int) else exits.DONE)


def _usage_code(fault: click.ClickException) -> int:
    """Return 2, but not from a hook: by that number an agent refuses its user's prompt."""
    context = fault.ctx if isinstance(fault, click.UsageError) else None
    return exits.REPORT if context and context.command is serving.hook else exits.USAGE


def _way_out(fault: click.ClickException) -> str:
    """Return what helps after a command line that was not understood."""
    if isinstance(fault, UnknownCommandError):
        return fault.hint
    context = fault.ctx if isinstance(fault, click.UsageError) else None
    return f"`{context.command_path if context else 'vade'} --help` shows how"


def _colour() -> bool | None:
    """Return False when the user wants no colours, None to let the terminal decide."""
    return None if config.colour_wanted() else False


def _tell_bug(front: Front, fault: Exception) -> None:
    journal = Journal(log_of(front.home, front.user) / "faults.jsonl")
    journal.fault(utc_now(), "cli", fault)
    front.complain("bug", f"a bug in vademecum ({type(fault).__name__})", f"its traceback is in {journal.path}")


def _never_choke_on_a_character() -> None:
    """Let a console that lacks a character show another one."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _flush(code: int) -> int:
    """Flush what was said; a reader that has left early is no fault."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    return code
