"""What an agent is shown: within its budget, complete, and the same each time."""

import json

import pytest

from vademecum.faces.mcp import profiles
from vademecum.faces.mcp.verbs import VERBS

SEEDS = {
    "distributed-memory": {
        "memory_search": {"query", "scope", "domain", "project", "k", "max_sensitivity"},
        "memory_write": {"title", "body", "type", "domain", "sensitivity", "scope", "project", "links"},
        "memory_promote": {"name"},
        "memory_reindex": set(),
        "memory_status": set(),
    },
    "infinite-memory": {
        "memory_store": {"text", "category"},
        "memory_search": {"query", "limit"},
        "memory_forget": {"id"},
    },
    "sup-mem": {"remember": {"text", "tags", "source"}, "recall": {"query", "k", "as_of"}},
}


def shown(name: str) -> list[dict]:
    return [tool.listed() for tool in profiles.load(name).tools]


@pytest.mark.parametrize("name", profiles.NAMES)
def test_a_profile_has_at_most_eight_tools_and_1500_tokens(name):
    tools = shown(name)
    assert len(tools) <= 8
    assert len(json.dumps(tools)) / 4 <= 1500


@pytest.mark.parametrize("name", profiles.NAMES)
def test_instructions_and_descriptions_are_never_cut_by_a_host(name):
    profile = profiles.load(name)
    assert len(profile.instructions) <= 2000
    assert all(len(tool.description) <= 2000 for tool in profile.tools)


@pytest.mark.parametrize("name", profiles.NAMES)
def test_every_tool_does_something_and_says_whether_it_changes_anything(name):
    for tool in profiles.load(name).tools:
        assert tool.verb in VERBS
        assert "readOnlyHint" in tool.listed()["annotations"]


def test_the_tools_that_matter_are_always_loaded():
    loaded = [tool["name"] for tool in shown("agent") if tool.get("_meta", {}).get("anthropic/alwaysLoad")]
    assert loaded == ["memory_search", "memory_write"]
    assert all(tool["_meta"] == {"anthropic/alwaysLoad": True} for tool in shown("sup-mem"))


def test_a_tool_that_is_found_by_a_search_may_say_more_words_for_it():
    (context,) = [tool for tool in shown("agent") if tool["name"] == "memory_context"]
    assert "todo" in context["_meta"]["anthropic/searchHint"]


def test_what_forgets_or_overwrites_is_destructive():
    destructive = [tool["name"] for tool in shown("agent") if tool["annotations"].get("destructiveHint")]
    assert destructive == ["memory_forget", "memory_context"]


@pytest.mark.parametrize("name", profiles.NAMES)
def test_a_profile_says_where_its_prompt_looks(name):
    profile = profiles.load(name)
    (asked,) = [tool for tool in profile.tools if tool.name == profile.recall]
    assert asked.required == ("query",)
    assert asked.read_only


@pytest.mark.parametrize("name", SEEDS)
def test_a_drop_in_profile_has_exactly_the_tools_and_parameters_it_stands_for(name):
    assert {tool["name"]: set(tool["inputSchema"]["properties"]) for tool in shown(name)} == SEEDS[name]


def test_the_drop_in_profile_ranks_by_the_simple_blend():
    assert profiles.load("distributed-memory").ranking == "blend"


def test_an_unknown_profile_is_refused():
    with pytest.raises(KeyError):
        profiles.load("../agent")
