"""Documents that the user named are found by heading and line, and follow what happens to their files."""

import os
import shutil
from pathlib import Path

import pytest

from vademecum import open_vault
from vademecum.model.memory import GLOBAL, Draft, Scope
from vademecum.model.search import Query, Source
from vademecum.model.settings import KnowledgeSettings, Settings, SyncSettings
from vademecum.testing.specimens import Specimens
from vademecum.testing.transcripts import claude

FEEDING = "The zebra is fed hay at seven in the morning. Nobody feeds it at night, for it sleeps then. " * 5
TRAVEL = "The lion travels by train, in the last carriage. Its keeper rides along and has the key. " * 5
NOTE = f"""\
# Handbook

Everything about the herd.

## Feeding

{FEEDING}

## Travel

{TRAVEL}
"""


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    made = tmp_path / "notes"
    made.mkdir()
    (made / "handbook.md").write_text(NOTE, encoding="utf-8")
    return made


def settings(*paths, **more):
    return Settings(knowledge=KnowledgeSettings(paths=tuple(map(str, paths)), **more), sync=SyncSettings(cooldown_ms=0))


@pytest.fixture
def vault(home, notes, clock):
    """Open a vault whose clock stands, so that no answer is in a hurry."""
    with open_vault(home, settings=settings(notes), clock=clock) as opened:
        yield opened


def asked(vault, text, **fields):
    return vault.recall(Query(text, **{"sources": frozenset({Source.DOCUMENT})} | fields)).hits


def test_a_document_is_found_by_its_line_and_headings(vault, notes):
    hit = asked(vault, "what does the zebra eat in the morning")[0].passage
    assert hit.path == (notes / "handbook.md").as_posix()
    assert "Feeding" in hit.title
    assert NOTE.splitlines()[hit.start - 1].startswith(("## Feeding", "The zebra"))
    assert hit.scope == GLOBAL


def test_a_touched_file_is_not_taken_in_again(vault, notes):
    assert vault.gather().documents == 1
    os.utime(notes / "handbook.md", (1, 1))
    report = vault.gather()
    assert (report.documents, report.passages) == (0, 0)


