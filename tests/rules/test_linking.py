"""Links in a text, and what they point at."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.rules import linking, markdown

DATA = Path(__file__).parents[1] / "data" / "markdown" / "links"
NOTES = {path.relative_to(DATA).as_posix(): path.read_text(encoding="utf-8") for path in DATA.rglob("*.md")}
TITLES = {markdown.title(markdown.parse(text)): name for name, text in NOTES.items() if "overview" not in name}
TITLES |= {alias: name for name, text in NOTES.items() for alias in markdown.parse(text).fields.get("aliases", ())}
EXPECTED = [json.loads(line) for line in (DATA / "expected.jsonl").read_text(encoding="utf-8").splitlines()]
FOUND = linking.links(NOTES["links.md"])
AMONG = linking.targets(NOTES, TITLES)


@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: case["link"])
def test_each_form_of_link_resolves_as_expected(case):
    target = case["link"].lstrip("!").partition("|")[0]
    wanted = case["resolves_to"]
    if wanted == "not a link":
        assert target not in FOUND
        return
    assert target in FOUND
    if wanted and wanted.startswith("ambiguous"):
        wanted = "overview.md"  # the linking note is at the root, and so is this one
    assert linking.resolve(target, AMONG, near="links.md") == wanted


def test_links_come_once_each_in_order_and_without_what_is_shown():
    body = "[[b|shown]] ![[a]] [[b]] \\[[no]] [[ ]] [[]] [[c\\|in a table]] `` ` [[code]] `` [[d#Part]]"
    assert linking.links(body) == ("b", "a", "c", "d#Part")


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("~~~\n[[in]]\n```\n[[in]]\n~~~\n[[out]]", ("out",)),
        ("````\n```\n[[in]]\n````\n[[out]]", ("out",)),
        ("```\n[[never closed]]", ()),
        ("a ` tick [[out]]", ("out",)),
        ("<!-- [[in]]\n --> [[out]] <!-- [[open]]", ("out",)),
        ("\\\\[[out]]", ("out",)),
    ],
)
def test_code_and_comments_hold_no_links(body, found):
    assert linking.links(body) == found


def test_a_link_between_equal_names_means_the_one_in_its_own_folder():
    names = ["a/note.md", "b/note.md"]
    assert linking.resolve("note", names) is None
    assert linking.candidates("note", linking.targets(names)) == ("a/note.md", "b/note.md")
    assert linking.resolve("note", names, near="b/other.md") == "b/note.md"


def test_a_target_appears_and_disappears_with_its_memory():
    assert linking.resolve("later-note", []) is None
    assert linking.resolve("later-note", ["later_note"]) == "later_note"


def test_a_title_means_the_memory_that_got_its_name_from_it():
    assert linking.resolve("Sprint #4", ["sprint", "sprint_4"]) == "sprint_4"
    assert linking.resolve("Retry: three times!", ["retry_three_times"]) == "retry_three_times"


@given(st.text(alphabet="`~[]a\\|<!->\n#", max_size=200))
def test_any_text_has_its_links_found_without_an_exception(body):
    for target in linking.links(body):
        assert linking.resolve(target, [target]) in {target, None}


def test_many_backticks_and_brackets_take_linear_time():
    body = "".join("`" * n + " " for n in range(1, 600)) + "[[" * 50_000 + "<!--" * 20_000
    assert linking.links(body) == ()
