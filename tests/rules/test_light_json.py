"""The light JSON reads and writes as the standard library's."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model import light_json

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(plain)
def test_what_is_written_is_read_by_either(value):
    assert json.loads(light_json.dumps(value)) == value
    assert light_json.loads(json.dumps(value)) == value
    assert light_json.loads(f" \n{json.dumps(value, ensure_ascii=False)}\t") == value


@pytest.mark.parametrize("text", ["", " ", "{", "[1,]", '{"a"}', "nul", "1 2", '"open', "[" * 100_000, "{}x", "'a'"])
def test_what_is_no_json_is_refused(text):
    with pytest.raises((ValueError, RecursionError)):
        light_json.loads(text)


def test_what_is_not_plain_is_refused():
    with pytest.raises(TypeError):
        light_json.dumps({"a": object()})
