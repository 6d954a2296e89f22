"""The drop-in profile of infinite-memory: its three tools and its variables mean here what they mean there."""

import json
from pathlib import Path

import pytest

from faces.agent import Agent
from faces.sources import DEPLOY, HANDBOOK, notes, transcript
from faces.stdio import Client
from faces.test_mcp_sdk import ERAS, talk
from hooks.conftest import until
from vademecum import config
from vademecum.config.drop_in import INFINITE_MEMORY
from vademecum.engine.opening import open_vault
from vademecum.testing.specimens import Specimens


@pytest.fixture
def guest(shop: Path):
    """Return an agent with the three tools, in the project `shop`."""
    made = Agent("infinite-memory")
    yield made
    made.desk.close()


@pytest.fixture
def started(shop: Path, monkeypatch: pytest.MonkeyPatch):
    """Return what makes such an agent under some variables."""
    made: list[Agent] = []

    def start(**variables: str) -> Agent:
        for name, value in variables.items():
            monkeypatch.setenv(f"MCP_MEMORY_{name}", value)
        made.append(Agent("infinite-memory"))
        return made[-1]

    yield start
    for one in made:
        one.desk.close()


def results(guest: Agent, query: str, **more: object) -> list[dict]:
    return guest.call("memory_search", query=query, **more)["results"]


def take_in() -> None:
    with open_vault() as vault:
        vault.gather()


def live() -> int:
    with open_vault() as vault:
        return vault.status().live


def test_a_text_is_stored_once_in_its_category(guest):
    first = guest.call("memory_store", text="The kettle is blue.", category="fact")
    assert (first["action"], set(first)) == ("stored", {"action", "id"})
    again = guest.call("memory_store", text="The kettle is blue.", category="fact")
    assert again == {"action": "duplicate", "id": first["id"]}


@pytest.mark.parametrize("category", ["preference", "fact", "decision", "entity"])
def test_the_same_text_in_another_category_is_another_memory(guest, category):
    first = guest.call("memory_store", text="The kettle is blue. It was bought in May.")
    second = guest.call("memory_store", text="The kettle is blue. It was bought in May.", category=category)
    assert (second["action"], second["id"] == first["id"]) == ("stored", False)
    assert live() == 2
    assert {one["category"] for one in results(guest, "is the kettle blue")} <= {"other", category}


def test_without_a_category_it_is_other(guest):
    first = guest.call("memory_store", text="The kettle is blue.")
    assert guest.call("memory_store", text="The kettle is blue.", category="other")["action"] == "duplicate"
    assert [one["category"] for one in results(guest, "is the kettle blue")] == ["other"]
    assert first["id"] == results(guest, "is the kettle blue")[0]["id"]


def test_two_texts_that_begin_alike_are_two_memories(guest):
    first = guest.call(
        "memory_store", text="We deploy with make ship. On Mondays Marta watches the deploy of the shop."
    )
    other = guest.call(
        "memory_store", text="We deploy with make ship. On Tuesdays Marta watches the deploy of the shop."
    )
    assert (first["action"], other["action"]) == ("stored", "stored")
    assert live() == 2


def test_a_result_has_its_source_its_score_and_the_text_as_it_was_stored(guest):
    stored = guest.call("memory_store", text="The kettle is blue.\nIt was bought in May.", category="entity")
    (found,) = results(guest, "is the kettle blue")
    assert found["text"] == "The kettle is blue.\nIt was bought in May."
    assert (found["id"], found["source"], found["category"]) == (stored["id"], "memory", "entity")
    assert 0 < found["score"] <= 1
    assert found["createdAt"]


def test_three_sources_answer_at_once_the_best_first(started, user_dir, shop, tmp_path):
    transcript(user_dir, DEPLOY, shop, "Where is the walrus key?", "agent:The walrus key is with Marta.")
    folder = notes(tmp_path / "notes", handbook=HANDBOOK)
    guest = started(KNOWLEDGE_PATH=str(folder))
    guest.call("memory_store", text="The walrus key was copied in May.")
    take_in()
    found = results(guest, "who has the walrus key", limit=20)
    assert {one["source"] for one in found} == {"memory", "session", "knowledge"}
    session = next(one for one in found if one["source"] == "session")
    assert session["session"] == DEPLOY
    document = next(one for one in found if one["source"] == "knowledge")
    assert (document["path"], document["line"]) == (str(folder / "handbook.md"), 5)
    assert "heading" in document


def test_a_memory_is_deleted_once(guest):
    stored = guest.call("memory_store", text="The kettle is blue.")
    assert guest.call("memory_forget", id=stored["id"]) == {"deleted": True}
    assert guest.call("memory_forget", id=stored["id"]) == {"deleted": False}
    assert guest.call("memory_forget", id="no-such-id") == {"deleted": False}
    assert guest.call("memory_forget", id="\ud800") == {"deleted": False}
    assert results(guest, "is the kettle blue") == []
    assert guest.call("memory_store", text="The kettle is blue.")["action"] == "stored"


