"""What is read without the YAML library is what the library reads."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from vademecum.rules.plain_yaml import NotPlainError, read_plain, write_plain

LINES = [
    *("a: b\n", "a:\n", "  b: c\n", "  c:\n", "   d: e\n", "  - x\n", "- y\n", "# c\n", "  # d\n", "\n", "---\n"),
    *("k: [a, b]\n", 'k: [a,b ,"c"]\n', "l: [a b, 'c']\n", "m: []\n", "n: [a, ]\n", "o: [a]b\n", "  e: [1, 2]\n"),
    *(
        "z: 'q'\n",
        'y: "q\\n"\n',
        "w: a:b #c\n",
        "v: a#b\n",
        "u: 1.0\n",
        "t: - x\n",
        "s: a  \n",
        "r:   a\n",
        "q: a\tb\n",
    ),
    *("j: x: y\n", "i: a :b\n", "h: ?\n", "g: a,b[c]\n", "é: ü\n", "a-b: c\n", "1: 2\n", "_x: y\n", "x y: z\n"),
]
headers = st.one_of(
    st.lists(st.sampled_from(LINES), max_size=6).map("".join),
    st.lists(st.text(alphabet="ab:- #[],\"'\\\n1.é", max_size=12), max_size=4).map("a: ".join),
)


def tuples(value):
    if isinstance(value, dict):
        return {key: tuples(held) for key, held in value.items()}
    return tuple(map(tuples, value)) if isinstance(value, list) else value


@given(headers)
def test_the_short_way_agrees_with_the_library_or_leaves_it_to_it(header):
    try:
        fields = read_plain(header)
    except NotPlainError:
        return
    assert fields == tuples(yaml.load(header, Loader=yaml.BaseLoader) or {})


def test_what_is_written_takes_the_short_way():
    fields = {"name": "0123", "metadata": {"tags": ["a", "b: c", "- d"], "type": "on"}}
    assert read_plain(write_plain(fields)) == {"name": "0123", "metadata": {"tags": ("a", "b: c", "- d"), "type": "on"}}


@pytest.mark.parametrize("header", ["a: 'b'", "a: &x b", "a: !t b", "a: b: c", "a: b\na: c", "a: >\n  b", "a: {b: c}"])
def test_other_yaml_is_left_to_the_library(header):
    with pytest.raises(NotPlainError):
        read_plain(header)


def test_a_tag_that_ends_as_a_question_does_is_read_by_any_reader():
    written = write_plain({"tags": ["A?", "why", "?"]})

    assert yaml.safe_load(written) == {"tags": ["A?", "why", "?"]}
