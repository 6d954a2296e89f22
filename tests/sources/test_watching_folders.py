"""A folder is watched: a burst of changes is told once, and what is no document not at all."""

import os
import shutil
import sys
import threading
import time

import pytest

from vademecum.model.errors import ConflictError, UnavailableError
from vademecum.sources.watching import is_telling, watch

LONG_S = 20


class Bell:
    """Counts how often it was rung, and lets a test wait for a number of times."""

    def __init__(self, failing=0):
        self.count = 0
        self._failing = failing
        self._rung = threading.Condition()

    def ring(self):
        with self._rung:
            self.count += 1
            self._rung.notify_all()
        if self.count <= self._failing:
            raise ConflictError("another process is at it")

    def wait_for(self, count):
        with self._rung:
            return self._rung.wait_for(lambda: self.count >= count, LONG_S)


@pytest.fixture
def watching():
    pytest.importorskip("watchfiles", reason="the extra `watch` is not installed")
    started = []

    def start(bell, *roots, debounce_ms=200):
        started.append(watch(roots, bell.ring, debounce_ms=debounce_ms))
        assert started[-1].wait(LONG_S)
        return started[-1]

    yield start
    for watcher in started:
        watcher.stop()


def settled(bell, root):
    """Return how often the bell rang, after a change that surely comes last has been told."""
    before = bell.count
    (root / "last.md").write_text("x", encoding="utf-8")
    assert bell.wait_for(before + 1)
    return bell.count


def test_a_burst_of_an_atomic_writer_is_told_once(tmp_path, watching):
    bell = Bell()
    watching(bell, tmp_path, debounce_ms=700)

    for name in (".note.md.swp", "note.md~", "#note.md#", "note.md.tmp"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "note.md.tmp").rename(tmp_path / "note.md")
    for name in (".note.md.swp", "note.md~", "#note.md#"):
        (tmp_path / name).unlink()

    assert bell.wait_for(1)
    assert settled(bell, tmp_path) == 2


def test_temporary_and_hidden_files_are_not_told_at_all(tmp_path, watching):
    bell = Bell()
    (tmp_path / ".git").mkdir()
    watching(bell, tmp_path)

    for name in (".note.md.swp", "note.md~", "4913", ".goutputstream-1", ".git/index"):
        (tmp_path / name).write_text("x", encoding="utf-8")

    assert settled(bell, tmp_path) == 1


def test_new_folders_are_watched_and_removed_ones_are_told(tmp_path, watching):
    bell = Bell()
    watching(bell, tmp_path)

    (tmp_path / "new").mkdir()
    assert bell.wait_for(1)
    (tmp_path / "new" / "a.md").write_text("x", encoding="utf-8")
    assert bell.wait_for(2)
    shutil.rmtree(tmp_path / "new")
    assert bell.wait_for(3)


def test_a_root_that_is_removed_and_made_anew_is_watched_again(tmp_path, watching):
    bell = Bell()
    root = tmp_path / "notes"
    root.mkdir()
    watcher = watching(bell, root)
    held = os.open(root, os.O_RDONLY)  # so that the new folder is not given the number of the old one

    shutil.rmtree(root)
    assert bell.wait_for(1)
    seen = bell.count
    root.mkdir()
    assert bell.wait_for(seen + 1)
    assert tells_again(bell, root / "after.md")
    watcher.stop()
    os.close(held)


def made_again_with_its_number(root):
    """Remove a folder and make it again, so that the file system gives it the number that it had."""
    number = root.stat().st_ino
    shutil.rmtree(root)
    root.mkdir()
    return root.stat().st_ino == number


def test_a_root_that_is_made_again_with_the_number_of_the_old_one_is_watched_again(tmp_path, watching):
    bell = Bell()
    root = tmp_path / "notes"
    root.mkdir()
    watcher = watching(bell, root)

    if not made_again_with_its_number(root):
        pytest.skip("this file system does not give a number twice")
    assert bell.wait_for(1)
    assert tells_again(bell, root / "after.md")
    watcher.stop()


