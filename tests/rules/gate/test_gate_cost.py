"""The gate's work grows with the text, not with its square: counted, not timed."""

import sys
import time
from pathlib import Path

import pytest

from vademecum.rules.gate import Policy, scan
from vademecum.rules.gate.finding import OVERLAP, WINDOW
from vademecum.testing.specimens import Specimens

sys.path.insert(0, str(Path(__file__).parents[3] / "evals"))
import gate_cases

POLICY = Policy(key=b"tests")


def steps(text):
    """Count the calls of Python and C functions that scanning a text takes."""
    count = 0

    def tick(*_):
        nonlocal count
        count += 1

    sys.setprofile(tick)
    try:
        scan(text, POLICY)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(("name", "unit"), gate_cases.HOSTILE)
def test_twice_the_hostile_text_takes_about_twice_the_steps(name, unit):
    small, large = ((unit * (size // len(unit) + 1))[:size] for size in (4_000, 8_000))
    scan(small, POLICY)
    assert steps(large) <= 2.5 * steps(small) + 2_000, name


@pytest.mark.slow
@pytest.mark.parametrize(("name", "unit"), gate_cases.HOSTILE)
def test_no_hostile_64_kb_takes_longer_than_a_second_of_processor_time(name, unit):
    text = (unit * (65_536 // len(unit) + 1))[:65_536]
    before = time.process_time()
    scan(text, POLICY)
    assert time.process_time() - before < 1, name


@pytest.mark.parametrize("place", [WINDOW - 20, WINDOW - OVERLAP - 20, WINDOW + 5, 2 * WINDOW - OVERLAP - 3])
def test_a_secret_on_the_edge_of_a_window_is_found_once(place):
    secret = Specimens(1).fill("ghp_{w36}")
    text = ("word and word. " * 20_000)[: place - 1] + " " + secret + " end"
    (finding,) = scan(text, POLICY)
    assert text[finding.start : finding.end] == secret


def test_a_secret_is_found_at_every_place_of_a_text():
    secret = Specimens(2).fill("glpat-{W20}")
    text = "A short note. It has a few words, and they say nothing. " * 3
    for place in range(0, len(text), 7):
        whole = f"{text[:place]} {secret} {text[place:]}"
        assert any(whole[one.start : one.end] == secret for one in scan(whole, POLICY)), place
