"""Lines in: split as they come, bounded, never lost."""

import io

from hypothesis import given
from hypothesis import strategies as st

from vademecum.faces.mcp.lines import TooLong, lines


def of(data: bytes, most: int = 1000, step: int = 7) -> list[bytes | TooLong]:
    stream = io.BytesIO(data)
    return list(lines(lambda size: stream.read(min(size, step)), most))


@given(st.lists(st.binary(max_size=30).filter(lambda line: b"\n" not in line)), st.integers(1, 50))
def test_every_line_comes_out_whole_however_it_arrives(texts, step):
    assert of(b"".join(text + b"\n" for text in texts), step=step) == texts


@given(st.binary(max_size=300), st.integers(1, 20), st.integers(1, 50))
def test_no_line_is_longer_than_the_limit(data, most, step):
    for line in of(data, most, step):
        assert isinstance(line, TooLong) or len(line) <= most


@given(st.binary(max_size=300), st.integers(1, 20), st.integers(1, 50))
def test_the_limit_decides_alike_however_a_line_arrives(data, most, step):
    expected = [
        len(line) > most for line in (data.split(b"\n") if not data.endswith(b"\n") else data.split(b"\n")[:-1])
    ]
    if not data:
        expected = []
    assert [isinstance(line, TooLong) for line in of(data, most, step)] == expected


def test_a_last_line_without_its_end_counts():
    assert of(b"one\ntwo") == [b"one", b"two"]


def test_a_line_that_is_too_long_still_shows_its_id_at_either_end():
    head = of(b'{"jsonrpc":"2.0","id":7,"x":"' + b"a" * 5_000 + b'"}\nping\n')
    tail = of(b'{"method":"' + b"a" * 5_000 + b'","jsonrpc":"2.0","id":"k-1"}\n')
    assert isinstance(head[0], TooLong)
    assert head[0].id == 7
    assert head[1] == b"ping"
    assert isinstance(tail[0], TooLong)
    assert tail[0].id == "k-1"


def test_an_id_deep_inside_a_long_line_is_not_taken_for_its_own():
    found = of(b'{"params":{"id":5},"x":"' + b"a" * 5_000 + b'","y":{"id":6},"z":1}\n')[0]
    assert isinstance(found, TooLong)
    assert found.id is None
