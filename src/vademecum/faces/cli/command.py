"""The shape of every command: its own options, and `--json` and `--user`."""

import re
from collections.abc import Sequence
from typing import Any

import click

from vademecum.faces.cli.front import Front

LATER = re.compile("archive|cost|export|keys|mine|quarantine|roi|service|setup|tune")
"""Commands that a script may know, and that this version does not have."""


class Command(click.Command):
    """A command that also takes `--json` and `--user`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  click's own
        super().__init__(*args, **kwargs)
        self.help = _unwrapped(self.help)
        self.params += _everywhere()


class Group(click.Group):
    """A group of such commands, listed in the order they were added; it takes the same two options.

    `sections` are headings of its help, each with the commands below it.
    """

    command_class = Command
    sections: tuple[tuple[str, Sequence[click.Command]], ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  click's own
        super().__init__(*args, **kwargs)
        self.help = _unwrapped(self.help)
        self.params += _everywhere()

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        return [name for name, command in self.commands.items() if name == command.name]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, under their headings where it has any."""
        if not self.sections:
            super().format_commands(ctx, formatter)
        for title, commands in self.sections:
            with formatter.section(title):
                formatter.write_dl([(command.name or "", command.get_short_help_str(60)) for command in commands])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a name that is nearly one is answered with that one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as fault:
            raise _no_command(args[0], list(self.commands), ctx) from fault


class UnknownCommandError(click.UsageError):
    """There is no such command; `hint` says what to do."""

    def __init__(self, message: str, hint: str, ctx: click.Context) -> None:
        super().__init__(message, ctx)
        self.hint = hint


def _no_command(name: str, known: list[str], ctx: click.Context) -> UnknownCommandError:
    """Return what to say to a name that is no command."""
    listed = f"`{ctx.command_path} --help` lists the commands"
    if LATER.fullmatch(name):
        return UnknownCommandError(f"`{name}` is not part of this version", listed, ctx)
    near = _nearest(name, known)
    return UnknownCommandError(f"there is no command `{name[:60]}`", f"did you mean `{near}`?" if near else listed, ctx)


def _unwrapped(text: str | None) -> str | None:
    r"""Turn the two characters `\b` of a raw docstring into click's mark for lines that are not to be wrapped."""
    return text and text.replace("\\b\n", "\b\n")


def _everywhere() -> list[click.Parameter]:
    """Return the options that stand on every command and group."""
    as_json = click.Option(
        ["--json", "as_json"], is_flag=True, expose_value=False, callback=_want_json, help="Print one JSON document."
    )
    user = click.Option(
        ["--user"], metavar="NAME", expose_value=False, callback=_want_user, help="Work on this user's vault."
    )
    return [as_json, user]


def _want_json(ctx: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001  click's signature
    if value:
        ctx.ensure_object(Front).as_json = True


def _want_user(ctx: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.ensure_object(Front).user = value


def _nearest(name: str, known: list[str]) -> str:
    import difflib  # noqa: PLC0415  only for a message

    return next(iter(difflib.get_close_matches(name, known, n=1)), "")
