"""Do the hooks answer? Each connected agent's own command line, run as the agent runs it, in a scratch home."""

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from vademecum import config
from vademecum.engine.opening import open_vault
from vademecum.model.health import Check, Level
from vademecum.model.memory import Draft

PATIENCE_S = 20
"""Seconds that a hook may take here: agents wait for it five, on a machine that is not being examined."""

_FACT = "The doctor's lantern hangs on the left side of the surgery door."
_PROMPT = "on which side of the surgery door does the lantern hang?"


def try_hooks(commands: Sequence[tuple[str, str, str]], clock: Callable[[], datetime]) -> Iterator[Check]:
    """Yield, for each agent's (name, title, prompt command), whether a memory came back."""
    if not commands:
        return
    with tempfile.TemporaryDirectory(prefix="vade-doctor-") as folder:
        home = Path(folder) / "home"
        with open_vault(home, clock=clock) as vault:
            vault.write(Draft(body=_FACT, title="Doctor's lantern"))
        for name, title, command in commands:
            said = _run(command, home, name)
            yield _check(title, said, f"`vade init --client {name} --yes`")


def _check(title: str, said: str, repair: str) -> Check:
    if said:
        return Check(f"{title} hook", said, Level.BAD, repair)
    return Check(f"{title} hook", "a memory reached a prompt")


def _run(command: str, home: Path, session: str) -> str:
    """Return what is wrong with a hook, empty when nothing is."""
    event = {"session_id": session, "cwd": str(home.parent), "prompt": _PROMPT}
    environment = {key: value for key, value in config.variables().items() if not key.startswith(config.PREFIX)}
    try:
        done = subprocess.run(  # noqa: S602  our own line, quoted for the shell that agents use
            command,
            shell=True,
            input=json.dumps(event).encode(),
            capture_output=True,
            env=environment | {"VADEMECUM_HOME": str(home)},
            timeout=PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        return f"it did not run ({type(fault).__name__})"
    if done.returncode:
        return f"it ended with {done.returncode}: {done.stderr.decode(errors='replace').strip().splitlines()[-1:]}"
    return "" if b"lantern" in done.stdout else "it gave nothing for a prompt that a memory fits"
