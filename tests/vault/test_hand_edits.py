from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.engine.vault import Vault
from vademecum.model.errors import ConflictError, MissingError
from vademecum.model.memory import Action, Draft, Scope, State, Trust
from vademecum.model.settings import Settings, StoreSettings

APP = Scope("app")
SECRET = "postgresql://app:" + "Xk9-hunter2" + "@db.internal/app"


def edit(path: str | Path, old: str, new: str) -> None:
    path = Path(path)
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def put(vault: Vault, place: str, text: str) -> Path:
    path = vault.path / "store" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_an_edited_file_becomes_a_new_version(vault: Vault):
    receipt = vault.write(Draft(title="Runtime", body="Runs on node twenty."))
    edit(receipt.path, "twenty", "twenty-two")
    report = vault.sync()
    assert report.adopted == ("runtime",)
    now = vault.get("runtime")
    assert (now.memory.body, now.origin) == ("Runs on node twenty-two.", "edit")
    assert [version.state for version in vault.history("runtime")] == [State.SUPERSEDED, State.LIVE]
    assert vault.verify().is_sound
    assert vault.sync().adopted == ()


def test_an_edit_that_is_too_long_says_how_long_it_is_and_what_helps(vault: Vault):
    put(vault, "global/epic.md", "x" * 70_000)
    (flag,) = vault.sync().flagged
    assert flag.reason == "has 70000 bytes, of at most 65536: cut it in parts, or raise memory.body_max_bytes"
    assert (vault.path / "store/global/epic.md").exists()
    assert vault.browse() == []


def test_an_edited_file_is_found_by_the_next_recall_and_the_next_look(vault: Vault):
    receipt = vault.write(Draft(title="Runtime", body="Runs on node twenty."))
    edit(receipt.path, "node twenty", "zanzibar engine")
    assert vault.get("runtime").memory.body == "Runs on zanzibar engine."
    edit(receipt.path, "zanzibar", "marmalade")
    assert [hit.passage.name for hit in vault.recall("marmalade").hits] == ["runtime"]


def test_a_file_put_into_the_store_becomes_a_memory(vault: Vault):
    text = "---\nname: site-roadmap\ndescription: Site Roadmap\n---\n\nShip in May.\n"
    path = put(vault, "projects/app/site-roadmap.md", text)
    assert vault.sync().adopted == ("site-roadmap",)
    memory = vault.get("site-roadmap").memory
    assert (memory.scope, memory.body, memory.trust) == (APP, "Ship in May.", Trust.OWNER)
    assert path.read_text(encoding="utf-8") == text
    assert vault.verify().is_sound


def test_writing_the_title_of_a_file_put_by_hand_supersedes_it(vault: Vault):
    put(vault, "global/site-roadmap.md", "---\ndescription: Site Roadmap\n---\n\nShip the site in May.\n")
    vault.sync()
    receipt = vault.write(Draft(title="Site Roadmap", body="Ship the site in June."))
    assert (receipt.action, receipt.name) == (Action.SUPERSEDED, "site-roadmap")
    assert len(list((vault.path / "store/global").iterdir())) == 1


def test_a_deleted_file_is_forgotten_and_a_returning_one_revives_it(vault: Vault):
    path = Path(vault.write(Draft(title="Runtime", body="Runs on node.")).path)
    text = path.read_text(encoding="utf-8")
    path.unlink()
    assert vault.sync().forgotten == ("runtime",)
    with pytest.raises(MissingError):
        vault.get("runtime")
    path.write_text(text, encoding="utf-8")
    assert vault.sync().adopted == ("runtime",)
    assert len(vault.history("runtime")) == 2
    assert vault.verify().is_sound


def test_a_file_moved_to_another_scope_takes_its_memory_along(vault: Vault):
    path = Path(vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP)).path)
    target = vault.path / "store/projects/other/runtime.md"
    target.parent.mkdir(parents=True)
    path.rename(target)
    vault.sync()
    assert vault.get("runtime").memory.scope == Scope("other")
    assert len(vault.history("runtime")) == 2
    assert vault.verify().is_sound


