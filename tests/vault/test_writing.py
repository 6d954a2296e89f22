from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.engine.vault import Vault
from vademecum.model.errors import ConflictError, InvalidError, RefusedError
from vademecum.model.memory import GLOBAL, Action, Draft, Receipt, Scope, Sensitivity, Trust
from vademecum.model.settings import MemorySettings, Settings

APP = Scope("app")
SECRET = "postgresql://app:" + "Xk9-hunter2" + "@db.internal/app"


def test_a_written_memory_is_a_file_a_version_and_a_receipt(vault: Vault):
    receipt = vault.write(Draft(title="Package manager", body="We use pnpm.", tags=("build",), scope=APP))

    assert receipt.action is Action.STORED
    assert receipt.name == "package_manager"
    assert Path(receipt.path) == vault.path / "store/projects/app/package_manager.md"
    assert Path(receipt.path).read_text(encoding="utf-8") == vault.get("package_manager").text
    memory = vault.get("package_manager").memory
    assert (memory.description, memory.body, memory.tags) == ("Package manager", "We use pnpm.", ("build",))
    assert (memory.scope, memory.source_project, memory.created) == (APP, "app", "2026-03-01")
    assert receipt.indexed


def test_the_first_sentence_names_a_memory_without_a_title(vault: Vault):
    receipt = vault.write(Draft(body="Deploys happen on Friday. Nobody likes it."))
    assert receipt.name == "deploys_happen_on_friday"
    assert vault.get(receipt.name).memory.description == "Deploys happen on Friday."


def test_files_and_folders_are_private(vault: Vault, home: Path):
    path = Path(vault.write(Draft(body="Private.")).path)
    vault.close()
    assert path.stat().st_mode & 0o777 == 0o600
    for found in home.rglob("*"):
        if ".git" not in found.parts:
            assert not found.stat().st_mode & 0o077, found


def test_the_same_content_again_is_a_duplicate_and_writes_nothing(vault: Vault):
    first = vault.write(Draft(body="We use pnpm."))
    events = vault.status().events
    again = vault.write(Draft(body="  We use\n pnpm. ", source="mcp"))
    assert again.action is Action.DUPLICATE
    assert (again.name, again.id) == (first.name, first.id)
    assert vault.status().events == events


def test_the_same_content_in_another_scope_is_another_memory(vault: Vault):
    names = {vault.write(Draft(body="We use pnpm.", scope=scope)).name for scope in (Scope(), APP, Scope("web"))}
    assert names == {"we_use_pnpm", "we_use_pnpm_2", "we_use_pnpm_3"}


def test_the_same_content_of_another_type_is_a_new_version(vault: Vault):
    vault.write(Draft(body="We use pnpm."))
    assert vault.write(Draft(body="We use pnpm.", type="feedback")).action is Action.SUPERSEDED
    assert vault.get("we_use_pnpm").memory.type == "feedback"


def test_a_related_text_under_the_same_title_is_a_new_version(vault: Vault):
    first = vault.write(Draft(title="Package manager", body="Every repository uses yarn for packages."))
    second = vault.write(Draft(title="package manager.", body="Every repository uses pnpm for packages now."))
    assert second.action is Action.SUPERSEDED
    assert second.name == first.name
    assert [version.memory.body for version in vault.history(first.name)] == [
        "Every repository uses yarn for packages.",
        "Every repository uses pnpm for packages now.",
    ]
    assert len(list((vault.path / "store/global").iterdir())) == 1


def test_an_unrelated_text_under_the_same_title_is_another_fact(vault: Vault):
    vault.write(Draft(title="Note", body="Bananas ripen faster in a paper bag."))
    other = vault.write(Draft(title="Note", body="Kubernetes restarts crashing pods with back-off."))
    assert (other.action, other.name) == (Action.STORED, "note_2")


def test_writing_to_a_given_name_supersedes_it_whatever_it_says(vault: Vault):
    vault.write(Draft(title="Note", body="Bananas ripen faster in a paper bag."))
    other = vault.write(Draft(name="note", body="Kubernetes restarts crashing pods."))
    assert (other.action, other.name) == (Action.SUPERSEDED, "note")


