"""What was said to the real clients is found seconds later: in its project, and elsewhere only when asked for."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from e2e.clients import CLIENTS, ClaudeCode, Person, Run, find

pytestmark = pytest.mark.e2e

SESSION = "11111111-2222-4333-8444-555555555555"
SAID = "Remember for the zebra exporter: it writes parquet files to the walrus bucket."
QUESTION = "which bucket does the zebra exporter write to"

WAITING = """
import sys, time
from vademecum import open_vault
from vademecum.model.search import Query, Source

deadline = time.monotonic() + 60
while time.monotonic() < deadline:
    with open_vault() as vault:
        if vault.recall(Query(sys.argv[1], scopes=None, sources=frozenset({Source.SESSION}))).hits:
            sys.exit(0)
    time.sleep(0.2)
sys.exit("it never came")
"""


@pytest.fixture(params=CLIENTS, ids=lambda kind: kind.name)
def person(request: pytest.FixtureRequest, tmp_path: Path) -> Person:
    return Person(tmp_path, find(request.param))


@pytest.fixture
def of_claude(tmp_path: Path) -> Person:
    return Person(tmp_path, find(ClaudeCode))


def waiting(person: Person) -> Run:
    """Return the run that ends when what was said is found, whoever takes it in."""
    return {"argv": [person.python, "-c", WAITING, QUESTION], "cwd": str(person.home)}


def search(person: Person, *more: str, cwd: Path) -> Run:
    return person.vade("search", QUESTION, "--source", "session", "--json", *more, cwd=cwd)


def found(run: Run) -> list[Mapping[str, Any]]:
    hits: list[Mapping[str, Any]] = json.loads(run["out"])["hits"]
    return [hit for hit in hits if "walrus bucket" in hit["text"]]


def test_a_session_is_found_in_its_project_and_elsewhere_only_when_asked_for(person):
    *_, at_home, elsewhere, everywhere = person.play(
        person.connect(),
        person.asks(SAID, person.alpha),
        waiting(person),
        search(person, cwd=person.alpha),
        search(person, cwd=person.beta),
        search(person, "--scope", "all", cwd=person.beta),
    )

    (hit,) = found(at_home)
    assert hit["scope"] == "project:alpha"
    assert hit["at"]["speaker"] == "user"
    assert not found(elsewhere)
    assert len(found(everywhere)) == 1


def test_what_our_hooks_gave_is_not_found_as_something_said(person):
    memory = ("--title", "Walrus bucket", "--body", "The zebra exporter writes to the walrus bucket in Oslo.")
    *_, asked, again = person.play(
        person.connect(),
        person.vade("write", *memory, cwd=person.alpha),
        person.asks("Which bucket does the zebra exporter write to?", person.beta),
        search(person, "--scope", "all", cwd=person.beta),
    )

    assert "Oslo" in "\n".join(asked["told"])
    assert all("Oslo" not in hit["text"] for hit in json.loads(again["out"])["hits"])


def test_a_resumed_session_is_one_session(of_claude):
    person = of_claude
    *_, listed = person.play(
        person.connect(),
        person.asks(SAID, person.alpha, session=SESSION),
        person.asks("And the lion importer reads from the puffin bucket.", person.alpha, session=SESSION, again=True),
        person.vade("sync", cwd=person.alpha),
        person.vade("sessions", "list", "--json", cwd=person.alpha),
    )

    (session,) = json.loads(listed["out"])["sessions"]
    assert session["id"] == SESSION
    assert session["turns"] >= 4


def test_the_ends_of_sessions_are_taken_in_without_a_command(of_claude):
    person = of_claude
    person.play(
        person.connect(),
        person.asks(SAID, person.alpha),
        waiting(person),
    )
