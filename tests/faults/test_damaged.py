"""The history, the index or the key is not what it should be: refused or mended, never silently emptied."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from faces.terminal import vade
from vademecum import db
from vademecum.engine.recover import rebuild_history
from vademecum.model.errors import DamagedError, VademecumError
from vademecum.model.memory import Draft


def history(home: Path) -> Path:
    return home / "vaults/default/history.db"


def lose_logs(home: Path) -> None:
    for suffix in ("-wal", "-shm"):
        history(home).with_name(f"history.db{suffix}").unlink(missing_ok=True)


def use(home: Path, reopened) -> None:
    with reopened(home) as vault:
        vault.write(Draft(body="New."))
        vault.verify()


@pytest.mark.parametrize("way", ["gone", "empty", "garbage", "cut"])
def test_a_lost_history_is_refused_and_the_store_is_untouched(way: str, fresh_home, reopened):
    home = fresh_home()
    lose_logs(home)
    path = history(home)
    data = path.read_bytes()
    before = {file: file.read_bytes() for file in (home / "vaults/default/store/projects").rglob("*.md")}
    if way == "gone":
        path.unlink()
    else:
        path.write_bytes({"empty": b"", "garbage": os.urandom(9000), "cut": data[: len(data) // 2]}[way])

    with pytest.raises(DamagedError) as refused:
        use(home, reopened)
    assert refused.value.hint
    assert before == {file: file.read_bytes() for file in (home / "vaults/default/store/projects").rglob("*.md")}


def test_a_lost_history_is_begun_anew_from_the_store_only_on_request(fresh_home, reopened):
    home = fresh_home()
    lose_logs(home)
    history(home).write_bytes(b"")
    report = rebuild_history(home)
    assert len(report.adopted) == 7
    with reopened(home) as vault:
        assert len(vault.browse()) == 7
        assert vault.verify().is_sound
        assert vault.recall("statement").hits
    assert list(history(home).parent.glob("history.db.lost-1*"))


def test_a_lost_key_is_reported_and_never_made_anew(fresh_home, reopened):
    home = fresh_home()
    (home / "key").unlink()
    with pytest.raises(DamagedError) as refused:
        reopened(home)
    assert refused.value.code == "damaged.key"
    assert not (home / "key").exists()


def test_another_key_is_found_by_verify(fresh_home, reopened):
    home = fresh_home()
    (home / "key").write_text("ab" * 32 + "\n", encoding="ascii")
    with reopened(home) as vault:
        places = {flaw.place for flaw in vault.verify().flaws}
    assert {"seq 1", "head"} <= places


@pytest.mark.parametrize("way", ["deleted", "garbage", "cut", "emptied"])
def test_an_index_that_breaks_while_open_heals_and_the_truth_is_unharmed(way: str, fresh_home, reopened):
    home = fresh_home()
    index = home / "vaults/default/index.db"
    with reopened(home) as vault:
        assert vault.recall("statement").hits
        if way == "deleted":
            for suffix in ("", "-wal", "-shm"):
                index.with_name(index.name + suffix).unlink(missing_ok=True)
        else:
            data = index.read_bytes()
            index.write_bytes({"garbage": os.urandom(len(data)), "cut": data[: len(data) // 2], "emptied": b""}[way])
        receipt = vault.write(Draft(title="Afterwards", body="The lighthouse shines."))
        assert receipt.action == "stored"
        assert vault.get("afterwards")
    with reopened(home) as vault:
        assert [hit.passage.name for hit in vault.recall("lighthouse").hits] == ["afterwards"]
        assert len(vault.recall("statement", limit=20).hits) == 7
        assert vault.verify().is_sound


def test_an_index_that_was_deleted_is_filled_again(fresh_home, reopened):
    home = fresh_home()
    for path in (home / "vaults/default").glob("index.db*"):
        path.unlink()
    with reopened(home) as vault:
        assert len(vault.recall("statement", limit=20).hits) == 7
        assert vault.status().position == vault.status().events


def test_leftovers_of_a_dead_writer_are_removed_at_the_next_open(fresh_home, reopened):
    home = fresh_home()
    stray = home / "vaults/default/incoming/dead.tmp"
    stray.write_text("half a mem", encoding="utf-8")
    with reopened(home) as vault:
        assert not stray.exists()
        assert vault.verify().is_sound


@pytest.mark.slow
def test_any_changed_byte_of_the_history_is_found_or_harmless(fresh_home, reopened):
    """A byte in unused space may change nothing; every other one must be refused or named."""
    home = fresh_home()
    with reopened(home) as vault:
        believed = {(v.id, v.text, v.recorded_at) for name in range(1, 8) for v in vault.history(f"fact_{name}")}
        vault.close()
    lose_logs(home)
    path = history(home)
    data = path.read_bytes()
    for at in range(0, len(data), 397):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x20]) + data[at + 1 :])
        try:
            vault = reopened(home)
            sound = vault.verify().is_sound
        except VademecumError:
            sound = False
        if sound:
            found = {(v.id, v.text, v.recorded_at) for name in range(1, 8) for v in vault.history(f"fact_{name}")}
            assert found == believed, at
        lose_logs(home)


def test_a_whole_history_is_not_begun_anew_unless_somebody_insists(fresh_home, monkeypatch):
    home = fresh_home()
    monkeypatch.setenv("VADEMECUM_HOME", str(home))
    next((home / "vaults/default/store/projects").rglob("*.md")).write_text("changed by hand", encoding="utf-8")

    refused = vade("doctor", "--rebuild-history")

    assert refused.code == 3
    assert "the history is whole" in refused.err
    assert "`vade sync`" in refused.err
    assert not list(history(home).parent.glob("history.db.lost-*"))
    assert vade("doctor", "--force").code == 2
    assert vade("doctor", "--rebuild-history", "--force").code == 0
    assert list(history(home).parent.glob("history.db.lost-1*"))


def test_a_history_with_a_changed_row_is_begun_anew_when_asked(fresh_home):
    home = fresh_home()
    with closing(db.connect(history(home), durable=True)) as file:
        file.execute("UPDATE version SET text = 'another' WHERE state = 'live'")
    assert rebuild_history(home).adopted
