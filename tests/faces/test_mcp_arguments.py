"""What a tool makes of the arguments that models send."""

import pytest

from vademecum.faces.mcp import profiles
from vademecum.faces.mcp.arguments import check
from vademecum.model.errors import InvalidError

TOOLS = {tool.name: tool for tool in profiles.load("agent").tools}


def search(**arguments):
    return check(TOOLS["memory_search"], {"query": "kettle"} | arguments)


def test_defaults_are_filled_in():
    assert search() == {"query": "kettle", "k": 5}


def test_null_counts_as_absent():
    assert search(k=None, domain=None) == {"query": "kettle", "k": 5}


@pytest.mark.parametrize("k", [7, "7", " 7 ", 7.0])
def test_a_whole_number_may_come_as_text(k):
    assert search(k=k)["k"] == 7


@pytest.mark.parametrize("k", [0, 21, -1, 1e9, "99", "abc", "", 2.5, True, [], {}, float("inf"), 10**400])
def test_a_number_out_of_bounds_or_no_number_is_refused_by_name(k):
    with pytest.raises(InvalidError, match=r"^k: ") as caught:
        search(k=k)
    assert "from 1 to 20" in caught.value.hint


@pytest.mark.parametrize("explain", [True, "true", "TRUE"])
def test_a_boolean_may_come_as_text(explain):
    assert search(explain=explain)["explain"] is True


@pytest.mark.parametrize("explain", ["yes", 1, []])
def test_what_is_no_boolean_is_refused(explain):
    with pytest.raises(InvalidError, match=r"^explain: "):
        search(explain=explain)


def test_one_text_counts_as_a_list_of_one():
    assert search(sources="memory")["sources"] == ["memory"]


def test_a_wrong_item_of_a_list_is_named_by_its_place():
    with pytest.raises(InvalidError, match=r"^sources\[1\]: 'mail' is not accepted"):
        search(sources=["memory", "mail"])


@pytest.mark.parametrize("query", [3, None, [], {}, True])
def test_a_query_must_be_a_text(query):
    with pytest.raises(InvalidError, match=r"^query: "):
        search(query=query)


def test_a_missing_argument_is_named():
    with pytest.raises(InvalidError, match=r"^body: is missing") as caught:
        check(TOOLS["memory_write"], {"title": "x"})
    assert caught.value.hint == "memory_write needs it"


def test_an_unknown_argument_is_refused_with_those_known():
    with pytest.raises(InvalidError, match=r"^userId: is not an argument of memory_search") as caught:
        search(userId="bob")
    assert "max_sensitivity" in caught.value.hint
