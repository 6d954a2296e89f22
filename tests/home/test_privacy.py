"""A rule means what its writer meant, and when in doubt it holds."""

import pytest

from vademecum.identity.privacy import left_alone_at, left_alone_by
from vademecum.model.settings import PrivacySettings

HIT = [
    "~/clients/**",
    "~/clients/*",
    "~/clients",
    "~/clients/",
    "~/clients/acme",
    "~/Clients/ACME/**",
    "~/cl*/**",
    "**/acme/**",
    "clients",
    "clients/**",
    " ~/clients/** ",
]
MISS = [
    "~/client",
    "~/clients-old/**",
    "~/clients/other/**",
    "acm",
    "",
    "  ",
    "~nobody-of-that-name/x/**",
    "/clients/**",
]


@pytest.fixture
def folder(user_dir):
    made = user_dir / "clients" / "acme" / "src"
    made.mkdir(parents=True)
    return made


@pytest.mark.parametrize("pattern", HIT)
def test_a_folder_under_a_pattern_is_left_alone_by_name_of_the_rule(folder, pattern):
    assert left_alone_by(folder, PrivacySettings(exclude=("", pattern))) == f"privacy.exclude has {pattern}"


@pytest.mark.parametrize("pattern", MISS)
def test_no_other_folder_is(folder, pattern):
    assert left_alone_by(folder, PrivacySettings(exclude=(pattern,))) == ""


def test_where_only_some_are_wanted_every_other_is_left_alone(folder, user_dir):
    only = PrivacySettings(only=("~/clients/acme/**",))

    assert left_alone_by(folder, only) == ""
    assert left_alone_by(user_dir, only)
    assert left_alone_by(user_dir / "clients" / "not-there", only)
    assert left_alone_by(folder, PrivacySettings(only=("~/clients/ACME/**",)))


def test_letters_that_are_written_in_two_ways_are_the_same(user_dir):
    made = user_dir / "caf\u00e9"
    made.mkdir()

    assert left_alone_by(made, PrivacySettings(exclude=("~/cafe\u0301/**",)))


def test_neither_a_link_nor_a_way_round_leads_past_a_rule(folder, user_dir):
    (user_dir / "link").symlink_to(folder)
    rules = PrivacySettings(exclude=("~/clients/**",))

    assert left_alone_by(user_dir / "link", rules)
    assert left_alone_by(user_dir / "other" / ".." / "clients" / "acme", rules)
    assert left_alone_by(user_dir / "link", PrivacySettings(exclude=("~/link",)))


def test_a_file_turns_everything_off_below_it_also_a_link_that_leads_nowhere(folder, user_dir):
    (user_dir / "clients" / ".vademecum-off").symlink_to(user_dir / "nowhere")

    assert "is there" in left_alone_by(folder, PrivacySettings())
    assert left_alone_by(user_dir, PrivacySettings()) == ""


def test_a_folder_that_is_not_known_is_left_alone_as_long_as_there_are_rules():
    assert left_alone_at(None, PrivacySettings()) == ""
    assert left_alone_at(None, PrivacySettings(exclude=("x",)))
    assert left_alone_at(None, PrivacySettings(only=("x",)))
