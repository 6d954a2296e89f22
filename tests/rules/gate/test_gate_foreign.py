"""The labelled set of another author: what the gate was not written for, with bars that it must not fall below."""

import sys
from pathlib import Path

import pytest

from vademecum.model.memory import Draft, FindingKind, Scope
from vademecum.rules.gate import Policy, clean, decide, scan
from vademecum.rules.gate.tables import cells

sys.path.insert(0, str(Path(__file__).parents[3] / "evals"))
import gate_foreign

PRIVATE = (
    "a <private reason='q'>x1</private> b",
    "a < PRIVATE >x1</ private > b",
    "a <pri\u200bvate>x1</private> b",
    "a ＜private＞x1＜/private＞ b",
)


@pytest.fixture(scope="module")
def rows():
    return list(gate_foreign.lines(1))


@pytest.mark.parametrize(("label", "bar"), [("secret", 0.97), ("pii", 0.95), ("path", 0.98)])
def test_most_of_another_authors_lines_are_covered(rows, is_covered, label, bar):
    spans = [(row[0], span) for row in rows if row[1] == label for span in row[4]]
    missed = [text for text, span in spans if not is_covered(text, span)]
    assert len(missed) <= (1 - bar) * len(spans), missed


def test_hardly_any_of_another_authors_harmless_lines_is_flagged(rows, policy):
    harmless = [row[0] for row in rows if row[1] == "clean"]
    flagged = [text for text in harmless if scan(text, policy)]
    assert len(flagged) <= 0.01 * len(harmless), flagged


def test_cleaning_another_authors_lines_twice_changes_nothing(rows, policy):
    for row in rows:
        once, _ = clean(row[0], policy)
        assert clean(once, policy)[0] == once


def test_a_cell_below_a_head_that_names_a_secret_is_redacted(made, policy):
    value = made.fill("{P12}")
    assert value not in clean(f"| env | password |\n|---|---|\n| stage | {value} |\n", policy)[0]
    assert value not in clean(f"user,password\nops,{value}\n", policy)[0]
    assert list(cells("| key | meaning |\n")) == []


@pytest.mark.parametrize("text", PRIVATE)
def test_a_private_span_goes_however_its_tags_are_written(policy, text):
    assert clean(text, policy)[0] == "a  b"


def test_a_private_tag_that_a_cut_puts_together_is_cut_as_well(policy):
    kept, _ = clean("a <pri<private>x</private>vate>x1</private> b", policy)
    assert kept == "a  b"
    assert clean(kept, policy)[0] == kept


@pytest.mark.parametrize("word", ["true", "postgres", "/usr/bin", "production", "eu-west-1", "http://localhost:8080"])
def test_a_word_or_setting_of_the_environment_is_no_known_secret(word):
    assert scan(f"we use {word} here", Policy(known=(word,))) == ()


def test_a_short_known_value_counts_only_on_its_own(made):
    value = made.fill("K{w9}4")
    assert scan(f"it says {value} here", Policy(known=(value,)))
    assert not any(one.rule == "known-value" for one in scan(f"it says a{value}b here", Policy(known=(value,))))


def test_the_origin_of_a_memory_is_no_secret(made, policy):
    assert scan(made.fill("origin_session: native:claude-code:{h8}-{h4}-4{h3}-a{h3}-{h12}"), policy) == ()


def test_a_project_named_like_a_credential_is_refused(made, policy):
    draft = Draft(body="text", scope=Scope(made.fill("ghp_{w36}")))
    decision = decide(draft, policy)
    assert decision.blocked
    assert "project" in decision.reason


def test_a_flood_of_names_without_values_takes_no_second(policy):
    assert scan("pw:" * 21_000, policy) == ()


def test_publishable_keys_are_left_alone(made, policy):
    for shape in ("pk_live_{w24}", "phc_{w43}", "pk.eyJ{w66}.{w22}", "sb_publishable_{w22}_{w8}"):
        found = scan(f"key = '{made.fill(shape)}'", policy)
        assert not any(one.kind is FindingKind.SECRET for one in found)
