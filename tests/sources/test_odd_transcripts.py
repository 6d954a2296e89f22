"""Odd lines, long lines and odd files cost themselves and nothing else."""

import base64
import json
import os
import time

import pytest

from sources.records import Reading, answer, found, line, prompt, reading, result, written
from vademecum.model.errors import UnavailableError
from vademecum.sources.sessions import read
from vademecum.sources.sessions.lines import LINE_MOST

MEGABYTE = 1024 * 1024


@pytest.mark.parametrize(
    ("odd", "skipped"),
    [
        (b'{"type":"user","message":{"role":"user","content":"regex \\p{L}"}}\n', 1),
        (b"\0" * 4096 + b"\n", 1),
        (b"\n   \n\r\n", 0),
        (b'42\n"string"\n[1,2]\nnull\ntrue\nNaN\n', 0),
        (b'"a longer string"\n[1,2,3,4,5,6,7,8,9]\n', 2),
        (b"{}\n", 0),
        (b'{"type":"user","message":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_001 + b"\n", 1),
        (b"[" * 100_000 + b"\n", 1),
        (b'{"type":"brand-new-type","payload":{"text":"new"}}\n', 0),
        (b'{"type":"user","\n', 1),
        (b'"type":"user","message"\n', 1),
        (bytes(range(128, 256)) + b"\n", 1),
    ],
    ids=range(12),
)
def test_a_line_that_cannot_be_read_hides_no_other_and_is_counted(tmp_path, odd, skipped):
    read = reading(tmp_path, prompt("before"), odd, prompt("after"))

    assert read.texts == ["before", "after"]
    assert read.skipped == read.state["skipped"] == skipped


def test_a_byte_order_mark_windows_line_ends_and_bad_bytes_are_read(tmp_path):
    bad = line(prompt("latin *")).replace(b"*", b"\xe9")
    read = reading(tmp_path, b"\xef\xbb\xbf" + line(prompt("first")).replace(b"\n", b"\r\n"), bad)

    assert read.texts == ["first", "latin \ufffd"]


def test_separators_inside_a_line_and_halves_of_characters_part_nothing(tmp_path):
    text = "a\u2028b\u2029c\u0085d\x0be\x1cf \ud800 g"
    raw = json.dumps(prompt("a\u2028b"), ensure_ascii=False).encode() + b"\n"

    assert reading(tmp_path, prompt(text), raw).texts == [text.replace("\ud800", "?"), "a\u2028b"]


def test_objects_that_share_a_line_and_numbers_without_end_are_read(tmp_path):
    shared = line(prompt("one")).strip() + line(answer("two")).strip() + b" " + line(prompt("three"))
    huge = line(prompt("four", size=0)).replace(b'"size":0', b'"size":' + b"9" * 5000)

    assert reading(tmp_path, shared, huge).texts == ["one", "two", "three", "four"]


def test_a_file_in_another_encoding_is_counted_not_guessed(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(line(prompt("wide")).decode().encode("utf-16"))
    read = Reading(path)

    assert read.said == []
    assert read.skipped >= 1


def test_pictures_of_megabytes_are_passed_over_and_the_words_beside_them_found(tmp_path):
    picture = base64.b64encode(os.urandom(3 * MEGABYTE)).decode()
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": picture}}
    records = [
        result([image, {"type": "text", "text": f"beside the picture {n}"}], uuid=f"r{n}", toolUseResult=[image])
        for n in (1, 2)
    ]
    began = time.perf_counter()
    read = reading(tmp_path, prompt("look"), *records, prompt("after"))

    told = ["look", "[image]", "beside the picture 1", "[image]", "beside the picture 2", "after"]
    assert "\n".join(read.texts).split("\n") == told
    assert picture[:200] not in str(read.said)
    assert time.perf_counter() - began < 10
    assert reading(tmp_path, prompt("look"), *records, prompt("after"), sizes=[77_777]).said == read.said


def test_a_line_too_long_for_a_message_is_passed_over_and_counted(tmp_path):
    too_long = prompt("some words " * 500_000)
    unwanted = {"type": "api-request-shape", "shape": "some words " * 500_000}
    read = reading(tmp_path, prompt("before"), too_long, unwanted, prompt("after"))

    assert read.texts == ["before", "after"]
    assert read.skipped == 1


def test_a_line_without_end_is_given_up_and_what_follows_it_is_read(tmp_path):
    path = written(tmp_path / "x.jsonl", prompt("before"), b'{"type":"user","x":"')
    with path.open("ab") as file:
        file.truncate(LINE_MOST + 5 * MEGABYTE)
    read = Reading(path)
    assert read.texts == ["before"]
    assert read.state["offset"] == path.stat().st_size

    with path.open("ab") as file:
        file.write(b'still"}\n' + line(prompt("after")))
    assert read.on().texts == ["before", "after"]
    assert read.skipped == 1


@pytest.mark.parametrize("make", [lambda p: p.mkdir(), os.mkfifo, lambda _: None], ids=["folder", "pipe", "nothing"])
def test_what_is_no_file_is_refused_at_once(tmp_path, make):
    file = found(written(tmp_path / "x.jsonl"))
    (tmp_path / "x.jsonl").unlink()
    make(tmp_path / "x.jsonl")

    with pytest.raises(UnavailableError):
        read("claude", file, {})


@pytest.mark.parametrize("state", [{"v": 0}, {"v": 1}, {"v": 1, "offset": "x"}, {"title": 1}, {"v": 1, "sealed": 5}])
def test_a_state_that_is_none_begins_anew(tmp_path, state):
    path = written(tmp_path / "x.jsonl", prompt("one"))
    step = read("claude", found(path), state)

    assert step.again
    assert [said.text for said in step.said] == ["one"]
