import contextlib

import pytest

from vademecum.model.errors import InvalidError
from vademecum.rules.notes import Checkpoint, Note, key_hash, read, read_verifier_key, verifier_key

PUBLIC = bytes(range(32))
LOG = "vademecum.local/x"
NOTE = Note(Checkpoint(LOG, 7, b"r" * 32), LOG, key_hash(LOG, PUBLIC), b"s" * 64)


def test_a_note_has_the_published_form():
    lines = NOTE.text.split("\n")
    assert lines[:2] == ["vademecum.local/x", "7"]
    assert lines[3] == ""
    assert lines[4].startswith("\u2014 vademecum.local/x ")
    assert lines[5:] == [""]


def test_a_note_is_read_as_it_was_written():
    assert read(NOTE.text) == NOTE


@pytest.mark.parametrize("at", range(0, len(NOTE.text), 3))
def test_a_note_with_a_character_missing_is_another_one_or_none(at: int):
    with contextlib.suppress(InvalidError):
        assert read(NOTE.text[:at] + NOTE.text[at + 1 :]) != NOTE


def test_a_verifier_key_is_read_as_it_was_written_and_checks_itself():
    line = verifier_key("vademecum.local/x", PUBLIC)
    assert read_verifier_key(line + "\n") == ("vademecum.local/x", PUBLIC)
    for bad in (line.replace("vademecum", "vadamecum"), line[:-4], "x", "a+b", line.replace("+", "-")):
        with pytest.raises(InvalidError):
            read_verifier_key(bad)
