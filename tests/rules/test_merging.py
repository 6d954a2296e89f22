"""Merge patches: those of RFC 7396, and what a patch would overwrite."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model.errors import InvalidError
from vademecum.rules.merging import DEEP_MOST, check, merged, overwrites

# The examples of RFC 7396, appendix A.
RFC = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
documents = st.dictionaries(st.sampled_from("abc"), json_values, max_size=3)


@pytest.mark.parametrize(("document", "patch", "result"), RFC)
def test_a_patch_does_what_its_standard_says(document, patch, result):
    assert merged(document, patch) == result


@given(documents, documents)
def test_a_patch_that_overwrites_nothing_keeps_everything(document, patch):
    result = merged(document, patch)
    if not overwrites(document, patch):
        assert _holds(result, document)


def _holds(result, document) -> bool:
    if isinstance(document, dict) and isinstance(result, dict):
        return all(key in result and _holds(result[key], value) for key, value in document.items())
    return result == document


@given(documents, documents)
def test_merging_changes_neither_of_its_inputs(document, patch):
    before = repr((document, patch))
    merged(document, patch)
    assert repr((document, patch)) == before


@pytest.mark.parametrize(
    ("patch", "answer"),
    [
        ({"b": 1}, False),
        ({"a": {"y": 1}}, False),
        ({"a": {"x": 1}}, False),
        ({"a": {"x": 2}}, True),
        ({"a": {"x": True}}, True),
        ({"a": {"x": None}}, True),
        ({"a": None}, True),
        ({"a": 1}, True),
        ({"b": None}, False),
        ({"n": None}, True),
    ],
)
def test_adding_and_repeating_are_no_overwriting(patch, answer):
    assert overwrites({"a": {"x": 1}, "n": None}, patch) is answer


@given(documents)
def test_every_json_document_is_accepted(document):
    check(document, "data")


def nested(levels: int) -> dict:
    made: dict = {}
    for _ in range(levels - 1):
        made = {"a": made}
    return made


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ([], "not an object"),
        ("{}", "not an object"),
        (None, "not an object"),
        ({"a": float("nan")}, "float that JSON cannot say"),
        ({"a": [float("inf")]}, "float that JSON cannot say"),
        ({"a": b"bytes"}, "bytes that JSON cannot say"),
        ({"a": {1, 2}}, "set that JSON cannot say"),
        ({1: "a"}, "a key that is not a text"),
        ({"a": {None: 1}}, "a key that is not a text"),
        ({"\ud800": 1}, "half of a surrogate pair"),
        ({"a": ["\udfff"]}, "half of a surrogate pair"),
        (nested(DEEP_MOST + 1), "nested more than"),
        (nested(50_000), "nested more than"),
    ],
)
def test_what_json_cannot_say_is_refused_with_the_reason(data, why):
    with pytest.raises(InvalidError, match=why):
        check(data, "data")


def test_a_document_may_be_as_deep_as_is_said():
    check(nested(DEEP_MOST), "data")
