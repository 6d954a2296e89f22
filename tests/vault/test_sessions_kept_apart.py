"""What was said is found once and by those who may, however transcripts are moved, copied, deleted, or forgotten."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from vademecum import open_vault
from vademecum.model.errors import UnavailableError
from vademecum.model.memory import GLOBAL, Draft, Scope
from vademecum.model.search import Query, Source
from vademecum.model.settings import PrivacySettings, Settings, SyncSettings
from vademecum.testing.specimens import Specimens
from vademecum.testing.transcripts import claude

S1, S2, S3 = (f"{number}{number}{number}11111-1111-4111-8111-111111111111" for number in (1, 2, 3))
TALK = ("How does the zebra exporter retry?", "The zebra exporter retries three times with jitter.")

DIFFERENT = {
    S1: TALK,
    S2: ("Which colour has the lion ship?", "It was painted green in March."),
    S3: ("Who baked the tiger cake?", "Nora did, from almonds."),
}


@pytest.fixture
def opened(home, clock):
    """Open the vault with rules of privacy; its clock stands, so that no answer is in a hurry."""

    def open_(**rules):
        return open_vault(
            home, settings=Settings(sync=SyncSettings(cooldown_ms=0), privacy=PrivacySettings(**rules)), clock=clock
        )

    return open_


def said(vault, text="zebra exporter lion ship painted tiger cake almonds"):
    query = Query(text, limit=50, threshold=0.0, scopes=None, sources=frozenset({Source.SESSION}))
    return sorted((hit.passage.text, hit.passage.group.removeprefix("session:")) for hit in vault.recall(query).hits)


def fork(path, session, other):
    """Write a transcript that begins with a copy of another one, as resuming does."""
    copied = path.read_text(encoding="utf-8").replace(f'"sessionId": "{session}"', f'"sessionId": "{other}"')
    made = path.with_name(f"{other}.jsonl")
    made.write_text(copied, encoding="utf-8")
    return made


def forked(projects, app):
    """Write a session and one that goes on from its end; return the first one's transcript."""
    path = claude(projects, S1, app, TALK)
    fork(path, S1, S2)
    claude(projects, S2, app, ("And the zebra importer?",), first=2)
    return path


def lose_the_index(vault):
    vault.close()
    for file in vault.path.glob("index.db*"):
        file.unlink()


