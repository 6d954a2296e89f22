"""The gate without its two packages: the same catalogue on the standard library."""

import os
import subprocess
import sys

SCRIPT = """
import sys
sys.modules["re2"] = None
sys.modules["redact_secret"] = None
from vademecum.rules.gate import Policy, clean
from vademecum.rules.gate.catalogue import catalogue
from vademecum.rules.gate.finding import find
from vademecum.testing.specimens import Specimens

made = Specimens(3)
policy = Policy(key=b"k")
missed = [
    rule.id for rule in catalogue().rules for template in rule.yes
    if not any(hit.kind is rule.kind for hit in find(made.fill(template), policy))
]
print(missed, clean(made.fill("postgresql://user:{p14}@host/db"), policy)[0])
"""


def test_every_example_is_found_without_re2_and_without_the_second_opinion():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stdout.strip() == "[] postgresql://user:«REDACTED:db-password»@host/db", done.stderr
