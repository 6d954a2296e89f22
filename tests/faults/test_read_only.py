"""A vault that can be read but not written: every question is answered, every change is refused by name."""

import os
import stat
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.engine import agents
from vademecum.engine.vault import Vault
from vademecum.model.errors import UnavailableError
from vademecum.model.memory import Draft, Scope

Lock = Callable[[str], None]


@pytest.fixture
def lockable(pattern: Path, tmp_path: Path) -> Iterator[tuple[Path, Lock]]:
    """Return a home, and what makes it read-only (`ro`) or writable (`rw`): a mount for root, modes for others."""
    if os.name == "nt":
        pytest.skip("modes work otherwise there")
    folder = tmp_path / "disk"
    folder.mkdir(mode=0o700)
    if os.geteuid() != 0:
        yield from _by_modes(folder, pattern)
        return
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m,mode=700", "tmpfs", folder], check=False).returncode:
        pytest.skip("mounting is not allowed here")
    subprocess.run(["cp", "-a", pattern, folder / "home"], check=True)
    yield folder / "home", lambda how: _remount(folder, how)
    subprocess.run(["umount", "--lazy", folder], check=True)


def _remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


def _by_modes(folder: Path, pattern: Path) -> Iterator[tuple[Path, Lock]]:
    subprocess.run(["cp", "-a", pattern, folder / "home"], check=True)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [folder / "home", *(folder / "home").rglob("*")]}

    def lock(how: str) -> None:
        for path, mode in modes.items():
            if path.exists():
                path.chmod(mode & ~0o222 if how == "ro" else mode)

    yield folder / "home", lock
    lock("rw")


def ask_everything(vault: Vault) -> None:
    assert len(vault.recall("statement", limit=20).hits) == 7
    assert len(vault.recall("statement", limit=20, as_of=datetime.now(UTC)).hits) == 7  # noqa: TID251  now is now
    assert vault.get("fact_1").memory.body == "Statement 1."
    assert len(vault.browse()) == 7
    assert vault.history("fact_0")
    assert vault.why("fact_1").events
    assert vault.links("fact_1").name == "fact_1"
    assert vault.status().live == 7
    assert vault.proposals() == []
    assert vault.unadopted() == []
    assert vault.verify().is_sound
    assert vault.prove("fact_1").size


@pytest.mark.parametrize("index", ["kept", "gone"])
def test_what_can_only_be_read_still_answers(index: str, lockable, reopened):
    home, lock = lockable
    if index == "gone":
        for path in (home / "vaults/default").glob("index.db*"):
            path.unlink()
    lock("ro")
    with reopened(home) as vault:
        ask_everything(vault)
        if index == "gone":
            assert "straight from the history" in vault.recall("statement").degraded


def test_what_can_only_be_read_refuses_every_change_by_name(lockable, reopened):
    home, lock = lockable
    lock("ro")
    with reopened(home) as vault:
        changes = (
            lambda: vault.write(Draft(title="New", body="New.", scope=Scope("app"))),
            lambda: vault.forget("fact_1"),
            lambda: vault.forget("fact_1", erase=True),
            lambda: vault.restore("fact_0"),
            lambda: vault.propose("fact_1"),
            lambda: vault.promote("fact_1"),
            lambda: vault.move_project("app", "web"),
            lambda: vault.reindex(full=True),
            vault.sync,
        )
        for change in changes:
            with pytest.raises(UnavailableError) as refused:
                change()
            assert refused.value.code == "unavailable.denied"
            assert refused.value.hint
    lock("rw")
    with reopened(home) as vault:
        ask_everything(vault)


def test_a_session_writes_again_when_the_disk_lets_it(lockable, reopened):
    home, lock = lockable
    lock("ro")
    with reopened(home) as vault:
        assert vault.get("fact_1")
        lock("rw")
        assert vault.write(Draft(title="New", body="A lighthouse.", scope=Scope("app"))).action == "stored"
        assert vault.recall("lighthouse").hits
    with reopened(home) as vault:
        assert vault.get("new")
        assert vault.verify().is_sound


def test_a_disk_that_is_full_at_the_start_still_answers(lockable, reopened):
    home, _ = lockable
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    filler = home.parent / "filler"
    with filler.open("wb", buffering=0) as file:
        while True:
            try:
                file.write(b"x" * 4096)
            except OSError:
                break
    with reopened(home) as vault:
        ask_everything(vault)
        with pytest.raises(UnavailableError):
            vault.write(Draft(title="New", body="New.", scope=Scope("app")))
        filler.unlink()
        assert vault.write(Draft(title="New", body="New.", scope=Scope("app"))).action == "stored"
        assert vault.verify().is_sound


def test_agents_are_not_connected_where_it_cannot_be_written_down(lockable, monkeypatch, tmp_path):
    home, lock = lockable
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    lock("ro")

    for change in (lambda: agents.connect(home, [agents.CLAUDE]), lambda: agents.uninstall(home)):
        with pytest.raises(UnavailableError, match=r"\.hosts\.lock cannot be written") as told:
            change()
        assert told.value.hint

    assert not (tmp_path / "claude").exists()
