"""Folders of notes and documents, through the command line: added, listed, removed."""

from pathlib import Path

import pytest

from faces.sources import notes
from faces.terminal import vade
from vademecum import config

pytestmark = pytest.mark.usefixtures("shop", "alone")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two pages."""
    return notes(
        tmp_path / "notes",
        handbook="# Handbook\n\nThe walrus key is in the safe.\n",
        kettle="# Kettle\n\nThe kettle is blue, and it was bought in May.\n",
    )


def paths(home: Path) -> tuple[str, ...]:
    return config.load(home).knowledge.paths


def test_a_folder_is_searched_as_soon_as_it_is_added(folder, home):
    told = vade("knowledge", "add", str(folder))
    assert (told.code, told.out) == (0, f"{folder}: 2 documents, 2 passages\n")
    assert paths(home) == (str(folder),)
    assert [hit["at"] for hit in vade("search", "where is the walrus key", "--json").json["hits"]] == [{"line": 1}]


def test_adding_a_folder_says_how_much_its_patterns_leave_out(folder):
    notes(folder / "drafts", one="# One\n", two="# Two\n")
    (folder / ".gitignore").write_text("drafts/\nkettle.md\n", encoding="utf-8")
    told = vade("knowledge", "add", str(folder))
    assert told.out == f"{folder}: 1 document, 1 passage; left out by patterns: 2 files or folders\n"
    assert vade("knowledge", "list", "--json").json["folders"][0]["ignored"] == 2


def test_a_folder_of_one_project_is_found_in_it_alone(folder, home):
    told = vade("knowledge", "add", str(folder), "--project")
    assert told.out == f"{folder} [project:shop]: 2 documents, 2 passages\n"
    assert paths(home) == (f"project:shop {folder}",)
    assert vade("search", "walrus key", "--json").json["hits"]
    assert vade("search", "walrus key", "--project", "garage", "--json").json["hits"] == []


def test_a_project_is_named_or_there_is_none(folder, user_dir, monkeypatch):
    assert vade("knowledge", "add", str(folder), "--project=garage", "--json").json["folders"][0]["scope"] == (
        "project:garage"
    )
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(user_dir))
    assert vade("knowledge", "add", str(folder), "--project").code == 2


def test_the_same_folder_again_is_no_second_one(folder, home, tmp_path, monkeypatch):
    link = tmp_path / "link"
    link.symlink_to(folder)
    vade("knowledge", "add", str(folder))
    monkeypatch.chdir(tmp_path)
    for name in (str(folder), "notes", "notes/../notes", str(link)):
        told = vade("knowledge", "add", name)
        assert told.code == 0
        assert "is searched already, in global" in told.out
    assert paths(home) == (str(folder),)


def test_a_path_that_is_not_there_is_refused_unless_it_is_meant(folder, home, tmp_path):
    missing = tmp_path / "later"
    assert vade("knowledge", "add", str(folder), str(missing)).code == 4
    assert paths(home) == ()
    assert vade("knowledge", "add", str(missing), "--force").out == f"{missing}: not there now; 0 passages of it stay\n"
    notes(missing, page="# Later\n\nThe walrus came later.\n")
    vade("sync")
    assert vade("knowledge", "list", "--json").json["folders"][0]["documents"] == 1


def test_what_holds_far_more_than_documents_is_refused(home, user_dir):
    for path in (user_dir, Path(user_dir.anchor), user_dir.parent):
        said = vade("knowledge", "add", str(path))
        assert (said.code, said.out) == (2, "")
        assert "--force" in said.err
    for path in (home, home / "vaults" / "default" / "store"):
        assert vade("knowledge", "add", str(path), "--force").code == 2
    assert paths(home) == ()


def test_a_single_file_may_be_added_and_its_name_may_be_odd(tmp_path, home):
    page = notes(tmp_path / "a, b 'c' \"d\" #e", **{"x [y]": "# Page\n\nThe walrus is here.\n"}) / "x [y].md"
    assert vade("knowledge", "add", str(page)).out == f"{page}: 1 document, 1 passage\n"
    assert paths(home) == (str(page),)
    assert vade("knowledge", "remove", str(page)).code == 0
    assert paths(home) == ()


def test_the_list_says_what_each_folder_has(folder, tmp_path):
    assert vade("knowledge", "list").out == "No folder of documents is searched yet: `vade knowledge add PATH`.\n"
    vade("knowledge", "add", str(folder), str(notes(tmp_path / "more", page="# More\n\nText.\n")))
    assert vade("knowledge", "list").out == (
        f"{folder}: 2 documents, 2 passages\n{tmp_path / 'more'}: 1 document, 1 passage\n"
    )
    rows = vade("knowledge", "list", "--json").json["folders"]
    assert [set(row) for row in rows] == [
        {"path", "scope", "documents", "passages", "missing", "omitted", "ignored"}
    ] * 2


def test_a_removed_folder_is_out_of_the_index_at_once_and_untouched(folder, home, tmp_path, monkeypatch):
    vade("knowledge", "add", str(folder))
    monkeypatch.chdir(tmp_path)
    told = vade("knowledge", "remove", "notes")
    assert (told.code, told.out) == (0, f"{folder} is searched no more; 2 documents went out of the index.\n")
    assert paths(home) == ()
    assert vade("search", "walrus key", "--json").json["hits"] == []
    assert len(list(folder.iterdir())) == 2
    assert vade("knowledge", "remove", "notes").code == 4


def test_a_folder_that_is_gone_may_be_removed(folder, home):
    vade("knowledge", "add", str(folder))
    for page in folder.iterdir():
        page.unlink()
    folder.rmdir()
    vade("sync")
    told = vade("knowledge", "remove", str(folder))
    assert told.out == f"{folder} is searched no more; 2 documents went out of the index.\n"


def test_the_rest_of_the_settings_stays_as_it_was(folder, home):
    vade("config", "recall.k", "7")
    before = (home / "config.toml").read_text(encoding="utf-8")
    vade("knowledge", "add", str(folder))
    vade("knowledge", "remove", str(folder))
    after = (home / "config.toml").read_text(encoding="utf-8")
    changed = [line for line in after.splitlines() if line not in before.splitlines()]
    assert changed == ["paths = []"]


@pytest.mark.parametrize("verb", ["add", "remove"])
def test_a_folder_named_for_another_users_vault_does_not_go_to_everybodys(folder, home, verb):
    told = vade("--user", "bob", "knowledge", verb, str(folder))
    assert told.code == 2
    assert "the vault of bob searches no folders" in told.err
    assert paths(home) == ()
