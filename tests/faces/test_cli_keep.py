"""Commands that keep a vault in order: sync, promotion, proofs, the always-on file, imports, the home."""

import json
from pathlib import Path

import pytest

from faces.terminal import remember, vade

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def claude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return Claude Code's own folder."""
    folder = tmp_path / "claude"
    folder.mkdir()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(folder))
    return folder


def test_a_hand_edit_is_taken_in_by_sync():
    path = Path(remember("The kettle is blue", "Bought in May.")["path"])
    path.write_text(path.read_text(encoding="utf-8").replace("May", "June"), encoding="utf-8")
    report = vade("sync", "--json")
    assert (report.code, report.json["adopted"]) == (0, ["the_kettle_is_blue"])
    assert "June" in vade("show", "the_kettle_is_blue").out


def test_a_hand_edit_can_wait_for_a_decision(monkeypatch):
    path = Path(remember("The kettle is blue", "Bought in May.")["path"])
    monkeypatch.setenv("VADEMECUM_STORE_EDITS", "flag")
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("May", "June"), encoding="utf-8")
    assert vade("sync").code == 1
    waiting = vade("adopt", "--list", "--json")
    assert (waiting.code, [one["name"] for one in waiting.json["unadopted"]]) == (1, ["the_kettle_is_blue"])
    assert vade("revert", "the_kettle_is_blue").code == 0
    assert path.read_text(encoding="utf-8") == before
    path.write_text(before.replace("May", "July"), encoding="utf-8")
    assert vade("adopt", "the_kettle_is_blue", "--json").code == 0
    assert "July" in vade("show", "the_kettle_is_blue").out
    assert vade("adopt", "--list", "--json").json == {"unadopted": []}


def test_a_promotion_is_proposed_first_and_made_by_a_person():
    remember("The kettle is blue", "Bought in May.", "--project", "kitchen")
    proposed = vade("promote", "the_kettle_is_blue", "--json")
    assert (proposed.code, proposed.json["blocked"]) == (0, False)
    assert vade("show", "the_kettle_is_blue", "--json").json["scope"] == "project:kitchen"
    assert [one["name"] for one in vade("promote", "--list", "--json").json["proposals"]] == ["the_kettle_is_blue"]
    assert vade("promote", "the_kettle_is_blue", "--approve", "--json").json["scope"] == "global"
    shown = vade("show", "the_kettle_is_blue", "--json").json
    assert (shown["scope"], shown["source_project"]) == ("global", "kitchen")
    assert vade("promote", "--list").out == "Nothing waits.\n"


def test_promote_wants_a_name():
    assert vade("promote").code == 2


def test_reindex_says_how_much_stands_in_the_index():
    remember("The kettle is blue", "Bought in May.")
    report = vade("reindex", "--full", "--json").json
    assert (report["passages"], report["rebuilt"]) == (1, True)
    assert vade("reindex", "--batch").out.startswith("1 passages, ")


def test_a_sound_vault_is_verified_and_a_changed_one_is_not():
    path = Path(remember("The kettle is blue", "Bought in May.")["path"])
    sound = vade("verify", "--json")
    assert (sound.code, sound.json["sound"], sound.json["events"]) == (0, True, 1)
    history = path.parents[2] / "history.db"
    history.write_bytes(history.read_bytes().replace(b"Bought in May.", b"Bought in Jun."))
    for wal in history.parent.glob("history.db-*"):
        wal.unlink()
    broken = vade("verify")
    assert broken.code == 1
    assert "BROKEN" in broken.out or "vade:" in broken.err


def test_a_checkpoint_is_kept_and_checked_later(tmp_path):
    kept = tmp_path / "vault.checkpoint"
    assert vade("verify", "--keep", str(kept)).code == 4
    remember("The kettle is blue", "Bought in May.")
    assert vade("verify", "--keep", str(kept)).code == 0
    remember("The teapot is red", "It leaks.")
    assert vade("verify", "--checkpoint", str(kept)).code == 0
    assert vade("verify", "--checkpoint", str(kept), "--user", "ann").code == 1
    assert vade("verify", "--keep", str(tmp_path / "no" / "such" / "folder")).code == 5


def test_a_memory_can_be_proved():
    remember("The kettle is blue", "Bought in May.")
    proof = vade("prove", "the_kettle_is_blue", "--json").json
    assert proof["size"] == 1
    assert proof["public_key"]


def test_the_always_on_file_lists_global_memories(claude):
    remember("The kettle is blue", "Bought in May.")
    remember("The port is 6543", "Staging.", "--project", "shop")
    assert vade("rules", "--check").code == 1
    assert vade("rules", "--json").json == {"path": str(claude / "vademecum.md"), "changed": True}
    text = (claude / "vademecum.md").read_text(encoding="utf-8")
    assert "- the_kettle_is_blue [general] - The kettle is blue" in text
    assert "6543" not in text
    assert vade("rules", "--check").code == 0
    assert vade("rules", "--json").json["changed"] is False


def test_the_always_on_file_is_included_and_no_longer(claude):
    host = claude / "CLAUDE.md"
    host.write_bytes(b"# Mine\r\n")
    assert vade("rules", "--import").code == 0
    assert b"@vademecum.md" in host.read_bytes()
    assert vade("rules", "--no-import").code == 0
    assert host.read_bytes() == b"# Mine\r\n"


