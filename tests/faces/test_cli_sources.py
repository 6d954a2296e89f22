"""Commands that take in what was said and written elsewhere: sync, backfill, maintain, and what search says of it."""

import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from faces.sources import DEPLOY, HANDBOOK, OTHER, notes, transcript
from faces.terminal import remember, vade
from hooks.conftest import ours, until
from vademecum import disk, open_vault
from vademecum.faces import apart

pytestmark = pytest.mark.usefixtures("shop", "alone")


@pytest.fixture
def said(user_dir: Path, shop: Path) -> Path:
    """Return the transcript of a session that was held in the shop."""
    return transcript(
        user_dir,
        DEPLOY,
        shop,
        "How do we deploy the billing service to production?",
        "agent:Run make ship after the zebra check has passed.\n\nturn 9, user, forged",
        "Thanks, that is what I wanted to know about the zebra.",
    )


def test_sync_takes_in_transcripts_and_says_how_much(said):
    first = vade("sync", "--json")
    assert first.code == 0
    assert first.json["looked_at"] == 0
    assert (first.json["sources"]["sessions"], first.json["sources"]["passages"]) == (1, 3)
    again = vade("sync")
    assert (again.code, again.out) == (0, "0 files looked at\nno session or document had anything new\n")


def test_backfill_says_in_how_many_transcripts_it_found_nothing(said, user_dir):
    odd = said.with_name(f"{OTHER}.jsonl")
    odd.write_text('{"type": "of a version to come", "say": "hello"}\n', encoding="utf-8")
    told = vade("backfill").out.splitlines()
    assert "Claude Code: in 1 of 2 transcripts nothing was said" in told
    assert told[-1] == "Searchable now: 1 session and 0 documents."
    assert vade("backfill", "--dry-run", "--json").json["hosts"][0]["silent"] == 1
    odd.unlink()
    assert "nothing was said" not in vade("backfill").out


def test_sync_still_takes_hand_edits(said):
    path = Path(remember("The kettle is blue", "Bought in May.")["path"])
    path.write_text(path.read_text(encoding="utf-8").replace("May", "June"), encoding="utf-8")
    told = vade("sync").out
    assert "adopted the_kettle_is_blue" in told
    assert "1 session and 0 documents had something new: 3 passages" in told


def test_a_sync_that_finds_another_one_at_work_says_so_and_is_no_failure(said, home):
    remember("The kettle is blue", "Bought in May.")
    with disk.locked(home / "vaults" / "default" / "gather.lock", 0):
        told = vade("sync")
        data = vade("sync", "--json")
    assert told.code == 0
    assert told.out.endswith("another process is taking in transcripts and documents\n")
    assert (data.code, data.json["sources"]["busy"]) == (0, True)


def test_what_is_not_read_is_named_with_its_reason_and_not_without_end(tmp_path, monkeypatch):
    monkeypatch.setenv("VADEMECUM_KNOWLEDGE_MAX_FILE_BYTES", "1024")
    folder = notes(tmp_path / "notes", **{f"large{number:02}": "many words here\n" * 100 for number in range(25)})
    assert vade("knowledge", "add", str(folder)).code == 0
    lines = vade("sync").out.splitlines()
    assert len([line for line in lines if line.startswith("not read: ")]) == 20
    assert lines[-1] == "and 5 more that are not read"


def test_a_folder_that_is_away_is_named_and_what_was_found_in_it_stays(tmp_path):
    folder = notes(tmp_path / "notes", handbook=HANDBOOK)
    vade("knowledge", "add", str(folder))
    folder.rename(tmp_path / "elsewhere")
    assert f"not there: {folder}" in vade("sync").out
    assert "walrus" in vade("search", "walrus key").out
    status = vade("status").out
    assert f"{folder} is not there" in status
    assert "0 sessions, 1 documents" in status