def test_a_root_that_is_replaced_at_once_is_watched_again(tmp_path, watching):
    bell = Bell()
    root = tmp_path / "notes"
    root.mkdir()
    watching(bell, root)

    root.rename(tmp_path / "old")
    root.mkdir()

    assert bell.wait_for(1)
    assert tells_again(bell, root / "after.md")


def test_a_root_that_is_not_there_yet_is_watched_when_it_comes(tmp_path, watching):
    bell = Bell()
    watching(bell, tmp_path / "later")

    (tmp_path / "later").mkdir()

    assert bell.wait_for(1)
    assert tells_again(bell, tmp_path / "later" / "a.md")


def tells_again(bell, path):
    """Write until it is told: a new watch needs a moment, and what is written before is found by the next search."""
    seen = bell.count
    end = time.monotonic() + LONG_S
    number = 0
    while time.monotonic() < end:
        number += 1
        path.write_text(str(number), encoding="utf-8")
        with bell._rung:
            if bell._rung.wait_for(lambda: bell.count > seen, 0.5):
                return True
    return False


def test_a_single_file_is_watched_also_when_it_is_replaced(tmp_path, watching):
    bell = Bell()
    path = tmp_path / "CLAUDE.md"
    path.write_text("one", encoding="utf-8")
    watching(bell, path)

    (tmp_path / "new").write_text("other", encoding="utf-8")
    (tmp_path / "new").replace(path)
    assert bell.wait_for(1)
    path.write_text("more than before", encoding="utf-8")
    assert bell.wait_for(2)


def test_changes_that_never_pause_are_told_all_the_same(tmp_path, watching):
    bell = Bell()
    watching(bell, tmp_path, debounce_ms=300)
    stop = threading.Event()

    def scribble():
        while not stop.wait(0.05):
            (tmp_path / "a.md").write_text(str(time.monotonic()), encoding="utf-8")

    writer = threading.Thread(target=scribble)
    writer.start()
    try:
        assert bell.wait_for(1)
    finally:
        stop.set()
        writer.join()


def test_a_call_that_fails_is_made_again(tmp_path, watching):
    bell = Bell(failing=1)
    watching(bell, tmp_path)

    (tmp_path / "a.md").write_text("x", encoding="utf-8")

    assert bell.wait_for(2)


def test_no_thread_is_left_after_stopping(tmp_path, watching):
    watcher = watching(Bell(), tmp_path, tmp_path / "missing")

    watcher.stop()
    watcher.stop()

    assert not [thread for thread in threading.enumerate() if thread.name == "vademecum-watch"]


def test_a_watcher_can_be_stopped_by_what_it_calls(tmp_path, watching):
    done = threading.Event()

    def stop():
        watcher.stop()
        done.set()

    class Stopping(Bell):
        def ring(self):
            stop()

    watcher = watching(Stopping(), tmp_path)
    (tmp_path / "a.md").write_text("x", encoding="utf-8")

    assert done.wait(LONG_S)


def test_without_the_library_it_is_said_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)

    with pytest.raises(UnavailableError) as raised:
        watch([tmp_path], lambda: None, debounce_ms=100)

    assert 'pip install "vademecum[watch]"' in raised.value.hint


@pytest.mark.parametrize(
    ("name", "telling"),
    [
        *[("a.md", True), ("sub/a.md", True), ("", True), (".gitignore", True), ("sub/.vademecumignore", True)],
        *[("node_modules/x/a.md", False), (".git", False), ("a.md~", False), (".a.md.swp", False), ("build", False)],
    ],
)
def test_only_what_may_be_read_is_a_change(tmp_path, name, telling):
    root = tmp_path / ".hidden" / "build"

    assert is_telling(str(root / name), [root]) is telling


def test_a_folder_named_for_itself_is_told_of_though_another_leaves_it_out(tmp_path):
    roots = [tmp_path, tmp_path / ".notes"]

    assert is_telling(str(tmp_path / ".notes" / "a.md"), roots)
    assert not is_telling(str(tmp_path / ".other" / "a.md"), roots)
