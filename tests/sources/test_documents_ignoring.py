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
