"""Run a hook as its host does: the registered command line, one event on standard input."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[2] / "src"
CODE = f"import sys;sys.path[:0]=['{SOURCE.as_posix()}'];from vademecum.faces.hooks.entry import main;main()"


@dataclass(frozen=True)
class Answer:
    """What a hook said: `text` is what the model gets."""

    out: bytes
    err: bytes
    code: int

    @property
    def text(self) -> str:
        if not self.out:
            return ""
        told = json.loads(self.out)
        specific = told.get("hookSpecificOutput", told)
        found: str = specific.get("additionalContext") or specific.get("additional_context") or ""
        return found

    @property
    def is_silent(self) -> bool:
        return (self.out, self.err, self.code) == (b"", b"", 0)


def run(home: Path, host: str, event: str, data: bytes, cwd: Path | None = None, **more: str) -> Answer:
    """Run one hook in a process without any environment but the home's."""
    environment = {"VADEMECUM_HOME": str(home), "HOME": str(home.parent), **more}
    command = [sys.executable, "-I", "-S", "-c", CODE, host, event]
    done = subprocess.run(command, input=data, capture_output=True, check=False, env=environment, cwd=cwd, timeout=30)
    return Answer(done.stdout, done.stderr, done.returncode)


def ask(home: Path, prompt: str, cwd: Path, session: str = "s1", host: str = "claude", **fields: Any) -> Answer:
    """Send one prompt."""
    event = {"session_id": session, "cwd": str(cwd), "hook_event_name": "UserPromptSubmit", "prompt": prompt, **fields}
    return run(home, host, "prompt", json.dumps(event).encode(), cwd)


def started(home: Path, name: str = "prompt") -> subprocess.Popen[bytes]:
    env = {"VADEMECUM_HOME": str(home), "HOME": str(home.parent)}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", CODE, "claude", name], stdin=pipe, stdout=pipe, stderr=pipe, env=env
    )


def together(home: Path, data: bytes, name: str, count: int = 2) -> list[bytes]:
    """Run a hook several times at once, as a host does that has it in two of its settings files."""
    hooks = [started(home, name) for _ in range(count)]
    for hook in hooks:
        hook.stdin.write(data)
        hook.stdin.close()
    answers = [hook.stdout.read() for hook in hooks]
    for hook in hooks:
        assert (hook.stderr.read(), hook.wait(20)) == (b"", 0)
        hook.stdout.close()
        hook.stderr.close()
    return answers