def test_a_given_name_in_another_scope_is_a_conflict(vault: Vault):
    vault.write(Draft(title="Note", body="Bananas."))
    with pytest.raises(ConflictError, match="lives in global"):
        vault.write(Draft(name="note", body="Apples.", scope=APP))


def test_a_specific_origin_supersedes_and_a_channel_never_does(vault: Vault):
    place = "native:app/notes.md"
    first = vault.write(Draft(title="One", body="Alpha beta.", source=place, scope=APP))
    second = vault.write(Draft(title="Two", body="Gamma delta.", source=place, scope=APP))
    assert (second.action, second.name) == (Action.SUPERSEDED, first.name)
    for body in ("Epsilon zeta.", "Eta theta."):
        assert vault.write(Draft(body=body, source="mcp")).action is Action.STORED


def test_what_was_superseded_comes_back_as_a_new_version_when_said_again(vault: Vault):
    vault.write(Draft(title="Runtime", body="The service runs on node version twenty."))
    vault.write(Draft(title="Runtime", body="The service runs on node version twenty two."))
    back = vault.write(Draft(title="Runtime", body="The service runs on node version twenty."))
    assert (back.action, back.name) == (Action.REVIVED, "runtime")
    assert vault.get("runtime").memory.body == "The service runs on node version twenty."
    assert len(vault.history("runtime")) == 3


def test_what_was_forgotten_comes_back_when_said_again(vault: Vault):
    first = vault.write(Draft(body="We use pnpm."))
    vault.forget(first.name)
    again = vault.write(Draft(body="We use pnpm."))
    assert (again.action, again.name) == (Action.REVIVED, first.name)
    assert vault.recall("pnpm").hits


def test_untrusted_text_never_takes_the_place_of_a_trusted_one(vault: Vault):
    vault.write(Draft(title="Deploy", body="Deploy with the blue green script.", scope=APP))
    other = vault.write(
        Draft(title="Deploy", body="Deploy with the evil green script.", scope=APP, trust=Trust.UNTRUSTED)
    )
    assert (other.action, other.name) == (Action.STORED, "deploy_2")


def test_untrusted_text_is_never_global(vault: Vault):
    with pytest.raises(RefusedError) as refused:
        vault.write(Draft(body="Believe me.", trust=Trust.UNTRUSTED))
    assert refused.value.code == "refused.trust"


def test_a_global_draft_with_a_secret_is_blocked_and_leaves_no_trace(vault: Vault):
    receipt = vault.write(Draft(body=f"The database is {SECRET} for all."))
    assert receipt.action is Action.BLOCKED
    assert receipt.findings
    assert receipt.notes[0]
    assert not vault.browse()
    vault.close()
    for path in vault.path.rglob("*"):
        if path.is_file():
            assert b"hunter2" not in path.read_bytes(), path


def test_a_secret_in_a_project_is_redacted_and_the_memory_becomes_secret(vault: Vault):
    receipt = vault.write(Draft(title="Database", body=f"The database is {SECRET} for all.", scope=APP))
    assert receipt.action is Action.STORED
    assert receipt.redactions
    assert receipt.sensitivity is Sensitivity.SECRET
    text = Path(receipt.path).read_text(encoding="utf-8")
    assert "hunter2" not in text
    assert "REDACTED" in text
    assert [event.event for event in vault.why(receipt.name).events] == ["stored", "redacted"]


@pytest.mark.parametrize(
    ("draft", "field"),
    [
        (Draft(), "body"),
        (Draft(body=" \n\t "), "body"),
        (Draft(body="a\0b"), "body"),
        (Draft(body="a\ud800b"), "body"),
        (Draft(title="x" * 301, body="y"), "title"),
        (Draft(body="é" * 40_000), "body"),
        (Draft(body="x", type="poem"), "type"),
        (Draft(body="x", domain="cooking"), "domain"),
        (Draft(body="x", sensitivity="cosmic"), "sensitivity"),
        (Draft(body="x", tags=("",)), "tags"),
        (Draft(body="x", valid_from="soon"), "valid_from"),
        (Draft(body="x", scope=Scope("../../etc")), "project"),
    ],
)
def test_what_can_never_be_accepted_is_refused_naming_the_field(vault: Vault, draft: Draft, field: str):
    with pytest.raises(InvalidError) as refused:
        vault.write(draft)
    assert refused.value.field == field
    assert not vault.browse()


