"""Do the hooks answer? Each connected agent's own command line, run as the agent runs it, in a scratch home."""

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vademecum import config
from vademecum.engine.opening import open_vault
from vademecum.hosts import plugin
from vademecum.model.health import Check, Level
from vademecum.model.memory import Draft

_FINDS_NOTHING = "its hooks look for ~/.local/share/vademecum, then for `vade` on the PATH: run ./install.sh again"

PATIENCE_S = 20
"""Seconds that a hook may take here: agents wait for it five, on a machine that is not being examined."""

_FACT = "The doctor's lantern hangs on the left side of the surgery door."
_PROMPT = "on which side of the surgery door does the lantern hang?"


@dataclass(frozen=True, slots=True)
class Trial:
    """A hook to try: the agent's name, what is tried, its prompt's command line, and the folder of a plugin's."""

    host: str
    title: str
    command: str
    plugin: Path | None = None


def try_hooks(trials: Sequence[Trial], clock: Callable[[], datetime]) -> Iterator[Check]:
    """Yield for each trial whether a memory came back."""
    if not trials:
        return
    with tempfile.TemporaryDirectory(prefix="vade-doctor-") as folder:
        home = Path(folder) / "home"
        with open_vault(home, clock=clock) as vault:
            vault.write(Draft(body=_FACT, title="Doctor's lantern"))
        for trial in trials:
            said = _run(trial, home)
            yield _check(trial, said)


def _check(trial: Trial, said: str) -> Check:
    if said:
        repair = _FINDS_NOTHING if trial.plugin else f"`vade init --client {trial.host} --yes`"
        return Check(trial.title, said, Level.BAD, repair)
    return Check(trial.title, "a memory reached a prompt")


def _environment(trial: Trial, home: Path) -> dict[str, str]:
    """Return what a hook is started with; a plugin's must not see, and give way to, the settings' own."""
    found = {key: value for key, value in config.variables().items() if not key.startswith(config.PREFIX)}
    found |= {"VADEMECUM_HOME": str(home)}
    if trial.plugin is None:
        return found
    nowhere = str(home.parent / "nowhere")
    return found | {plugin.ROOT: str(trial.plugin), "CLAUDE_CONFIG_DIR": nowhere, "CODEX_HOME": nowhere}


def _run(trial: Trial, home: Path) -> str:
    """Return what is wrong with a hook, empty when nothing is."""
    session = f"{trial.host}-{'plugin' if trial.plugin else 'settings'}"
    event = {"session_id": session, "cwd": str(home.parent), "prompt": _PROMPT}
    try:
        done = subprocess.run(  # noqa: S602  our own line, quoted for the shell that agents use
            trial.command,
            shell=True,
            input=json.dumps(event).encode(),
            capture_output=True,
            env=_environment(trial, home),
            timeout=PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        return f"it did not run ({type(fault).__name__})"
    if done.returncode:
        return f"it ended with {done.returncode}: {done.stderr.decode(errors='replace').strip().splitlines()[-1:]}"
    return "" if b"lantern" in done.stdout else "it gave nothing for a prompt that a memory fits"
