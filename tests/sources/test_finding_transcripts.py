"""Which files are transcripts, in which order, and what is left alone."""

import os

import pytest

from vademecum.sources.sessions import Hosts, transcripts


def touch(path, mtime=1):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}\n", encoding="utf-8")
    os.utime(path, (mtime, mtime))


def names(tmp_path, **hosts):
    return [(host, os.path.relpath(found.place, tmp_path)) for host, found in transcripts(Hosts(**hosts))]


def test_every_hosts_transcripts_are_found_the_oldest_first_and_the_history_last(tmp_path):
    touch(tmp_path / "projects/-home-ann/a.jsonl", 30)
    touch(tmp_path / "codex/2026/05/04/rollout-b.jsonl", 10)
    touch(tmp_path / "tmp/shop/chats/session-c.jsonl", 20)
    touch(tmp_path / "tmp/shop/chats/session-2026-old.json", 21)
    touch(tmp_path / "tmp/shop/chats/other.json", 22)
    touch(tmp_path / "own/d.jsonl.gz", 40)
    touch(tmp_path / "own/api/e.jsonl", 5)
    touch(tmp_path / "history.jsonl", 1)
    found = names(
        tmp_path,
        claude=tmp_path / "projects",
        claude_history=tmp_path / "history.jsonl",
        codex=tmp_path / "codex",
        gemini=tmp_path / "tmp",
        own=tmp_path / "own",
    )

    assert found == [
        ("own", "own/api/e.jsonl"),
        ("codex", "codex/2026/05/04/rollout-b.jsonl"),
        ("gemini", "tmp/shop/chats/session-c.jsonl"),
        ("gemini", "tmp/shop/chats/session-2026-old.json"),
        ("claude", "projects/-home-ann/a.jsonl"),
        ("own", "own/d.jsonl.gz"),
        ("claude-history", "history.jsonl"),
    ]


@pytest.mark.parametrize("subagents", [True, False])
def test_sub_agents_are_found_unless_they_are_not_wanted(tmp_path, subagents):
    touch(tmp_path / "-home-ann/a.jsonl")
    touch(tmp_path / "-home-ann/agent-1.jsonl")
    touch(tmp_path / "-home-ann/a/subagents/agent-2.jsonl")
    touch(tmp_path / "-home-ann/gone/subagents/runs/agent-3.jsonl")
    found = names(tmp_path, claude=tmp_path, subagents=subagents)

    assert [place for _, place in found if "agent-" not in place] == ["-home-ann/a.jsonl"]
    assert len(found) == (4 if subagents else 1)


def test_other_files_links_pipes_and_folders_are_no_transcripts(tmp_path):
    outside = tmp_path / "outside"
    touch(outside / "x.jsonl")
    root = tmp_path / "projects"
    for name in ("a/tool-results/x.jsonl", "a/memory/x.jsonl", "a/notes.md", "a/b/deep.jsonl", "a/x.jsonl.tmp"):
        touch(root / "-home" / name)
    (root / "-home/link.jsonl").symlink_to(outside / "x.jsonl")
    (root / "linked").symlink_to(outside)
    os.mkfifo(root / "-home/pipe.jsonl")
    (root / "-home/folder.jsonl").mkdir()

    assert names(tmp_path, claude=root) == []


def test_a_folder_that_is_not_there_or_is_a_file_holds_none(tmp_path):
    touch(tmp_path / "file")

    assert names(tmp_path, claude=tmp_path / "none", codex=tmp_path / "file", claude_history=tmp_path / "none") == []


def test_a_name_that_is_no_text_is_passed_over(tmp_path):
    try:
        (tmp_path / os.fsdecode(b"\xff.jsonl")).touch()
    except OSError:
        pytest.skip("this file system takes only text")
    touch(tmp_path / "a.jsonl")

    assert [place for _, place in names(tmp_path, claude=tmp_path)] == ["a.jsonl"]