@pytest.mark.skipif(os.name == "nt", reason="no file system there tells of it")
def test_a_document_that_was_changed_under_the_same_size_and_time_is_taken_in_again(vault, notes):
    path = notes / "handbook.md"
    vault.gather()
    before = path.stat()
    while path.stat().st_ctime_ns == before.st_ctime_ns:  # the clock of a file system may be a slow one
        path.write_text(NOTE.replace("zebra", "quoll"), encoding="utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert vault.gather().documents == 1
    assert "quoll" in asked(vault, "what does the quoll eat in the morning")[0].passage.text


@pytest.mark.skipif(os.name == "nt", reason="no file system there tells of it")
def test_a_document_whose_mode_alone_was_changed_is_not_cut_again(vault, notes):
    path = notes / "handbook.md"
    vault.gather()
    before = path.stat().st_ctime_ns
    while path.stat().st_ctime_ns == before:
        path.chmod(0o600)
    report = vault.gather()
    assert (report.documents, report.passages) == (0, 0)
    assert vault.gather().bytes == 0


def test_a_line_at_the_top_writes_only_what_changed(home, notes):
    sections = [f"## Part {number}\n\nThe animal{number} sleeps in stable {number * 7}.\n" for number in range(100)]
    (notes / "long.md").write_text("# Long\n\n" + "\n".join(sections), encoding="utf-8")
    with open_vault(home, settings=settings(notes)) as vault:
        vault.gather()
        before = {hit.passage.text: hit.passage.start for hit in asked(vault, "animal57 stable", limit=3)}
        (notes / "long.md").write_text("A new first line.\n\n# Long\n\n" + "\n".join(sections), encoding="utf-8")
        vault.gather()
        after = {hit.passage.text: hit.passage.start for hit in asked(vault, "animal57 stable", limit=3)}
        text = next(text for text in before if "animal57" in text)
        assert after[text] == before[text] + 2


def test_a_deleted_document_leaves(vault, notes):
    vault.gather()
    (notes / "handbook.md").unlink()
    assert vault.gather().removed == 1
    assert not asked(vault, "zebra hay morning")


def test_a_renamed_document_is_found_under_its_new_name(vault, notes):
    vault.gather()
    (notes / "handbook.md").rename(notes / "guide.md")
    report = vault.gather()
    assert report.removed == 0
    assert {hit.passage.path for hit in asked(vault, "zebra hay morning")} == {(notes / "guide.md").as_posix()}
    assert len(vault.open(str(notes / "guide.md")).passages) >= 2


def test_a_folder_that_is_away_keeps_its_documents(vault, notes):
    vault.gather()
    notes.rename(notes.with_name("unmounted"))
    report = vault.gather()
    assert report.missing == (str(notes),)
    assert asked(vault, "zebra hay morning")
    notes.with_name("unmounted").rename(notes)
    report = vault.gather()
    assert (report.missing, report.passages, report.removed) == ((), 0, 0)


def test_a_folder_that_is_no_longer_named_leaves(home, notes):
    with open_vault(home, settings=settings(notes)) as vault:
        vault.gather()
    with open_vault(home, settings=settings()) as vault:
        assert vault.gather().removed == 1
        assert not asked(vault, "zebra hay morning")


def test_other_chunk_sizes_cut_the_documents_anew(home, notes):
    (notes / "long.md").write_text("# Long\n\n" + "The zebra sleeps in the stable. " * 400, encoding="utf-8")
    with open_vault(home, settings=settings(notes)) as vault:
        vault.gather()
        few = len(vault.open(str(notes / "long.md"), whole=True).passages)
    with open_vault(home, settings=settings(notes, chunk_tokens=100, chunk_overlap=20)) as vault:
        assert vault.gather().documents == 2
        assert len(vault.open(str(notes / "long.md"), whole=True).passages) > 2 * few


def test_a_folder_of_one_project_is_found_there_alone(home, notes):
    with open_vault(home, settings=settings(f"project:app {notes}")) as vault:
        vault.gather()
        assert asked(vault, "zebra hay morning", scopes=(GLOBAL, Scope("app")))
        assert not asked(vault, "zebra hay morning", scopes=(GLOBAL, Scope("other")))


def test_a_folder_that_becomes_global_is_found_everywhere(home, notes):
    with open_vault(home, settings=settings(f"project:app {notes}")) as vault:
        vault.gather()
    with open_vault(home, settings=settings(notes)) as vault:
        vault.gather()
        assert asked(vault, "zebra hay morning", scopes=(GLOBAL,))
        assert len(asked(vault, "zebra hay morning", scopes=None, limit=20)) == len(
            asked(vault, "zebra hay morning", scopes=(GLOBAL,), limit=20)
        )


def test_no_document_is_read_twice_though_two_folders_hold_it(home, notes):
    with open_vault(home, settings=settings(notes, notes / "handbook.md")) as vault:
        assert vault.gather().documents == 1
        assert vault.gather().bytes == 0


def test_what_is_not_read_is_named_with_the_reason(vault, notes):
    (notes / "binary.md").write_bytes(b"\x00\x01\x02" * 100)
    os.mkfifo(notes / "pipe.md")
    report = vault.gather()
    assert {Path(one.place).name for one in report.omitted} >= {"binary.md", "pipe.md"}
    assert all(one.reason for one in report.omitted)
    assert asked(vault, "zebra hay morning")


def test_ignored_files_are_not_read_and_leave_when_they_become_ignored(vault, notes):
    (notes / "secret-plan.md").write_text("# Plan\n\nThe giraffe escapes on Sunday.\n", encoding="utf-8")
    assert asked(vault, "giraffe escapes")
    (notes / ".gitignore").write_text("secret-*.md\n", encoding="utf-8")
    vault.gather()
    assert not asked(vault, "giraffe escapes")


def test_knowledge_is_listed_with_what_is_known_of_it(vault, notes):
    vault.gather()
    (folder,) = vault.knowledge()
    assert (folder.path, folder.documents, folder.missing) == (str(notes), 1, False)
    assert folder.passages == len(vault.open(str(notes / "handbook.md"), whole=True).passages)


def test_a_listed_folder_names_what_cannot_be_read(vault, notes):
    (notes / "binary.md").write_bytes(b"\x00\x01\x02\x00garbage\x00")
    vault.gather()
    (notes / "waits.md").write_text("# Waits\n\nIt was not taken in yet.\n", encoding="utf-8")
    (folder,) = vault.knowledge()
    assert [(Path(one.place).name, one.reason) for one in folder.omitted] == [("binary.md", "this is not text")]
    (notes / "binary.md").write_text("# Text now\n", encoding="utf-8")
    assert not vault.knowledge()[0].omitted


def test_a_rebuilt_index_has_the_documents_still(vault, notes):
    vault.gather()
    vault.reindex(full=True)
    assert asked(vault, "zebra hay morning")


def test_the_curated_notes_of_the_store_are_documents(home, clock):
    with open_vault(home, settings=settings(), clock=clock) as vault:
        vault.status()
        store = vault.path / "store"
        (store / "memory").mkdir(parents=True, exist_ok=True)
        (store / "memory" / "2026-03-01.md").write_text("# Log\n\nThe walrus arrived by boat.\n", encoding="utf-8")
        assert asked(vault, "how did the walrus arrive")


def test_a_big_folder_is_left_for_later_when_an_answer_waits(home, notes):
    for number in range(2500):
        (notes / f"note-{number}.md").write_text(f"# Note {number}\n\nAnimal {number}.\n", encoding="utf-8")
    with open_vault(home, settings=settings(notes)) as vault:
        answer = vault.recall("zebra hay")
        assert answer.behind > 0
        vault.gather()
        shutil.rmtree(notes)
        notes.mkdir()
        vault.gather()
        assert not asked(vault, "zebra hay")


def test_a_document_in_a_folder_left_alone_is_not_read_and_leaves(home, notes, clock):
    private = notes / "private"
    private.mkdir()
    (private / "diary.md").write_text("The zebra is secretly striped.", encoding="utf-8")
    with open_vault(home, settings=settings(notes), clock=clock) as vault:
        vault.gather()
        assert asked(vault, "zebra secretly striped", threshold=0.5)
        (private / ".vademecum-off").touch()
        report = vault.gather()
        assert report.removed == 1
        assert "left alone" in report.omitted[0].reason
        assert not asked(vault, "zebra secretly striped", threshold=0.5)
        assert asked(vault, "what does the zebra eat in the morning")


@pytest.mark.parametrize("name", ["a#3.md", "e#3#4.md", "two\nlines.md", "zebra \N{ZEBRA FACE}.md", "a b.md"])
def test_a_document_is_opened_by_its_key_whatever_its_name(home, tmp_path, name, clock):
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / name).write_text("The lion travels by train.", encoding="utf-8")
    with open_vault(home, settings=settings(folder), clock=clock) as vault:
        vault.gather()
        passage = asked(vault, "lion travels")[0].passage
        assert vault.open(passage.key).passages == (passage,)
        assert vault.open(passage.group).passages == (passage,)


