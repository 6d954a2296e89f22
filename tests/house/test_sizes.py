"""Functions that can be read at a glance, files that have one subject."""

from statistics import median

import pytest

from house.tree import functions, length, shown, sources

LONGEST_FUNCTION = 50
LONGEST_FILE = 400
LIBRARY = sources()
EVERYTHING = sources("src", "tests", "tools", "bench", "evals")


@pytest.mark.parametrize("path", EVERYTHING, ids=shown)
def test_no_function_is_longer_than_fifty_lines(path):
    assert [f"{f.name}: {length(f)}" for f in functions(path) if length(f) > LONGEST_FUNCTION] == []


@pytest.mark.parametrize("path", LIBRARY, ids=shown)
def test_no_file_is_longer_than_four_hundred_lines(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


def test_half_of_all_functions_are_shorter_than_ten_lines():
    assert median(length(f) for path in LIBRARY for f in functions(path)) <= 10
