"""A folder of notes is looked through: what is a document, what is left out, and nothing that hangs or leads away."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from vademecum.model.settings import KnowledgeSettings
from vademecum.sources.documents import LISTED_MAX, look

SETTINGS = KnowledgeSettings(max_file_bytes=2_000)
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs links, pipes and modes of POSIX")


def put(root, *names, text="# note\n"):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def names(folder):
    return [Path(found.place).relative_to(folder.base).as_posix() for found in folder.files]


def seen(root, **settings):
    return names(look(root, KnowledgeSettings(**settings)))


def reasons(folder):
    return {Path(one.place).name: one.reason for one in folder.skipped}


def test_documents_are_found_whatever_the_case_of_their_ending(tmp_path):
    put(tmp_path, "README.MD", "note.markdown", "deep/er/x.mdx", "picture.png", "code.py", "md")

    assert seen(tmp_path) == ["README.MD", "deep/er/x.mdx", "note.markdown"]


def test_size_and_time_are_those_of_the_file(tmp_path):
    put(tmp_path, "a.md", text="12345")
    os.utime(tmp_path / "a.md", ns=(7, 1_234_567_891_000_000_000))

    (found,) = look(tmp_path, SETTINGS).files

    assert (found.place, found.size, found.mtime) == (str(tmp_path / "a.md"), 5, 1_234_567_891_000_000_000)


@pytest.mark.parametrize(
    "folder",
    [
        *(".git", ".hg", ".svn", "node_modules", ".venv", "venv", "vendor", "dist", "build", "target", "__pycache__"),
        *(".obsidian", ".trash", ".anything"),
    ],
)
def test_folders_of_tools_and_hidden_ones_are_never_looked_into(tmp_path, folder):
    put(tmp_path, f"{folder}/readme.md", f"sub/{folder}/deep/readme.md", "mine.md")

    assert seen(tmp_path) == ["mine.md"]


@pytest.mark.parametrize("name", ["n.md~", ".n.md.swp", "#n.md#", "4913", ".goutputstream-X1", "n.md.tmp", "n.md.bak"])
def test_what_editors_leave_for_a_moment_is_left_out_even_when_everything_is_included(tmp_path, name):
    put(tmp_path, name, "n.md")

    assert seen(tmp_path, include=("*",)) == ["n.md"]


def test_a_folder_that_was_named_is_looked_into_whatever_its_own_name(tmp_path):
    put(tmp_path / "build", "x.md")

    assert seen(tmp_path / "build") == ["x.md"]


def test_ignore_files_count_at_every_level_and_can_take_back(tmp_path):
    put(tmp_path, "a.md", "draft-1.md", "draft-2.md", "sub/draft-3.md", "sub/keep.md", "log/x.md", "sub/log/y.md")
    put(tmp_path, ".gitignore", text="draft-*.md\n!draft-2.md\n/log/\n")
    put(tmp_path, "sub/.gitignore", text="# own\n!draft-3.md\nkeep.md\n")

    folder = look(tmp_path, SETTINGS)

    assert names(folder) == ["a.md", "draft-2.md", "sub/draft-3.md", "sub/log/y.md"]
    assert folder.ignored == 3  # a folder counts as one


def test_an_ignore_file_of_a_nested_repository_counts_too(tmp_path):
    put(tmp_path, "repo/.git/HEAD", "repo/generated/api.md", "repo/readme.md", "generated/mine.md")
    put(tmp_path, "repo/.gitignore", text="generated/\n")

    assert seen(tmp_path) == ["generated/mine.md", "repo/readme.md"]


def test_our_own_ignore_file_is_stronger_than_that_of_git(tmp_path):
    put(tmp_path, "public.md", "private.md", "diary.md")
    put(tmp_path, ".gitignore", text="private.md\n")
    put(tmp_path, ".vademecumignore", text="!private.md\ndiary.md\n")

    assert seen(tmp_path) == ["private.md", "public.md"]


def test_the_users_settings_are_stronger_than_any_ignore_file(tmp_path):
    put(tmp_path, "a.md", "b/c.md", "b/d.md")
    put(tmp_path, "b/.gitignore", text="d.md\n")

    assert seen(tmp_path, exclude=("c.md", "!d.md")) == ["a.md", "b/d.md"]


def test_patterns_of_folders_can_say_what_is_included(tmp_path):
    put(tmp_path, "docs/a.md", "docs/deep/B.MD", "other/c.md", "notes.txt")

    assert seen(tmp_path, include=("docs/**/*.md", "*.txt")) == ["docs/a.md", "docs/deep/B.MD", "notes.txt"]


@pytest.mark.parametrize("pattern", ["!", "[z-a].md", "\\", "x" * 5_000, "[[:alpha:]]", "*a" * 400])
def test_a_pattern_that_cannot_be_read_spoils_no_other(tmp_path, pattern):
    put(tmp_path, "a.md", "b.md")
    put(tmp_path, ".gitignore", text=f"{pattern}\nb.md\n")

    assert seen(tmp_path) == ["a.md"]


def test_an_ignore_file_with_very_many_patterns_does_not_stop_the_look(tmp_path):
    put(tmp_path, "a.md", "b.md")
    put(tmp_path, ".gitignore", text="b.md\n" + "".join(f"x/{n}/*.md\n" for n in range(9_000)))

    assert seen(tmp_path) == ["a.md"]


def test_changed_patterns_change_what_is_found_at_the_next_look(tmp_path):
    put(tmp_path, "a.md", "b.md")
    before = seen(tmp_path)
    put(tmp_path, ".gitignore", text="b.md\n")

    assert (before, seen(tmp_path)) == (["a.md", "b.md"], ["a.md"])


@posix
def test_links_within_the_folder_are_read_once_where_they_lead(tmp_path):
    put(tmp_path, "real/a.md", "real/plain.txt")
    (tmp_path / "again.md").symlink_to("real/a.md")
    (tmp_path / "folder").symlink_to("real")
    (tmp_path / "named.md").symlink_to("real/plain.txt")

    folder = look(tmp_path, SETTINGS)

    assert (names(folder), folder.skipped) == (["real/a.md", "real/plain.txt"], [])


@posix
def test_no_link_leads_out_of_the_folder_or_round_in_a_circle(tmp_path):
    root, outside = tmp_path / "root", tmp_path / "outside"
    put(outside, "secret.md")
    put(root, "a.md", "sub/b.md", ".hidden/c.md", "ignored.md")
    put(root, ".gitignore", text="ignored.md\n")
    links = {
        "out.md": outside / "secret.md",
        "out": outside,
        "sub/up": root,
        "self.md": "self.md",
        "nowhere.md": "missing.md",
        "hidden": ".hidden",
        "behind.md": "ignored.md",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)

    folder = look(root, SETTINGS)

    assert names(folder) == ["a.md", "sub/b.md"]
    assert reasons(folder) == {
        "out.md": "is a link out of the folder; add what it leads to, if it is wanted",
        "out": "is a link out of the folder; add what it leads to, if it is wanted",
        "up": "is a link to a folder that it is in",
        "self.md": "is a link in a circle",
        "nowhere.md": "is a link that leads nowhere",
        "hidden": "is a link to a folder that is left out",
        "behind.md": "is a link to a file that is left out",
    }


@posix
def test_what_is_no_regular_file_is_named_and_does_not_hang(tmp_path, monkeypatch):
    put(tmp_path, "a.md", "large.md")
    (tmp_path / "large.md").write_bytes(b"x" * 2_001)
    os.mkfifo(tmp_path / "pipe.md")
    monkeypatch.chdir(tmp_path)  # the path of a socket is short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.md")

        folder = look(tmp_path, SETTINGS)

    assert names(folder) == ["a.md"]
    assert reasons(folder) == {
        "pipe.md": "is no regular file",
        "socket.md": "is no regular file",
        "large.md": "is larger than 2000 bytes (knowledge.max_file_bytes)",
    }


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_with_a_line_break_is_read_and_one_of_broken_bytes_is_named(tmp_path):
    put(tmp_path, "two\nlines.md", "größe/ä.md")
    (tmp_path / os.fsdecode(b"bad-\xff.md")).touch()
    (tmp_path / os.fsdecode(b"dir-\xfe")).mkdir()

    folder = look(tmp_path, SETTINGS)

    assert names(folder) == ["größe/ä.md", "two\nlines.md"]
    assert sorted(reasons(folder)) == ["bad-\\udcff.md", "dir-\\udcfe"]
    assert set(reasons(folder).values()) == {"has a name that is not valid UTF-8"}


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may look into every folder")
def test_a_folder_that_cannot_be_looked_through_is_closed_and_the_rest_is_read(tmp_path):
    put(tmp_path, "a.md", "locked/b.md")
    (tmp_path / "locked").chmod(0)
    try:
        folder = look(tmp_path, SETTINGS)
    finally:
        (tmp_path / "locked").chmod(0o700)

    assert (names(folder), folder.closed, folder.whole) == (["a.md"], [str(tmp_path / "locked")], True)


@posix
def test_a_tree_deeper_than_the_interpreters_stack_is_read_to_its_end(tmp_path):
    folder = deepen(tmp_path, "d", 1_100)
    os.close(os.open("end.md", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.close(folder)

    found = names(look(tmp_path, SETTINGS))
    subprocess.run(["rm", "-rf", tmp_path / "d"], check=True)

    assert found == ["d/" * 1_100 + "end.md"]


@posix
def test_a_tree_deeper_than_the_system_can_name_ends_with_a_reason(tmp_path):
    put(tmp_path, "a.md")
    os.close(deepen(tmp_path, "long" * 50, 25))

    folder = look(tmp_path, SETTINGS)
    subprocess.run(["rm", "-rf", tmp_path / ("long" * 50)], check=True)

    assert (names(folder), len(folder.closed), folder.whole) == (["a.md"], 1, True)
    assert folder.skipped[0].reason == "cannot be looked through: File name too long"


def deepen(root, name, levels):
    folder = os.open(root, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=folder)
        deeper = os.open(name, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = deeper
    return folder


@posix
def test_many_skipped_files_are_named_in_part_and_counted(tmp_path):
    for number in range(LISTED_MAX + 37):
        (tmp_path / f"{number}.md").symlink_to("nowhere")

    skipped = look(tmp_path, SETTINGS).skipped

    assert (len(skipped), skipped[-1].reason) == (LISTED_MAX + 1, "and 37 more are not read")


def test_a_look_that_is_ended_early_says_that_it_is_not_whole(tmp_path):
    put(tmp_path, *(f"{number}/a.md" for number in range(10)))
    answers = iter([False, False, False, True])

    folder = look(tmp_path, SETTINGS, until=lambda: next(answers))

    assert (folder.whole, folder.missing) == (False, False)
    assert len(folder.files) < 10


def test_a_look_into_one_very_full_folder_can_be_ended(tmp_path):
    put(tmp_path, *(f"{number}.md" for number in range(1_100)))
    answers = iter([False, True])

    assert look(tmp_path, SETTINGS, until=lambda: next(answers)).whole is False


def test_a_folder_that_is_not_there_is_missing_and_not_empty(tmp_path):
    folder = look(tmp_path / "unmounted", SETTINGS)

    assert (folder.missing, folder.files, folder.base) == (True, (), str(tmp_path / "unmounted"))
    put(tmp_path / "unmounted", "a.md")
    assert names(look(tmp_path / "unmounted", SETTINGS)) == ["a.md"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may look into every folder")
def test_a_folder_that_may_not_be_listed_is_missing(tmp_path):
    put(tmp_path / "root", "a.md")
    (tmp_path / "root").chmod(0)
    try:
        assert look(tmp_path / "root", SETTINGS).missing
    finally:
        (tmp_path / "root").chmod(0o700)


def test_a_single_file_is_a_document_whatever_its_name(tmp_path):
    put(tmp_path, "CLAUDE.local")

    folder = look(tmp_path / "CLAUDE.local", SETTINGS)

    assert [found.place for found in folder.files] == [folder.base] == [str((tmp_path / "CLAUDE.local").resolve())]


@posix
def test_a_single_file_may_be_a_link_because_the_user_named_it(tmp_path):
    put(tmp_path, "dotfiles/real.md")
    (tmp_path / "CLAUDE.md").symlink_to("dotfiles/real.md")

    (found,) = look(tmp_path / "CLAUDE.md", SETTINGS).files

    assert found.place == str((tmp_path / "dotfiles/real.md").resolve())
    assert stat.S_ISREG(os.lstat(found.place).st_mode)


@posix
def test_a_pipe_in_the_place_of_the_folder_is_missing_with_a_reason(tmp_path):
    os.mkfifo(tmp_path / "notes")

    folder = look(tmp_path / "notes", SETTINGS)

    assert (folder.missing, reasons(folder)) == (True, {"notes": "is neither a folder nor a file"})


@posix
def test_a_linked_folder_keeps_the_places_that_the_user_knows(tmp_path):
    put(tmp_path / "real", "a.md")
    (tmp_path / "notes").symlink_to("real")

    folder = look(tmp_path / "notes", SETTINGS)

    assert [found.place for found in folder.files] == [str(tmp_path / "notes" / "a.md")]
