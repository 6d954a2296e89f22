"""Vaults to break: one with a few memories to copy, a worker to kill, and what must hold whatever happened."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum import config
from vademecum.engine.opening import open_vault
from vademecum.engine.vault import Vault
from vademecum.model.memory import Draft, Scope
from vademecum.model.settings import EmbedderSettings, Settings, SyncSettings

WORKER = Path(__file__).with_name("worker.py")
SETTINGS = Settings(embedder=EmbedderSettings(provider="none"), sync=SyncSettings(cooldown_ms=0))


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home with eight memories, one of them forgotten; only to be copied."""
    home = tmp_path_factory.mktemp("pattern") / "home"
    with open_vault(home, settings=SETTINGS) as vault:
        for n in range(8):
            vault.write(Draft(title=f"Fact {n}", body=f"Statement {n}.", scope=Scope("app")))
        vault.forget("fact_0")
    return home


@pytest.fixture
def fresh_home(pattern: Path, tmp_path: Path) -> Callable[[], Path]:
    """Return copies of the pattern, each in a folder of its own."""
    count = 0

    def make() -> Path:
        nonlocal count
        count += 1
        return Path(shutil.copytree(pattern, tmp_path / f"home{count}", symlinks=True))

    return make


@pytest.fixture
def reopened() -> Callable[[Path], Vault]:
    def open_(home: Path) -> Vault:
        return open_vault(home, settings=SETTINGS)

    return open_


def command(home: Path, verb: str, *numbers: int) -> list[str]:
    return [sys.executable, str(WORKER), str(home), verb, *map(str, numbers)]


def start(home: Path, verb: str, *numbers: int, before: list[str] | None = None) -> subprocess.Popen[bytes]:
    """Start a worker; its output is a pipe."""
    environment = dict(config.variables()) | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [*(before or []), *command(home, verb, *numbers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        bufsize=0,
    )


def said(output: bytes) -> list[dict]:
    """Return the lines that a worker finished."""
    return [json.loads(line) for line in output.split(b"\n")[:-1]]


def check_truth(vault: Vault, acknowledged: list[dict]) -> None:
    """Fail unless nothing acknowledged is lost, and the vault is whole."""
    verification = vault.verify()
    assert verification.is_sound, verification.flaws
    for one in acknowledged:
        if one.get("action") in {"stored", "superseded", "revived"}:
            bodies = [version.memory.body for version in vault.history(one["id"])]
            assert one["body"] in bodies, one
    assert not list((vault.path / "incoming").glob("*"))
    assert vault.status().pending == 0


@pytest.fixture
def truth_holds() -> Callable[[Vault, list[dict]], None]:
    return check_truth


@pytest.fixture
def run_worker() -> Callable[..., tuple[int, list[dict], str]]:
    """Run a worker to its end; return its exit code, what it said, and its complaints."""

    def run(home: Path, verb: str, *numbers: int, before: list[str] | None = None) -> tuple[int, list[dict], str]:
        process = start(home, verb, *numbers, before=before)
        output, complaints = process.communicate(timeout=300)
        return process.returncode, said(output), complaints.decode("utf-8", "replace")

    return run


@pytest.fixture
def start_worker() -> Callable[..., subprocess.Popen[bytes]]:
    return start


@pytest.fixture
def heard() -> Callable[[bytes], list[dict]]:
    return said