def test_a_folder_of_notes_is_taken_over_once(tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "kettle.md").write_text("# The kettle\n\nIt is blue.\n", encoding="utf-8")
    (notes / "teapot.md").write_text("# The teapot\n\nIt is red.\n", encoding="utf-8")
    (notes / "skip.txt").write_text("Not markdown.", encoding="utf-8")
    rehearsed = vade("import", "markdown", str(notes), "--project", "kitchen", "--dry-run", "--json")
    assert (rehearsed.json["dry_run"], rehearsed.json["counts"]["stored"]) == (True, 2)
    assert vade("list", "--json").json["memories"] == []
    assert vade("import", "markdown", str(notes), "--project", "kitchen", "--json").json["counts"]["stored"] == 2
    assert vade("import", "markdown", str(notes), "--project", "kitchen", "--json").json["counts"]["duplicates"] == 2
    assert {one["scope"] for one in vade("list", "--json").json["memories"]} == {"project:kitchen"}


def test_what_claude_code_remembers_is_taken_over(claude, tmp_path):
    work = tmp_path / "shop"
    work.mkdir()
    memory = claude / "projects" / str(work).replace("/", "-").replace("_", "-") / "memory"
    memory.mkdir(parents=True)
    (memory / "ports.md").write_text(
        "---\nname: ports\ndescription: The staging port is 6543\nmetadata:\n  type: project\n---\nNot the default.\n",
        encoding="utf-8",
    )
    report = vade("import", "claude-memory", "--json").json
    assert report["counts"]["stored"] == 1


def test_init_makes_the_home_once(home):
    first = vade("init", "--yes", "--json").json
    assert (first["created"], first["home"]) == (True, str(home))
    assert (home / "config.toml").is_file()
    assert vade("init", "--yes", "--json").json["created"] is False


def test_status_is_a_glance_with_the_commands_that_mend(home):
    empty = vade("status", "--json")
    assert (empty.code, empty.json["well"]) == (0, True)
    assert not home.exists()
    remember("The kettle is blue", "Bought in May.")
    names = {check["name"] for check in vade("status", "--json").json["checks"]}
    assert names >= {"home", "settings", "key", "vault", "memories", "embedder", "index"}
    (home / "config.toml").write_text("[recall]\nk = 500\n", encoding="utf-8")
    broken = vade("status")
    assert broken.code in {1, 2}


def test_the_doctor_makes_a_round_trip():
    remember("The kettle is blue", "Bought in May.")
    said = vade("doctor", "--json")
    checks = {check["name"]: check["level"] for check in said.json["checks"]}
    assert said.code == 0, said.out
    assert {checks[f"round trip: {step}"] for step in ("write", "gate", "index", "recall", "forget")} == {"good"}


def test_settings_are_shown_with_their_origin_and_set(home):
    shown = {row["key"]: row for row in vade("config", "--json").json["settings"]}
    assert (shown["recall.k"]["value"], shown["recall.k"]["origin"]) == (5, "default")
    assert vade("config", "recall.k", "7", "--json").json["settings"][0]["value"] == 7
    assert vade("config", "set", "recall.k", "9").code == 0
    assert vade("config", "recall.k").out.startswith("recall.k = 9  (config.toml:")
    assert "k = 9" in (home / "config.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code"), [(("recall.kk",), 4), (("recall.k", "500"), 2), (("recall.k", "many"), 2), (("a", "b", "c"), 2)]
)
def test_a_setting_that_does_not_do_is_refused(words, code):
    said = vade("config", *words, "--json")
    assert said.code == code
    assert said.error["message"]


def test_the_embedders_are_shown_with_the_chosen_one():
    offers = {offer["provider"]: offer for offer in vade("embedders", "--json").json["embedders"]}
    assert offers["static"]["chosen"]
    assert offers["static"]["available"]
    assert offers["static"]["dimension"] > 0
    assert offers["none"]["available"]
    assert offers["onnx"]["available"] or "pip install" in offers["onnx"]["hint"]
    assert "* static: " in vade("embedders").out


def test_projects_are_listed_renamed_and_merged(monkeypatch, tmp_path):
    for name in ("alpha", "beta"):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(folder))
        remember(f"Fact of {name}", f"It holds in {name}.", "--scope", "project")
    listed = vade("projects", "--json").json
    assert listed["here"] == "beta"
    assert {row["name"] for row in listed["projects"]} >= {"alpha", "beta"}
    assert vade("projects", "rename", "alpha", "gamma", "--json").json == {"project": "gamma", "moved": 1}
    assert vade("projects", "merge", "beta", "gamma", "--json").json == {"project": "gamma", "moved": 1}
    scopes = {one["scope"] for one in vade("list", "--json").json["memories"]}
    assert scopes == {"project:gamma"}
    assert "gamma" in vade("projects", "list").out


def test_a_folder_that_moved_is_followed(monkeypatch, tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(old))
    remember("Fact", "It holds here.", "--scope", "project")
    old.rename(new)
    assert vade("projects", "remap", str(old), str(new), "--json").json["project"] == "old"
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(new))
    assert json.loads(vade("search", "what holds here", "--json").out)["hits"][0]["scope"] == "project:old"
