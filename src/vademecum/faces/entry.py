"""The command `vade`: to the server by the short way, to everything else through the command line.

A host starts `vade serve` at each session's start and waits for it, so that way imports no click.
"""

import os
import re
import sys

from vademecum.faces.mcp.profiles import NAMES
from vademecum.model.errors import InvalidError

_USER = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_INTERRUPTED = 130
_SERVE_OPTIONS = ("--profile", "--user")


def main() -> None:
    """Run the command line of this process."""
    _open_standard_streams()
    arguments = sys.argv[1:]
    options = serve_options(arguments)
    try:
        code = _run(arguments) if options is None else _serve(**options)
    except KeyboardInterrupt:  # before there was anybody to say it
        code = _INTERRUPTED
    sys.exit(code)


def _open_standard_streams() -> None:
    """Put the null device where a standard stream is closed, so that no database gets its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def serve_options(arguments: list[str]) -> dict[str, str] | None:
    """Return the options of a plain `serve`, None when the command line has to look at it: help, errors."""
    if arguments[:1] != ["serve"]:
        return None
    rest = [part for argument in arguments[1:] for part in argument.split("=", 1)]
    names, values = rest[::2], rest[1::2]
    if len(names) != len(values) or any(name not in _SERVE_OPTIONS for name in names):
        return None
    options = {name.removeprefix("--"): value for name, value in zip(names, values, strict=True)}
    known = options.get("profile", NAMES[0]) in NAMES and _USER.fullmatch(options.get("user", "default"))
    return options if known else None


def _serve(profile: str = NAMES[0], user: str = "default") -> int:
    if profile not in NAMES:
        raise InvalidError("profile", f"{profile!r} is not accepted", hint="use one of " + ", ".join(NAMES))
    from vademecum.faces.mcp.server import serve  # noqa: PLC0415  see the module

    return serve(profile, user)


def _run(arguments: list[str]) -> int:
    from vademecum.faces.cli.app import run  # noqa: PLC0415

    return run(arguments, _serve, _hook)


def _hook(host: str, event: str) -> None:
    from vademecum.faces.hooks.entry import run  # noqa: PLC0415

    run([host, event])
