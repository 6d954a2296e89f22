"""What the gate's tests share: a policy, and a source of fake values."""

import pytest

from vademecum.rules.gate import Policy
from vademecum.testing.specimens import Specimens


@pytest.fixture
def policy():
    return Policy(key=b"tests")


@pytest.fixture
def made():
    return Specimens(7)
