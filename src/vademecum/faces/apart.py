"""Starting what hooks and searches leave to a process of its own: see `faces.hooks.afterwards` for what it does."""

import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from vademecum import config
from vademecum.config.environment import MARK

USER = "default"
"""Whose vault hooks work with."""

_CODE = "import sys;sys.path[:0]=[sys.argv[1]];from vademecum.faces.hooks.afterwards import main;main()"
_APART = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
_FLAGS = (_APART | getattr(subprocess, "CREATE_BREAKAWAY_FROM_JOB", 0), _APART)
"""How Windows is asked to let a process live on."""


def take_in(user: str = USER, settings: Mapping[str, str] | None = None) -> None:
    """Have what is new in transcripts and documents taken into a user's vault, and come back at once.

    Nothing is started from a process that was itself started by us, or by a system that starts nothing: what waits is
    then taken in by the next look. `settings` are variables that the process gets too.
    """
    if not config.variables().get(MARK):
        with suppress(OSError):
            start(settings, user)


def start(settings: Mapping[str, str] | None = None, user: str = USER) -> None:
    """Start the process for a user's vault and come back at once.

    Raises:
        OSError: the system starts nothing.
    """
    first, *others = _FLAGS if sys.platform == "win32" else (0,)
    try:
        _start(first, settings, user)
    except OSError:
        if not others:
            raise
        _start(others[0], settings, user)  # where the host's job lets nothing out of it


def _start(flags: int, settings: Mapping[str, str] | None, user: str) -> None:
    child = subprocess.Popen(  # noqa: S603  our own interpreter
        [sys.executable, "-I", "-c", _CODE, str(Path(__file__).resolve().parents[2]), user],
        cwd=config.home(),
        env=config.child_environment() | dict(settings or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        close_fds=True,
        start_new_session=sys.platform != "win32",
        creationflags=flags,
    )
    child.returncode = 0  # nobody waits for it, and that is meant
