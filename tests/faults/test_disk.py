"""The disk is full or read-only: the right error, nothing half written, and life goes on when there is room."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from faces.terminal import vade
from hooks.conftest import Host, ours, transcript, until
from vademecum import disk
from vademecum.engine import jobs
from vademecum.engine.clock import utc_now
from vademecum.engine.doctor import examine
from vademecum.engine.vault import Vault
from vademecum.model.errors import UnavailableError
from vademecum.model.health import Check, Level
from vademecum.model.memory import Draft

Remount = Callable[[str], None]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[tuple[Path, Remount]]:
    """Mount a disk of two megabytes; needs the right to mount."""
    folder = tmp_path / "disk"
    folder.mkdir(mode=0o700)
    if os.name == "nt" or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m,mode=700", "tmpfs", folder], check=False).returncode:
        pytest.skip("mounting is not allowed here")

    def remount(options: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{options}", folder], check=True)

    yield folder, remount
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(vault: Vault) -> tuple[list[str], UnavailableError]:
    """Write until the disk is full; return the names that were acknowledged, and the refusal."""
    names: list[str] = []
    while len(names) < 500:
        try:
            receipt = vault.write(Draft(title=f"Fact {len(names)}", body="Long statement. " * 1000 + str(len(names))))
        except UnavailableError as fault:
            return names, fault
        names.append(receipt.name)
    pytest.fail("the disk never got full")


def fill_up(folder: Path) -> None:
    with (folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(b"x" * 4096):
            pass


def test_on_a_full_disk_a_write_is_refused_and_nothing_acknowledged_is_lost(small_disk, reopened):
    folder, remount = small_disk
    with reopened(folder / "home") as vault:
        names, fault = fill(vault)
        assert fault.code in {"unavailable.full", "unavailable.disk"}
        assert fault.hint
        assert names
        for name in names:
            assert vault.get(name)
        remount("size=64m")
        assert vault.write(Draft(title="Afterwards", body="There is room again.")).action == "stored"
        vault.sync()
        assert {version.memory.name for version in vault.browse()} == {*names, "afterwards"}
        verification = vault.verify()
        assert verification.is_sound, verification.flaws


def test_a_vault_that_filled_its_disk_opens_again_when_there_is_room(small_disk, reopened):
    folder, remount = small_disk
    vault = reopened(folder / "home")
    names, _ = fill(vault)
    vault.close()
    remount("size=64m")
    with reopened(folder / "home") as vault:
        assert {version.memory.name for version in vault.browse()} == set(names)
        assert vault.verify().is_sound


def test_on_a_read_only_disk_the_error_names_the_cause_and_nothing_is_lost(small_disk, reopened):
    folder, remount = small_disk
    with reopened(folder / "home") as vault:
        vault.write(Draft(title="Runtime", body="Runs on node."))
    remount("ro")
    with pytest.raises(UnavailableError) as refused, reopened(folder / "home") as vault:
        vault.write(Draft(title="Editor", body="We edit with vim."))
    assert refused.value.code.startswith("unavailable")
    assert refused.value.hint
    remount("rw")
    with reopened(folder / "home") as vault:
        assert vault.write(Draft(title="Editor", body="We edit with vim.")).action == "stored"
        assert vault.verify().is_sound


def test_a_disk_without_a_single_free_byte_is_told_to_be_full(small_disk, reopened):
    folder, _ = small_disk
    with reopened(folder / "home") as vault:
        vault.write(Draft(body="There is room."))
    fill_up(folder)

    with pytest.raises(UnavailableError) as told, reopened(folder / "home") as vault:
        vault.write(Draft(body="There is none."))

    assert (told.value.code, told.value.hint) == ("unavailable.full", "make room and try again")


def test_what_found_no_room_leaves_nothing_half_written(small_disk):
    folder, _ = small_disk
    file = folder / "file"
    disk.replace(file, b"before")

    with pytest.raises(OSError, match="space"):
        disk.replace(file, b"x" * 4_000_000)

    assert [path.name for path in folder.iterdir()] == ["file"]
    assert file.read_bytes() == b"before"


def disk_line(home: Path) -> Check:
    (line,) = (check for check in examine(home, "default", clock=utc_now).checks if check.name == "disk")
    return line


@pytest.mark.parametrize("size", ["190m", "400m"])
def test_a_disk_with_little_room_is_a_red_line_with_what_to_do(small_disk, reopened, monkeypatch, size):
    folder, remount = small_disk
    remount(f"size={size}")
    home = folder / "home"
    with reopened(home) as vault:
        vault.write(Draft(body="There is room."))
    monkeypatch.setenv("VADEMECUM_HOME", str(home))

    told = vade("status")

    is_low = size == "190m"
    assert (f"!! disk: 1{'8' if is_low else '9'}" in told.out) is is_low
    assert (f"-> make room on the disk of {home}" in told.out) is is_low
    assert (disk_line(home).level is Level.BAD) is is_low


def test_a_conversation_that_found_no_room_is_told_until_its_end_is_kept(small_disk, reopened, tmp_path, monkeypatch):
    folder, remount = small_disk
    home = folder / "home"
    with reopened(home) as vault:
        vault.write(Draft(body="There is room."))
    talk = transcript(tmp_path / "t.jsonl", "Remember that the warehouse closes at noon on Saturdays.", "agent:yes")
    host = Host(home, tmp_path, {"VADEMECUM_HOME": str(home), "HOME": str(tmp_path)})
    fill_up(folder)

    assert host.fire("pre-compact", transcript_path=str(talk)).code == 0

    (folder / "filler").unlink()
    remount("size=400m")
    monkeypatch.setenv("VADEMECUM_HOME", str(home))
    told = vade("status")
    assert "the ends of 1 conversations were given up for want of room on the disk" in told.out
    assert "`vade write`" in told.out
    host.fire("pre-compact", transcript_path=str(talk))
    until(lambda: not ours(home))
    assert "given up" not in vade("status").out


def test_a_job_that_the_disk_kept_from_its_end_has_lost_no_try(tmp_path):
    jobs.put(tmp_path, "s", "shop", b"{}\n", may_ask=False)
    for _ in range(jobs.TRIES + 1):
        job = jobs.take(tmp_path)
        assert job
        jobs.put_back(job)
    assert jobs.count(tmp_path) == 1
