"""A project to give commands in."""

from pathlib import Path

import pytest


@pytest.fixture
def shop(home: Path, user_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the project `shop`, in which commands are given."""
    folder = user_dir / "shop"
    folder.mkdir()
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(folder))
    return folder


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no process started by a search: what waits is taken in by the test's own commands."""
    monkeypatch.setenv("VADEMECUM_CAPTURE", "1")
