"""Hooks as hosts run them: the registered command, one event on standard input, in a clean environment."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from vademecum import Draft, Scope, Vault, open_vault
from vademecum.identity import project_of
from vademecum.model.memory import Trust

SOURCE = Path(__file__).parents[2] / "src"
CODE = f"import sys;sys.path[:0]=[{SOURCE.as_posix()!r}];from vademecum.faces.hooks.entry import main;main()"
COMMAND = [sys.executable, "-I", "-S", "-c", CODE]
SESSION = "4dc3c215-6c75-4022-94c9-bdaeb7a5d3dd"
SHOP = Scope("shop")


@dataclass
class Told:
    """What a hook answered; `text` is what the model gets."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def text(self) -> str:
        return json.loads(self.out)["hookSpecificOutput"]["additionalContext"] if self.out else ""


@dataclass
class Host:
    """A host with one session in a project's folder."""

    home: Path
    folder: Path
    env: dict[str, str] = field(default_factory=dict)
    name: str = "claude"

    def fire(self, event: str, *, more_env: dict[str, str] | None = None, **fields: Any) -> Told:
        told = {"session_id": SESSION, "cwd": str(self.folder)} | fields
        began = time.perf_counter()
        done = subprocess.run(
            [*COMMAND, self.name, event],
            input=json.dumps({key: value for key, value in told.items() if value is not None}),
            capture_output=True,
            encoding="utf-8",
            cwd=self.folder,
            env=self.env | (more_env or {}),
            timeout=60,
            check=False,
        )
        return Told(done.returncode, done.stdout, done.stderr, time.perf_counter() - began)

    def vault(self) -> Vault:
        return open_vault(self.home)

    def write(self, *drafts: Draft) -> None:
        with self.vault() as vault:
            for draft in drafts:
                vault.write(draft)

    def bodies(self) -> list[str]:
        with self.vault() as vault:
            return sorted(version.memory.body for version in vault.browse())

    @property
    def folder_of_vault(self) -> Path:
        return self.home / "vaults" / "default"

    def set(self, text: str) -> None:
        (self.home / "config.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def host(home: Path, user_dir: Path) -> Host:
    folder = user_dir / "shop"
    folder.mkdir()
    env = {"HOME": str(user_dir), "USERPROFILE": str(user_dir), "PATH": os.environ["PATH"]}  # noqa: TID251
    env |= {"VADEMECUM_HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}
    if os.name == "nt":
        env |= {"SYSTEMROOT": os.environ["SYSTEMROOT"]}  # noqa: TID251
    made = Host(home, folder, env)
    made.write(Draft(body="The staging database listens on port 6543.", scope=SHOP))
    return made


def until(holds: Callable[[], object], seconds: float = 40) -> None:
    """Wait for another process, which tells nobody when it is done."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.05)


def ours(home: Path) -> list[int]:
    """Return the processes that hooks of this home left to themselves."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = b"faces.hooks.afterwards" in (entry / "cmdline").read_bytes()
            if is_ours and f"VADEMECUM_HOME={home}\0".encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def transcript(path: Path, *said: str) -> Path:
    """Write a transcript; a text that begins with `agent:` is an answer."""
    with path.open("w", encoding="utf-8") as file:
        for text in said:
            kind = "assistant" if text.startswith("agent:") else "user"
            message = {"role": kind, "content": text.removeprefix("agent:")}
            file.write(json.dumps({"type": kind, "cwd": str(path.parent / "shop"), "message": message}) + "\n")
    return path


KNOWN = (
    Draft(body="Deploys of the billing service are frozen on Fridays; ask Marta first.", title="Deploy freeze"),
    Draft(
        body="The integration tests need the flag --reuse-db, else the fixtures are loaded for ten minutes.",
        title="Integration tests need reuse-db",
        scope=Scope("alpha"),
    ),
    Draft(
        body="The staging bastion accepts logins from the office network only.",
        title="Staging bastion logins",
        sensitivity="secret",
        scope=Scope("alpha"),
    ),
    Draft(body="The quarterly report is built by the script in tools/report.sh.", title="Quarterly report script",
          trust=Trust.UNTRUSTED, scope=Scope("alpha")),
)  # fmt: skip


@pytest.fixture
def alpha(tmp_path: Path) -> Path:
    return _project(tmp_path / "alpha")


@pytest.fixture
def beta(tmp_path: Path) -> Path:
    return _project(tmp_path / "beta")


@pytest.fixture
def knowing(home: Path, alpha: Path) -> Path:
    """Return a home that knows something; the project `alpha` has its name."""
    with open_vault(home) as vault:
        assert project_of(alpha, home).name == "alpha"
        for draft in KNOWN:
            assert vault.write(draft).indexed
    return home


def _project(folder: Path) -> Path:
    folder.mkdir()
    return folder