def test_a_document_whose_name_is_a_secret_is_not_read_and_the_secret_is_not_told(home, notes, clock):
    secret = Specimens(5).fill("ghp_{w36}")
    (notes / f"{secret}.md").write_text("The zebra has a key.", encoding="utf-8")
    with open_vault(home, settings=settings(notes), clock=clock) as vault:
        (left_out,) = vault.gather().omitted
        assert left_out.reason == "has a secret in its name"
        assert secret not in left_out.place
        assert asked(vault, "what does the zebra eat in the morning")
    assert all(secret.encode() not in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_the_inner_of_two_folders_says_in_which_project_a_document_is(home, notes):
    inner = notes / "inner"
    inner.mkdir()
    (inner / "diary.md").write_text("The okapi hides in the project.", encoding="utf-8")
    for paths in ((notes, f"project:app {inner}"), (f"project:app {inner}", notes)):
        with open_vault(home, settings=settings(*paths)) as vault:
            vault.gather()
            assert not asked(vault, "okapi hides", scopes=(GLOBAL,), threshold=0.5)
            (hit,) = asked(vault, "okapi hides", scopes=(GLOBAL, Scope("app")), threshold=0.5)
            assert hit.passage.scope == Scope("app")


def test_a_folder_around_the_home_does_not_make_documents_of_memories(home, clock):
    with open_vault(home, settings=settings(home.parent), clock=clock) as vault:
        vault.write(Draft(title="Okapi", body="The okapi is a memory.", scope=Scope("app")))
        vault.gather()
        assert not asked(vault, "okapi memory", scopes=None)


@pytest.mark.parametrize("seconds", [-(2**40), -1, 0, 2**33, 2**40])
def test_an_odd_time_of_a_file_stops_nothing(home, notes, user_dir, seconds, clock):
    transcript = claude(user_dir / ".claude" / "projects", "1" * 8 + "-1111-4111-8111-111111111111", notes, ["lion?"])
    for path in (notes / "handbook.md", transcript):
        try:
            os.utime(path, (seconds, seconds))
        except OSError:
            pytest.skip("the file system has no such time")
    with open_vault(home, settings=settings(notes), clock=clock) as vault:
        assert vault.gather().passages
        assert not any(step.failed for step in vault.maintain().steps)
        assert vault.backlog()
        assert asked(vault, "what does the zebra eat in the morning")
        transcript.unlink()
        assert vault.gather().gone == 1
