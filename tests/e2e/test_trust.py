"""Codex runs no hook that its user does not trust: what it asks at the first start, and what comes of each answer."""

from pathlib import Path

import pytest

from e2e.clients import Codex, Person, Run, find

pytestmark = pytest.mark.e2e

FREEZE = ("--title", "Billing deploys", "--body", "Deploys of the billing service are frozen on Fridays; ask Marta.")
KNOWN = "ask Marta"
ASKED = "When may I deploy the billing service?"
ANSWERED = "• ok"
DOWN, ENTER = "\x1b[B", "\r"
REVIEW = "3. Continue without trusting (hooks won't run)"
"""Only what is drawn on an empty part of the screen can be read whole; the question itself is not."""
TRUST = "› 2. Trust all and continue"


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path, find(Codex))


def starts(person: Person, *talk: tuple[str, str]) -> Run:
    """Return the run of `codex` on a terminal, where the user does what is written and asks one question."""
    client = person.client
    assert isinstance(client, Codex)
    return {"argv": [client.program, *client.told(server=False), ASKED], "cwd": str(person.beta), "talk": talk}


def asks_without_a_dialog(person: Person) -> Run:
    """Return the run of `codex exec`, which asks nothing, without the flag that stands for trust."""
    run = person.asks(ASKED)
    return run | {"argv": [word for word in run["argv"] if word != "--dangerously-bypass-hook-trust"]}


def told(run: Run) -> str:
    return "\n".join(run["told"])


def test_the_hooks_run_from_the_moment_that_their_user_trusts_them(person):
    connected, _, untrusted, waiting, started, trusted, later, status = person.play(
        person.connect(),
        person.vade("write", *FREEZE, cwd=person.alpha),
        asks_without_a_dialog(person),
        person.vade("status", cwd=person.beta),
        starts(person, ("", REVIEW), (DOWN, TRUST), (ENTER, ANSWERED)),
        starts(person, ("", ANSWERED)),
        asks_without_a_dialog(person),
        person.vade("status", cwd=person.beta),
    )

    assert "Hooks need review" in connected["out"]
    assert "Trust all and continue" in connected["out"]
    assert ASKED in told(untrusted)
    assert KNOWN not in told(untrusted)
    assert "does not trust our hooks yet" in waiting["out"]
    assert KNOWN in told(started)
    assert REVIEW not in trusted["out"]
    assert KNOWN in told(trusted)
    assert KNOWN in told(later)
    assert "ok Codex: connected" in status["out"]


def test_without_trust_the_prompt_goes_its_way_and_the_next_start_asks_again(person):
    refused = starts(person, ("", REVIEW), (DOWN, TRUST), (DOWN, "› 3. Continue"), (ENTER, ANSWERED))

    *_, started, again, status = person.play(
        person.connect(),
        person.vade("write", *FREEZE, cwd=person.alpha),
        refused,
        refused,
        person.vade("status", cwd=person.beta),
    )

    assert ASKED in told(started)
    assert KNOWN not in told(started) + told(again)
    assert "does not trust our hooks yet" in status["out"]
