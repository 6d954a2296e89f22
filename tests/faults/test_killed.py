"""Killed at any step: nothing acknowledged is lost, nothing is half there, the next open mends the rest."""

import random
import shutil
import signal
import time
from pathlib import Path

import pytest

from vademecum.model.memory import Draft
from vademecum.model.search import Query

VERBS = ["first", "supersede", "forget", "restore", "promote", "propose", "edit", "adopt", "revert", "move", "batch"]
VERBS += ["reindex", "erase", "close"]
STEPS = "fsync,fdatasync,rename,unlink,pwrite64,ftruncate"
"""The system calls that change what is on the disk: a writer is killed at each of them in turn."""

needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="strace kills at a chosen system call")


def kill_at(number: int, home: Path) -> list[str]:
    log = home.with_name(home.name + ".strace")
    return [
        "strace",
        "-f",
        "-qq",
        "-o",
        str(log),
        "-e",
        f"trace={STEPS}",
        "-e",
        f"inject={STEPS}:signal=KILL:when={number}",
    ]


def check_whole(vault) -> None:
    """Fail unless the index finds what is believed, and each lineage has one present."""
    believed = vault.browse()
    assert len({version.lineage for version in believed}) == len(believed)
    found = vault._keepers.index.candidates(Query("statement", scopes=None), 1000)
    assert {one.passage.id for one in found} == {
        version.id for version in believed if "tatement" in version.memory.body
    }


def holders(home: Path, name: str) -> list[Path]:
    """Return the files, but those of git, that hold the words of an erased `fact_4`."""
    assert name == "fact_4"
    files = (path for path in home.rglob("*") if path.is_file() and ".git" not in path.parts)
    return [path for path in files if b"Statement 4." in path.read_bytes()]


def check_kill(verb: str, number: int, fresh_home, run_worker, reopened, truth_holds) -> bool:
    """Kill a worker at its system call `number`; tell whether it lived long enough to be killed."""
    home = fresh_home()
    code, told, complaints = run_worker(home, verb, before=kill_at(number, home))
    assert code in {0, -signal.SIGKILL, 128 + signal.SIGKILL}, complaints
    with reopened(home) as vault:
        vault.sync()
        truth_holds(vault, told)
        check_whole(vault)
        for one in told:
            if one.get("action") == "forgotten":
                assert one["name"] not in {version.memory.name for version in vault.browse()}
            if one.get("action") == "promoted":
                assert vault.get(one["name"]).memory.scope.project is None
            if one.get("action") == "erased":
                assert not holders(home, one["name"])
        assert vault.write(Draft(title="Afterwards", body="Life goes on.")).action == "stored"
    shutil.rmtree(home)
    return code != 0


@needs_strace
@pytest.mark.parametrize("number", [*range(1, 24, 3), 30, 40])
def test_a_superseding_write_killed_at_a_step_is_whole_or_not_there(
    number: int, fresh_home, run_worker, reopened, truth_holds
):
    check_kill("supersede", number, fresh_home, run_worker, reopened, truth_holds)


@needs_strace
@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_killed_at_every_step_is_whole_or_not_there(verb: str, fresh_home, run_worker, reopened, truth_holds):
    number = 1
    while check_kill(verb, number, fresh_home, run_worker, reopened, truth_holds):
        number += 1
    assert number > 4


def kill_at_random(rounds: int, fresh_home, start_worker, heard, reopened, truth_holds) -> None:
    order = random.Random(4)
    home = fresh_home()
    acknowledged = []
    for round_ in range(rounds):
        process = start_worker(home, "endless", round_)
        assert process.stdout is not None
        first = process.stdout.readline() + process.stdout.readline()
        time.sleep(order.random() * 0.08)  # the moment of death, not a wait for anything
        process.kill()
        output, complaints = process.communicate()
        assert not complaints, complaints
        acknowledged += heard(first + output)
    with reopened(home) as vault:
        truth_holds(vault, acknowledged)
    assert len(acknowledged) > rounds


def test_a_writer_killed_at_random_moments_loses_nothing_acknowledged(
    fresh_home, start_worker, heard, reopened, truth_holds
):
    kill_at_random(8, fresh_home, start_worker, heard, reopened, truth_holds)


@pytest.mark.slow
def test_a_writer_killed_a_thousand_times_loses_nothing_acknowledged(
    fresh_home, start_worker, heard, reopened, truth_holds
):
    kill_at_random(1000, fresh_home, start_worker, heard, reopened, truth_holds)
