"""What every command works with: the vault to open, and how to say things.

With `--json` exactly one document goes to standard output (bulk writes: one a line); everything else, errors
included, goes to standard error. A reader that has gone away never stops the work.
"""

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

import click

from vademecum import config
from vademecum.engine.clock import utc_now
from vademecum.engine.opening import open_vault
from vademecum.engine.vault import Vault
from vademecum.faces import prose
from vademecum.faces.cli import exits
from vademecum.identity import Project, project_of
from vademecum.model import wire
from vademecum.model.errors import UnavailableError, VademecumError
from vademecum.model.memory import Action, Receipt

_CONTROL = re.compile(r"\x1b(?!\[[0-9;]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]")

_MEGA = 1_000_000

Serve = Callable[[str, str], int]
Hook = Callable[[str, str], None]


@dataclass
class Front:
    """One run of the command line; `serve` and `hook` are the ways into the other faces."""

    serve: Serve
    hook: Hook
    user: str = "default"
    as_json: bool = False
    deaf: bool = False

    @property
    def home(self) -> Path:
        """The home that this run works on."""
        return config.home()

    @property
    def here(self) -> Project:
        """The project that the command was given in."""
        return project_of(config.project_dir(), self.home)

    @property
    def cells(self) -> int | None:
        """How many cells a line of the terminal has; None when the result does not go to one."""
        return shutil.get_terminal_size().columns if _is_terminal(sys.stdout) else None

    @property
    def now(self) -> datetime:
        """The present instant."""
        return utc_now()

    def vault(self) -> Vault:
        """Open the user's vault, for the length of a `with` block."""
        return open_vault(self.home, self.user)

    def show(self, data: object, text: str) -> None:
        """Say the result: as one JSON document, or as text."""
        self.say(self.document(data) if self.as_json else text)

    def receipt(self, done: Receipt) -> int:
        """Say what a write did, and return its exit code."""
        self.show(done, prose.receipt(done))
        return exits.BLOCKED if done.action is Action.BLOCKED else exits.DONE

    def document(self, data: object) -> str:
        """Return a value as JSON; characters that the console lacks are escaped, so that nothing is lost."""
        plain = wire.plain(data, self.now)
        return json.dumps(plain, ensure_ascii=not _speaks_unicode(sys.stdout))

    def say(self, text: str) -> None:
        """Print one line on standard output at once."""
        if self.deaf:
            return
        try:
            click.echo(harmless(text) if _is_terminal(sys.stdout) else text)
        except BrokenPipeError:
            self.deaf = True
        except OSError as fault:
            self.deaf = True
            raise UnavailableError(
                f"the answer cannot be printed ({fault.strerror})",
                hint="what was asked for is done; make room and ask again",
                code="unavailable.output",
            ) from fault

    def hint(self, text: str) -> None:
        """Print a remark for people, where it does not mix with the result."""
        if not self.as_json:
            click.echo(text, err=True)

    def complain(self, code: str, message: str, hint: str = "") -> None:
        """Say what went wrong, on standard error."""
        if self.as_json:
            _mutter(json.dumps({"error": {"code": code, "message": message, "hint": hint}}))
        else:
            _mutter(f"vade: {one_line(message)}" + (f" ({one_line(hint)})" if hint else ""))

    def complain_of(self, fault: VademecumError) -> None:
        """Say an error of ours."""
        if self.as_json:
            _mutter(json.dumps(wire.error(fault)))
        else:
            self.complain(fault.code, fault.message, fault.hint)


def _mutter(line: str) -> None:
    """Print a line on standard error; where that cannot be, the exit code has to say it."""
    with suppress(OSError):
        click.echo(line, err=True)


@contextmanager
def progress(label: str, total: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal, nothing elsewhere or without a total; the block gets `tell(done)`."""
    hidden = quiet or not total or not _is_terminal(sys.stderr)
    with click.progressbar(length=max(total, 1), label=label, file=sys.stderr, hidden=hidden) as bar:
        yield lambda done: bar.update(done - bar.pos)


@contextmanager
def sized_progress(label: str, *, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Show a bar of bytes on a terminal; the block gets `tell(done, total)`, and the total may grow.

    There is no bar before something is told: one that stays at its beginning looks like work that has failed.
    """
    hidden = quiet or not _is_terminal(sys.stderr)
    with ExitStack() as stack:
        bars: list[Any] = []

        def tell(done: int, total: int) -> None:
            if not bars:
                new = click.progressbar(length=1, label=label, file=sys.stderr, hidden=hidden)
                bars.append(stack.enter_context(new))
            bar = bars[0]
            bar.length = max(total, 1)
            bar.label = f"{label} {done / _MEGA:.1f} of {total / _MEGA:.1f} MB"
            bar.update(done - bar.pos)

        yield tell


def harmless(text: str) -> str:
    """Return a text as a terminal may show it: recorded text must not move its cursor, clear it or rename it.

    Colours are left, tabs and line breaks too; every other control character is shown as a replacement character.
    """
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def one_line(text: str) -> str:
    """Return a text without line breaks."""
    return " ".join(text.split())


def _speaks_unicode(stream: TextIO | None) -> bool:
    encoding = getattr(stream, "encoding", None) or ""
    return encoding.lower().replace("-", "").startswith("utf")
