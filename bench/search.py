"""How fast is recall, and what does a passage cost? One size a run.

    python bench/search.py            10,000 passages
    python bench/search.py 1000000    a million (takes some minutes and 2 GB of disk)

Passages of about 500 characters are put together from a vocabulary with natural (Zipf) frequencies, so that
common words are as common as in real text. Ratios are to one start of a bare interpreter, measured side by side.
"""

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from vademecum.embedders.detect import open_embedder
from vademecum.engine.search import search
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.memory import Scope
from vademecum.model.search import Passage, Query, Source
from vademecum.model.settings import RecallSettings

NOW = datetime(2026, 12, 1, tzinfo=UTC)
LENGTH = 500
BATCH = 5_000
SYLLABLES = (
    "ba",
    "co",
    "de",
    "fi",
    "gu",
    "ha",
    "jo",
    "ke",
    "li",
    "mo",
    "nu",
    "pa",
    "qui",
    "ro",
    "se",
    "ti",
    "va",
    "bra",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("passages", nargs="?", type=int, default=10_000)
    parser.add_argument("--embedder", default="static")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--home", type=Path, default=None, help="keep the index here")
    options = parser.parse_args()
    home = options.home or Path(tempfile.mkdtemp(prefix="vademecum-bench-"))
    home.mkdir(parents=True, exist_ok=True)
    embedder = open_embedder(options.embedder, "")
    index = SqliteIndex(home / "index.db", embedder)
    if index.position == 0:
        build(index, home, options.passages)
        index = SqliteIndex(home / "index.db", embedder)
    one_write(index, options.passages)
    queries(index, options.queries)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB, counts {index.counts()}")


def build(index: SqliteIndex, home: Path, count: int) -> None:
    generator = random.Random(7)
    words = vocabulary(generator)
    size, spent = 0, 0.0
    for start in range(0, count, BATCH):
        batch = list(passages(generator, words, start, min(BATCH, count - start)))
        size += sum(len(passage.text.encode()) + len(passage.title.encode()) for passage in batch)
        began = time.process_time()
        index.apply(batch, [], start + BATCH)
        spent += time.process_time() - began
    index.close()
    disk = sum(file.stat().st_size for file in home.iterdir())
    print(f"{count:,} passages, {size / count:.0f} bytes each: indexed in {spent:.2f} s of CPU; ", end="")
    print(f"{disk / count:.0f} bytes of disk a passage, {disk / size:.2f} x the text")


def one_write(index: SqliteIndex, count: int) -> None:
    generator = random.Random(11)
    words = vocabulary(random.Random(7))
    took = []
    for passage in passages(generator, words, count, 50):
        began = time.perf_counter()
        index.apply([passage], [], index.position)
        took.append(1000 * (time.perf_counter() - began))
    print(f"one passage applied: p50 {statistics.median(took):.2f} ms, p95 {percentile(took, 95):.2f} ms")


def queries(index: SqliteIndex, count: int) -> None:
    generator = random.Random(13)
    words = vocabulary(random.Random(7))
    asked = [question(generator, words) for _ in range(count)]
    settings = RecallSettings()
    for text in asked[:5]:
        search(Query(text), index=index, settings=settings, now=NOW)
    bare, took, spent = [], [], []
    for number, text in enumerate(asked):
        began, busy = time.perf_counter(), time.process_time()
        search(Query(text, scopes=(Scope(), Scope("p1")), project="p1"), index=index, settings=settings, now=NOW)
        took.append(1000 * (time.perf_counter() - began))
        spent.append(1000 * (time.process_time() - busy))
        if number % 10 == 0:
            bare.append(1000 * interpreter())
    p50, p95, start = statistics.median(took), percentile(took, 95), statistics.median(bare)
    print(
        f"search, global and one project of three: p50 {p50:.1f} ms ({p50 / start:.2f} x a bare interpreter),"
        f" p95 {p95:.1f} ms ({p95 / p50:.1f} x p50), worst {max(took):.1f} ms;"
        f" CPU p50 {statistics.median(spent):.1f} ms"
    )


def interpreter() -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True)
    return time.perf_counter() - began


def vocabulary(generator: random.Random) -> list[str]:
    return ["".join(generator.choices(SYLLABLES, k=generator.choice((2, 2, 3, 3, 4)))) for _ in range(40_000)]


def draw(generator: random.Random, words: list[str]) -> str:
    """Draw a word with a frequency of about 1 / rank."""
    return words[min(int(len(words) ** generator.random()), len(words) - 1)]


def passages(generator: random.Random, words: list[str], first: int, count: int) -> Iterator[Passage]:
    for number in range(first, first + count):
        text = ""
        while len(text) < LENGTH:
            text += draw(generator, words) + (". " if generator.random() < 0.08 else " ")
        scope = Scope() if number % 3 == 0 else Scope(f"p{number % 3}")
        yield Passage(
            f"memory:m{number}", Source.MEMORY, text, title=text[:50], name=f"m{number}", id=f"{number:032x}",
            scope=scope, type="reference", domain="general", path=f"store/m{number}.md",
        )  # fmt: skip


def question(generator: random.Random, words: list[str]) -> str:
    """Ask with two common and two to four rarer words."""
    common = [draw(generator, words) for _ in range(2)]
    rare = [words[generator.randrange(200, 8000)] for _ in range(generator.randint(2, 4))]
    return "how does " + " ".join(common + rare)


def percentile(values: list[float], share: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="vademecum-bench-") as tempfile.tempdir:
        main()
