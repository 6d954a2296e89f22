"""Patterns mean what they mean to git."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vademecum.model.settings import KnowledgeSettings
from vademecum.sources.documents import look

FOLDERS = ("", "a", "b", "a/c", "a/c/d", "b/a")
FILES = ("x.md", "y.md", "note 1.md", "z.markdown", "a.md")
ATOMS = (
    *(
        "x.md",
        "*.md",
        "/a",
        "a/",
        "c/*",
        "**/d",
        "a/**",
        "[xy].md",
        "note\\ 1.md",
        "*.mark*",
        "/*",
        "a/*.md",
        "b/**/x.md",
    ),
    *("!x.md", "!*.md", "!a/", "!a/c/", "!/a", "\\!x.md", "!**/d/", "!d/x.md", "!*/", "!/b/a/x.md", "!b/**"),
    *("?.md", "#c", "d", "*/", "x.md ", "\\#a", "[!x].md", "a/c/d/", "**", "**/", "a/**/"),
)


@pytest.mark.skipif(shutil.which("git") is None, reason="compares with git")
@pytest.mark.parametrize("seed", range(25))
def test_what_git_ignores_by_files_of_patterns_is_left_out_and_nothing_else(tmp_path, seed):
    drawn = random.Random(seed)
    for folder in FOLDERS:
        (tmp_path / folder).mkdir(exist_ok=True)
        for name in FILES:
            (tmp_path / folder / name).touch()
        if drawn.random() < 0.5:
            lines = drawn.choices(ATOMS, k=drawn.randint(1, 5))
            (tmp_path / folder / ".gitignore").write_text("\n".join(lines) + "\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    listing = ["git", "ls-files", "-z", "--others", "--exclude-per-directory=.gitignore"]
    told = subprocess.run(listing, cwd=tmp_path, check=True, capture_output=True, text=True, encoding="utf-8").stdout

    found = {Path(one.place).relative_to(tmp_path).as_posix() for one in look(tmp_path, KnowledgeSettings()).files}

    assert found == {name for name in told.split("\0") if name and not name.endswith(".gitignore")}


def test_a_folder_without_patterns_needs_no_library_for_them(tmp_path):
    (tmp_path / "a.md").touch()
    code = (
        "import sys; from pathlib import Path; from vademecum.model.settings import KnowledgeSettings\n"
        "from vademecum.sources.documents import look\n"
        "found = look(Path(sys.argv[1]), KnowledgeSettings()).files\n"
        "print(len(found), 'pathspec' in sys.modules, 're2' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, tmp_path], check=True, capture_output=True, encoding="utf-8"
    ).stdout

    assert told.split() == ["1", "False", "False"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with documents in `docs`."""
    (tmp_path / ".git").mkdir()
    for name in ("x.md", "y.md", "a/x.md"):
        (tmp_path / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / name).touch()
    return tmp_path


def names(root: Path, **settings: object) -> list[str]:
    return [Path(one.place).relative_to(root).as_posix() for one in look(root, KnowledgeSettings(**settings)).files]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("y.md", ["a/x.md", "x.md"]),
        ("/y.md", ["a/x.md", "x.md", "y.md"]),
        ("/docs/a/", ["x.md", "y.md"]),
        ("a/x.md", ["a/x.md", "x.md", "y.md"]),
        ("docs/a/x.md", ["x.md", "y.md"]),
    ],
)
def test_patterns_above_a_folder_count_up_to_the_top_of_its_repository(repository, lines, found):
    (repository / ".gitignore").write_text(lines + "\n", encoding="utf-8")
    assert names(repository / "docs") == found


def test_a_folder_is_stronger_than_what_stands_above_it_and_the_user_is_stronger_than_both(repository):
    (repository / ".gitignore").write_text("*.md\n", encoding="utf-8")
    (repository / "docs" / ".gitignore").write_text("!x.md\n", encoding="utf-8")
    assert names(repository / "docs") == ["a/x.md", "x.md"]
    assert names(repository / "docs", exclude=("/x.md", "!y.md")) == ["a/x.md", "y.md"]
    assert names(repository / "docs", include=("/a/*.md",)) == ["a/x.md"]


@pytest.mark.parametrize("lines", ["docs/", "*", "/*"])
def test_a_folder_that_was_named_is_read_though_its_repository_leaves_it_out(repository, lines):
    (repository / ".gitignore").write_text(lines + "\n", encoding="utf-8")
    assert names(repository / "docs") == ["a/x.md", "x.md", "y.md"]


def test_patterns_above_a_repository_or_above_a_folder_in_none_do_not_count(repository):
    inner = repository / "docs" / "a"
    (repository / ".gitignore").write_text("*.md\n", encoding="utf-8")
    (inner / ".git").mkdir()
    assert names(inner) == ["x.md"]
    (repository / ".git").rmdir()
    assert names(repository / "docs") == ["a/x.md", "x.md", "y.md"]
