"""A folder of notes: what is taken, what is passed over, what is said."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.importers import notes
from vademecum.importers.markdown_dir import MarkdownDir
from vademecum.model.memory import GLOBAL, Scope, Sensitivity, Trust
from vademecum.model.settings import MemorySettings

DATA = Path(__file__).parents[1] / "data" / "markdown"


def write(root: Path, files: dict[str, str]) -> Path:
    for place, text in files.items():
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def found(root: Path, **options):
    return list(MarkdownDir(root, **options).find())


def titles(root: Path, **options) -> list[str]:
    return [one.draft.title for one in found(root, **options) if one.draft]


def test_titles_come_from_frontmatter_heading_or_text(tmp_path):
    files = {
        "a.md": "---\ntitle: From the header\n---\nBody",
        "b.md": "# From a heading\n\nBody",
        "c.md": "From the text. More.",
        "d.md": "---\ntitle: Short\ndescription: and what it says\n---\nBody",
    }
    assert titles(write(tmp_path, files)) == [
        *("From the header", "From a heading", "From the text.", "Short: and what it says")
    ]


def test_only_notes_are_taken(tmp_path):
    wanted = {"README.MD": "a note", "sub/deep/note.markdown": "another"}
    passed_over = [
        *(".hidden.md", ".git/x.md", ".venv/x.md", "node_modules/p/README.md", "vendor/x.md", "note.md.bak", "note.txt")
    ]
    write(tmp_path, wanted | dict.fromkeys(passed_over, "not this"))
    assert sorted(titles(tmp_path)) == ["a note", "another"]


def test_patterns_choose_notes(tmp_path):
    write(tmp_path, {"docs/a.md": "a", "docs/b.md": "b", "other/c.md": "c"})
    assert titles(tmp_path, patterns=("docs/*", "*/c.md")) == ["a", "b", "c"]
    assert titles(tmp_path, patterns=("docs/a.md",)) == ["a"]


def test_the_caller_decides_scope_and_trust_and_a_note_can_only_lower_its_trust(tmp_path):
    write(tmp_path, {"a.md": "---\ntrust: owner\nsensitivity: secret\n---\na", "b.md": "---\ntrust: untrusted\n---\nb"})
    a, b = (one.draft for one in found(tmp_path, scope=Scope("shop"), trust=Trust.AGENT))
    assert (a.scope, a.trust, a.sensitivity) == (Scope("shop"), Trust.AGENT, Sensitivity.SECRET)
    assert b.trust is Trust.UNTRUSTED


def test_the_origin_of_a_note_is_its_place_below_a_folder_that_is_no_other(tmp_path):
    for name in ("one", "two"):
        write(tmp_path / name / "docs", {"sub/a.md": "a"})
    first, again, other = (found(tmp_path / name / "docs")[0].draft.source for name in ("one", "one", "two"))
    assert first == again
    assert first.startswith("native:docs-")
    assert first.endswith("/sub/a.md")
    assert other != first


def test_every_hostile_file_is_taken_or_reported_with_its_reason():
    taken = found(DATA)
    assert {"conflict_markers.md", "binary.md", "empty.md"} < {Path(one.path).name for one in taken}
    for one in taken:
        assert one.draft or one.problems
        if Path(one.path).name in {"conflict_markers.md", "binary.md", "empty.md"}:
            assert one.draft is None
        elif "bad_yaml" in one.path:
            assert one.draft
            assert one.problems[0].line


def test_a_note_that_is_too_long_comes_in_parts_without_losing_a_word(tmp_path):
    paragraphs = [f"Paragraph {n} " + "word " * 30 for n in range(40)]
    write(tmp_path, {"a.md": "# Long\n\n" + "\n\n".join(paragraphs)})
    settings = MemorySettings(body_max_bytes=1_000)
    drafts = [one.draft for one in found(tmp_path, settings=settings)]
    assert len(drafts) > 3
    assert all(len(draft.body.encode()) <= 1_000 for draft in drafts)
    assert drafts[1].title == f"Long (2 of {len(drafts)})"
    assert len({draft.source for draft in drafts}) == len(drafts)
    assert " ".join(" ".join(draft.body for draft in drafts).split()) == " ".join(
        ("# Long " + " ".join(paragraphs)).split()
    )


@given(st.text(alphabet="aä\n \U0001f680", max_size=300), st.integers(4, 50))
def test_cutting_loses_nothing_but_white_space(body, most):
    pieces = notes.cut(body, most)
    assert all(len(piece.encode()) <= most for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(body.split())


def test_a_description_that_is_too_long_is_kept_whole_in_the_body(tmp_path):
    text = "words " * 100
    write(tmp_path, {"a.md": f"---\ndescription: {text}\n---\nBody"})
    (one,) = found(tmp_path)
    assert len(one.draft.title) <= 300
    assert one.draft.body == f"{text.strip()}\n\nBody"


def test_an_unknown_domain_is_read_as_general_with_a_problem(tmp_path):
    write(tmp_path, {"a.md": "---\ndomain: gardening\n---\nBody", "b.md": "---\ndomain: db\n---\nBody"})
    a, b = found(tmp_path)
    assert (a.draft.domain, b.draft.domain) == ("general", "db")
    assert "gardening" in a.problems[0].message


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_symbolic_links_are_never_followed(tmp_path):
    outside = write(tmp_path / "outside", {"secret.md": "secret"})
    root = write(tmp_path / "root", {"a.md": "a"})
    (root / "link.md").symlink_to(outside / "secret.md")
    (root / "folder").symlink_to(outside)
    assert titles(root) == ["a"]
    assert [Path(one.path).name for one in found(root) if one.draft is None] == ["link.md"]


def test_a_copy_that_a_sync_tool_left_is_reported_and_not_taken(tmp_path):
    write(tmp_path, {"name (conflicted copy 2026-05-01).md": "a", "x.sync-conflict-20260501-101010-ABC.md": "b"})
    assert titles(tmp_path) == []
    assert len(found(tmp_path)) == 2


def test_a_very_large_file_is_reported_and_not_read(tmp_path):
    with (tmp_path / "a.md").open("wb") as file:
        file.truncate(10 * 1024 * 1024 * 1024)
    (one,) = found(tmp_path, scope=GLOBAL)
    assert one.draft is None
    assert "16 MiB" in one.problems[0].message