def prompted(user_dir, cwd, *prompts):
    """Write Claude Code's history of prompts: pairs of session and text."""
    path = user_dir / ".claude" / "history.jsonl"
    path.parent.mkdir(exist_ok=True)
    lines = [
        {"display": text, "pastedContents": {}, "timestamp": 1_795_975_343_843, "project": str(cwd), "sessionId": one}
        for one, text in prompts
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    return path


def test_every_deleted_transcript_outlives_the_index(opened, projects, app):
    paths = [claude(projects, one, app, texts) for one, texts in DIFFERENT.items()]
    with opened() as vault:
        vault.gather()
        for path in paths:
            path.unlink()
        vault.gather()
        before = said(vault)
        assert len(before) == 6
        lose_the_index(vault)
    with opened() as vault:
        vault.gather()
        assert said(vault) == before
        vault.gather()
        assert said(vault) == before


def test_what_was_exported_from_several_sessions_is_read_back_whole(opened, projects, app, tmp_path):
    for one, texts in DIFFERENT.items():
        claude(projects, one, app, texts)
    with opened() as vault:
        vault.gather()
        for one in DIFFERENT:
            vault.export_session(one, tmp_path / f"{one}.jsonl")
        before = said(vault)
        assert len(before) == 6
        lose_the_index(vault)
        shutil.rmtree(projects)
        (vault.path / "sessions").mkdir()
        for one in DIFFERENT:
            shutil.copy(tmp_path / f"{one}.jsonl", vault.path / "sessions")
    with opened() as vault:
        vault.gather()
        assert said(vault) == before


def test_a_fork_of_a_kept_session_is_not_found_twice_after_the_index_was_lost(opened, projects, app):
    path = forked(projects, app)
    with opened() as vault:
        vault.gather()
        assert len(said(vault)) == 3
        path.unlink()
        vault.gather()
        lose_the_index(vault)
    with opened() as vault:
        vault.gather()
        assert len(said(vault)) == 3


def test_prompts_of_a_kept_session_are_not_found_in_the_history_again(opened, projects, app, user_dir):
    path = claude(projects, S1, app, TALK)
    prompted(user_dir, app, (S1, TALK[0]))
    with opened() as vault:
        vault.gather()
        path.unlink()
        vault.gather()
        before = said(vault)
        lose_the_index(vault)
    with opened() as vault:
        vault.gather()
        assert said(vault) == before


def test_a_transcript_in_a_renamed_folder_is_the_same_session(opened, projects, app):
    path = claude(projects, S1, app, TALK)
    with opened() as vault:
        vault.gather()
        before = said(vault)
        path.parent.rename(projects / "-renamed")
        report = vault.gather()
        assert (report.bytes, report.gone) == (0, 0)
        assert said(vault) == before
        (summary,) = vault.sessions()
        assert (summary.path, summary.gone) == (str(projects / "-renamed" / path.name), False)
        assert vault.open(S1).path == summary.path
        claude(projects, S2, app, ("More of the zebra exporter",), first=2)
        with (projects / "-renamed" / path.name).open("a", encoding="utf-8") as file:
            file.write((projects / "-slug" / f"{S2}.jsonl").read_text(encoding="utf-8").replace(S2, S1))
        (projects / "-slug" / f"{S2}.jsonl").unlink()
        vault.gather()
        assert said(vault) == sorted([*before, ("More of the zebra exporter", S1)])


def test_another_transcript_of_the_same_name_takes_nothing_over(opened, projects, app):
    path = claude(projects, S1, app, TALK)
    with opened() as vault:
        vault.gather()
        other = claude(projects / "aside", S1, app, ("A zebra exporter of another life",), first=7)
        other.parent.rename(projects / "-renamed")
        path.unlink()
        vault.gather()
        assert [text for text, _ in said(vault)] == sorted([*TALK, "A zebra exporter of another life"])


def test_a_copied_folder_of_transcripts_is_found_once(opened, projects, app):
    path = claude(projects, S1, app, TALK)
    with opened() as vault:
        vault.gather()
        before = said(vault)
        shutil.copytree(path.parent, projects / "-copy")
        vault.gather()
        assert said(vault) == before
        assert len(vault.sessions()) == 1


def test_a_history_that_was_rewritten_is_found_once(opened, app, user_dir):
    prompts = [(S1, "Why does the zebra exporter stumble?"), (S2, "Is the zebra exporter slow?")]
    prompted(user_dir, app, *prompts)
    with opened() as vault:
        vault.gather()
        prompted(user_dir, app, (S3, "A zebra exporter at the top"), *prompts)
        vault.gather()
        assert [text for text, _ in said(vault)] == sorted(
            [*(text for _, text in prompts), "A zebra exporter at the top"]
        )


def test_a_forgotten_session_does_not_come_back_by_a_fork(opened, projects, app):
    path = forked(projects, app)
    with opened() as vault:
        vault.gather()
        vault.forget_session(S1)
        lose_the_index(vault)
    with opened() as vault:
        vault.gather()
        assert said(vault) == [("And the zebra importer?", S2)]
        path.unlink()
        fork(projects / "-slug" / f"{S2}.jsonl", S2, S3)
        lose_the_index(vault)
    with opened() as vault:
        vault.gather()
        assert {text for text, _ in said(vault)} == {"And the zebra importer?"}


def test_prompts_that_only_the_history_has_can_be_forgotten(opened, app, user_dir):
    path = prompted(user_dir, app, (S1, "Why does the zebra exporter stumble?"), (S2, "Is the zebra exporter slow?"))
    with opened() as vault:
        vault.gather()
        receipt = vault.forget_session(S1)
        assert str(path) in receipt.notes[0]
        assert [text for text, _ in said(vault)] == ["Is the zebra exporter slow?"]
        lose_the_index(vault)
    with opened() as vault:
        vault.gather()
        assert [text for text, _ in said(vault)] == ["Is the zebra exporter slow?"]


@pytest.mark.parametrize("rule", ["exclude", "only", "mark"])
def test_a_folder_that_is_to_be_left_alone_now_is_not_found_any_more_and_may_come_back(opened, projects, app, rule):
    claude(projects, S1, app, TALK)
    rules = {"exclude": (str(app),)} if rule == "exclude" else {"only": ("/nowhere",)} if rule == "only" else {}
    with opened() as vault:
        vault.gather()
        assert len(said(vault)) == 2
    if rule == "mark":
        (app / ".vademecum-off").touch()
    with opened(**rules) as vault:
        vault.gather()
        assert said(vault) == []
        assert vault.sessions() == []
        vault.reindex(full=True)
        vault.gather()
        assert said(vault) == []
    (app / ".vademecum-off").unlink(missing_ok=True)
    with opened() as vault:
        vault.gather()
        assert len(said(vault)) == 2
        assert len(vault.sessions()) == 1


def test_a_deleted_transcript_of_a_folder_left_alone_goes_and_comes_back_from_its_copy(opened, projects, app):
    path = claude(projects, S1, app, TALK)
    with opened() as vault:
        vault.gather()
        before = said(vault)
        path.unlink()
    with opened(exclude=(str(app),)) as vault:
        vault.gather()
        assert said(vault) == []
        assert vault.sessions() == []
        lose_the_index(vault)
    with opened(exclude=(str(app),)) as vault:
        vault.gather()
        assert said(vault) == []
        assert vault.sessions() == []
    with opened() as vault:
        vault.gather()
        assert said(vault) == before


def test_only_what_was_said_in_the_folder_left_alone_goes(opened, projects, app, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    claude(projects, S1, app, TALK)
    claude(projects, S1, other, ("The zebra exporter elsewhere",), first=2)
    with opened() as vault:
        vault.gather()
        assert len(said(vault)) == 3
    with opened(exclude=(str(other),)) as vault:
        vault.gather()
        assert [text for text, _ in said(vault)] == sorted(TALK)
        assert len(vault.sessions()) == 1
        bytes_read = vault.gather().bytes
        assert bytes_read == 0


def test_prompts_of_a_folder_left_alone_leave_with_it(opened, app, user_dir, tmp_path):
    path = prompted(user_dir, app, (S1, "Why does the zebra exporter stumble?"))
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"display": "zebra exporter abroad", "project": str(tmp_path), "sessionId": S2}) + "\n")
    with opened() as vault:
        vault.gather()
        assert len(said(vault)) == 2
    with opened(exclude=(str(app),)) as vault:
        vault.gather()
        assert [text for text, _ in said(vault)] == ["zebra exporter abroad"]


