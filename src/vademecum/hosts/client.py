"""An agent's own program, when it can add an MCP server itself: it knows best how its running sessions take note."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from vademecum import config
from vademecum.hosts.ours import NAME

_SECONDS = 30
_QUIET = {
    "VADEMECUM_CAPTURE": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
}


def add(program: str, server: Mapping[str, object]) -> bool:
    """Have a program add our MCP server for its user; tell whether it says that it did."""
    return _run(program, "mcp", "add-json", "--scope", "user", NAME, json.dumps(server))


def remove(program: str) -> bool:
    """Have a program forget our MCP server; tell whether it says that it did."""
    return _run(program, "mcp", "remove", "--scope", "user", NAME)


def is_there(program: str) -> bool:
    """Tell whether a program can be asked; a batch file cannot: cmd would read our quotes in its own way."""
    found = shutil.which(program)
    return found is not None and Path(found).suffix.lower() not in {".cmd", ".bat"}


def _run(program: str, *arguments: str) -> bool:
    found = shutil.which(program)
    if found is None:
        return False
    try:
        done = subprocess.run(  # noqa: S603  the agent's own program, no shell
            [found, *arguments],
            env={**config.variables(), **_QUIET},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
