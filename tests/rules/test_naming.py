"""Names are file names on every system, and nobody's name becomes somebody else's."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vademecum.model.errors import InvalidError
from vademecum.rules import naming

TITLES = (Path(__file__).parents[1] / "data" / "hostile_titles.txt").read_text(encoding="utf-8").splitlines()
DEVICES = {"con", "prn", "aux", "nul", "com1", "lpt9"}


def assert_is_a_safe_name(name: str) -> None:
    assert name
    assert len(name) <= 80
    assert len(f"{name}.md".encode()) <= 120
    assert name == unicodedata.normalize("NFC", name.casefold())
    assert all(char == "_" or unicodedata.category(char)[0] in "LMN" for char in name)
    assert name not in DEVICES


@pytest.mark.parametrize("title", TITLES)
def test_every_hostile_title_gets_a_safe_name(title):
    assert_is_a_safe_name(naming.slug(title))


@given(st.text(max_size=200))
@example("\u1fb6")  # folding case takes this letter apart
def test_any_title_gets_a_safe_name_that_names_itself(title):
    name = naming.slug(title)
    assert_is_a_safe_name(name)
    assert naming.slug(name) == name


@given(st.lists(st.sampled_from(TITLES), max_size=30))
def test_titles_never_share_a_name(titles):
    taken: list[str] = []
    for title in titles:
        name = naming.free_name(naming.slug(title), taken.__contains__)
        assert_is_a_safe_name(name)
        assert name not in taken
        taken.append(name)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Retry: three times, then stop", "retry_three_times_then_stop"),
        ("日本語", "日本語"),
        ("हिन्दी", "हिन्दी"),
        ("GRÖSSE", "grösse"),
        ("Gro\u0308ße", "grösse"),
        ("\u0130stanbul", "istanbul"),
        ("\ufb01le", "file"),
        ("zero\u200bwidth", "zerowidth"),
        ("CON", "con_note"),
        ("../../etc/passwd", "etc_passwd"),
        ("a  b-c_d", "a_b_c_d"),
    ],
)
def test_a_title_becomes_its_words_in_lower_case(title, name):
    assert naming.slug(title) == name


def test_a_long_title_is_cut_at_a_word():
    assert naming.slug("wonderful " * 30) == "_".join(["wonderful"] * 8)


def test_titles_without_letters_have_different_stable_names():
    assert naming.slug("...") != naming.slug("🚀🚀")
    assert naming.slug("...") == naming.slug("...")


def test_a_taken_name_is_numbered_and_many_equal_names_stay_cheap():
    taken = {"note"}
    asked = 0

    def is_taken(name: str) -> bool:
        nonlocal asked
        asked += 1
        return name in taken

    for number in range(2, 1_000):
        name = naming.free_name("note", is_taken)
        assert name == f"note_{number}"
        taken.add(name)
    assert asked < 25_000


@pytest.mark.parametrize(("given_name", "kept"), [("bob", "bob"), ("BOB", "bob"), ("bob1", "bob1"), ("a-b_c", "a-b_c")])
def test_a_plain_user_name_is_kept_in_lower_case(given_name, kept):
    assert naming.check_user(given_name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "bob ",
        "Bob\u0301",
        "../bob",
        "a/b",
        "x" * 65,
        "x" * 300,
        "🙂",
        "\u212aim",
        "u%2e%2e",
        "-a",
        ".a",
        "con",
        "a\n",
        None,
        123,
    ],
)
def test_any_other_user_or_project_name_is_refused(name):
    with pytest.raises(InvalidError, match="user"):
        naming.check_user(name)
    with pytest.raises(InvalidError, match="project"):
        naming.check_project(name)


@pytest.mark.parametrize(
    ("name", "kept"), [("项目", "项目"), ("Работа", "работа"), ("Shop", "shop"), ("プロ_2", "プロ_2")]
)
def test_a_project_may_be_named_in_any_script(name, kept):
    assert naming.check_project(name) == kept


@pytest.mark.parametrize("name", ["Работа Юг", "项目/..", "_项目", "项" * 65, "caf\u00e9", "项\ud800", "项\u200b目"])
def test_a_projects_name_that_is_not_spelled_as_it_would_be_kept_is_refused(name):
    with pytest.raises(InvalidError, match="project"):
        naming.check_project(name)


@given(st.text(max_size=120))
@example("项" * 60 + "\U00020000" * 20)
def test_any_folder_gets_a_projects_name_that_is_accepted_as_one(folder):
    name = naming.project_slug(folder)

    assert naming.check_project(name) == name
    assert naming.project_slug(name) == name
    assert len(name.encode()) <= 200


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("# Plain note\n\nNo more.", "Plain note"),
        ("We use pnpm. Never npm.", "We use pnpm."),
        ("Use e.g. version 3.12 here! Ok", "Use e.g. version 3.12 here!"),
        ("- **Why:** it is\n  faster", "**Why:** it is faster"),
        ("---\n\nText.", "Text."),
        ("設定は三回。次は", "設定は三回。"),
        ("", ""),
    ],
)
def test_the_first_sentence_of_a_text(text, sentence):
    assert naming.first_sentence(text, 80) == sentence


@given(st.text(max_size=400), st.integers(20, 100))
def test_a_first_sentence_is_one_short_line(text, limit):
    sentence = naming.first_sentence(text, limit)
    assert len(sentence) <= limit
    assert "\n" not in sentence
