"""What the tools do, through the desk that the server sits at."""

import json
from pathlib import Path

import pytest

from faces.agent import Agent
from faces.terminal import vade
from vademecum.faces.mcp.clipping import ANSWER_MOST
from vademecum.testing.specimens import Specimens


@pytest.fixture
def agent(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return an agent that works in the project `shop`."""
    folder = tmp_path / "shop"
    folder.mkdir()
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(folder))
    agent = Agent()
    yield agent
    agent.desk.close()


def test_a_write_keeps_everything_that_it_was_told(agent):
    done = agent.call(
        "memory_write",
        title="The staging port is 6543",
        body="Because 5432 is taken; see [[ports]].",
        type="project",
        domain="infra",
        scope="project",
        sensitivity="internal",
        tags=["ports"],
        links=["ports"],
        valid_from="2026-01-31",
        cites=["deploy/staging.toml#L3-L7"],
    )
    kept = agent.call("memory_get", name=done["name"])
    assert (kept["scope"], kept["type"], kept["domain"]) == ("project:shop", "project", "infra")
    assert (kept["sensitivity"], kept["tags"], kept["valid_from"]) == ("internal", ["ports"], "2026-01-31")
    assert (kept["trust"], kept["origin"], kept["source_project"]) == ("agent", "mcp", "shop")
    assert [(cite["path"], cite["start"], cite["end"]) for cite in kept["cites"]] == [("deploy/staging.toml", 3, 7)]


def test_text_and_data_say_the_same(agent):
    result = agent.result("memory_write", title="The kettle is blue", body="Bought in May.")
    assert result["content"] == [{"type": "text", "text": "Stored the_kettle_is_blue in global."}]
    assert result["structuredContent"]["name"] == "the_kettle_is_blue"


def test_a_secret_in_global_is_blocked_with_the_way_out(agent):
    token = "gh" + "p_" + "".join(chr(ord("A") + (n * 7) % 26) for n in range(36))
    result = agent.result("memory_write", body=f"The token is {token}")
    assert result["structuredContent"]["action"] == "blocked"
    assert "project" in result["content"][0]["text"]
    assert token not in json.dumps(result)


def test_a_search_is_narrowed_by_each_filter(agent):
    agent.call("memory_write", title="Kettle repair manual", body="Unscrew the kettle lid.", type="procedural")
    agent.call("memory_write", title="Kettle database port", body="The kettle base.", domain="db", scope="project")
    agent.call("memory_write", title="Kettle of the cellar", body="The kettle there.", project="cellar")
    assert set(agent.names(query="kettle")) == {"kettle_repair_manual", "kettle_database_port"}
    assert agent.names(query="kettle", type="procedural") == ["kettle_repair_manual"]
    assert agent.names(query="kettle", domain="db") == ["kettle_database_port"]
    assert agent.names(query="kettle", scope="global") == ["kettle_repair_manual"]
    assert agent.names(query="kettle", scope="project") == ["kettle_database_port"]
    assert set(agent.names(query="kettle", project="cellar")) == {"kettle_repair_manual", "kettle_of_the_cellar"}
    assert len(agent.names(query="kettle", scope="all")) == 3
    assert agent.names(query="kettle", sources=["document"]) == []
    assert agent.names(query="kettle", as_of="yesterday") == []
    assert len(agent.names(query="kettle", k=1)) == 1


def test_what_is_too_sensitive_is_left_out(agent):
    agent.call("memory_write", title="Kettle warranty", body="Kettle papers.", sensitivity="internal")
    assert agent.names(query="kettle warranty papers", max_sensitivity="public") == []
    assert agent.names(query="kettle warranty papers") == ["kettle_warranty"]


def test_scores_are_shown_only_when_they_are_asked_for(agent):
    agent.call("memory_write", title="Kettle warranty", body="Kettle papers.")
    plain = agent.call("memory_search", query="kettle warranty")["hits"][0]
    assert "scores" not in plain
    assert None not in plain.values()
    assert agent.call("memory_search", query="kettle warranty", explain=True)["hits"][0]["scores"]


def test_an_answer_over_long_memories_stays_short_and_says_how_to_get_the_rest(agent):
    for number in range(20):
        body = f"Kettle {number}. " + f"filler{number} " * 6_000
        agent.call("memory_write", title=f"Kettle report number {number}", body=body)
    result = agent.result("memory_search", query="kettle report", k=20)
    assert len(result["content"][0]["text"]) < 2 * ANSWER_MOST
    assert "memory_get kettle_report_number_" in result["structuredContent"]["hits"][0]["clipped"]


def test_a_long_memory_is_read_in_parts(agent):
    body = "".join(f"line {n}\n" for n in range(4_000)).strip()
    name = agent.call("memory_write", title="A long story", body=body)["name"]
    first = agent.call("memory_get", name=name)
    assert f"memory_get with offset {len(first['body'])}" in first["clipped"]
    rest = agent.call("memory_get", name=name, offset=len(first["body"]))
    assert first["body"] + rest["body"] == body.rstrip()
    past = agent.refused("memory_get", name=name, offset=len(body))
    assert past.startswith(f"offset: is past the end of the body (it has {len(body)} characters)")


def test_a_memory_is_read_by_its_id_too_and_as_it_was(agent):
    done = agent.call("memory_write", title="The kettle is blue", body="Bought in May.")
    assert agent.call("memory_get", name=done["id"])["name"] == "the_kettle_is_blue"
    assert "there is no memory" in agent.refused("memory_get", name="the_kettle_is_blue", as_of="yesterday")


def test_a_secret_that_stands_where_a_name_should_is_not_said_again(agent):
    secret = Specimens(7).fill("ghp_{w36}")
    assert agent.refused("memory_get", name=secret).startswith("there is no memory of that name here")
    assert secret not in vade("show", secret).err
    assert secret not in vade("forget", secret).err
    assert "kettle_that_is_nowhere" in agent.refused("memory_get", name="kettle_that_is_nowhere")
    assert "kettle_that_is_nowhere" in vade("show", "kettle_that_is_nowhere").err


def test_a_memory_is_replaced_under_its_name_and_forgotten(agent):
    agent.call("memory_write", title="The kettle is blue", body="Bought in May.")
    done = agent.call("memory_write", name="the_kettle_is_blue", title="The kettle is green", body="Bought in May.")
    assert done["action"] == "superseded"
    assert agent.call("memory_forget", name="the_kettle_is_blue", reason="sold")["action"] == "forgotten"
    assert "there is no memory" in agent.refused("memory_forget", name="the_kettle_is_blue")


def test_a_promotion_is_only_proposed(agent):
    agent.call("memory_write", title="The kettle is blue", body="Bought in May.", scope="project")
    proposal = agent.call("memory_promote", name="the_kettle_is_blue")
    assert proposal["scope"] == "project:shop"
    assert agent.call("memory_get", name="the_kettle_is_blue")["scope"] == "project:shop"


def test_status_says_where_the_agent_is_and_what_there_is(agent):
    agent.call("memory_write", title="The kettle is blue", body="Bought in May.")
    status = agent.call("memory_status")
    assert (status["project"], status["live"], status["globals"]) == ("shop", 1, 1)
    assert status["embedder"]


def test_what_does_not_fit_is_told_with_what_does(agent):
    assert agent.refused("memory_write", body="x", domain="cooking").startswith(
        "domain: 'cooking' is not accepted (use"
    )
    assert agent.refused("memory_search", query="x", scope="galaxy").startswith("scope: 'galaxy' is not a scope")
    assert agent.refused("memory_search", query="x", as_of="whenever").startswith("as_of: 'whenever' is not a date")
    assert agent.refused("memory_write", body="x", userId="bob").startswith("userId: is not an argument")


def test_only_what_holds_here_is_a_resource(agent):
    agent.call("memory_write", title="The kettle is blue", body="Bought in May.")
    agent.call("memory_write", title="The cellar is dark", body="No lamp.", project="cellar")
    agent.call("memory_write", title="The shop is open", body="Till six.", scope="project")
    overview, *memories = agent.desk.resources()
    uris = [one["uri"] for one in memories]
    assert overview["uri"] == "memory://manifest"
    assert uris == ["memory://memory/the_shop_is_open", "memory://memory/the_kettle_is_blue"]
    assert "Bought in May." in agent.desk.read(uris[1])
    assert agent.desk.read("memory://memory/the_cellar_is_dark") is None
    assert agent.desk.read("file:///etc/passwd") is None


def test_a_user_has_a_vault_of_their_own(agent):
    agent.call("memory_write", title="The kettle is blue", body="Bought in May.")
    ann = Agent(user="ann")
    assert ann.call("memory_status")["live"] == 0
    ann.desk.close()


def test_the_drop_in_tools_do_what_their_users_expect(agent):
    guest = Agent("distributed-memory")
    done = guest.call(
        "memory_write", title="Kettle", body="It is blue.", type="reference", domain="general", project="shop"
    )
    assert done["scope"] == "project:shop"
    assert guest.names(query="kettle") == ["kettle"]
    assert guest.call("memory_promote", name="kettle")["blocked"] is False
    assert guest.call("memory_reindex")["passages"] == 1
    assert guest.told
    assert guest.call("memory_status")["embedder"]
    assert guest.refused("memory_write", body="no title").startswith("title: is missing")
    guest.desk.close()


def test_a_quiet_moment_and_the_end_may_come_before_the_first_call(agent):
    agent.desk.rest()
    agent.desk.close()
    agent.call("memory_write", title="The kettle is blue", body="Bought in May.")
    agent.desk.rest()
    assert agent.call("memory_status")["live"] == 1
