"""The checkout, as the house tests look at it."""

import ast
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PACKAGE = TOP / "src" / "vademecum"
REFERENCE = TOP / "docs" / "reference"


def sources(*folders: str) -> list[Path]:
    """Return the Python files of folders of the checkout; the library's without an argument."""
    places = [TOP / folder for folder in folders] or [PACKAGE]
    return sorted(path for place in places for path in place.rglob("*.py"))


def shown(path: Path) -> str:
    """Return a path as a message shows it."""
    return path.relative_to(TOP).as_posix()


def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function and method of a file."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return a function's length in lines, from `def` to its last one."""
    return (node.end_lineno or node.lineno) - node.lineno + 1


def texts() -> list[Path]:
    """Return every file that is written by hand and shipped or read: sources, tests, tools, documents."""
    kinds = {".py", ".md", ".toml", ".sh", ".yml", ".yaml", ".json", ".txt", ""}
    hidden = {
        "__pycache__",
        ".venv",
        ".git",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".hypothesis",
        ".import_linter_cache",
    }
    return sorted(
        path
        for path in TOP.rglob("*")
        if path.is_file() and path.suffix in kinds and not hidden & set(path.relative_to(TOP).parts)
    )