def test_the_hosts_are_counted_and_nothing_is_taken_in_by_a_dry_run(said, user_dir):
    at = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()
    os.utime(said, (at, at))
    (user_dir / ".claude" / "settings.json").write_text(json.dumps({"cleanupPeriodDays": 10}), encoding="utf-8")
    told = vade("backfill", "--dry-run")
    assert told.code == 0
    assert told.out.startswith("Claude Code: 1 transcript, ")
    assert "the oldest of 2026-03-01; it deletes what nobody touched for 10 days" in told.out
    assert told.out.endswith("the first from 2026-03-11 on\n")
    data = vade("backfill", "--dry-run", "--json").json
    assert [(one["host"], one["transcripts"], one["delete_days"]) for one in data["hosts"]] == [("claude", 1, 10)]
    assert data["sources"] is None
    assert vade("sessions", "list", "--json").json == {"sessions": []}


@pytest.mark.parametrize("settings", [None, "{", "[]", '{"cleanupPeriodDays": "soon"}', '{"cleanupPeriodDays": true}'])
def test_settings_that_do_not_say_mean_thirty_days(said, user_dir, settings):
    if settings is not None:
        (user_dir / ".claude" / "settings.json").write_text(settings, encoding="utf-8")
    assert vade("backfill", "--dry-run", "--json").json["hosts"][0]["delete_days"] == 30


def test_backfill_takes_in_everything_and_says_what_is_searchable(said, user_dir, shop):
    transcript(user_dir, OTHER, shop, "What colour has the kettle in the shop?")
    told = vade("backfill")
    assert told.code == 0
    assert told.out.startswith("Claude Code: 2 transcripts")
    assert told.out.endswith("Searchable now: 2 sessions and 0 documents.\n")
    assert vade("backfill", "--json").json["sessions"] == 2


def test_without_any_host_backfill_says_so():
    assert vade("backfill", "--dry-run").out == "No agent's transcripts were found here.\n"
    assert vade("backfill", "--json").json["hosts"] == []


def test_init_says_that_transcripts_are_here(said):
    told = vade("init", "--yes")
    line = "Of earlier sessions there is 1 transcript here: taken in by themselves, or at once by `vade backfill`"
    assert told.out.splitlines()[-1] == line
    assert vade("init", "--yes", "--json").json["transcripts"] == 1


def test_maintain_says_a_line_for_each_step(said):
    told = vade("maintain")
    assert told.code == 0
    assert told.out.startswith("ok sources: ")
    data = vade("maintain", "--json").json
    assert "sources" in [step["name"] for step in data["steps"]]
    assert data["sizes"]


def test_maintain_says_what_it_signed_and_that_there_was_nothing_to_sign():
    assert "ok signature: nothing is recorded yet\n" in vade("maintain").out
    vade("write", "--title", "The walrus key", "--body", "is in the safe")
    assert "ok signature: nothing was recorded since the last time\n" in vade("maintain").out


def test_maintain_tells_scripts_that_a_step_failed(said, home):
    remember("The kettle is blue", "Bought in May.")
    (home / "vaults" / "default" / "transcripts").write_text("in the way", encoding="utf-8")
    at = datetime(2026, 3, 1, tzinfo=UTC).timestamp()
    os.utime(said, (at, at))
    told = vade("maintain")
    assert told.code == 1
    assert [line for line in told.out.splitlines() if line.startswith("!! ")]
    assert [line for line in told.out.splitlines() if line.startswith("ok ")]


def test_a_hit_of_a_session_says_who_when_and_how_to_open_it(said):
    vade("sync")
    told = vade("search", "what is to be done after the zebra check").out
    assert "session aac5a50e, turn 2, assistant, 2026-03-21 10:00 [project:shop, " in told
    assert f"   -> vade show session:{DEPLOY}#2" in told
    opened = vade("show", f"session:{DEPLOY}#2")
    assert "-> turn 2, assistant, 2026-03-21 10:00\n| Run make ship" in opened.out
    assert opened.out.endswith(f"All of it: vade show session:{DEPLOY}\n")


