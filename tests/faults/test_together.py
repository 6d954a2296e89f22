"""Several processes on one vault: no error reaches a caller, nothing is lost or doubled."""

import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from vademecum import db as toolbox
from vademecum.engine.clock import utc_now
from vademecum.engine.doctor import examine
from vademecum.engine.maintain import sizes
from vademecum.history import chain
from vademecum.index.ports import Seen
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.errors import UnavailableError
from vademecum.model.memory import Draft, Scope
from vademecum.model.search import Passage, Source

EXPLAINED = {"missing.memory", "conflict"}
"""What a caller may be told when another process forgot or restored the memory first."""

WRITES = {"stored", "superseded", "revived", "restored"}


def run_together(count: int, steps: int, home: Path, start_worker, heard, reopened, truth_holds) -> None:
    workers = [start_worker(home, "mixed", seed, steps) for seed in range(count)]
    told = []
    for worker in workers:
        output, complaints = worker.communicate(timeout=600)
        assert worker.returncode == 0, complaints.decode()
        told += heard(output)
    faults = [one for one in told if one.get("fault", "missing.memory") not in EXPLAINED]
    assert not faults
    with reopened(home) as vault:
        vault.sync()
        truth_holds(vault, told)
        assert [one["flaws"] for one in told if one.get("flaws")] == []
        written = [one for one in told if one.get("action") in WRITES]
        told_of = {one["id"] for one in written}
        assert len(told_of) == len(written)
        edited = [event for event in chain.events(vault._keepers.history.db) if event.event == "edited"]
        rows = dict(vault._keepers.history.db.execute("SELECT id, origin FROM version"))
        assert told_of <= rows.keys()
        by_hand = {identity for identity, origin in rows.items() if origin == "edit"}
        assert len(rows) == 8 + len(told_of | by_hand)  # what was edited by hand and restored is told of, and by hand
        assert len(edited) <= len(by_hand)
        vault.reindex()
        assert vault.status().position == vault.status().events


def test_two_processes_work_on_one_vault(fresh_home, start_worker, heard, reopened, truth_holds):
    run_together(2, 40, fresh_home(), start_worker, heard, reopened, truth_holds)


@pytest.mark.slow
def test_eight_processes_work_on_one_vault(fresh_home, start_worker, heard, reopened, truth_holds):
    run_together(8, 200, fresh_home(), start_worker, heard, reopened, truth_holds)


def test_many_processes_make_one_new_vault_together(tmp_path: Path, start_worker, heard, reopened, truth_holds):
    home = tmp_path / "home"
    workers = [start_worker(home, "mixed", seed, 3) for seed in range(8)]
    told = []
    for worker in workers:
        output, complaints = worker.communicate(timeout=120)
        assert worker.returncode == 0, complaints.decode()
        told += heard(output)
    assert [one for one in told if one.get("fault", "missing.memory") not in EXPLAINED] == []
    with reopened(home) as vault:
        vault.sync()
        truth_holds(vault, told)


def test_a_write_waits_for_another_writer_and_then_succeeds(fresh_home, reopened):
    home = fresh_home()
    with closing(sqlite3.connect(home / "vaults/default/history.db", check_same_thread=False)) as other:  # noqa: TID251  another program
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        with reopened(home) as vault:
            release = threading.Timer(0.3, other.execute, ["COMMIT"])
            release.start()
            assert vault.write(Draft(body="Patience.", scope=Scope("app"))).action == "stored"
            release.join()


def test_a_vault_that_stays_locked_is_named_and_still_answers(fresh_home, reopened):
    home = fresh_home()
    with closing(sqlite3.connect(home / "vaults/default/history.db")) as other, reopened(home) as vault:  # noqa: TID251  another program
        other.isolation_level = None
        vault.recall("statement")
        other.execute("BEGIN IMMEDIATE")
        vault._keepers.history.db.execute("PRAGMA busy_timeout = 20")
        with pytest.raises(UnavailableError) as refused:
            vault.write(Draft(body="Impatience.", scope=Scope("app")))
        assert refused.value.code == "unavailable.locked"
        assert len(vault.recall("statement", limit=20).hits) == 7
        assert vault.get("fact_1")
        other.execute("ROLLBACK")
        assert vault.write(Draft(body="Impatience.", scope=Scope("app"))).action == "stored"


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, True])
def test_an_index_that_stays_locked_holds_nobody_up_for_long(whole, fresh_home, reopened):
    home = fresh_home()
    with (
        closing(sqlite3.connect(home / "vaults/default/index.db", isolation_level=None)) as other,  # noqa: TID251  another program
        reopened(home) as vault,
    ):
        other.execute(f"PRAGMA locking_mode = {'EXCLUSIVE' if whole else 'NORMAL'}")
        other.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        receipt = vault.write(Draft(body="The ferry leaves at nine.", scope=Scope("app")))
        answer = vault.recall("ferry at nine")
        with pytest.raises(UnavailableError) as refused:
            vault.reindex()
        examined = examine(home, "default", clock=utc_now)
        assert time.monotonic() - began < 20

        assert (receipt.action, receipt.indexed) == ("stored", False)
        assert [hit.passage.text for hit in answer.hits] == ["The ferry leaves at nine."]
        assert "straight from the history" in str(answer.degraded)
        assert (refused.value.code, refused.value.hint) == ("unavailable.locked", "try again")
        assert not (whole and examined.is_well)
        other.execute("ROLLBACK")
    with reopened(home) as vault:
        assert "straight from the history" not in str(vault.recall("ferry at nine").degraded)


OPENING = """
import sys
from pathlib import Path
from vademecum.index.ports import Seen
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.search import Passage, Source

place, name = sys.argv[1:]
print(flush=True)
sys.stdin.readline()
index = SqliteIndex(Path(place), None)
for n in range(5):
    said = Passage(f"{name}#{n}", Source.SESSION, f"turn {n} of {name}", group=name, place=n)
    index.gather([said], [], Seen())
"""


@pytest.mark.parametrize("round_", range(4))
def test_an_index_of_an_older_version_is_replaced_once_by_whoever_comes_first(tmp_path: Path, round_: int):
    place = tmp_path / "index.db"
    index = SqliteIndex(place, None)
    index.gather([Passage("old#1", Source.SESSION, "was said", group="old", place=1)], [], Seen())
    index.close()
    with closing(toolbox.connect(place, durable=False)) as db:
        db.execute("PRAGMA user_version = 1")
    names = [f"session:{number}" for number in range(8)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    started = [subprocess.Popen([sys.executable, "-c", OPENING, str(place), name], **pipes) for name in names]
    for one in started:
        one.stdout.readline()
    for one in started:
        one.stdin.write(b"go\n")
        one.stdin.flush()
    assert [one.communicate(timeout=120)[1].decode() for one in started] == [""] * len(names)
    assert not (tmp_path / "index.db.damaged").exists()
    index = SqliteIndex(place, None)
    assert [len(index.group(name)) for name in ("old", *names)] == [0, *[5] * len(names)]
    index.close()


def test_maintain_passes_over_what_goes_away_meanwhile(tmp_path: Path):
    stop = threading.Event()

    def come_and_go() -> None:
        while not stop.is_set():
            folder = tmp_path / "objects" / "tmp"
            folder.mkdir(parents=True)
            (folder / "one").touch()
            (folder / "one").unlink()
            folder.rmdir()
            folder.parent.rmdir()

    busy = threading.Thread(target=come_and_go)
    busy.start()
    try:
        assert all(set(sizes(tmp_path)) <= {"objects"} for _ in range(2_000))
    finally:
        stop.set()
        busy.join()
