"""The command `vade`: to the server by the short way, to everything else through the command line.

A host starts `vade serve` at each session's start and waits for it, so that way imports no click.
"""

import sys

_SERVE_OPTIONS = ("--profile", "--user")


def main() -> None:
    """Run the command line of this process."""
    arguments = sys.argv[1:]
    options = serve_options(arguments)
    sys.exit(_serve(**options) if options is not None else _run(arguments))


def serve_options(arguments: list[str]) -> dict[str, str] | None:
    """Return the options of a plain `serve`, None when the command line has to look at it: help, errors."""
    if arguments[:1] != ["serve"]:
        return None
    rest = [part for argument in arguments[1:] for part in argument.split("=", 1)]
    names, values = rest[::2], rest[1::2]
    if len(names) != len(values) or any(name not in _SERVE_OPTIONS for name in names):
        return None
    return {name.removeprefix("--"): value for name, value in zip(names, values, strict=True)}


def _serve(profile: str = "", user: str = "default") -> int:
    from vademecum.faces.mcp import profiles  # noqa: PLC0415  see the module
    from vademecum.faces.mcp.server import serve  # noqa: PLC0415

    chosen = profile or profiles.NAMES[0]
    if chosen not in profiles.NAMES:
        return _run(["serve", "--profile", chosen])
    return serve(chosen, user)


def _run(arguments: list[str]) -> int:
    from vademecum.faces.cli.app import run  # noqa: PLC0415

    return run(arguments, _serve)