def test_another_projects_memory_is_neither_found_nor_deleted(guest, user_dir, monkeypatch):
    other = Agent()
    done = other.call("memory_write", body="The garage door is green.", scope="project:garage")
    other.desk.close()
    assert results(guest, "is the garage door green") == []
    assert guest.call("memory_forget", id=done["id"]) == {"deleted": False}


def test_what_may_not_be_global_is_kept_in_its_project_without_its_secret(guest):
    secret = Specimens(11).fill("ghp_{w36}")
    assert guest.call("memory_store", text=f"The build token is {secret}, rotate it in June.")["action"] == "stored"
    told = json.dumps(results(guest, "when is the build token rotated"))
    assert "REDACTED" in told
    assert secret not in told


def test_an_empty_text_or_an_unknown_category_is_refused(guest):
    assert guest.refused("memory_store", text="  ").startswith("text: is empty")
    assert guest.refused("memory_store", text="x", category="thing").startswith("category: 'thing' is not accepted")


def test_limits_are_those_of_the_variables(started):
    guest = started(DEFAULT_LIMIT="3", MAX_LIMIT="8")
    for number in range(12):
        guest.call("memory_store", text=f"The kettle number {number} has a dent.")
    asked = ({}, {"limit": 5}, {"limit": 100})
    assert [len(results(guest, "which kettle has a dent", **more)) for more in asked] == [3, 5, 8]


def test_nothing_is_an_answer(guest):
    answer = guest.call("memory_search", query="quantum chromodynamics")
    assert answer["results"] == []
    assert answer["abstained"]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DEFAULT_LIMIT", "many", "MCP_MEMORY_DEFAULT_LIMIT: 'many' is not a whole number"),
        ("MAX_LIMIT", "0", "MCP_MEMORY_MAX_LIMIT: 0 is out of bounds (use 1 to 100)"),
        ("MAX_LIMIT", "99999999999", "MCP_MEMORY_MAX_LIMIT: 99999999999 is out of bounds"),
        ("CHUNK_TOKENS", "few", "MCP_MEMORY_CHUNK_TOKENS: 'few' is not a whole number"),
        ("CHUNK_TOKENS", "1", "MCP_MEMORY_CHUNK_TOKENS: knowledge.chunk_tokens"),
        ("WATCH", "perhaps", "MCP_MEMORY_WATCH: 'perhaps' is neither true nor false"),
        ("SYNC_ON_START", "2", "MCP_MEMORY_SYNC_ON_START: '2' is neither true nor false"),
        ("SYNC_COOLDOWN_MS", "-1", "MCP_MEMORY_SYNC_COOLDOWN_MS: sync.cooldown_ms"),
    ],
)
def test_a_value_that_does_not_do_is_named(started, name, value, said):
    told = started(**{name: value}).refused("memory_search", query="kettle")
    assert told.startswith(said)
    assert told.endswith(")")


def test_every_variable_has_its_meaning_here(started, tmp_path, home):
    guest = started(
        DB_PATH=str(tmp_path / "memory.sqlite"),
        CLAUDE_HISTORY_PATH=str(tmp_path / "history.jsonl"),
        SESSIONS_PATH=str(tmp_path / "projects"),
        KNOWLEDGE_PATH=str(notes(tmp_path / "notes", handbook=HANDBOOK)),
        CHUNK_TOKENS="200",
        CHUNK_OVERLAP_TOKENS="20",
        SYNC_COOLDOWN_MS="7",
        SYNC_ON_START="false",
        WATCH="false",
        WATCH_DEBOUNCE_MS="70",
    )
    guest.call("memory_search", query="walrus")
    settings = guest.desk._session().vault.settings
    assert settings.sessions.claude_history == str(tmp_path / "history.jsonl")
    assert settings.sessions.claude_path == str(tmp_path / "projects")
    assert settings.knowledge.paths == (str(tmp_path / "notes"),)
    assert (settings.knowledge.chunk_tokens, settings.knowledge.chunk_overlap) == (200, 20)
    assert (settings.sync.cooldown_ms, settings.sync.on_start) == (7, False)
    assert (settings.knowledge.watch, settings.knowledge.watch_debounce_ms) == (False, 70)
    assert len(INFINITE_MEMORY) == 12


def test_transcripts_are_read_where_the_variable_says(started, user_dir, shop, tmp_path):
    path = transcript(user_dir, DEPLOY, shop, "Where is the walrus key?")
    moved = tmp_path / "moved" / "-work"
    moved.mkdir(parents=True)
    path.rename(moved / path.name)
    guest = started(SESSIONS_PATH=str(moved.parent), SYNC_COOLDOWN_MS="0")
    until(lambda: results(guest, "where is the walrus key"))


