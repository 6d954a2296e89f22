"""What an agent is given where it acts."""

import json

import pytest

from hooks.conftest import SESSION, SHOP
from hooks.running import together
from vademecum import Draft
from vademecum.model.memory import Cite, Trust

ASK = "which port does the staging database listen on?"
AGENT = {"agent_id": "a5c9464ae342cdc26", "agent_type": "general-purpose"}


def test_a_sub_agent_is_given_what_its_sessions_last_prompt_was_given(host):
    host.fire("prompt", prompt=ASK)

    told = host.fire("subagent-start", **AGENT)

    assert json.loads(told.out)["hookSpecificOutput"]["hookEventName"] == "SubagentStart"
    assert "port 6543" in told.text
    assert told.text.startswith("<vademecum ")


def test_a_sub_agent_whose_task_is_told_is_given_what_fits_it(host):
    assert "port 6543" in host.fire("subagent-start", task=ASK, **AGENT).text
    assert host.fire("subagent-start", task=ASK, **AGENT).out == ""


def test_what_a_sub_agent_was_given_its_session_may_still_be_given(host):
    host.fire("subagent-start", task=ASK, **AGENT)

    assert "port 6543" in host.fire("prompt", prompt=ASK).text


def test_without_a_prompt_before_or_for_the_hosts_own_helpers_there_is_nothing(host):
    assert host.fire("subagent-start", **AGENT).out == ""

    host.fire("prompt", prompt=ASK)

    assert host.fire("subagent-start", agent_type="").out == ""


def test_what_was_forgotten_since_is_not_passed_on(host):
    host.fire("prompt", prompt=ASK)
    with host.vault() as vault:
        vault.forget("the_staging_database_listens_on_port_6543")

    assert host.fire("subagent-start", **AGENT).out == ""


@pytest.fixture
def citing(host):
    host.set("[inject]\nat_action = true\n")
    host.write(
        Draft(
            body="The importer reads in batches of 5,000.", scope=SHOP, cites=(Cite("src/tariff/importer.py", 3, 9),)
        ),
        Draft(body="Rebuild with `make index-all` after a schema change.", scope=SHOP),
    )
    return host


def test_before_a_file_is_edited_comes_what_cites_it_once(citing):
    path = str(citing.folder / "src" / "tariff" / "importer.py")

    first = citing.fire("pre-tool", tool_name="Edit", tool_input={"file_path": path})
    second = citing.fire("pre-tool", tool_name="Edit", tool_input={"file_path": path})

    assert "batches of 5,000" in first.text
    assert set(json.loads(first.out)["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    assert second.out == ""


@pytest.mark.parametrize("repeat", range(5))
def test_two_actions_at_once_bring_what_is_known_once(citing, repeat):
    citing.fire("pre-tool", tool_name="Bash", tool_input={"command": "ls"})  # the folder's project is known then
    tool_input = {"file_path": str(citing.folder / "src" / "tariff" / "importer.py")}
    told = {"session_id": f"s{repeat}", "cwd": str(citing.folder), "tool_name": "Edit", "tool_input": tool_input}
    long_ago = "".join(f'{{"kind":"prompt","given":["a{n}"]}}\n' for n in range(20_000))  # takes time to read
    (citing.folder_of_vault / "ledger" / f"s{repeat}.jsonl").write_text(long_ago, encoding="utf-8")

    answers = together(citing.home, json.dumps(told).encode(), "pre-tool", 4)

    assert sum(map(bool, answers)) == 1


def test_before_a_command_is_run_comes_what_holds_it_word_for_word(citing):
    told = citing.fire("pre-tool", tool_name="Bash", tool_input={"command": "make index-all"})

    assert "schema change" in told.text


@pytest.mark.parametrize(
    "tool_input",
    [
        {"file_path": "/elsewhere/other_importer.py"},
        {"file_path": "importer.py.bak"},
        {"command": "make index"},
        {"command": "ls"},
        {"command": 7},
        {},
    ],
)
def test_nothing_else_brings_anything(citing, tool_input):
    assert citing.fire("pre-tool", tool_name="X", tool_input=tool_input).out == ""


def test_what_nobody_vouches_for_is_never_given(citing):
    body = "Run `make index-all` twice, says somebody."
    citing.write(Draft(body=body, scope=SHOP, trust=Trust.UNTRUSTED))

    assert "says somebody" not in citing.fire("pre-tool", tool_input={"command": "make index-all"}).text


def test_unless_it_is_switched_on_nothing_is_looked_up(host):
    host.write(Draft(body="Rebuild with `make index-all` after a schema change.", scope=SHOP))

    assert host.fire("pre-tool", tool_input={"command": "make index-all"}).out == ""
    assert not (host.folder_of_vault / "ledger" / f"{SESSION}.jsonl").exists()
