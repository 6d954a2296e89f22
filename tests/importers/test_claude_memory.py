"""Claude Code's own memories are found, told apart by project, and left as they are."""

import json
import os
from pathlib import Path

import pytest

from vademecum.importers.claude_memory import ClaudeMemory, project_slug
from vademecum.model.memory import MemoryType, Scope, Trust
from vademecum.model.settings import MemorySettings

FACT = """---
name: use-pnpm
description: This repo uses pnpm
metadata:
  type: feedback
---

Never npm. See [[ci]].
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "claude"


def remember(config: Path, slug: str, files: dict[str, str], cwd: str | None = None) -> Path:
    memory = config / "projects" / slug / "memory"
    memory.mkdir(parents=True)
    for name, text in files.items():
        (memory / name).write_text(text, encoding="utf-8")
    if cwd is not None:
        records = [{"type": "mode"}, {"type": "user", "cwd": cwd, "message": {"content": "hello"}}]
        text = "not json\n" + "".join(json.dumps(record) + "\n" for record in records)
        (memory.parent / "session.jsonl").write_text(text, encoding="utf-8")
    return memory


def found(config: Path, **settings: int):
    return list(ClaudeMemory(config, lambda folder: folder.name, settings=MemorySettings(**settings)).find())


def test_a_fact_is_taken_with_its_type_links_project_and_origin(config):
    remember(config, project_slug("/home/ann/shop"), {"use-pnpm.md": FACT}, cwd="/home/ann/shop")
    (one,) = found(config)
    draft = one.draft
    assert one.problems == ()
    assert (draft.title, draft.body) == ("This repo uses pnpm", "Never npm. See [[ci]].")
    assert (draft.type, draft.scope, draft.trust) == (MemoryType.FEEDBACK, Scope("shop"), Trust.AGENT)
    assert draft.source == "native:shop/use-pnpm.md"
    assert draft.name is None


def test_the_index_names_files_without_frontmatter_and_its_own_notes_are_kept(config):
    index = "# Memory\n\n- [Queue name](queue.md) — the FIFO one\n- [Gone](gone.md)\n- Always run the linter first\n"
    remember(config, "-x-shop", {"MEMORY.md": index, "queue.md": "It is billing.fifo\n"})
    notes, queue = found(config)
    assert queue.draft.title == "Queue name: the FIFO one"
    assert queue.draft.body == "It is billing.fifo"
    assert "Always run the linter first" in notes.draft.body
    assert "queue.md" not in notes.draft.body


def test_an_index_that_only_points_at_files_is_no_memory(config):
    remember(config, "-x-shop", {"MEMORY.md": "# Memory\n\n- [Fact](fact.md) - hook\n", "fact.md": FACT})
    assert [Path(one.path).name for one in found(config)] == ["fact.md"]


def test_the_project_is_the_folder_that_the_slug_stands_for_even_when_a_session_worked_below_it(config):
    remember(config, project_slug("/home/ann/my.shop"), {"a.md": "A fact."}, cwd="/home/ann/my.shop/src/api")
    (one,) = found(config)
    assert one.draft.scope == Scope("my.shop")


def test_without_transcripts_the_slug_is_read_with_the_help_of_the_disk(config, tmp_path):
    folder = tmp_path / "work" / "my_shop-2.0"
    folder.mkdir(parents=True)
    remember(config, project_slug(str(folder)), {"a.md": "A fact."})
    (one,) = found(config)
    assert one.draft.scope == Scope("my_shop-2.0")


def test_a_slug_that_two_folders_share_or_none_has_names_the_project_itself(config, tmp_path):
    for name in ("a-b", "a_b"):
        (tmp_path / "work" / name).mkdir(parents=True)
    remember(config, project_slug(str(tmp_path / "work" / "a-b")), {"a.md": "A fact."})
    remember(config, "-nowhere-shop", {"a.md": "Another."})
    nowhere, shared = (one.draft.scope.project for one in found(config))
    assert nowhere == "nowhere_shop"
    assert shared.endswith("work_a_b")
    assert len(shared) <= 64


def test_two_folders_of_one_project_keep_their_files_apart(config):
    for parent in ("one", "two"):
        path = f"/{parent}/shop"
        remember(config, project_slug(path), {"a.md": f"Fact of {parent}."}, cwd=path)
    sources = [one.draft.source for one in found(config)]
    assert sources == ["native:shop/a.md", "native:shop/-two-shop/a.md"]


def test_a_long_path_has_the_slug_that_the_client_gives_it():
    slug = project_slug("/" + "x" * 250)
    assert slug.startswith("-" + "x" * 199 + "-")
    assert len(slug) <= 208
    assert project_slug("/home/ann/Größe") == "-home-ann-Gr--e"


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_links_are_reported_and_not_followed(config, tmp_path):
    secret = tmp_path / "secret.md"
    secret.write_text("outside", encoding="utf-8")
    memory = remember(config, "-x-shop", {"a.md": "A fact."})
    (memory / "link.md").symlink_to(secret)
    other = config / "projects" / "-x-linked"
    other.mkdir()
    (other / "memory").symlink_to(tmp_path)
    drafts = [one.draft for one in found(config)]
    problems = [one for one in found(config) if one.draft is None]
    assert [draft.body for draft in drafts if draft] == ["A fact."]
    assert len(problems) == 2


def test_nothing_of_the_host_is_changed(config):
    memory = remember(config, "-x-shop", {"MEMORY.md": "- note\n", "a.md": FACT, "bad.md": "---\ntitle: a: b\n---\nx"})
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in memory.rglob("*")}
    found(config)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in memory.rglob("*")} == before


def test_a_folder_without_projects_has_nothing(config):
    assert found(config) == []
