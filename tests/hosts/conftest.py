"""A user with agents: their folders, an empty PATH but for git, and what their files look like."""

import shutil
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def programs(tmp_path_factory, monkeypatch) -> Path:
    """Return the only folder on PATH: git is in it, and no agent."""
    folder = tmp_path_factory.mktemp("bin")
    git = shutil.which("git")
    if git:
        (folder / "git").symlink_to(git)
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def claude(user_dir) -> Path:
    """Return Claude Code's folder, which is empty."""
    folder = user_dir / ".claude"
    folder.mkdir()
    return folder


def tree(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return what lies in a user's folder, but for our home: links, modes and bytes."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.startswith("vademecum-home"):
            continue
        if path.is_symlink():
            found[name] = ("link", str(path.readlink()))
        elif path.is_dir():
            found[name] = ("folder", path.stat().st_mode)
        else:
            found[name] = (path.read_bytes(), path.stat().st_mode)
    return found
