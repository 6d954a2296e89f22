"""A document has one stored path, however its path is spelt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model.errors import InvalidError
from vademecum.rules.paths import stored


@pytest.mark.parametrize(
    "path",
    [
        *("a/b.md", "a\\b.md", "./a//b.md", "x/../a/b.md", "C:\\kb\\a\\b.md", "c:/kb/a/b.md", "C:/KB/a/b.md"),
        *("\\\\?\\C:\\kb\\a\\b.md", "/c/kb/a/b.md", "/mnt/c/kb/a/b.md", "/cygdrive/c/kb/a/b.md"),
    ],
)
@pytest.mark.parametrize("root", ["C:\\kb", "c:/kb/", "\\\\?\\C:\\kb"])
def test_every_spelling_of_a_windows_path_is_one_document(path, root):
    assert stored(path, root) == "a/b.md"


def test_a_share_is_a_folder_too():
    assert stored("\\\\SRV\\share\\p\\N.md", "\\\\srv\\share") == "p/N.md"
    assert stored("\\\\?\\UNC\\srv\\share\\p\\N.md", "\\\\srv\\share") == "p/N.md"


def test_a_posix_path_keeps_its_case_and_its_drive_like_folders():
    assert stored("/c/Notes/A.md", "/c") == "Notes/A.md"
    with pytest.raises(InvalidError):
        stored("/KB/a.md", "/kb")


@pytest.mark.parametrize(
    "path",
    ["../a.md", "a/../../b.md", "/etc/passwd", "C:\\other\\a.md", "c:/kbx/a.md", "", ".", "a\0.md", "\\\\srv\\x\\a"],
)
def test_a_path_outside_of_the_folder_is_refused(path):
    with pytest.raises(InvalidError, match="path"):
        stored(path, "C:\\kb")


@given(st.text(alphabet="ab./\\:C?", max_size=20))
def test_what_is_stored_is_relative_and_stays_below_its_folder(path):
    try:
        kept = stored(path, "C:/kb")
    except InvalidError:
        return
    assert not kept.startswith("/")
    assert ".." not in kept.split("/")
    assert "\\" not in kept
