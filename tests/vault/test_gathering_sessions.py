"""What agents said is found by the same question, in its own project, without secrets, and outlives the host's file."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from vademecum import db, open_vault
from vademecum.engine.clock import utc_now
from vademecum.engine.doctor import examine
from vademecum.model.memory import GLOBAL, Draft, Scope
from vademecum.model.search import Query, Source
from vademecum.model.settings import SessionsSettings, Settings, SyncSettings
from vademecum.testing.specimens import Specimens
from vademecum.testing.transcripts import BEGAN, claude

S1, S2 = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
TALK = ("How does the zebra exporter retry?", "The zebra exporter retries three times with jitter.")


@pytest.fixture
def vault(home, clock):
    """Open a vault whose clock stands, so that no answer is in a hurry."""
    with open_vault(home, clock=clock) as opened:
        yield opened


def asked(vault, text, **fields):
    return vault.recall(Query(text, **{"scopes": None, "sources": frozenset({Source.SESSION})} | fields)).hits


def texts(hits):
    return [hit.passage.text for hit in hits]


def test_what_was_said_is_found_with_session_turn_and_speaker(vault, projects, app):
    claude(projects, S1, app, TALK)
    report = vault.gather()
    assert (report.sessions, report.passages, report.left) == (1, 2, 0)
    answer = next(hit.passage for hit in asked(vault, "zebra exporter jitter") if hit.passage.speaker == "assistant")
    assert answer.group == f"session:{S1}"
    assert answer.scope == Scope("app")
    assert answer.start >= 1
    assert answer.at is not None


def test_a_session_is_found_in_its_own_project_only(vault, projects, app):
    claude(projects, S1, app, TALK)
    vault.gather()
    assert asked(vault, "zebra exporter", scopes=(GLOBAL, Scope("app")))
    assert not asked(vault, "zebra exporter", scopes=(GLOBAL, Scope("other")))


def test_a_session_outside_any_project_is_nobody_elses(vault, projects, user_dir):
    claude(projects, S1, user_dir, TALK)
    vault.gather()
    assert {hit.passage.scope for hit in asked(vault, "zebra exporter")} == {Scope("~")}


def test_only_what_is_new_is_read(vault, projects, app):
    path = claude(projects, S1, app, TALK)
    vault.gather()
    assert vault.gather().bytes == 0
    size = path.stat().st_size
    claude(projects, S1, app, ("And the lion importer?", "The lion importer never retries."), first=2)
    report = vault.gather()
    assert report.bytes == path.stat().st_size - size
    assert report.passages == 2
    assert "lion" in texts(asked(vault, "lion importer"))[0]


def rewritten(path, old, new):
    """Put another text of the same length into a file, whose size and time of writing stay as they were."""
    before = path.stat()
    text = path.read_text(encoding="utf-8").replace(old, new)
    while path.stat().st_ctime_ns == before.st_ctime_ns:  # the clock of a file system may be a slow one
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)


@pytest.mark.skipif(os.name == "nt", reason="no file system there tells of it")
def test_a_transcript_that_was_changed_under_the_same_size_and_time_is_read_again(vault, projects, app):
    path = claude(projects, S1, app, TALK)
    vault.gather()
    rewritten(path, "zebra exporter", "quoll exporter")
    vault.gather()
    assert asked(vault, "quoll exporter jitter")
    assert not any("zebra" in text for text in texts(asked(vault, "zebra exporter jitter")))


@pytest.mark.skipif(os.name == "nt", reason="no file system there tells of it")
def test_a_transcript_whose_mode_alone_was_changed_is_not_read_again(vault, projects, app):
    path = claude(projects, S1, app, TALK)
    vault.gather()
    before = path.stat().st_ctime_ns
    while path.stat().st_ctime_ns == before:
        path.chmod(0o600)
    report = vault.gather()
    assert (report.bytes, report.passages, report.sessions) == (0, 0, 0)


def test_lines_that_are_not_understood_are_counted_for_each_transcript(vault, projects, app):
    odd = claude(projects, S1, app, TALK)
    with odd.open("a", encoding="utf-8") as file:
        file.write('{"type": "user", "message": \\x}\n{"type": "user", "message": "half\n')
    claude(projects, S2, app, ("Which oil?", "The thin one."))
    report = vault.gather()
    assert report.lines_skipped == 2
    assert [(one.place, one.reason) for one in report.omitted] == [(str(odd), "2 of its lines, not understood")]
    assert report.passages == 4


def test_secrets_do_not_reach_the_index(vault, projects, app, home):
    secret = Specimens(5).fill("ghp_{w36}")
    claude(projects, S1, app, (f"Use this for the zebra exporter: {secret}", "I will."))
    vault.gather()
    hit = asked(vault, "zebra exporter")[0]
    assert secret not in hit.passage.text
    assert "REDACTED" in hit.passage.text
    vault.close()
    assert all(secret.encode() not in path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_what_is_private_is_not_indexed(home, projects, app):
    (app / ".vademecum-off").touch()
    claude(projects, S1, app, TALK)
    with open_vault(home) as vault:
        vault.gather()
        assert not asked(vault, "zebra exporter")


def test_a_fork_is_not_indexed_twice(vault, projects, app):
    first = claude(projects, S1, app, TALK)
    copied = first.read_text(encoding="utf-8").replace(f'"sessionId": "{S1}"', f'"sessionId": "{S2}"')
    (first.parent / f"{S2}.jsonl").write_text(copied, encoding="utf-8")
    claude(projects, S2, app, ("And the lion importer?",), first=2)
    vault.gather()
    assert len(asked(vault, "zebra exporter jitter", limit=20)) == 2
    assert len(asked(vault, "lion importer", threshold=0.3)) == 1


def test_a_transcript_that_the_host_deletes_stays_searchable_and_is_marked(vault, projects, app):
    path = claude(projects, S1, app, TALK)
    vault.gather()
    path.unlink()
    report = vault.gather()
    assert report.gone == 1
    assert asked(vault, "zebra exporter")
    (summary,) = vault.sessions()
    assert summary.gone
    assert summary.kept
    assert vault.gather().gone == 0


def taken_away(place):
    for file in place.parent.glob(f"{place.name}*"):
        file.unlink()


def of_another_schema(place):
    with closing(db.connect(place, durable=False)) as file:
        file.execute("PRAGMA user_version = 5")


@pytest.mark.parametrize("lose", [taken_away, of_another_schema])
def test_a_deleted_transcript_outlives_the_index(home, projects, app, lose):
    path = claude(projects, S1, app, TALK)
    with open_vault(home) as vault:
        vault.gather()
        path.unlink()
        vault.gather()
        before = asked(vault, "zebra exporter jitter")
    lose(vault.path / "index.db")
    with open_vault(home) as vault:
        vault.gather()
        after = asked(vault, "zebra exporter jitter")
        assert texts(after) == texts(before) != []
        assert [hit.passage.scope for hit in after] == [hit.passage.scope for hit in before]
        assert [hit.passage.at for hit in after] == [hit.passage.at for hit in before]


def test_a_folder_of_transcripts_that_is_away_makes_nothing_gone(vault, projects, app):
    claude(projects, S1, app, TALK)
    vault.gather()
    projects.rename(projects.with_name("elsewhere"))
    assert vault.gather().gone == 0
    projects.with_name("elsewhere").rename(projects)
    report = vault.gather()
    assert (report.gone, report.passages, report.bytes) == (0, 0, 0)


def test_a_transcript_that_is_there_and_not_wanted_any_more_is_not_called_deleted(home, projects, app):
    claude(projects, S1, app, TALK)
    claude(projects, f"{S1}/subagents/agent-b", app, ("Look for it.", "It is in the safe."))
    with open_vault(home) as vault:
        assert vault.gather().sessions == 2
    sparing = Settings(sessions=SessionsSettings(subagents=False))
    with open_vault(home, settings=sparing) as vault:
        assert vault.gather().gone == 0


def test_what_codex_packed_away_is_named_unless_it_lies_beside_it_as_it_was(vault, home, user_dir):
    folder = user_dir / ".codex" / "sessions" / "2026" / "03" / "01"
    folder.mkdir(parents=True)
    for name in ("rollout-a.jsonl.zst", "rollout-b.jsonl.zst", "rollout-b.jsonl"):
        (folder / name).write_bytes(b"")
    (left_out,) = vault.gather().omitted
    assert left_out.place == str(folder / "rollout-a.jsonl.zst")
    assert "zstd" in left_out.reason
    (line,) = (one.message for one in examine(home, "default", clock=utc_now).checks if "zstd" in one.message)
    assert line.endswith("and not read: 1")
    (backlog,) = vault.backlog()
    assert (backlog.host, backlog.transcripts, backlog.packed) == ("codex", 1, 1)


def test_an_old_gemini_chat_belongs_to_the_known_project_whose_hash_names_its_folder(vault, projects, app, user_dir):
    claude(projects, S1, app, TALK)
    vault.gather()
    for folder, session in ((str(app), S2), ("/not/known", S1.replace("1", "3"))):
        chats = user_dir / ".gemini" / "tmp" / sha256(folder.encode()).hexdigest() / "chats"
        chats.mkdir(parents=True)
        said = {
            "id": session,
            "timestamp": "2026-03-01T09:00:01Z",
            "type": "user",
            "content": f"Which quoll, {session}?",
        }
        chat = {"sessionId": session, "projectHash": chats.parent.name, "messages": [said]}
        (chats / f"session-2026-03-01T09-00-{session[:8]}.json").write_text(
            json.dumps(chat, indent=2), encoding="utf-8"
        )
    vault.gather()
    scopes = {one.id: one.scope for one in vault.sessions()}
    assert scopes[S2] == Scope("app")
    assert scopes[S1.replace("1", "3")] not in {Scope("app"), GLOBAL}


def test_an_old_transcript_is_kept_in_the_vault_before_the_host_deletes_it(home, projects, app):
    path = claude(projects, S1, app, TALK)
    os.utime(path, (BEGAN.timestamp(), BEGAN.timestamp()))
    with open_vault(home, clock=lambda: BEGAN + timedelta(days=20)) as vault:
        assert vault.gather().kept == 1
        assert vault.gather().kept == 0
        (copy,) = (vault.path / "transcripts").iterdir()
        assert copy.stat().st_mode & 0o077 == 0


def test_maintaining_keeps_the_transcripts_of_yesterday(home, projects, app):
    path = claude(projects, S1, app, TALK)
    os.utime(path, (BEGAN.timestamp(), BEGAN.timestamp()))
    with open_vault(home, clock=lambda: BEGAN + timedelta(days=2)) as vault:
        done = {step.name: step for step in vault.maintain().steps}
        assert done["transcripts"].did == "1 transcripts kept"
        assert not any(step.failed for step in done.values())


def test_erasing_a_memory_loses_no_transcript(home, projects, app):
    path = claude(projects, S1, app, TALK)
    with open_vault(home) as vault:
        vault.gather()
        path.unlink()
        vault.gather()
        name = vault.write(Draft(body="The moon is made of basalt.", scope=GLOBAL)).name
        vault.forget(name, erase=True)
        vault.gather()
        assert asked(vault, "zebra exporter")


def test_a_rebuilt_index_has_the_sessions_still(vault, projects, app):
    claude(projects, S1, app, TALK)
    vault.gather()
    vault.reindex(full=True)
    assert asked(vault, "zebra exporter")


def test_a_forgotten_session_does_not_come_back(home, projects, app):
    path = claude(projects, S1, app, TALK)
    with open_vault(home) as vault:
        vault.gather()
        vault.maintain()
        receipt = vault.forget_session(S1)
        assert str(path) in receipt.notes[0]
        claude(projects, S1, app, ("More about the zebra exporter",), first=2)
        vault.gather()
        assert not asked(vault, "zebra exporter")
        assert vault.sessions() == []
        vault.reindex(full=True)
        vault.gather()
        assert not asked(vault, "zebra exporter")


def test_a_recall_takes_in_what_was_just_said(vault, projects, app):
    claude(projects, S1, app, TALK)
    assert texts(asked(vault, "zebra exporter jitter"))


def test_within_the_cooldown_nothing_is_looked_at_and_the_answer_says_how_fresh_it_is(home, projects, app):
    now = [datetime(2026, 5, 1, tzinfo=UTC)]
    with open_vault(home, clock=lambda: now[0]) as vault:
        first = vault.recall("zebra exporter")
        claude(projects, S1, app, TALK)
        now[0] += timedelta(seconds=1)
        second = vault.recall(Query("zebra exporter", scopes=None))
        assert not second.hits
        assert second.fresh_as_of == first.fresh_as_of == datetime(2026, 5, 1, tzinfo=UTC)
        now[0] += timedelta(seconds=6)
        third = vault.recall(Query("zebra exporter", scopes=None))
        assert third.hits
        assert third.fresh_as_of == now[0]


def test_an_answer_does_not_wait_for_a_mountain_of_transcripts(home, projects, app):
    for number in range(60):
        session = f"{number:08d}-1111-4111-8111-111111111111"
        turns = [f"zebra number {place} of herd {number} grazes on slope {place * number}" * 8 for place in range(60)]
        claude(projects, session, app, turns)
    with open_vault(home) as vault:
        answer = vault.recall(Query("zebra herd", scopes=None))
        assert answer.behind > 0
        assert vault.gather().left == 0
        assert vault.recall(Query("zebra herd", scopes=None)).behind == 0


def test_other_users_do_not_have_the_machine_owners_sessions(home, projects, app):
    claude(projects, S1, app, TALK)
    with open_vault(home, "bob") as vault:
        assert vault.gather().passages == 0


def test_sessions_can_be_switched_off(home, projects, app):
    claude(projects, S1, app, TALK)
    with open_vault(home, settings=Settings(sessions=SessionsSettings(enabled=False))) as vault:
        assert vault.gather().passages == 0


def test_two_looks_at_once_are_one(home, projects, app, tmp_path):
    for number in range(30):
        claude(projects, f"{number:08d}-1111-4111-8111-111111111111", app, TALK * 20)
    code = (
        "import sys; from pathlib import Path; from vademecum import open_vault\n"
        "with open_vault(Path(sys.argv[1])) as vault: print(vault.gather())"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(home)], stdout=subprocess.PIPE, encoding="utf-8")
        for _ in range(3)
    ]
    said = [one.communicate()[0] for one in running]
    assert all("Gathered" in text for text in said)
    with open_vault(home) as vault:
        vault.gather()
        keys = [hit.passage.key for hit in asked(vault, "zebra exporter", limit=1000, threshold=0.0)]
        assert len(keys) == len(set(keys))
        assert len(vault.sessions()) == 30
        assert sum(one.turns for one in vault.sessions()) == sum(
            len({p.start for p in vault.open(one.id, whole=True).passages}) for one in vault.sessions()
        )


@pytest.mark.parametrize("after_s", [0.05, 0.2, 0.4, 0.7, 1.1])
def test_killed_at_any_point_the_next_look_goes_on_and_nothing_is_doubled(home, projects, app, after_s):
    for number in range(12):
        turns = [f"zebra {number} {place} " + "grazing on the northern slope " * 20 for place in range(40)]
        claude(projects, f"{number:08d}-1111-4111-8111-111111111111", app, turns)
    code = (
        "import sys; from pathlib import Path; from vademecum import open_vault\n"
        "print('ready', flush=True)\n"
        "with open_vault(Path(sys.argv[1])) as vault: vault.gather()"
    )
    child = subprocess.Popen([sys.executable, "-c", code, str(home)], stdout=subprocess.PIPE)
    child.stdout.readline()
    try:
        child.wait(after_s)
    except subprocess.TimeoutExpired:
        child.send_signal(signal.SIGKILL)
    child.communicate()
    with open_vault(home) as vault:
        vault.gather()
        for one in vault.sessions():
            passages = vault.open(one.id, whole=True).passages
            assert len({passage.text for passage in passages}) == len(passages) == 40
        assert len(vault.sessions()) == 12


def test_a_session_is_opened_by_the_beginning_of_its_id_and_around_a_passage(vault, projects, app):
    claude(projects, S1, app, [f"zebra number {place} walks by" for place in range(20)])
    vault.gather()
    whole = vault.open(S1[:8])
    assert len(whole.passages) == 20
    key = whole.passages[10].key
    around = vault.open(key)
    assert [one.key for one in around.passages] == [one.key for one in whole.passages[7:14]]
    assert around.key == key


def test_a_memory_comes_before_what_was_said_of_the_same(vault, projects, app):
    claude(projects, S1, app, ("We use pnpm for the zebra frontend, never npm.", "Noted: pnpm for the zebra frontend."))
    vault.write(Draft(body="We use pnpm for the zebra frontend, never npm.", scope=GLOBAL))
    hits = vault.recall(Query("which package manager for the zebra frontend", scopes=None)).hits
    assert hits[0].passage.source is Source.MEMORY


def test_the_prompt_hook_gives_no_session(vault, projects, app, home):
    claude(projects, S1, app, TALK)
    vault.gather()
    assert not vault.recall(Query("zebra exporter jitter", sources=frozenset({Source.MEMORY}), scopes=None)).hits


def test_the_sessions_of_a_vault_of_its_own_hold_for_the_whole_vault(home, clock):
    with open_vault(home, "bob", settings=Settings(sync=SyncSettings(cooldown_ms=0)), clock=clock) as vault:
        folder = vault.path / "sessions"
        folder.mkdir(parents=True)
        lines = [
            {"vademecum": "session", "id": "chat-1", "host": "own"},
            {"turn": 1, "speaker": "Caroline", "at": "2023-05-08T13:56:00Z", "text": "I adopted a zebra yesterday."},
        ]
        (folder / "chat-1.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
        (hit,) = vault.recall("who adopted a zebra?").hits
        assert hit.passage.speaker == "Caroline"
        assert hit.passage.scope == GLOBAL


def prompted(user_dir, session, *texts):
    """Write Claude Code's history of prompts."""
    path = user_dir / ".claude" / "history.jsonl"
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for text in texts:
            plain = {"display": text, "pastedContents": {}, "timestamp": 1_795_975_343_843, "project": "/srv/shop"}
            file.write(json.dumps(plain | {"sessionId": session}) + "\n")


def test_a_prompt_that_only_the_hosts_history_has_is_found(vault, user_dir):
    prompted(user_dir, S2, "Why does the zebra exporter stumble?")
    vault.gather()
    assert len(asked(vault, "zebra exporter stumble")) == 1


def test_a_prompt_of_a_transcript_is_not_found_in_the_history_again(vault, projects, app, user_dir):
    claude(projects, S1, app, TALK)
    prompted(user_dir, S1, TALK[0])
    vault.gather()
    assert texts(asked(vault, "zebra exporter retry", limit=20)).count(TALK[0]) == 1


def test_a_transcript_that_comes_after_the_history_takes_its_place(vault, projects, app, user_dir):
    prompted(user_dir, S1, TALK[0])
    vault.gather()
    claude(projects, S1, app, TALK)
    vault.gather()
    assert texts(asked(vault, "zebra exporter retry", limit=20)).count(TALK[0]) == 1


def test_the_status_does_not_count_what_was_forgotten(home, projects, app):
    claude(projects, S1, app, TALK)
    with open_vault(home) as vault:
        vault.gather()
        assert vault.status().sessions == 1
        vault.forget_session(S1)
        vault.gather()
        assert vault.status().sessions == 0
