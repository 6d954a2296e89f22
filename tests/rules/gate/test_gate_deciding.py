"""What may be stored where."""

import pytest

from vademecum.model.memory import Cite, Draft, FindingKind, Scope, Sensitivity
from vademecum.rules.gate import Policy, decide

ACME = Scope("acme")


def test_a_clean_draft_passes_unchanged(policy):
    draft = Draft(body="Use uv, not pip.", title="Package tool", tags=("python",))
    decision = decide(draft, policy)
    assert decision.draft == draft
    assert (decision.findings, decision.redactions, decision.blocked, decision.reason) == ((), 0, False, "")


def test_a_global_draft_with_a_secret_is_refused_and_told_what_to_do(made, policy):
    secret = made.fill("ghp_{w36}")
    decision = decide(Draft(body=f"token {secret}"), policy)
    assert decision.blocked
    assert "github-pat (secret) in body" in decision.reason
    assert "use a project scope" in decision.reason
    assert secret not in decision.reason


def test_a_global_draft_with_personal_data_is_refused(policy):
    decision = decide(Draft(title="Ask lena.brandt@fjordlabs.no"), policy)
    assert decision.blocked
    assert "email (pii) in description" in decision.reason


def test_in_a_project_a_secret_is_redacted_and_the_memory_is_secret(made, policy):
    draft = Draft(body=made.fill("postgresql://user:{p14}@host/db"), scope=ACME)
    decision = decide(draft, policy)
    assert not decision.blocked
    assert decision.draft.body == "postgresql://user:«REDACTED:db-password»@host/db"
    assert decision.draft.sensitivity == Sensitivity.SECRET
    assert decision.redactions == 1


def test_in_a_project_personal_data_stays_and_the_memory_is_internal(policy):
    draft = Draft(body="Ask lena.brandt@fjordlabs.no", scope=ACME)
    decision = decide(draft, policy)
    assert decision.draft.body == draft.body
    assert decision.draft.sensitivity == Sensitivity.INTERNAL


def test_a_sensitivity_that_was_asked_for_stays(policy):
    asked = Draft(body="Ask lena.brandt@fjordlabs.no", scope=ACME, sensitivity=Sensitivity.SECRET)
    assert decide(asked, policy).draft.sensitivity == Sensitivity.SECRET


def test_a_secret_memory_may_not_be_global(policy):
    decision = decide(Draft(body="harmless", sensitivity=Sensitivity.SECRET), policy)
    assert decision.blocked
    assert "sensitivity" in decision.reason


@pytest.mark.parametrize(("setting", "blocked"), [("warn", False), ("block", True)])
def test_a_machine_path_in_a_global_draft_warns_or_blocks_as_set(setting, blocked):
    policy = Policy(key=b"k", global_paths=setting)
    decision = decide(Draft(body="Notes are in /home/lena/notes/x.md"), policy)
    assert decision.blocked is blocked
    assert [one.kind for one in decision.findings] == [FindingKind.PATH]
    assert decision.draft.sensitivity == Sensitivity.PUBLIC


@pytest.mark.parametrize("field", ["title", "body", "name", "source", "source_project"])
def test_a_secret_in_any_text_of_a_draft_is_found(field, made, policy):
    secret = made.fill("ghp_{w36}")
    decision = decide(Draft(**{"body": "x", "scope": ACME, field: f"a {secret}"}), policy)
    assert decision.redactions == 1
    assert secret not in repr(decision.draft)


def test_tags_links_and_cites_are_looked_through(made, policy):
    secret = made.fill("ghp_{w36}")
    draft = Draft(body="x", scope=ACME, tags=("a", secret), links=(secret,), cites=(Cite(f"src/{secret}.py", 3, 4),))
    decision = decide(draft, policy)
    assert {one.field for one in decision.findings} == {"tags", "links", "cites"}
    assert secret not in repr(decision.draft)
    assert (decision.draft.cites[0].start, decision.draft.cites[0].end) == (3, 4)


def test_a_redacted_name_is_still_a_name(made, policy):
    decision = decide(Draft(body="x", scope=ACME, name="note-" + made.fill("ghp_{w36}")), policy)
    assert decision.draft.name == "note-redacted_github-pat"


def test_private_spans_are_gone_before_anything_else(made, policy):
    decision = decide(Draft(body="Keep this.<private>" + made.fill("ghp_{w36}") + "</private>"), policy)
    assert decision.draft.body == "Keep this."
    assert not decision.blocked


def test_public_by_design_keys_pass(made, policy):
    for template in ("pk_live_{w24}", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} lena@laptop", "SHA256:{b43}"):
        assert not decide(Draft(body=made.fill(template)), policy).blocked


@pytest.mark.parametrize("topic", ["decided_keep_python_3_10_minimum_version", "x", "page_size"])
def test_a_sessions_origin_is_no_credential_that_is_set(topic, policy):
    draft = Draft(body="x", scope=ACME, source=f"session:4dc3c215-6c75-4022-94c9-bdaeb7a5d3dd:{topic}")

    assert decide(draft, policy).draft == draft


def test_a_secret_in_a_sessions_origin_is_found(made, policy):
    secret = made.fill("ghp_{w36}")

    for source in (f"session:{secret}:topic", f"session:4dc3c215:{secret}"):
        decision = decide(Draft(body="x", scope=ACME, source=source), policy)

        assert secret not in decision.draft.source
        assert decision.redactions == 1
