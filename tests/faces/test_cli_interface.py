"""The promises to scripts: for each command its exit codes, one JSON document, and errors that say the way out."""

import json

import click
import pytest

from faces.terminal import remember, vade
from vademecum.faces.cli.app import app

pytestmark = pytest.mark.usefixtures("home")

RECEIPT = {
    "action", "name", "id", "scope", "sensitivity", "findings", "redactions", "similar", "indexed", "path",
}  # fmt: skip
LATER = (
    "archive", "cost", "export", "keys", "mine", "quarantine", "roi", "service",
    "setup", "tune",
)  # fmt: skip


@pytest.fixture
def kettle(home):
    """Write one memory of the project kitchen, with a link and an earlier version."""
    remember("The kettle", "It is blue; see [[teapot]].", "--project", "kitchen")
    return remember("The kettle", "It is green; see [[teapot]].", "--project", "kitchen")


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("init --yes", {"home", "vault", "created", "imported", "agents", "connected"}),
        ("uninstall", {"agents", "files", "problems", "purged", "left"}),
        ("status", {"checks", "well"}),
        ("doctor", {"checks", "well"}),
        ("projects", {"here", "projects"}),
        ("projects list", {"here", "projects"}),
        ("embedders", {"embedders"}),
        ("config", {"settings"}),
        ("config recall.k", {"settings"}),
        ("search kettle --project kitchen", {"hits", "mode", "degraded", "abstained", "fresh_as_of", "took_ms"}),
        ("recall kettle --scope all --explain", {"hits", "mode", "degraded", "abstained", "fresh_as_of", "took_ms"}),
        ("search kettle --as-of now --diff-now -k 3 --threshold 0.1", {"hits", "abstained"}),
        ("search kettle --domain general --type reference --max-sensitivity internal", {"hits", "abstained"}),
        ("search kettle --source memory --source document --source session", {"hits", "abstained"}),
        ("show the_kettle", {"name", "id", "body", "scope", "recorded_at"}),
        ("show the_kettle --as-of now", {"name", "id", "body"}),
        ("list", {"memories"}),
        ("list --scope project:kitchen", {"memories"}),
        ("why the_kettle", {"name", "versions", "events"}),
        ("links the_kettle", {"name", "out", "into"}),
        ("promote the_kettle", {"name", "scope", "path", "blocked", "findings", "text"}),
        ("promote --list", {"proposals"}),
        ("promote the_kettle --approve", RECEIPT),
        ("forget the_kettle", RECEIPT),
        ("forget the_kettle --erase", RECEIPT),
        ("adopt --list", {"unadopted"}),
        ("sync", {"adopted", "forgotten", "flagged", "problems", "looked_at"}),
        ("reindex", {"passages", "position", "seconds", "rebuilt"}),
        ("reindex --full --batch", {"passages", "position", "seconds", "rebuilt"}),
        ("verify", {"events", "versions", "files", "head", "flaws", "sound"}),
        ("prove the_kettle", {"name", "id", "leaf", "path", "checkpoint", "public_key"}),
        ("import claude-memory --dry-run", {"counts", "scopes", "troubles", "dry_run"}),
        ("gate allow 0123456789abcdef", {"allow"}),
    ],
)
@pytest.mark.usefixtures("kettle")
def test_with_json_a_command_prints_one_document_and_nothing_else(line, keys):
    said = vade(*line.split(), "--json")
    assert said.code == 0, said
    assert set(said.json) >= keys
    assert said.err == ""


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", 2),
        ("search", 2),
        ("search a b", 2),
        ("search a --source letters", 2),
        ("search a --as-of whenever", 2),
        ("write", 2),
        ("write --title a --valid-from never", 2),
        ("show", 2),
        ("promote", 2),
        ("gate scan", 2),
        ("gate scan /there/is/no/such/file", 2),
        ("gate allow nothing", 2),
        ("verify --checkpoint /there/is/no/such/file", 2),
        ("config recall.k many", 2),
        ("config store.edits perhaps", 2),
        ("restore --backup file", 2),
        ("serve --http", 2),
        ("import markdown /there/is/no/such/folder", 2),
        ("import vademecum file", 2),
        ("config no.such", 4),
        ("show nothing", 4),
        ("why nothing", 4),
        ("links nothing", 4),
        ("forget nothing", 4),
        ("restore nothing", 4),
        ("promote nothing", 4),
        ("adopt nothing", 4),
        ("revert nothing", 4),
        ("edit nothing", 4),
        ("prove nothing", 4),
        ("rules", 4),
        ("projects rename nothing other", 4),
        ("restore the_kettle", 5),
    ],
)
@pytest.mark.usefixtures("kettle")
def test_an_error_is_one_line_with_the_way_out(line, code):
    words = line.split()
    said = vade(*words, "--json")
    assert (said.code, said.out) == (code, ""), said
    assert said.error["code"]
    assert said.error["message"]
    assert said.error["hint"]
    if words:
        plain = vade(*words)
        assert plain.code == code
        assert plain.err.startswith("vade: ")
        assert plain.err.endswith(")\n")
        assert plain.err.count("\n") == 1


@pytest.mark.parametrize("name", LATER)
def test_a_command_of_a_later_version_is_no_riddle(name):
    said = vade(name, "--apply")
    assert said.code == 2
    assert said.err == f"vade: `{name}` is not part of this version (`vade --help` lists the commands)\n"


def test_without_a_command_the_help_is_shown():
    said = vade()
    assert said.code == 2
    assert said.out.startswith("Usage: vade ")
    assert "\nLook after:\n" in said.out


@pytest.mark.parametrize("name", ["write", "search", "promote", "config"])
def test_examples_stand_on_lines_of_their_own(name):
    lines = vade(name, "--help").out.splitlines()
    assert not [line for line in lines if "\\b" in line]
    assert [line for line in lines if line.startswith(f"  vade {name}")]


def test_choices_are_words_as_json_says_them():
    assert "[memory|document|session]" in vade("search", "--help").out


@pytest.mark.parametrize(
    "line", ['{"body": "x", "cites": 5}', '{"body": "x", "cites": {}}', '{"body": "x", "cites": "a"}']
)
def test_cites_that_are_no_list_are_refused_by_name(line):
    said = vade("write", "--jsonl", "-", "--json", given=line)
    assert said.code == 1
    assert json.loads(said.out)["error"]["field"] == "cites"


def test_a_refused_line_is_named_once():
    assert vade("write", "--jsonl", "-", given="nope").err.startswith("vade: line 1: is not JSON: ")


@pytest.mark.usefixtures("kettle")
def test_a_search_says_how_to_ask_the_other_projects():
    said = vade("search", "is the kettle green", "--project", "garage")
    assert said.code == 0
    assert "green" not in said.out
    assert said.out.endswith("1 more in other projects: ask with `--scope all`.\n")


@pytest.mark.usefixtures("kettle")
def test_a_story_says_where_each_version_comes_from_and_what_it_said():
    told = vade("why", "the_kettle").out
    assert "(superseded, project:kitchen, from cli, owner)\n  | The kettle\n  | It is blue; see" in told
    assert "(live, project:kitchen, from cli, owner)\n  | The kettle\n  | It is green; see" in told


@pytest.mark.parametrize("group", [[], *([name] for name, one in app.commands.items() if isinstance(one, click.Group))])
def test_no_line_in_a_list_of_commands_breaks_off(group):
    assert [
        line for line in vade(*group, "--help").out.splitlines() if line.endswith("...") and "Usage" not in line
    ] == []