def test_what_belongs_to_the_index_holds_for_every_other_process_too(started, home, tmp_path):
    folder = notes(tmp_path / "notes", handbook=HANDBOOK)
    guest = started(KNOWLEDGE_PATH=str(folder), CHUNK_TOKENS="200")
    guest.call("memory_store", text="The kettle is blue.")
    take_in()
    assert results(guest, "who has the walrus key")
    settings = config.load(home)
    assert (settings.knowledge.paths, settings.knowledge.chunk_tokens) == ((str(folder),), 200)
    with open_vault(home) as vault:
        assert vault.gather().removed == 0
    assert results(guest, "who has the walrus key")


def test_a_folder_that_was_just_named_is_looked_through_though_somebody_looked_a_moment_ago(started, tmp_path):
    take_in()
    guest = started(KNOWLEDGE_PATH=str(notes(tmp_path / "notes", handbook=HANDBOOK)), SYNC_COOLDOWN_MS="3600000")
    assert results(guest, "who has the walrus key")


def test_an_answer_says_that_something_waits(started, user_dir, shop):
    for number in range(30):
        session = f"{number:08}-0000-4000-8000-000000000000"
        transcript(user_dir, session, shop, *[f"the zebra {number} {turn} " + "word " * 3000 for turn in range(8)])
    answer = started().result("memory_search", query="zebra")
    assert answer["structuredContent"]["behind"] > 1
    assert "files of sessions and documents wait; they are taken in." in answer["content"][0]["text"]


def test_one_result_is_one(guest):
    guest.call("memory_store", text="The kettle is blue.")
    assert guest.result("memory_search", query="is the kettle blue")["content"][0]["text"].startswith("1 result. ")


def test_empty_variables_are_not_set(started, home):
    guest = started(**dict.fromkeys((name.removeprefix("MCP_MEMORY_") for name in INFINITE_MEMORY), ""))
    guest.call("memory_store", text="The kettle is blue.")
    assert config.load(home).knowledge.paths == ()


def test_another_profile_does_not_read_these_variables(shop, monkeypatch):
    monkeypatch.setenv("MCP_MEMORY_MAX_LIMIT", "many")
    agent = Agent()
    assert agent.call("memory_search", query="kettle")["hits"] == []
    agent.desk.close()


def test_what_cannot_be_taken_over_is_said_on_standard_error(home, user_dir, tmp_path):
    database = tmp_path / "memory.sqlite"
    database.write_bytes(b"SQLite format 3\0")
    variables = {"MCP_MEMORY_DB_PATH": str(database), "MCP_MEMORY_KNOWLEDGE_PATH": str(tmp_path / "nowhere")}
    with Client(home, "--profile", "infinite-memory", env=variables) as client:
        assert client.call("memory_search", query="kettle")["isError"] is False
        client.process.stdin.close()
        said = client.process.stderr.read().decode()
    assert f"what is in {database} is neither read nor changed" in said
    assert f"MCP_MEMORY_KNOWLEDGE_PATH is not searched: there is no {tmp_path / 'nowhere'}" in said
    assert database.read_bytes() == b"SQLite format 3\0"


def test_the_process_that_takes_in_the_rest_knows_what_the_server_was_told(home, user_dir, tmp_path):
    shop = user_dir / "shop"
    shop.mkdir()
    for number in range(20):
        session = f"{number:08}-0000-4000-8000-000000000000"
        transcript(user_dir, session, shop, *[f"the zebra {number} {turn} " + "word " * 3000 for turn in range(8)])
    moved = tmp_path / "moved"
    (user_dir / ".claude" / "projects").rename(moved)
    variables = {"MCP_MEMORY_SESSIONS_PATH": str(moved)}
    with Client(home, "--profile", "infinite-memory", cwd=shop, env=variables) as client:
        client.call("memory_search", query="zebra")
        until(lambda: len(_sessions(home)) == 20)


def _sessions(home: Path) -> list[str]:
    with open_vault(home) as vault:
        return [one.id for one in vault.sessions()]


@pytest.mark.parametrize("era", ERAS)
def test_the_protocols_own_client_stores_searches_and_forgets(home, era):
    async def conversation(client):
        stored = await client.call_tool("memory_store", {"text": "The kettle is blue.", "category": "fact"})
        again = await client.call_tool("memory_store", {"text": "The kettle is blue.", "category": "fact"})
        found = await client.call_tool("memory_search", {"query": "is the kettle blue", "limit": "3"})
        gone = await client.call_tool("memory_forget", {"id": stored.structured_content["id"]})
        names = [tool.name for tool in (await client.list_tools()).tools]
        return names, *(one.structured_content for one in (stored, again, found, gone))

    names, stored, again, found, gone = talk(home, era, conversation, "--profile", "infinite-memory")
    assert names == ["memory_store", "memory_search", "memory_forget"]
    assert (stored["action"], again["action"]) == ("stored", "duplicate")
    assert [one["text"] for one in found["results"]] == ["The kettle is blue."]
    assert gone == {"deleted": True}
