"""The command line in this process, for tests: what it says and how it ends."""

import json
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner

from vademecum.faces.cli.app import run


@dataclass(frozen=True)
class Said:
    """What one command said, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, str]:
        """The error on standard error, as JSON."""
        return json.loads(self.err)["error"]


def vade(*arguments: str, given: str | bytes | None = None) -> Said:
    """Run `vade` with these arguments and this standard input."""
    with CliRunner().isolation(input=given) as (out, err, *_):
        code = run(arguments, lambda _profile, _user: 0, lambda _host, _event: None)
        return Said(code, out.getvalue().decode(), err.getvalue().decode())


def remember(title: str, body: str, *options: str) -> Any:
    """Write one memory and return its receipt."""
    said = vade("write", "--title", title, "--body", body, "--json", *options)
    assert said.code == 0, said
    return said.json