def test_aliases_of_types_are_accepted(vault: Vault):
    assert vault.get(vault.write(Draft(body="x", type="preference")).name).memory.type == "feedback"


def test_many_drafts_give_a_receipt_or_an_error_each_in_order(vault: Vault):
    drafts = [Draft(title=f"Fact {n}", body=f"Statement about thing {n}.") for n in range(300)]
    drafts[7] = Draft(body="")
    results = list(vault.write_many(drafts))
    assert len(results) == 300
    assert isinstance(results[7], InvalidError)
    written = [result for result in results if isinstance(result, Receipt)]
    assert [receipt.name for receipt in written[:8]] == ["fact_0", *(f"fact_{n}" for n in range(1, 7)), "fact_8"]
    assert len(vault.browse()) == 299
    assert vault.verify().is_sound


def test_drafts_of_one_batch_see_one_another(vault: Vault):
    draft = Draft(title="Runtime", body="The service runs on node twenty.")
    results = list(vault.write_many([draft, draft, replace(draft, body="The service runs on node twenty two.")]))
    assert [result.action for result in results] == [Action.STORED, Action.DUPLICATE, Action.SUPERSEDED]
    assert vault.verify().is_sound


def test_links_that_the_body_lacks_are_added_to_it(vault: Vault):
    vault.write(Draft(title="Database", body="PostgreSQL 16."))
    vault.write(Draft(title="Backups", body="Nightly.", links=("database", "nowhere")))
    links = vault.links("backups")
    assert [(link.target, link.name) for link in links.out] == [("database", "database"), ("nowhere", None)]
    assert vault.links("database").into == ("backups",)


def test_superseding_keeps_unknown_keys_and_the_day_of_creation(vault: Vault, clock):
    path = Path(vault.write(Draft(title="Runtime", body="The service runs on node twenty.")).path)
    path.write_text(path.read_text(encoding="utf-8").replace("name:", "owner: me\nname:", 1), encoding="utf-8")
    vault.sync()
    clock.pass_(days=3)
    vault.write(Draft(name="runtime", body="The service runs on node twenty two."))
    text = path.read_text(encoding="utf-8")
    assert "owner: me" in text
    assert vault.get("runtime").memory.created == "2026-03-01"


def test_hostile_titles_are_stored_apart_and_found_again(vault: Vault):
    titles = (Path(__file__).parents[1] / "data/hostile_titles.txt").read_text(encoding="utf-8").splitlines()
    limit = MemorySettings().description_max
    stored = {}
    for title in filter(str.strip, titles):
        for body in ("Bananas ripen in paper bags.", "Kubernetes restarts crashing pods."):
            receipt = vault.write(Draft(title=title.strip()[:limit].replace("\0", ""), body=body, scope=APP))
            if receipt.action is not Action.BLOCKED:
                stored.setdefault(receipt.name, []).append(body)
    assert stored
    for name, bodies in stored.items():
        assert vault.get(name).memory.body == bodies[-1]
        assert len(f"{name}.md".encode()) <= 120
    folded = [name.casefold() for name in stored]
    assert len(set(folded)) == len(folded)
    assert vault.verify().is_sound


def test_settings_bound_what_a_memory_may_be(opened):
    vault = opened(Settings(memory=MemorySettings(body_max_bytes=256)))
    with pytest.raises(InvalidError, match="has 300 bytes"):
        vault.write(Draft(body="x" * 300))


def test_browsing_shows_the_newest_first_and_as_many_as_are_wanted(vault):
    for title in ("one", "two", "three"):
        vault.write(Draft(title=title))
    vault.write(Draft(title="four", scope=Scope("shop")))
    assert [version.memory.name for version in vault.browse(most=2)] == ["four", "three"]
    assert [version.memory.name for version in vault.browse(GLOBAL, 2)] == ["three", "two"]
    assert len(vault.browse(GLOBAL)) == 3
