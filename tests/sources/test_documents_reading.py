"""A document is read: whatever editor wrote it, and whatever somebody put in its place meanwhile."""

import codecs
import hashlib
import os
import random
import sys

import pytest

from vademecum.model.settings import KnowledgeSettings
from vademecum.sources.documents import read
from vademecum.sources.ports import Skipped

SETTINGS = KnowledgeSettings(max_file_bytes=2_000)
TEXT = "# Größe\n\nText mit Umlaut: äöü.\n"
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes of POSIX")


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("latin-1"),
    ],
    ids=["utf-8", "utf-8 with a mark", "utf-16 le", "utf-16 be", "latin-1"],
)
def test_each_encoding_gives_the_same_text_and_the_hash_of_its_bytes(tmp_path, data):
    (tmp_path / "a.md").write_bytes(data)

    assert read(str(tmp_path / "a.md"), SETTINGS) == (TEXT, hashlib.sha256(data).hexdigest())


def test_an_empty_file_is_an_empty_document(tmp_path):
    (tmp_path / "a.md").touch()

    assert read(str(tmp_path / "a.md"), SETTINGS) == ("", hashlib.sha256(b"").hexdigest())


def test_what_is_not_text_is_skipped_with_a_reason(tmp_path):
    (tmp_path / "a.md").write_bytes(random.Random(1).randbytes(1_500))

    assert read(str(tmp_path / "a.md"), SETTINGS) == Skipped(str(tmp_path / "a.md"), "this is not text")


def test_a_file_that_has_vanished_is_no_error(tmp_path):
    (tmp_path / "file").touch()

    assert read(str(tmp_path / "a.md"), SETTINGS) is None
    assert read(str(tmp_path / "file" / "a.md"), SETTINGS) is None


def test_a_file_that_has_grown_over_the_bound_is_skipped(tmp_path):
    (tmp_path / "a.md").write_bytes(b"x" * 2_001)

    assert read(str(tmp_path / "a.md"), SETTINGS).reason == "is larger than 2000 bytes (knowledge.max_file_bytes)"


@posix
def test_nothing_that_was_put_in_its_place_is_followed_or_waited_for(tmp_path):
    (tmp_path / "secret").write_text("outside", encoding="utf-8")
    (tmp_path / "link.md").symlink_to("secret")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()

    found = {name: read(str(tmp_path / name), SETTINGS).reason for name in ("link.md", "pipe.md", "folder.md")}

    assert found == {
        "link.md": "is a link now",
        "pipe.md": "is no regular file",
        "folder.md": "is no regular file",
    }


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_is_skipped_with_a_reason(tmp_path):
    (tmp_path / "a.md").write_text("x", encoding="utf-8")
    (tmp_path / "a.md").chmod(0)

    assert read(str(tmp_path / "a.md"), SETTINGS).reason == "may not be read"
