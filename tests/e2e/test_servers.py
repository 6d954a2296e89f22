"""The real clients that have the MCP server alone, each connected by `vade init --yes` and by nothing else.

A client that is not on the PATH is left out; `tests/e2e/install_client.sh DIR NAME` fetches one.
"""

from pathlib import Path

import pytest

from e2e.clients import SERVED, OpenCode, Person, Run, find

pytestmark = pytest.mark.e2e

TOOLS = {"search", "write", "get", "forget", "promote", "context", "status"}
KNOWN = "ask Marta"
FREEZE = {"title": "Billing deploys", "body": f"Deploys of the billing service are frozen on Fridays; {KNOWN}."}
ASKED = {"query": "When may I deploy the billing service?"}


@pytest.fixture(params=SERVED, ids=lambda kind: kind.name)
def person(request: pytest.FixtureRequest, tmp_path: Path) -> Person:
    return Person(tmp_path, find(request.param))


def play(person: Person, *runs: Run) -> list[Run]:
    """Do it; the model writes when it is told `act: write`, and searches when it is told `act: search`."""
    tool = f"{person.client.tool}memory_"
    scripts = {"write": [[[f"{tool}write", FREEZE]], "written"], "search": [[[f"{tool}search", ASKED]], "found"]}
    return person.play(*runs, scripts=scripts)


def ours(person: Person, run: Run) -> set[str]:
    """Return the names of our tools among those that the model could call."""
    before = f"{person.client.tool}memory_"
    return {name.removeprefix(before) for name in run["tools"] if name.startswith(before)}


def test_what_the_model_writes_in_one_project_it_finds_in_another(person):
    _, wrote, found, status = play(
        person,
        person.connect(),
        person.asks("act: write", person.alpha),
        person.asks("act: search", person.beta),
        person.vade("status", cwd=person.beta),
    )

    assert ours(person, wrote) == ours(person, found) == TOOLS
    assert wrote["out"].strip().endswith("written"), wrote
    assert "Stored billing_deploys in global" in wrote["told"][-1]
    assert found["out"].strip().endswith("found"), found
    assert KNOWN not in "\n".join(found["told"][:-1])
    assert KNOWN in found["told"][-1]
    assert f"ok {'OpenCode' if person.client.name == 'opencode' else 'Cline'}: connected" in status["out"]


def test_what_init_did_is_undone_to_the_byte(person, tmp_path):
    tidy = Person(tmp_path / "tidy", person.client, person.client.seed)
    before = settings_of(tidy)
    _, with_us = play(tidy, tidy.connect(), tidy.asks("say hello"))
    assert ours(tidy, with_us) == TOOLS
    assert settings_of(tidy) != before

    _, without = play(tidy, tidy.vade("uninstall", "--yes"), tidy.asks("say hello"))

    assert settings_of(tidy) == before
    assert not [left for name in before for left in (tidy.home / name).parent.glob("*vademecum*")]
    assert without["tools"]
    assert not ours(tidy, without)


def settings_of(person: Person) -> dict[str, bytes]:
    """Return the user's own settings files."""
    return {name: (person.home / name).read_bytes() for name in person.client.seed}


def test_opencode_lists_the_server_as_connected_and_tells_the_model_what_it_is_for(tmp_path):
    person = Person(tmp_path, find(OpenCode))
    listing = {"argv": [person.client.program, "mcp", "list"], "cwd": str(person.beta)}

    _, listed, turn, _, after = play(
        person, person.connect(), listing, person.asks("say hello"), person.vade("uninstall", "--yes"), listing
    )

    assert "vademecum \x1b[90mconnected" in listed["out"]
    assert "Before you answer a question about earlier work" in turn["told"][-1]
    assert "vademecum" not in after["out"]
