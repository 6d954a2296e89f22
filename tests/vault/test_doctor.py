"""Status and doctor: what is wrong is named, with the command that mends it."""

import os
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum import Draft, Scope, config, db, open_vault
from vademecum.engine.doctor import examine, round_trip, unreadable
from vademecum.engine.health import glance
from vademecum.model.health import Level
from vademecum.model.settings import EmbedderSettings, Settings
from vademecum.store.layout import Layout

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
posix_only = pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")


def clock():
    return NOW


def looked_at(home, folder):
    vaults = []

    def opened():
        vaults.append(open_vault(home, clock=clock))
        return vaults[0]

    try:
        return glance(home, folder, opened, NOW)
    finally:
        for vault in vaults:
            vault.close()


def names(health, level):
    return [check.name for check in health.checks if check.level is level]


def keep_one(home):
    with open_vault(home, clock=clock) as vault:
        return vault.write(
            Draft(title="Staging port", body="Staging listens on 6543.", scope=Scope("shop"), domain="infra")
        )


def vault_folder(home) -> Path:
    return home / "vaults" / "default"


def test_the_round_trip_works_in_a_home_of_its_own(home):
    checks = list(round_trip(Settings(), clock))

    assert [check.name for check in checks if check.level is not Level.GOOD] == []
    assert len(checks) >= 6
    assert not home.exists()


def test_the_round_trip_works_by_words_alone(home):
    checks = list(round_trip(Settings(embedder=EmbedderSettings(provider="none")), clock))

    assert len(checks) >= 6
    assert all(check.level is not Level.BAD for check in checks if check.name != "recall")


def test_a_new_machine_is_no_trouble_and_nothing_is_made(home, tmp_path):
    health = looked_at(home, tmp_path)

    assert health.is_well
    assert any("vade init" in check.hint for check in health.checks)
    assert not home.exists()


def test_a_home_in_order_is_told_at_a_glance(home, tmp_path):
    keep_one(home)

    health = looked_at(home, tmp_path)

    told = "\n".join(f"{check.name}: {check.message}" for check in health.checks)
    assert health.is_well
    assert "1 live (0 global, 1 shop)" in told
    assert "domains: infra 1" in told
    assert "by folder" in told


def test_the_doctor_finds_a_home_in_order_well(home):
    keep_one(home)

    health = examine(home, "default", clock=clock)

    assert [f"{check.name}: {check.message}" for check in health.troubles] == []


@posix_only
def test_a_file_that_others_may_read_is_named_with_the_command_that_mends_it(home):
    keep_one(home)
    (home / "key").chmod(0o644)

    health = examine(home, "default", clock=clock)

    assert [(check.name, check.hint) for check in health.troubles] == [("permissions", f"`chmod go= {home / 'key'}`")]


def test_a_setting_that_cannot_be_read_is_told_with_its_line(home, tmp_path):
    keep_one(home)
    (home / "config.toml").write_text("[recall]\nkk = 1\n", encoding="utf-8")

    health = looked_at(home, tmp_path)

    assert "config.toml:2" in next(check.message for check in health.troubles if check.name == "settings")


def test_a_lost_key_is_told_with_the_way_out(home, tmp_path):
    keep_one(home)
    (home / "key").unlink()

    health = looked_at(home, tmp_path)

    assert "backup" in next(check.hint for check in health.troubles if check.name == "key")


def test_a_corrupt_index_is_told_with_the_command_that_remakes_it(home):
    keep_one(home)
    (vault_folder(home) / "index.db").write_bytes(b"not a database" * 1000)

    health = examine(home, "default", clock=clock)

    assert "vade reindex" in next(check.hint for check in health.troubles if check.name == "index.db")


def test_an_index_that_another_process_works_on_is_no_reason_to_make_it_anew(home, tmp_path):
    keep_one(home)
    other = db.connect(vault_folder(home) / "index.db", durable=False)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    other.execute("UPDATE meta SET value = value")

    with closing(other), open_vault(home, clock=clock, patience_ms=10) as vault:
        health = glance(home, tmp_path, lambda: vault, NOW)

    (index,) = (check for check in health.troubles if check.name == "index")
    assert "locked by another process" in index.message
    assert index.hint == "another process works on it: try again in a moment"


def test_a_corrupt_history_is_told_and_never_touched(home):
    keep_one(home)
    path = vault_folder(home) / "history.db"
    path.write_bytes(b"not a database" * 1000)

    health = examine(home, "default", clock=clock)

    assert "history.db" in [check.name for check in health.troubles]
    assert path.read_bytes().startswith(b"not a database")


def test_a_file_that_cannot_be_read_is_named_with_its_line(home):
    keep_one(home)
    broken = vault_folder(home) / "store" / "global" / "broken.md"
    broken.parent.mkdir(parents=True, exist_ok=True)
    broken.write_text('---\nname: broken\ndescription: "never closed\nmetadata: {a: [}\n---\ntext\n', encoding="utf-8")

    found = [check for check in unreadable(Layout(vault_folder(home))) if check.level is Level.BAD]

    assert [check.name for check in found] == ["global/broken.md"]
    assert "line" in found[0].message


def test_a_folder_that_has_moved_away_is_told_with_the_command_that_follows_it(home, tmp_path):
    keep_one(home)
    folder = tmp_path / "gone"
    folder.mkdir()
    config.init_home(home)
    looked_at(home, folder)
    folder.rmdir()

    health = looked_at(home, tmp_path)

    assert "vade projects remap" in next(c.hint for c in health.checks if "gone" in c.message)
