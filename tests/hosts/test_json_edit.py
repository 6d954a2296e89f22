"""Cutting and setting in a JSON text: any object, in any style; what goes in comes out again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.hosts import json_edit
from vademecum.model.errors import InvalidError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=4), VALUES, max_size=4)
STYLES = st.sampled_from(
    [{}, {"indent": 2}, {"indent": 4}, {"indent": "\t"}, {"separators": (",", ":")}, {"indent": 0}]
)
ENDS = st.sampled_from(["", "\n", "\r\n", "\n\n"])


@given(OBJECTS, STYLES, ENDS, st.booleans(), st.booleans(), VALUES)
def test_what_is_added_is_there_and_what_is_removed_leaves_the_text_as_it_was(said, style, end, ascii, crlf, new):  # noqa: A002
    said.pop("ours", None)
    text = json.dumps(said, ensure_ascii=ascii, **style) + end
    data = (text.replace("\n", "\r\n") if crlf else text).encode()
    sheet = json_edit.read(data)

    more = json_edit.insert(sheet, json_edit.root(sheet), new, "ours")

    assert json.loads(more.raw) == said | {"ours": new}
    item = json_edit.find(more, ("ours",))
    assert json_edit.value(more, item) == new
    assert json_edit.remove(more, json_edit.root(more), item).raw.encode() == data


@given(st.lists(VALUES, min_size=1, max_size=4), STYLES, st.data())
def test_any_item_of_a_list_can_be_taken_out(said, style, data):
    sheet = json_edit.read(json.dumps({"a": said}, **style).encode())
    place = data.draw(st.integers(0, len(said) - 1))
    box = json_edit.find(sheet, ("a",))

    less = json_edit.remove(sheet, box, json_edit.items(sheet, box)[place])

    assert json.loads(less.raw) == {"a": said[:place] + said[place + 1 :]}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[]", "line 1: the root is a list, not an object"),
        (b"null", "line 1: the root is null, not an object"),
        (b'{"a": 1,}', "line 1, column 9: "),
        (b'{\n"a": 1\n<<<<<<<', "line 3, column 1: "),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b'{\n"a": "\xff"}', "line 2 is not UTF-8"),
        (b"\xff\xfe{\x00}\x00", "is not UTF-8"),
        (b'{"a":' + b"[" * 100_000, "no JSON"),
    ],
)
def test_what_is_no_object_is_refused_with_its_line(data, said):
    with pytest.raises(InvalidError) as told:
        json_edit.read(data)
    assert said in told.value.message


def test_of_doubled_keys_the_last_one_counts_and_numbers_of_any_size_stay():
    text = '{"a": {"x": 1}, "n": ' + "9" * 5000 + ', "a": {"y": 2}}'
    sheet, made = json_edit.ensure(json_edit.read(text.encode()), ("a", "z"), [])
    assert made == [("a", "z")]
    assert sheet.raw == text.replace('"y": 2', '"y": 2, "z": []')


def test_what_stands_in_the_way_is_named():
    with pytest.raises(InvalidError, match=r"line 2: a\.b is a text, not a list"):
        json_edit.ensure(json_edit.read(b'{\n"a": {"b": "c"}}'), ("a", "b"), [])
