"""Breadth: vendors' formats, config files, commands, sentences in many languages, numbers of many countries."""

import sys
from collections import defaultdict
from pathlib import Path

import pytest

from vademecum.rules.gate import Policy, clean, scan

sys.path.insert(0, str(Path(__file__).parents[3] / "evals"))
import gate_kinds

POLICY = Policy(key=b"tests")


@pytest.fixture(scope="module")
def rows():
    return list(gate_kinds.lines(5))


@pytest.mark.parametrize(("label", "bar"), [("secret", 0.98), ("pii", 0.98), ("path", 0.98)])
def test_nearly_all_kinds_are_covered(rows, is_covered, label, bar):
    spans = [(row[0], span) for row in rows if row[1] == label for span in row[4]]
    missed = [text for text, span in spans if not is_covered(text, span)]
    assert len(missed) <= (1 - bar) * len(spans), missed


def test_no_kind_of_harmless_line_is_flagged_more_than_rarely(rows):
    harmless = [row[0] for row in rows if row[1] == "clean"]
    flagged = [text for text in harmless if scan(text, POLICY)]
    assert len(flagged) <= 0.01 * len(harmless), flagged


def test_the_table_is_broad(rows):
    counts = defaultdict(int)
    for row in rows:
        counts[row[1]] += 1
    assert counts["secret"] > 1500
    assert counts["pii"] > 150
    assert counts["clean"] > 300


def test_what_was_cleaned_stays_clean(rows):
    for row in rows[::7]:
        once, _ = clean(row[0], POLICY)
        assert clean(once, POLICY)[0] == once
