"""The overview that a session starts with."""

from dataclasses import replace

import pytest

from vademecum.model.memory import Draft, Scope, Trust
from vademecum.model.settings import ManifestSettings
from vademecum.rules.tokens import estimate

SHOP = Scope("shop")


def with_manifest(plain, **knobs):
    return replace(plain, manifest=ManifestSettings(**knobs))


def test_few_memories_are_listed_one_by_one_the_projects_own_first(vault):
    vault.write(Draft(body="Prefers tabs.", type="preference"))
    vault.write(Draft(body="The staging database listens on port 6543.", scope=SHOP))
    vault.write(Draft(body="The lighthouse is painted red.", scope=Scope("other")))

    found = vault.manifest("shop")

    assert found.text.splitlines() == [
        "Remembered: 1 of shop, 1 for every project",
        "- the_staging_database_listens_on_port_6543 - The staging database listens on port 6543.",
        "- prefers_tabs - Prefers tabs.",
    ]
    assert (found.total, found.grouped, found.more) == (2, False, 0)


def test_what_does_not_fit_is_counted(vault):
    for n in range(60):
        vault.write(Draft(body=f"Fact number {n} of the shop's catalogue and its shelves.", scope=SHOP))

    found = vault.manifest("shop")

    lines = found.text.splitlines()
    assert found.more == 60 - (len(lines) - 2)
    assert lines[-1] == f"- and {found.more} more memories"
    assert found.tokens == estimate(found.text) <= 200
    assert "Fact number 59" in lines[1]


def test_many_memories_are_grouped_by_subject_with_counts(opened, plain):
    vault = opened(with_manifest(plain, full_below=5))
    for n in range(6):
        vault.write(Draft(body=f"Host number {n} has its own rack.", domain="infra", tags=("rack", f"host{n}")))
    vault.write(Draft(body="Column totals are in cents.", domain="db"))

    found = vault.manifest()

    assert found.grouped
    assert found.text.splitlines() == [
        "Remembered: 7 for every project",
        "- infra: 6 (rack 6, host0 1, host1 1, host2 1, host3 1, host4 1, host5 1)",
        "- db: 1",
    ]


def test_where_room_is_scarce_a_subject_names_fewer_tags(opened, plain):
    vault = opened(with_manifest(plain, full_below=0, token_budget=60))
    for n in range(20):
        vault.write(
            Draft(body=f"Host number {n} has its own rack.", domain="infra", tags=("rack", f"long_host_name_{n}"))
        )

    found = vault.manifest()

    assert found.text.splitlines()[1].startswith("- infra: 20 (rack 20, long_host_name_0 1, ")
    assert len(found.topics[0].tags) == 8
    assert found.tokens <= 60


def test_topics_are_cut_to_their_number(opened, plain):
    vault = opened(with_manifest(plain, full_below=0, max_topics=1))
    vault.write(Draft(body="Host one has its own rack.", domain="infra"))
    vault.write(Draft(body="Column totals are in cents.", domain="db"))

    assert vault.manifest().text.splitlines()[-1] == "- and 1 more topic"


def test_what_may_not_be_injected_is_not_in_it(vault):
    vault.write(Draft(body="The vault of the bank is in the cellar.", scope=SHOP, sensitivity="secret"))
    vault.write(Draft(body="Somebody says that the shop closes.", scope=SHOP, trust=Trust.UNTRUSTED))

    assert vault.manifest("shop").text == ""


def test_it_is_kept_until_something_happens_and_made_anew_then(vault):
    vault.write(Draft(body="Prefers tabs."))
    first = vault.manifest("shop")
    kept = vault.path / "manifest" / "shop-200.json"
    kept.write_bytes(kept.read_bytes().replace(b"Prefers tabs.", b"Prefers figs."))

    assert "Prefers figs." in vault.manifest("shop").text

    vault.write(Draft(body="Prefers short lines."))

    assert vault.manifest("shop").total == first.total + 1
    assert "Prefers tabs." in vault.manifest("shop").text


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b'{"key": 1}'])
def test_a_kept_overview_that_cannot_be_read_is_made_anew(vault, broken):
    vault.write(Draft(body="Prefers tabs."))
    first = vault.manifest()
    (vault.path / "manifest" / "_-200.json").write_bytes(broken)

    assert vault.manifest() == first


def test_it_is_kept_for_each_setting(opened, plain):
    opened().write(Draft(body="Prefers tabs."))
    one_by_one = opened().manifest()

    assert opened(with_manifest(plain, full_below=0)).manifest() != one_by_one
    assert opened().manifest() == one_by_one


def test_nothing_of_an_erased_memory_stays_in_a_kept_overview(vault):
    vault.write(Draft(body="The lighthouse is painted red."))
    vault.manifest("shop")
    vault.forget("the_lighthouse_is_painted_red", erase=True)

    assert not [path for path in vault.path.rglob("*.json") if b"lighthouse" in path.read_bytes()]
    assert vault.manifest("shop").text == ""


def test_a_vault_that_can_only_be_read_still_gives_it(vault):
    vault.write(Draft(body="Prefers tabs."))
    (vault.path / "manifest").write_text("in the way", encoding="utf-8")

    assert "prefers_tabs" in vault.manifest().text
