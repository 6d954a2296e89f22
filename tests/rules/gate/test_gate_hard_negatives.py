"""What looks like a secret and is none stays, and what people write around secrets is found."""

import sys
from pathlib import Path

import pytest

from vademecum.model.memory import FindingKind
from vademecum.rules.gate import Policy, scan

sys.path.insert(0, str(Path(__file__).parents[3] / "evals"))
import gate_cases

POLICY = Policy(key=b"tests")


@pytest.mark.parametrize("half", ["dev", "held-out"])
def test_the_generated_lines_meet_the_bars(half, is_covered):
    rows = list(gate_cases.lines(3, half))
    by_label = {}
    for text, label, _, _, spans in rows:
        for span in spans:
            by_label.setdefault(label, []).append(is_covered(text, span))
    assert sum(by_label["secret"]) / len(by_label["secret"]) >= 0.97
    assert sum(by_label["pii"]) / len(by_label["pii"]) >= 0.95
    assert sum(by_label["path"]) / len(by_label["path"]) >= 0.98


@pytest.mark.parametrize("half", ["dev", "held-out"])
def test_at_most_one_in_a_hundred_clean_lines_is_flagged(half):
    clean = [row[0] for row in gate_cases.lines(4, half) if row[1] == "clean"]
    flagged = [text for text in clean if any(one.kind is not FindingKind.PATH for one in scan(text, POLICY))]
    assert len(flagged) <= len(clean) / 100, flagged