def test_a_second_file_of_a_name_is_reported_and_not_taken(vault: Vault):
    vault.write(Draft(title="Runtime", body="Runs on node."))
    put(vault, "projects/app/runtime.md", "Another text.\n")
    report = vault.sync()
    assert "name is taken" in report.flagged[0].reason
    assert vault.get("runtime").memory.body == "Runs on node."


def test_text_of_an_edit_cannot_raise_its_own_trust(vault: Vault):
    receipt = vault.write(Draft(title="Claim", body="They say so.", scope=APP, trust=Trust.UNTRUSTED))
    edit(receipt.path, "trust: untrusted", "trust: owner")
    vault.sync()
    assert vault.get("claim").memory.trust is Trust.UNTRUSTED
    assert vault.verify().is_sound


def test_conflict_markers_are_reported_and_never_believed(vault: Vault):
    receipt = vault.write(Draft(title="Runtime", body="Runs on node."))
    edit(receipt.path, "Runs on node.", "<<<<<<< ours\nRuns on bun.\n=======\nRuns on deno.\n>>>>>>> theirs")
    report = vault.sync()
    assert report.flagged[0].name == "runtime"
    assert "conflict" in report.flagged[0].reason
    assert vault.get("runtime").memory.body == "Runs on node."
    assert not vault.recall("deno").hits
    assert not vault.verify().is_sound


def test_a_file_that_is_not_utf8_is_reported_and_left_alone(vault: Vault):
    path = put(vault, "global/odd.md", "x")
    path.write_bytes(b"caf\xe9 \xff\n")
    report = vault.sync()
    assert [(one.name, one.reason) for one in report.flagged] == [("odd", "is not UTF-8")]
    assert path.read_bytes() == b"caf\xe9 \xff\n"


def test_a_secret_in_a_global_edit_waits_and_the_old_text_stays_believed(vault: Vault):
    receipt = vault.write(Draft(title="Database", body="Ask the team."))
    edit(receipt.path, "Ask the team.", f"It is {SECRET} now.")
    assert vault.sync().flagged[0].reason.startswith("gate: ")
    assert vault.get("database").memory.body == "Ask the team."
    assert vault.adopt("database").action is Action.BLOCKED
    assert vault.revert("database").action is Action.RESTORED
    assert "Ask the team." in Path(receipt.path).read_text(encoding="utf-8")
    assert not vault.unadopted()
    assert vault.verify().is_sound


def test_a_secret_in_a_project_edit_is_redacted_in_the_file_too(vault: Vault):
    receipt = vault.write(Draft(title="Database", body="Ask the team.", scope=APP))
    edit(receipt.path, "Ask the team.", f"It is {SECRET} now.")
    assert vault.sync().adopted == ("database",)
    text = Path(receipt.path).read_text(encoding="utf-8")
    assert "hunter2" not in text
    assert vault.get("database").text == text
    assert vault.verify().is_sound


def test_a_secret_under_a_key_of_ones_own_waits_too(vault: Vault):
    receipt = vault.write(Draft(title="Database", body="Ask the team.", scope=APP))
    edit(receipt.path, "name:", f"dsn: {SECRET}\nname:")
    reason = vault.sync().flagged[0].reason
    assert reason.startswith("gate: line 2")
    assert "hunter2" not in reason


def test_where_edits_are_flagged_they_wait_until_adopted_or_reverted(opened, plain: Settings):
    vault = opened(replace(plain, store=StoreSettings(edits="flag")))
    first = vault.write(Draft(title="Runtime", body="Runs on node."))
    second = vault.write(Draft(title="Editor", body="We edit with vim."))
    edit(first.path, "node", "bun")
    edit(second.path, "vim", "emacs")
    assert {one.name for one in vault.sync().flagged} == {"runtime", "editor"}
    assert vault.get("runtime").memory.body == "Runs on node."
    assert vault.adopt("runtime").action is Action.EDITED
    assert vault.revert("editor").action is Action.RESTORED
    assert vault.get("runtime").memory.body == "Runs on bun."
    assert vault.get("editor").memory.body == "We edit with vim."
    assert vault.unadopted() == []
    assert vault.verify().is_sound