def test_the_title_of_a_session_left_alone_is_kept_nowhere(opened, projects, app, home):
    claude(projects, S1, app, ("Quixotic zebra plans", "Yes."))
    with opened(exclude=(str(app),)) as vault:
        vault.gather()
        assert vault.sessions() == []
    assert all(b"Quixotic" not in path.read_bytes() for path in home.rglob("*") if path.is_file())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipes_in_the_places_of_transcripts_hold_nobody_up(opened, user_dir, projects, app):
    claude(projects, S1, app, TALK)
    chats = user_dir / ".gemini" / "tmp" / "abc" / "chats"
    chats.mkdir(parents=True)
    (chats / "session-1.jsonl").write_text("{}\n", encoding="utf-8")
    for place in (
        chats.parent / ".project_root",
        user_dir / ".claude" / "history.jsonl",
        projects / "-slug" / "x.jsonl",
    ):
        os.mkfifo(place)
    with opened() as vault:
        vault.gather()
        assert len(said(vault)) == 2


def test_a_speaker_whose_name_is_a_secret_is_not_named(opened, home):
    secret = Specimens(5).fill("ghp_{w36}")
    with opened() as vault:
        (vault.path / "sessions").mkdir(parents=True)
        lines = [{"vademecum": "session", "id": "chat"}, {"speaker": secret, "text": "The zebra exporter is mine."}]
        path = vault.path / "sessions" / "chat.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
        vault.gather()
        assert len(said(vault)) == 1
        path.unlink()
    assert all(secret.encode() not in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_erasing_a_memory_names_the_sessions_that_tell_of_it(opened, projects, app):
    claude(projects, S1, app, ("Remember: the zebra exporter is painted green. Thanks!", "I will."))
    with opened() as vault:
        name = vault.write(Draft(title="Colour", body="The zebra exporter is  painted green.")).name
        vault.gather()
        notes = " ".join(vault.forget(name, erase=True).notes)
        assert f"it also stands in session:{S1};" in notes
        other = vault.write(Draft(title="Else", body="The zebra exporter is painted red.")).name
        vault.gather()
        assert "stands in" not in " ".join(vault.forget(other, erase=True).notes)


def test_erasing_a_project_says_what_is_still_searched_of_it(opened, projects, app):
    claude(projects, S1, app, TALK)
    with opened() as vault:
        vault.gather()
        notes = " ".join(vault.forget_project("app", erase=True).notes)
        assert "transcripts of 1 sessions in it are searched still" in notes
        vault.forget_session(S1)
        assert "searched still" not in " ".join(vault.forget_project("app", erase=True).notes)


def test_maintaining_clears_what_a_killed_writer_left_in_the_home(opened, home):
    with opened() as vault:
        vault.gather()
        left = home / ".projects.toml.4194304999.1f.tmp"
        left.touch()
        vault.maintain()
        assert not left.exists()


def test_maintaining_takes_away_what_was_given_to_sessions_of_three_months_ago(opened, clock):
    with opened() as vault:
        folder = vault.path / "ledger"
        folder.mkdir(exist_ok=True)
        for name, days in (("old", 91), ("newer", 89), ("places", 91)):
            (folder / f"{name}.jsonl").write_text("{}\n", encoding="utf-8")
            at = (clock() - timedelta(days=days)).timestamp()
            os.utime(folder / f"{name}.jsonl", (at, at))
        assert not [step for step in vault.maintain().steps if step.failed]
        assert sorted(path.stem for path in folder.iterdir()) == ["newer", "places"]


def test_an_index_that_stays_locked_is_named_and_no_other_look_is_blamed(home, projects, app):
    with open_vault(home) as vault:
        vault.gather()
        path = vault.path / "index.db"
    claude(projects, S1, app, TALK)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:  # noqa: TID251  a stranger
        other.execute("BEGIN IMMEDIATE")
        with open_vault(home, patience_ms=50) as vault, pytest.raises(UnavailableError, match=r"index\.db"):
            vault.gather()
    with open_vault(home) as vault:
        assert vault.gather().passages == 2


def test_a_session_that_went_on_in_another_project_is_found_in_each_by_what_was_said_there(
    opened, projects, app, tmp_path
):
    other = tmp_path / "other"
    other.mkdir()
    claude(projects, S1, app, TALK)
    claude(projects, S1, other, ("The zebra exporter has a secret twin",), first=2)
    with opened() as vault:
        vault.gather()
        for project in ("app", "other"):
            query = Query("zebra exporter twin retry jitter", threshold=0.0, scopes=(GLOBAL, Scope(project)))
            assert {hit.passage.scope for hit in vault.recall(query).hits} == {Scope(project)}
