"""What the gate's tests share: a policy, and a source of fake values."""

import pytest

from vademecum.rules.gate import Policy, scan
from vademecum.testing.specimens import Specimens


@pytest.fixture
def policy():
    return Policy(key=b"tests")


@pytest.fixture
def made():
    return Specimens(7)


@pytest.fixture
def is_covered(policy):
    """Return what tells whether next to nothing of a labelled span, (start, end, kind), is left of a text."""

    def covered(text, span):
        found = set()
        for one in scan(text, policy):
            if one.kind == span[2]:
                found.update(range(max(one.start, span[0]), min(one.end, span[1])))
        size = span[1] - span[0]
        return size - len(found) <= min(8, size * 0.25)

    return covered
