from pathlib import Path

import pytest

from vademecum.engine.vault import Vault
from vademecum.model.errors import ConflictError
from vademecum.model.memory import GLOBAL, Action, Draft, Scope, Trust

APP = Scope("app")
SECRET = "postgresql://app:" + "Xk9-hunter2" + "@db.internal/app"


def test_a_proposal_changes_nothing_and_waits(vault: Vault):
    vault.write(Draft(title="Build", body="Run make in /home/ann/work/app first.", scope=APP))
    proposal = vault.propose("build")
    assert (proposal.scope, proposal.path, proposal.blocked) == (APP, "global/build.md", False)
    assert proposal.text == "Run make in ~/work/app first."
    assert vault.get("build").memory.scope == APP
    assert [one.name for one in vault.proposals()] == ["build"]


def test_a_promoted_memory_moves_and_keeps_its_lineage_and_its_source(vault: Vault):
    first = vault.write(Draft(title="Build", body="Run make in /home/ann/work/app first.", scope=APP))
    vault.propose("build")
    receipt = vault.promote("build")
    assert (receipt.action, receipt.scope) == (Action.PROMOTED, GLOBAL)
    assert not Path(first.path).exists()
    version = vault.get("build")
    assert Path(receipt.path).read_text(encoding="utf-8") == version.text
    assert version.memory.source_project == "app"
    assert version.memory.body == "Run make in ~/work/app first."
    assert version.lineage == first.id
    assert vault.proposals() == []
    assert vault.verify().is_sound


def test_the_gate_blocks_a_promotion_and_says_why(vault: Vault):
    vault.write(Draft(title="Contact", body="Write to maria.lopez@acme-corp.io for access.", scope=APP))
    assert vault.propose("contact").blocked
    receipt = vault.promote("contact")
    assert receipt.action is Action.BLOCKED
    assert receipt.findings
    assert vault.get("contact").memory.scope == APP


def test_a_person_who_promotes_vouches_for_it(vault: Vault):
    vault.write(Draft(title="Claim", body="The build needs make.", scope=APP, trust=Trust.UNTRUSTED))
    vault.promote("claim")
    assert vault.get("claim").memory.trust is Trust.OWNER


def test_what_is_global_or_said_globally_cannot_be_promoted(vault: Vault):
    vault.write(Draft(title="Build", body="Run make first."))
    with pytest.raises(ConflictError):
        vault.promote("build")
    vault.write(Draft(title="Build", body="Run make first.", scope=APP))
    with pytest.raises(ConflictError, match="says the same"):
        vault.promote("build_2")


def test_a_forgotten_memory_waits_no_more(vault: Vault):
    vault.write(Draft(title="Build", body="Run make first.", scope=APP))
    vault.propose("build")
    vault.forget("build")
    assert vault.proposals() == []
