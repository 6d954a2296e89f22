"""Every rule finds what it says it finds, and leaves alone what it says it leaves alone."""

import re

import pytest
import re2

from vademecum.model.memory import FindingKind
from vademecum.rules.gate import RULESET, Policy
from vademecum.rules.gate.catalogue import catalogue, labels, provider_rules
from vademecum.rules.gate.finding import find
from vademecum.rules.gate.judges import JUDGES
from vademecum.rules.gate.matching import compiled_re, compiled_re2, encode
from vademecum.rules.gate.shapes import Shape
from vademecum.testing.specimens import Specimens

OURS = Policy(key=b"tests", second_opinion=False)
RULES = catalogue().rules
LOOK_AROUND = re.compile(r"\(\?(?:=|!|<=|<!|P=)|\\[1-9]")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_each_rule_is_shown_by_examples_of_both_kinds(rule):
    assert rule.yes
    assert rule.no
    assert rule.check in JUDGES


@pytest.mark.parametrize("seed", range(3))
def test_every_positive_example_is_found_with_its_kind(seed):
    made = Specimens(seed)
    missed = []
    for rule in RULES:
        for template in rule.yes:
            text = made.fill(template)
            if not any(hit.kind is rule.kind for hit in find(text, OURS)):
                missed.append((rule.id, text))
    assert not missed


@pytest.mark.parametrize("seed", range(3))
def test_no_negative_example_of_a_secret_is_taken_for_one(seed):
    made = Specimens(seed)
    alarms = []
    for rule in RULES:
        for template in rule.no:
            text = made.fill(template)
            hits = find(text, OURS)
            if any(hit.rule == rule.id or hit.kind is FindingKind.SECRET for hit in hits):
                alarms.append((rule.id, text, [hit.rule for hit in hits]))
    assert not alarms


def test_rule_names_are_unique_and_markers_know_their_kinds():
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert {rule.label for rule in RULES} <= labels()
    assert len(RULESET) == 64


def test_the_catalogue_is_broad():
    assert len({rule.label for rule in provider_rules()}) >= 150


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_patterns_stay_within_what_both_engines_understand(rule):
    for pattern in filter(None, (rule.pattern, rule.glued)):
        assert not LOOK_AROUND.search(pattern)
        assert compiled_re2(pattern)
        assert compiled_re(pattern)


def test_both_engines_find_the_same_spans_in_every_example(made):
    for rule in RULES:
        for template in (*rule.yes, *rule.no):
            data = encode(made.fill(template))
            ours = [match.span(1) for match in compiled_re2(rule.pattern).finditer(data)]
            assert ours == [match.span(1) for match in compiled_re(rule.pattern).finditer(data)], rule.id


def test_engines_disagree_on_nothing_that_the_catalogue_could_hide_behind():
    assert re2.compile(rb"a").search(b"ba").span() == re.compile(rb"a").search(b"ba").span()


def test_a_shape_accepts_a_cut_value_and_takes_all_of_a_longer_one(made):
    shape = Shape("ghp_{w36}")
    pattern = re.compile(shape.tolerant)
    assert shape.keyword == "ghp_"
    assert pattern.search(made.fill("ghp_{w24}"))
    assert pattern.search(made.fill("ghp_{w60}"))[1].__len__() == 64
    assert not pattern.search(made.fill("ghp_{w9}"))


def test_a_bounded_shape_does_not_match_inside_a_word(made):
    pattern = re.compile(Shape("^AKIA{U16}").tolerant)
    assert pattern.search(made.fill("key AKIA{U16}"))
    assert not pattern.search(made.fill("XAKIA{U16}"))
