from pathlib import Path

import pytest

from vademecum.engine.vault import Vault
from vademecum.model.errors import ConflictError, MissingError, RefusedError
from vademecum.model.memory import Action, Draft, Scope, State

SENTINEL = "quokkaflux"


def test_a_forgotten_memory_is_gone_from_recall_and_store_and_stays_in_history(vault: Vault):
    path = Path(vault.write(Draft(title="Runtime", body="Runs on node.")).path)
    receipt = vault.forget("runtime", reason="moved on")
    assert (receipt.action, receipt.path) == (Action.FORGOTTEN, "")
    assert not path.exists()
    assert not vault.recall("node").hits
    with pytest.raises(MissingError):
        vault.get("runtime")
    assert [version.state for version in vault.history("runtime")] == [State.FORGOTTEN]
    assert vault.verify().is_sound


def test_restoring_brings_it_back_as_it_was(vault: Vault):
    path = Path(vault.write(Draft(title="Runtime", body="Runs on node.")).path)
    text = path.read_text(encoding="utf-8")
    vault.forget("runtime")
    receipt = vault.restore("runtime")
    assert receipt.action is Action.RESTORED
    assert path.read_text(encoding="utf-8") == text
    assert vault.recall("node").hits
    with pytest.raises(ConflictError):
        vault.restore("runtime")
    assert vault.verify().is_sound


def test_an_earlier_version_is_restored_by_its_id(vault: Vault):
    first = vault.write(Draft(title="Runtime", body="Runs on node twenty."))
    vault.write(Draft(name="runtime", body="Runs on node twenty-two."))
    vault.restore(first.id)
    assert vault.get("runtime").memory.body == "Runs on node twenty."
    assert len(vault.history("runtime")) == 3


def test_a_name_that_was_taken_meanwhile_is_not_taken_back(vault: Vault):
    first = vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.forget("runtime")
    vault.write(Draft(title="Runtime", body="Bananas and apples."))
    assert vault.restore(first.id).name == "runtime_2"
    assert vault.verify().is_sound


def test_a_missing_name_suggests_near_ones(vault: Vault):
    vault.write(Draft(title="Package manager", body="pnpm."))
    with pytest.raises(MissingError) as missing:
        vault.get("package_manger")
    assert "package_manager" in missing.value.hint
    for verb in (vault.forget, vault.restore, vault.history, vault.links, vault.promote, vault.prove):
        with pytest.raises(MissingError):
            verb("nowhere")


def test_erasing_leaves_no_trace_anywhere_in_the_vault(vault: Vault):
    vault.write(Draft(title=f"About {SENTINEL}", body=f"The {SENTINEL} runs on node."))
    vault.write(Draft(name=f"about_{SENTINEL}", body=f"The {SENTINEL} runs on bun."))
    vault.write(Draft(title="Other", body="Stays."))
    receipt = vault.forget(f"about_{SENTINEL}", erase=True)
    assert receipt.action is Action.ERASED
    vault.close()
    for path in vault.path.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            assert SENTINEL.encode() not in path.read_bytes(), path


def test_an_erased_vault_verifies_and_the_rest_is_found(vault: Vault):
    vault.write(Draft(title="Gone", body=f"The {SENTINEL}."))
    vault.write(Draft(title="Other", body="The lighthouse stays."))
    vault.forget("gone", erase=True)
    assert vault.verify().is_sound
    assert vault.recall("lighthouse").hits
    assert not vault.recall(SENTINEL).hits
    with pytest.raises(MissingError):
        vault.history("gone")


def test_what_was_erased_does_not_come_back_by_itself(vault: Vault):
    vault.write(Draft(title="Gone", body=f"The {SENTINEL} hums."))
    vault.forget("gone", erase=True)
    for scope in (Scope(), Scope("app")):
        with pytest.raises(RefusedError) as refused:
            vault.write(Draft(title="Back", body=f"The {SENTINEL} hums.", scope=scope))
        assert refused.value.code == "refused.erased"


def test_a_forgotten_memory_can_be_erased_too(vault: Vault):
    vault.write(Draft(title="Gone", body=f"The {SENTINEL}."))
    vault.forget("gone")
    assert vault.forget("gone", erase=True).action is Action.ERASED
    assert vault.verify().is_sound


def test_erasing_tells_what_the_git_history_still_holds(opened):
    vault = opened()
    vault.write(Draft(title="Gone", body=f"The {SENTINEL}."))
    vault.close()
    vault = opened()
    notes = vault.forget("gone", erase=True).notes
    assert any("rm -rf" in note for note in notes)