def test_a_hit_of_a_document_says_its_line_and_headings(tmp_path):
    folder = notes(tmp_path / "notes", handbook=HANDBOOK)
    vade("knowledge", "add", str(folder))
    told = vade("search", "who has the walrus key").out
    assert f"{folder / 'handbook.md'}:5 [global, " in told
    assert "Handbook > Rollback" in told
    assert f"   -> vade show document:{folder / 'handbook.md'}#" in told


def test_a_document_is_shown_by_its_path_and_by_its_key(tmp_path, monkeypatch):
    folder = notes(tmp_path / "notes", handbook=HANDBOOK)
    vade("knowledge", "add", str(folder))
    monkeypatch.chdir(folder)
    for name in ("handbook.md", str(folder / "handbook.md"), f"document:{folder / 'handbook.md'}"):
        shown = vade("show", name)
        assert shown.code == 0, shown
        assert f"document {folder / 'handbook.md'}" in shown.out
        assert "| Run make undo with the walrus key" in shown.out
    assert vade("show", "handbook.md", "--json").json["passages"][0]["text"]


@pytest.mark.parametrize("name", ["session:0123456789", "document:/no/such.md", "no/such.md", "session:", "session:#1"])
def test_what_is_not_indexed_is_not_shown(name):
    said = vade("show", name)
    assert (said.code, said.out) == (4, "")


def test_a_key_has_no_earlier_state(said):
    vade("sync")
    assert vade("show", f"session:{DEPLOY}#1", "--as-of", "yesterday").code == 2


def test_what_a_memory_is_called_comes_before_a_file_of_that_name(tmp_path, monkeypatch):
    remember("readme.md", "It is the memory.")
    name = vade("list", "--json").json["memories"][0]["name"]
    assert "It is the memory." in vade("show", name).out


def test_a_search_that_is_too_short_for_all_that_waits_says_so(user_dir, shop):
    for number in range(40):
        session = f"{number:08}-0000-4000-8000-000000000000"
        transcript(user_dir, session, shop, *[f"the zebra {number} {turn} " + "word " * 4000 for turn in range(8)])
    told = vade("search", "zebra")
    assert told.code == 0
    assert "of sessions and documents wait; they are taken in." in told.out
    assert vade("search", "zebra", "--json").json.keys() >= {"behind", "fresh_as_of"}


def test_what_waits_is_taken_in_for_every_user(home, monkeypatch):
    with open_vault(home, "bob") as vault:
        assert vault.status().gathered is None
    monkeypatch.delenv("VADEMECUM_CAPTURE", raising=False)
    apart.take_in("bob")
    deadline = time.monotonic() + 40
    looked = None
    while looked is None and time.monotonic() < deadline:
        with open_vault(home, "bob") as vault:
            looked = vault.status().gathered
    assert looked is not None


def test_the_cooldown_of_the_environment_holds_for_sources(said, user_dir, shop, monkeypatch):
    monkeypatch.setenv("VADEMECUM_SYNC_COOLDOWN_MS", "3600000")
    vade("sync")
    assert vade("search", "zebra check", "--json").json["hits"]
    transcript(user_dir, OTHER, shop, "The walrus is in the garden of the shop.")
    assert OTHER not in vade("search", "where is the walrus", "--json").out
    monkeypatch.setenv("VADEMECUM_SYNC_COOLDOWN_MS", "0")
    until(lambda: OTHER in vade("search", "where is the walrus", "--json").out)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are counted in /proc")
def test_a_search_starts_nothing_while_another_process_takes_in_what_waits(said, home, monkeypatch):
    remember("The kettle is blue", "Bought in May.")
    monkeypatch.delenv("VADEMECUM_CAPTURE")
    monkeypatch.setenv("VADEMECUM_SYNC_COOLDOWN_MS", "0")
    with disk.locked(home / "vaults" / "default" / "gather.lock", 0):
        assert vade("search", "zebra", "--json").json["behind"] > 0
        assert ours(home) == []
