"""Projects renamed, merged and followed: their memories come along."""

from datetime import UTC, datetime

import pytest

from vademecum import Draft, Scope, identity, open_vault
from vademecum.engine import projects
from vademecum.identity import registry
from vademecum.model.errors import ConflictError, InvalidError, MissingError

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


def clock():
    return NOW


def write(home, project, title, user="default"):
    with open_vault(home, user, clock=clock) as vault:
        return vault.write(Draft(title=title, body=f"{title}, and why it is so.", scope=Scope(project)))


def held(home, project, user="default"):
    with open_vault(home, user, clock=clock) as vault:
        return sorted(version.memory.name for version in vault.browse(Scope(project)))


@pytest.fixture
def folders(home, tmp_path):
    """Two folders, each a known project with one memory."""
    for name in ("shop", "bank"):
        (tmp_path / name).mkdir()
        write(home, name, f"Fact of {name}")
        assert identity.project_of(tmp_path / name, home).name == name
    return tmp_path


def test_a_renamed_project_keeps_its_memories_and_their_lineage(home, folders):
    with open_vault(home, clock=clock) as vault:
        before = vault.get("fact_of_shop")

    assert projects.rename(home, "shop", "store", clock=clock) == 1

    assert (held(home, "store"), held(home, "shop")) == (["fact_of_shop"], [])
    assert identity.project_of(folders / "shop", home).name == "store"
    with open_vault(home, clock=clock) as vault:
        after = vault.get("fact_of_shop")
        assert after.lineage == before.lineage
        assert vault.verify().is_sound
        assert "projects/store" in str(next(vault.path.rglob("fact_of_shop.md")))
        assert [hit.passage.name for hit in vault.recall("fact of shop", scopes=(Scope("store"),)).hits] == [
            "fact_of_shop"
        ]


@pytest.mark.usefixtures("folders")
def test_every_users_vault_follows_a_rename(home):
    write(home, "shop", "Ann's fact", user="ann")

    assert projects.rename(home, "shop", "store", clock=clock) == 2

    assert held(home, "store", "ann") == ["ann_s_fact"]


@pytest.mark.usefixtures("folders")
def test_a_name_that_is_taken_or_not_accepted_changes_nothing(home):
    with pytest.raises(ConflictError, match="bank"):
        projects.rename(home, "shop", "bank", clock=clock)
    with pytest.raises(InvalidError):
        projects.rename(home, "shop", "../bank", clock=clock)
    with pytest.raises(MissingError):
        projects.rename(home, "nothing", "something", clock=clock)

    assert (held(home, "shop"), held(home, "bank")) == (["fact_of_shop"], ["fact_of_bank"])


def test_merged_projects_share_their_memories(home, folders):
    assert projects.merge(home, "shop", "bank", clock=clock) == 1

    assert held(home, "bank") == ["fact_of_bank", "fact_of_shop"]
    assert {identity.project_of(folders / name, home).name for name in ("shop", "bank")} == {"bank"}


@pytest.mark.usefixtures("folders")
def test_memories_of_a_project_that_only_they_speak_of_can_be_merged(home):
    write(home, "stray", "Stray fact")

    assert projects.merge(home, "stray", "bank", clock=clock) == 1

    assert "stray_fact" in held(home, "bank")


@pytest.mark.usefixtures("folders")
def test_a_rename_that_stopped_half_way_is_finished_by_the_same_command(home):
    with open_vault(home, clock=clock) as vault:
        vault.move_project("shop", "store")

    projects.rename(home, "shop", "store", clock=clock)

    assert held(home, "store") == ["fact_of_shop"]
    assert sorted(registry.keys_of(home)) == ["bank", "store"]


def test_a_moved_folder_is_followed_with_what_was_kept_at_its_new_place(home, folders):
    (folders / "shop").rename(folders / "market")
    write(home, identity.project_of(folders / "market", home).name, "Fact of the market")

    assert projects.remap(home, str(folders / "shop"), folders / "market", clock=clock) == ("shop", 1)

    assert held(home, "shop") == ["fact_of_shop", "fact_of_the_market"]
