"""Asking from the command line."""

import pytest

from faces.terminal import remember, vade

HIT = {
    "name", "id", "source", "scope", "description", "text", "relevance", "scores", "path", "recorded_at", "age",
    "trust", "cites", "diff",
}  # fmt: skip

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(autouse=True)
def _kettle(home):
    remember("The kettle is blue", "Bought in May; see [[teapot]].")


@pytest.mark.parametrize("word", ["search", "recall"])
def test_a_search_says_what_it_found_and_how(word):
    answer = vade(word, "is the kettle blue", "--json").json
    assert set(answer) >= {"hits", "mode", "degraded", "abstained", "fresh_as_of", "took_ms"}
    assert set(answer["hits"][0]) >= HIT
    assert answer["hits"][0]["name"] == "the_kettle_is_blue"


def test_for_people_a_hit_is_quoted():
    said = vade("search", "is the kettle blue")
    assert "1. the_kettle_is_blue [global, just now" in said.out
    assert "   | Bought in May; see [[teapot]]." in said.out


def test_an_unrelated_question_finds_nothing_and_says_why():
    said = vade("search", "quantum chromodynamics lattice", "--fail-empty", "--json")
    assert said.code == 1
    assert said.json["hits"] == []
    assert said.json["abstained"]


def test_a_project_sees_its_own_and_global_memories():
    remember("The kettle's price", "It cost 20.", "--project", "kitchen")
    names = [hit["name"] for hit in vade("search", "kettle", "--project", "kitchen", "--json").json["hits"]]
    assert set(names) == {"the_kettle_is_blue", "the_kettle_s_price"}
    elsewhere = vade("search", "kettle", "--project", "garage", "--json").json
    assert [hit["name"] for hit in elsewhere["hits"]] == ["the_kettle_is_blue"]
    only = vade("search", "kettle", "--scope", "project:kitchen", "--json").json["hits"]
    assert [hit["scope"] for hit in only] == ["project:kitchen"]
    assert len(vade("search", "kettle", "--scope", "all", "--json").json["hits"]) == 2


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("-k", "0"), "-k"),
        (("-k", "1001"), "-k"),
        (("-k", "many"), "-k"),
        (("--threshold", "1.5"), "--threshold"),
        (("--source", "mail"), "--source"),
        (("--max-sensitivity", "none"), "--max-sensitivity"),
        (("--as-of", "whenever"), "as_of"),
        (("--scope", "galaxy"), "scope"),
    ],
)
def test_a_bad_option_is_named(arguments, field):
    said = vade("search", "kettle", *arguments)
    assert said.code == 2
    assert field in said.err
    assert said.out == ""


def test_show_gives_the_file_or_all_fields():
    assert vade("show", "the_kettle_is_blue").out.startswith("---\n")
    shown = vade("show", "the_kettle_is_blue", "--json").json
    assert set(shown) >= {"name", "id", "body", "description", "scope", "tags", "trust", "state", "recorded_at"}
    assert vade("show", shown["id"], "--json").json["name"] == "the_kettle_is_blue"


def test_the_past_is_shown_as_it_was():
    assert vade("show", "the_kettle_is_blue", "--as-of", "yesterday").code == 4
    assert vade("show", "the_kettle_is_blue", "--as-of", "today").code == 0


def test_list_is_newest_first():
    remember("The teapot is red", "It leaks.", "--project", "kitchen")
    names = [one["name"] for one in vade("list", "--json").json["memories"]]
    assert names == ["the_teapot_is_red", "the_kettle_is_blue"]
    assert [one["name"] for one in vade("list", "--scope", "project:kitchen", "--json").json["memories"]] == names[:1]


def test_why_tells_the_story():
    vade("write", "--name", "the_kettle_is_blue", "--title", "The kettle is green", "--body", "Bought in May.")
    story = vade("why", "the_kettle_is_blue", "--json").json
    assert [version["description"] for version in story["versions"]] == ["The kettle is blue", "The kettle is green"]
    assert [event["event"] for event in story["events"]] == ["stored", "superseded"]
    assert "The kettle is green" in vade("why", "the_kettle_is_blue").out


def test_links_show_both_directions():
    remember("Teapot", "Beside the [[the_kettle_is_blue]].")
    assert vade("links", "the_kettle_is_blue", "--json").json == {
        "name": "the_kettle_is_blue",
        "out": [{"target": "teapot", "name": "teapot"}],
        "into": ["teapot"],
    }
    assert "<- teapot" in vade("links", "the_kettle_is_blue").out


def test_the_manifest_is_what_a_session_starts_with():
    said = vade("manifest", "--project", "shop")
    assert said.out.splitlines() == [
        "Remembered: 0 of shop, 1 for every project",
        "- the_kettle_is_blue - The kettle is blue",
    ]
    answer = vade("manifest", "--project", "shop", "--json").json
    assert (answer["project"], answer["total"], answer["grouped"], answer["more"]) == ("shop", 1, False, 0)
    assert vade("manifest", "--project", "no such").code == 2


def test_status_shows_what_capture_may_cost_and_how_to_end_it(home):
    (check,) = [one for one in vade("status", "--json").json["checks"] if one["name"] == "capture"]
    assert (
        check["message"]
        == "on, by rule (0 of 20 model calls today, 0 tokens); `vade config capture.enabled false` ends it"
    )

    vade("config", "capture.enabled", "false")

    assert "capture: off" in vade("status").out
