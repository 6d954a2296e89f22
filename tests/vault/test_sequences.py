"""Orders of events that once confused a vault, each with what must come of it."""

from pathlib import Path

import pytest

from vademecum.engine.vault import Vault
from vademecum.model.errors import ConflictError, MissingError
from vademecum.model.memory import Action, Draft, Scope, Trust

APP, WEB = Scope("app"), Scope("web")


def live(vault: Vault) -> dict[str, str]:
    return {version.memory.name: version.memory.body for version in vault.browse()}


def lineages(vault: Vault) -> list[str]:
    return [version.lineage for version in vault.browse()]


def edit(path: str, old: str, new: str) -> None:
    file = Path(path)
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def test_a_promoted_memory_said_again_in_its_project_is_a_memory_of_its_own(vault: Vault):
    draft = Draft(title="Runtime", body="Runs on node.", scope=APP)
    vault.write(draft)
    vault.promote("runtime")
    again = vault.write(draft)
    assert again.scope == APP
    assert len(set(lineages(vault))) == 2
    vault.forget(again.name, erase=True)
    assert live(vault) == {"runtime": "Runs on node."}
    assert vault.verify().is_sound


def test_a_file_dropped_in_the_place_of_one_that_lives_under_another_name_is_its_own_memory(vault: Vault):
    first = vault.write(Draft(title="Note", body="Bananas.", scope=APP))
    text = Path(first.path).read_text(encoding="utf-8")
    vault.forget("note")
    vault.write(Draft(title="Note", body="Kubernetes restarts pods.", scope=APP))
    assert vault.restore(first.id).name == "note_2"
    vault.forget("note")
    Path(first.path).write_text(text, encoding="utf-8")
    vault.sync()
    assert set(live(vault)) == {"note", "note_2"}
    assert len(set(lineages(vault))) == 2
    assert vault.verify().is_sound


def test_what_is_said_again_after_its_file_was_deleted_is_kept(vault: Vault):
    draft = Draft(title="Runtime", body="Runs on node.", scope=APP)
    Path(vault.write(draft).path).unlink()
    receipt = vault.write(draft)
    assert receipt.action is Action.REVIVED
    vault.sync()
    assert live(vault) == {"runtime": "Runs on node."}
    assert Path(receipt.path).is_file()


def test_what_is_said_again_after_its_file_was_edited_comes_back_and_the_edit_stays_in_the_history(vault: Vault):
    draft = Draft(title="Runtime", body="Runs on node.", scope=APP)
    edit(vault.write(draft).path, "node", "bun")
    assert vault.write(draft).action is Action.REVIVED
    assert live(vault) == {"runtime": "Runs on node."}
    assert [version.memory.body for version in vault.history("runtime")] == [
        "Runs on node.",
        "Runs on bun.",
        "Runs on node.",
    ]


def test_forgetting_what_was_just_edited_by_hand_forgets_the_edit_too(vault: Vault):
    receipt = vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP))
    edit(receipt.path, "node", "bun")
    vault.forget("runtime")
    vault.sync()
    assert live(vault) == {}
    assert not Path(receipt.path).exists()
    assert vault.history("runtime")[-1].memory.body == "Runs on bun."


def test_forgetting_what_was_just_deleted_by_hand_is_no_error(vault: Vault):
    Path(vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP)).path).unlink()
    assert vault.forget("runtime").action is Action.FORGOTTEN
    assert live(vault) == {}
    with pytest.raises(MissingError):
        vault.forget("runtime")


def test_promoting_what_was_just_edited_by_hand_promotes_the_edit(vault: Vault):
    receipt = vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP))
    edit(receipt.path, "node", "bun")
    vault.promote("runtime")
    vault.sync()
    assert live(vault) == {"runtime": "Runs on bun."}
    assert vault.get("runtime").memory.scope == Scope()
    assert not Path(receipt.path).exists()


def test_restoring_over_a_hand_edit_keeps_the_edit_in_the_history(vault: Vault):
    first = vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP))
    edit(vault.write(Draft(name="runtime", body="Runs on deno.", scope=APP)).path, "deno", "bun")
    vault.restore(first.id)
    vault.sync()
    assert live(vault) == {"runtime": "Runs on node."}
    assert "Runs on bun." in {version.memory.body for version in vault.history("runtime")}


def test_moving_a_project_takes_hand_edits_along(vault: Vault):
    receipt = vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP))
    edit(receipt.path, "node", "bun")
    assert vault.move_project("app", "web") == 1
    assert vault.sync().flagged == ()
    assert live(vault) == {"runtime": "Runs on bun."}
    assert vault.get("runtime").memory.scope == WEB


def test_moving_a_project_to_itself_does_nothing(vault: Vault):
    vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP))
    assert vault.move_project("app", "app") == 0


@pytest.mark.parametrize("way", ["superseded", "another"])
def test_an_old_proposal_never_brings_back_an_old_text(way: str, vault: Vault):
    vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP))
    vault.propose("runtime")
    if way == "another":
        vault.forget("runtime")
    vault.write(Draft(name="runtime", title="Runtime", body="Elephants never forget.", scope=APP))
    assert [proposal.text for proposal in vault.proposals()] == ["Elephants never forget."]
    vault.promote("runtime")
    assert live(vault) == {"runtime": "Elephants never forget."}


def test_an_untrusted_text_that_was_corrected_does_not_come_back_over_the_correction(vault: Vault):
    lie = Draft(title="Deploy", body="Deploy with the evil green script.", scope=APP, trust=Trust.UNTRUSTED)
    vault.write(lie)
    vault.write(Draft(name="deploy", body="Deploy with the blue green script.", scope=APP))
    again = vault.write(lie)
    assert again.name != "deploy"
    assert vault.get("deploy").memory.body == "Deploy with the blue green script."


def test_two_who_promote_one_memory_promote_it_once(opened):
    one, other = opened(), opened()
    one.write(Draft(title="Runtime", body="Runs on node.", scope=APP))
    one.propose("runtime")
    other.propose("runtime")
    one.promote("runtime")
    with pytest.raises(ConflictError):
        other.promote("runtime")
    assert len(one.history("runtime")) == 2
    assert one.proposals() == other.proposals() == []


def test_a_clock_that_goes_back_never_turns_an_interval_round(vault: Vault, clock):
    vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP))
    for number in range(5):
        clock.pass_(days=-400)
        vault.write(Draft(name="runtime", body=f"Runs on bun {number}.", scope=APP))
        assert vault.recall("runs on", scopes=None).hits
    versions = vault.history("runtime")
    ends = [version.superseded_at for version in versions[:-1]]
    assert ends == [version.recorded_at for version in versions[1:]]
    assert all(version.recorded_at < end for version, end in zip(versions, ends, strict=False))
    assert vault.verify().is_sound


def test_two_users_of_one_home_never_meet(opened):
    ann, bob = opened(user="ann"), opened(user="bob")
    ann.write(Draft(title="Secret plan", body="Ann likes zebras.", scope=APP))
    bob.write(Draft(title="Other plan", body="Bob likes lions.", scope=APP))
    assert not bob.recall("zebras").hits
    with pytest.raises(MissingError) as missing:
        bob.get("secret_plan")
    assert "secret_plan" not in missing.value.hint
    assert ann.verify().is_sound
    assert bob.verify().is_sound
