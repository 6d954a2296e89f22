"""The shape of every command: its own options, and `--json` and `--user`."""

from typing import Any

import click

from vademecum.faces.cli.front import Front


class Command(click.Command):
    """A command that also takes `--json` and `--user`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  click's own
        super().__init__(*args, **kwargs)
        self.params += _everywhere()


class Group(click.Group):
    """A group of such commands, listed in the order they were added; it takes the same two options."""

    command_class = Command

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  click's own
        super().__init__(*args, **kwargs)
        self.params += _everywhere()

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a name that is nearly one is answered with that one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as fault:
            near = _nearest(args[0], list(self.commands))
            hint = f"did you mean `{near}`?" if near else f"`{ctx.command_path} --help` lists them"
            raise click.UsageError(f"there is no command `{args[0]}` ({hint})", ctx) from fault


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
