"""Asking a model through a host's own headless client: no key of ours, no network of ours.

The client is started with nothing to act with: no tools, no MCP servers, no hooks, no settings of the user, no session
kept. Its environment is the caller's to mark, so that a hook that it runs all the same leaves at once.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from vademecum.model.errors import UnavailableError
from vademecum.model.frozen import dataclass
from vademecum.model.settings import OFF_FILE

_ANSWER_MOST = 400_000


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer, and what the client says it took."""

    text: str
    tokens: int


def find_client(environment: Mapping[str, str]) -> str | None:
    """Return where Claude Code's client is on the PATH of an environment."""
    return shutil.which("claude", path=environment.get("PATH", ""))


def complete(
    client: str, role: str, text: str, *, model: str, timeout_s: float, environment: dict[str, str]
) -> Completion:
    """Ask a model once: `role` is what it is told to be, `text` what it is given to work on.

    It runs in an empty folder that says that our hooks leave it alone.

    Raises:
        UnavailableError: the client fails, answers with something else than it should, or takes too long; it and
            everything it started are gone then.
    """
    with tempfile.TemporaryDirectory(prefix="vade-quiet-", ignore_cleanup_errors=True) as folder:
        Path(folder, OFF_FILE).touch()
        output = _run(_command(client, role, model), text, Path(folder), environment, timeout_s)
    return _read(output)


def _command(client: str, role: str, model: str) -> list[str]:
    return [
        client,
        "-p",
        "--model",
        model,
        "--system-prompt",
        role,
        "--tools",
        "",
        "--strict-mcp-config",
        "--setting-sources",
        "",
        "--settings",
        '{"disableAllHooks":true}',
        "--no-session-persistence",
        "--output-format",
        "json",
    ]


def _run(command: list[str], text: str, folder: Path, environment: dict[str, str], timeout_s: float) -> bytes:
    """Run the client in a group of its own; the whole group ends with it."""
    windows = sys.platform == "win32"
    try:
        started = subprocess.Popen(  # noqa: S603  the client found on the user's PATH, no shell
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=not windows,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0) if windows else 0,
        )
    except OSError as fault:
        raise UnavailableError(f"{command[0]} cannot be started ({fault.strerror})", hint=_HINT) from fault
    try:
        output, _ = started.communicate(text.encode("utf-8", "replace"), timeout=timeout_s)
    except subprocess.TimeoutExpired as fault:
        raise UnavailableError(f"the model did not answer within {timeout_s:g} s", hint=_HINT) from fault
    finally:
        _end(started)
    if started.returncode:
        raise UnavailableError(f"the client failed (exit {started.returncode})", hint=_HINT)
    return output[:_ANSWER_MOST]


_HINT = '`vade config capture.model ""` does without a model'


def _end(started: "subprocess.Popen[bytes]") -> None:
    """End the client's whole group: a child of it may hold on longer than itself."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            started.kill()
        else:
            os.killpg(started.pid, signal.SIGKILL)
    started.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        started.communicate(timeout=5)


def _read(output: bytes) -> Completion:
    try:
        said = json.loads(output)
    except ValueError as fault:
        raise UnavailableError("the client did not answer in JSON", hint=_HINT) from fault
    if not isinstance(said, dict) or said.get("is_error") or not isinstance(said.get("result"), str):
        raise UnavailableError("the client reports an error", hint=_HINT)
    usage = said.get("usage")
    counts = usage.values() if isinstance(usage, dict) else ()
    return Completion(said["result"], sum(n for n in counts if isinstance(n, int) and not isinstance(n, bool)))
