"""Make the table that words are looked up in (src/vademecum/rules/thesaurus.txt) from tools/thesaurus.txt.

    python tools/make_thesaurus.py [--check]

A line of the table is an index term and the numbers of its concepts; lines are sorted by code points. With `--check`
nothing is written, and the exit code is 1 when the table is not up to date.
"""

import sys
from collections import defaultdict
from itertools import chain, product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from vademecum.rules import words  # noqa: E402  the source tree need not be installed
from vademecum.rules.cutting import is_unspaced  # noqa: E402

SOURCE = ROOT / "tools" / "thesaurus.txt"
TABLE = ROOT / "src" / "vademecum" / "rules" / "thesaurus.txt"


def main() -> None:
    table = made(SOURCE.read_text(encoding="utf-8"))
    if "--check" in sys.argv:
        sys.exit(TABLE.read_text(encoding="utf-8") != table)
    TABLE.write_text(table, encoding="utf-8", newline="\n")
    print(f"{TABLE.name}: {table.count(chr(10))} words, {len(table.encode())} bytes")


def made(source: str) -> str:
    """Return the table of a source."""
    concepts = [line.split() for line in source.splitlines() if line and not line.startswith("#")]
    found: dict[str, list[str]] = defaultdict(list)
    for number, group in enumerate(concepts):
        for key in dict.fromkeys(chain.from_iterable(map(keys, group))):
            found[key].append(str(number))
    return "".join(f"{word}\t{' '.join(numbers)}\n" for word, numbers in sorted(found.items()))


def keys(word: str) -> set[str]:
    """Return what a word is looked up by: its stem, and as it stands for a half of a compound."""
    if is_unspaced(word):
        return {word.casefold()}
    if "_" in word:
        halves = (words.terms_of(half)[:1] for half in word.split("_"))
        return {" ".join(pair) for pair in product(*halves)}
    bare = words.strip_accents(words.fold(word))
    terms = {term for term in words.terms_of(word) if term.isascii()}
    return {key for key in (*terms, bare) if key not in words.STOP_WORDS}


if __name__ == "__main__":
    main()
