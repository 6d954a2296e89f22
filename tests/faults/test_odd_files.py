"""Things that are no memories lie where memories lie: nothing hangs, nothing is lost, the rest goes on."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from vademecum.engine.vault import Vault
from vademecum.model.errors import RefusedError, VademecumError
from vademecum.model.memory import Draft, Scope

APP = Scope("app")
posix_only = pytest.mark.skipif(os.name == "nt", reason="there are no such files there")


@pytest.fixture(autouse=True)
def no_hanging() -> Iterator[None]:
    """Fail a test that waits for a pipe that nobody writes into."""
    if hasattr(signal, "SIGALRM"):
        signal.alarm(60)
    yield
    if hasattr(signal, "SIGALRM"):
        signal.alarm(0)


@pytest.fixture
def vault(fresh_home, reopened) -> Iterator[Vault]:
    with reopened(fresh_home()) as opened:
        yield opened


def folder(vault: Vault) -> Path:
    return vault.path / "store/projects/app"


def names(vault: Vault) -> set[str]:
    return {version.memory.name for version in vault.browse()}


def put_in_place(path: Path, kind: str, elsewhere: Path) -> None:
    path.unlink(missing_ok=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        elsewhere.write_text("---\nname: fact_1\n---\nFrom elsewhere.\n", encoding="utf-8")
        path.symlink_to(elsewhere)


@posix_only
@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_what_is_no_file_is_named_and_keeps_nothing_else_back(kind: str, vault: Vault, tmp_path: Path):
    put_in_place(folder(vault) / "fact_1.md", kind, tmp_path / "elsewhere.md")
    (folder(vault) / "by_hand.md").write_text("---\nname: by_hand\n---\nA lighthouse.\n", encoding="utf-8")
    report = vault.sync()
    assert "by_hand" in report.adopted
    assert [one.name for one in report.flagged] == ["fact_1"]
    assert vault.get("fact_1").memory.body == "Statement 1."
    assert "elsewhere" not in vault.get("fact_1").text
    assert vault.recall("lighthouse").hits
    assert [flaw.place for flaw in vault.verify().flaws] == ["fact_1"]
    assert vault.write(Draft(title="Afterwards", body="Life goes on.", scope=APP)).notes == ()


@posix_only
@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_once_it_is_moved_away_the_file_comes_back(kind: str, vault: Vault, tmp_path: Path):
    path = folder(vault) / "fact_1.md"
    put_in_place(path, kind, tmp_path / "elsewhere.md")
    vault.sync()
    path.rename(tmp_path / "away")
    assert vault.revert("fact_1").action == "restored"
    assert vault.sync().flagged == ()
    assert vault.verify().is_sound


@posix_only
@pytest.mark.parametrize("kind", ["folder", "pipe", "link"])
def test_a_vault_killed_before_such_a_thing_was_put_there_opens(kind: str, fresh_home, run_worker, reopened, tmp_path):
    home = fresh_home()
    with reopened(home) as vault:
        place = "projects/app/fact_1.md"
        with vault._keepers.history.noting() as db:
            db.execute("INSERT INTO pending VALUES (?, '', '')", (place,))
        put_in_place(folder(vault) / "fact_1.md", kind, tmp_path / "elsewhere.md")
    with reopened(home) as vault:
        assert vault.get("fact_2")
        assert vault.write(Draft(title="Afterwards", body="Life goes on.", scope=APP)).action == "stored"


@posix_only
def test_a_store_that_became_a_link_is_never_followed_and_reading_goes_on(vault: Vault, tmp_path: Path):
    store, elsewhere = vault.path / "store", tmp_path / "elsewhere"
    store.rename(elsewhere)
    (elsewhere / "global").mkdir(exist_ok=True)
    (elsewhere / "global/planted.md").write_text("---\nname: planted\n---\nPlanted.\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in elsewhere.rglob("*.md")}
    store.symlink_to(elsewhere)
    vault.sync()
    assert "planted" not in names(vault)
    assert vault.recall("statement", limit=20).hits
    assert vault.get("fact_1")
    with pytest.raises(RefusedError) as refused:
        vault.write(Draft(title="Afterwards", body="Life goes on.", scope=APP))
    assert refused.value.hint
    assert before == {path: path.read_bytes() for path in elsewhere.rglob("*.md")}
    assert not vault.verify().is_sound
    store.unlink()
    elsewhere.rename(store)
    (store / "global/planted.md").unlink()
    for one in vault.sync().flagged:
        vault.revert(one.name)
    assert vault.verify().is_sound


def test_a_huge_file_is_named_and_never_read_whole(vault: Vault):
    with (folder(vault) / "huge.md").open("wb") as file:
        file.write(b"---\nname: huge\n---\n")
        file.seek(50_000_000)
        file.write(b"end\n")
    report = vault.sync()
    assert [(one.name, "too large" in one.reason) for one in report.flagged] == [("huge", True)]
    assert "huge" not in names(vault)


@posix_only
def test_names_that_are_no_text_are_passed_over(vault: Vault):
    try:
        Path(os.fsdecode(os.fsencode(folder(vault)) + b"/caf\xe9.md")).write_text("Coffee.\n", encoding="utf-8")
        Path(os.fsdecode(os.fsencode(folder(vault).parent) + b"/caf\xe9")).mkdir()
    except OSError:
        pytest.skip("this file system takes only text")
    before = names(vault)
    vault.sync()
    assert names(vault) == before
    assert vault.verify()


def test_two_files_whose_names_a_file_system_may_fold_are_one_memory_and_one_flag(vault: Vault):
    if (folder(vault) / "FACT_1.md").exists():
        pytest.skip("this file system folds case")
    (folder(vault) / "FACT_1.md").write_text("---\nname: FACT_1\n---\nShouted.\n", encoding="utf-8")
    for form in ("caf\u00e9", "cafe\u0301"):
        (folder(vault) / f"{form}.md").write_text(f"---\nname: {form}\n---\nCoffee {len(form)}.\n", encoding="utf-8")
    report = vault.sync()
    assert vault.get("fact_1").memory.body == "Statement 1."
    assert len([name for name in names(vault) if name.startswith("caf")]) == 1
    assert len(report.flagged) == 2


def test_a_file_renamed_to_another_case_stays_one_memory(vault: Vault):
    (folder(vault) / "fact_1.md").rename(folder(vault) / "Fact_1.md")
    vault.sync()
    vault.sync()
    assert vault.get("fact_1").memory.body == "Statement 1."
    assert len(names(vault)) == 7


def test_conflict_markers_are_named_and_never_found(vault: Vault):
    path = folder(vault) / "fact_1.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}<<<<<<< HEAD\nours zebra\n=======\ntheirs zebra\n>>>>>>> other\n", encoding="utf-8")
    report = vault.sync()
    assert [one.name for one in report.flagged] == ["fact_1"]
    assert not vault.recall("zebra").hits
    assert vault.get("fact_1").memory.body == "Statement 1."


@pytest.mark.parametrize("kind", ["folder", "gone", "garbage"])
def test_heads_that_cannot_be_used_keep_nobody_from_writing(kind: str, fresh_home, reopened):
    home = fresh_home()
    head = home / "heads/default"
    head.unlink()
    if kind == "folder":
        head.mkdir()
    elif kind == "garbage":
        head.write_bytes(os.urandom(320))
    try:
        with reopened(home) as vault:
            assert vault.write(Draft(title="Afterwards", body="Life goes on.", scope=APP)).action == "stored"
            assert vault.get("afterwards")
    except VademecumError as fault:
        pytest.fail(f"{fault.code}: {fault.message}")


def test_a_history_removed_while_it_is_open_takes_no_more_writes(vault: Vault, tmp_path: Path):
    for path in vault.path.glob("history.db*"):
        path.rename(tmp_path / path.name)
    with pytest.raises(VademecumError) as refused:
        vault.write(Draft(title="Lost", body="Into nowhere.", scope=APP))
    assert refused.value.code == "damaged.history"
    assert refused.value.hint
    for path in tmp_path.glob("history.db*"):
        path.rename(vault.path / path.name)
    assert vault.write(Draft(title="Kept", body="Somewhere.", scope=APP)).action == "stored"


def test_a_lost_signing_key_is_named_and_not_made_anew(fresh_home, reopened):
    home = fresh_home()
    (home / "signing.key").unlink()
    with reopened(home) as vault:
        assert vault.write(Draft(title="Afterwards", body="Life goes on.", scope=APP)).action == "stored"
        assert "signing.key" in {flaw.place for flaw in vault.verify().flaws}
    assert not (home / "signing.key").exists()