def test_an_edit_that_was_taken_in_cannot_be_reverted_and_is_said_to_be_a_version(vault: Vault):
    receipt = vault.write(Draft(title="Runtime", body="Runs on node."))
    edit(receipt.path, "node", "bun")
    vault.sync()
    with pytest.raises(MissingError) as refused:
        vault.revert("runtime")
    assert "`vade why runtime`, then `vade restore ID`" in refused.value.hint
    before, _ = vault.history("runtime")
    vault.restore(before.id)
    assert vault.get("runtime").memory.body == "Runs on node."
    with pytest.raises(MissingError) as refused:
        vault.revert("nothing")
    assert "why nothing" not in refused.value.hint


def test_a_flagged_deletion_waits_too(opened, plain: Settings):
    vault = opened(replace(plain, store=StoreSettings(edits="flag")))
    path = Path(vault.write(Draft(title="Runtime", body="Runs on node.")).path)
    path.unlink()
    assert [one.name for one in vault.sync().flagged] == ["runtime"]
    assert vault.get("runtime")
    vault.revert("runtime")
    assert path.exists()
    path.unlink()
    vault.sync()
    assert vault.adopt("runtime").action is Action.FORGOTTEN
    assert not vault.browse()


def test_a_write_over_an_unseen_edit_keeps_the_edit_as_a_version(vault: Vault):
    receipt = vault.write(Draft(title="Runtime", body="Runs on node."))
    edit(receipt.path, "node", "bun")
    vault.write(Draft(name="runtime", body="Runs on deno."))
    assert [version.memory.body for version in vault.history("runtime")] == [
        "Runs on node.",
        "Runs on bun.",
        "Runs on deno.",
    ]
    assert vault.verify().is_sound


def test_a_write_over_an_edit_that_cannot_be_taken_is_a_conflict(vault: Vault):
    receipt = vault.write(Draft(title="Runtime", body="Runs on node."))
    edit(receipt.path, "Runs on node.", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs")
    with pytest.raises(ConflictError) as refused:
        vault.write(Draft(name="runtime", body="Runs on deno."))
    assert refused.value.code == "conflict.unadopted"
    assert "<<<<<<<" in Path(receipt.path).read_text(encoding="utf-8")


def test_a_file_in_the_way_of_a_new_name_is_never_overwritten(vault: Vault):
    path = put(vault, "global/runtime.md", "My own notes.\n")
    assert vault.write(Draft(title="Runtime", body="Runs on node.")).name == "runtime_2"
    assert path.read_text(encoding="utf-8") == "My own notes.\n"


def test_a_store_that_is_gone_is_written_anew_not_forgotten(vault: Vault):
    for n in range(3):
        vault.write(Draft(title=f"Fact {n}", body=f"Thing {n}."))
    (vault.path / "store").rename(vault.path / "elsewhere")
    report = vault.sync()
    assert "written anew" in report.problems[0]
    assert len(vault.browse()) == 3
    assert vault.verify().is_sound


def test_very_many_files_gone_at_once_are_not_believed(vault: Vault):
    list(vault.write_many(Draft(title=f"Fact {n}", body=f"Thing {n}.") for n in range(30)))
    for path in (vault.path / "store/global").iterdir():
        path.unlink()
    report = vault.sync()
    assert report.forgotten == ()
    assert len(report.flagged) == 30
    assert len(vault.browse()) == 30
    assert vault.revert("fact_7").action is Action.RESTORED


def test_a_symbolic_link_out_of_the_store_is_never_followed(vault: Vault, tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (vault.path / "store/projects").mkdir(parents=True)
    (vault.path / "store/projects/app").symlink_to(outside, target_is_directory=True)
    with pytest.raises(Exception, match="symbolic link"):
        vault.write(Draft(body="Leak.", scope=APP))
    (outside / "x.md").write_text("Foreign.", encoding="utf-8")
    assert vault.sync().adopted == ()
    assert not (outside / "leak.md").exists()


def test_a_fresh_clone_of_a_store_is_taken_as_it_is(vault: Vault, opened):
    vault.write(Draft(title="Runtime", body="Runs on node."))
    other = opened(user="other")
    put(other, "global/runtime.md", vault.get("runtime").text)
    assert other.recall("node").hits[0].passage.name == "runtime"
