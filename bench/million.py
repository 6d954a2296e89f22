"""Does search stay fast with a million turns of sessions beside ten thousand memories?

    python bench/million.py                   10,000 and 100,000 turns
    python bench/million.py 10000 1000000     the first size is what the others are compared with
    python bench/million.py --home DIR ...    keep the indexes there, and use those that are there

Turns are about as long as in real chats and are put together from the words of the shipped token table with natural
(Zipf) frequencies, with a name of a file or a ticket in some. Questions are short (3 to 6 words), long (40 to 60), or
about a time alone. All sizes are asked in turns, so that a busy machine slows all of them alike; CPU is the process's.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from vademecum.embedders.static import TABLE, StaticEmbedder
from vademecum.embedders.table import TokenTable
from vademecum.engine.search import search
from vademecum.index.ports import Seen
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.memory import GLOBAL, Scope
from vademecum.model.search import Passage, Query, Source, SourceFile
from vademecum.model.settings import RecallSettings

NOW = datetime(2026, 12, 1, tzinfo=UTC)
MEMORIES = 10_000
BATCH = 4_000
SESSION_TURNS = 40
PROJECTS = 20
DAYS = 500
NAMES = 200_000
QUESTIONS = 100
EVERYWHERE = None
HERE = (GLOBAL, Scope("p1"))
KINDS = ("short", "long", "time")


class Speech:
    """Says things with the words of the token table, common ones first, as often as in natural text."""

    def __init__(self, seed: int) -> None:
        table = TokenTable(TABLE)
        self.words = [word for word in table.entries() if word.isalpha() and len(word) > 1]
        table.close()
        self.random = random.Random(seed)

    def word(self) -> str:
        return self.words[min(int(len(self.words) ** self.random.random()), len(self.words) - 1)]

    def telling(self) -> str:
        return self.words[self.random.randrange(300, 12_000)]

    def name(self) -> str:
        number = self.random.randrange(NAMES)
        return f"{self.words[number % 5_000]}_{number}.py" if number % 2 else f"TICKET-{number}"

    def text(self) -> str:
        """Return a turn of about 40 words: many are short, some are long."""
        words = [self.word() for _ in range(min(160, max(4, int(self.random.lognormvariate(3.4, 0.8)))))]
        if self.random.random() < 0.2:
            words.append(self.name())
        return " ".join(words)

    def question(self, kind: str) -> str:
        if kind == "time":
            return self.random.choice(
                ("what did we do last week?", "what happened yesterday?", "what did we do in March?")
            )
        if kind == "short":
            return " ".join([self.word(), *(self.telling() for _ in range(self.random.randint(2, 4))), self.word()])
        return " ".join(self.word() for _ in range(self.random.randint(40, 60)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[10_000, 100_000])
    parser.add_argument("--home", type=Path)
    options = parser.parse_args()
    home = options.home or Path(tempfile.mkdtemp(prefix="vademecum-bench-"))
    indexes = {size: built(home / str(size), size) for size in options.sizes}
    report(indexes)


def built(home: Path, size: int) -> SqliteIndex:
    """Return an index of so many turns, which is made unless it is there."""
    home.mkdir(parents=True, exist_ok=True)
    index = SqliteIndex(home / "index.db", StaticEmbedder())
    if index.position:
        return index
    speech = Speech(7)
    memories = [memory(speech, number) for number in range(MEMORIES)]
    length = sum(len(one.text.encode()) for one in memories)
    began = time.process_time()
    index.apply(memories, [], 1)
    spent = time.process_time() - began
    for first in range(0, size, BATCH):
        turns = list(said(speech, first, min(BATCH, size - first)))
        files = [transcript(group) for group in dict.fromkeys(one.group for one in turns)]
        length += sum(len(one.text.encode()) for one in turns)
        began = time.process_time()
        index.gather(turns, [], Seen(files))
        spent += time.process_time() - began
    index.close()
    disk = sum(file.stat().st_size for file in home.iterdir())
    print(
        f"{size:,} turns and {MEMORIES:,} memories, {length / 1e6:.1f} MB of text: {spent:.0f} s of CPU,"
        f" {length / 1e6 / spent:.2f} MB/s; {disk / length:.2f} x the text on disk",
        flush=True,
    )
    return SqliteIndex(home / "index.db", StaticEmbedder())


def memory(speech: Speech, number: int) -> Passage:
    text = speech.text()
    scope = GLOBAL if number % 4 == 0 else Scope(f"p{number % PROJECTS}")
    return Passage(
        f"memory:m{number}", Source.MEMORY, text, title=text[:50], name=f"m{number}", id=f"{number:032x}",
        scope=scope, type="reference", domain="general", path=f"store/m{number}.md",
    )  # fmt: skip


def said(speech: Speech, first: int, count: int) -> Iterator[Passage]:
    for number in range(first, first + count):
        session, turn = divmod(number, SESSION_TURNS)
        began = NOW - timedelta(days=DAYS * (session * 7919 % 9973) / 9973)
        yield Passage(
            f"session:s{session}#{turn}",
            Source.SESSION,
            speech.text(),
            scope=Scope(f"p{session % PROJECTS}"),
            group=f"session:s{session}",
            place=turn,
            speaker=("user", "assistant")[turn % 2],
            at=began + timedelta(minutes=turn),
            path=f"/sessions/s{session}.jsonl",
            start=turn + 1,
        )


def transcript(group: str) -> SourceFile:
    return SourceFile(f"/sessions/{group}.jsonl", Source.SESSION, group, size=1, mtime=1)


def report(indexes: dict[int, SqliteIndex]) -> None:
    first = next(iter(indexes))
    for label, scopes in (("everywhere", EVERYWHERE), ("one project of twenty", HERE)):
        for kind in KINDS:
            took = asked(indexes, kind, scopes)
            base = statistics.median(busy for _, busy in took[first])
            for size, both in took.items():
                wall, busy = ([one[which] for one in both] for which in (0, 1))
                p50 = statistics.median(busy)
                print(
                    f"{label}, {kind}: {size:>9,} turns p50 {statistics.median(wall):6.1f} ms, CPU {p50:6.1f} ms"
                    f" ({p50 / base:.2f} x); p95 {late(wall):6.1f} ms, CPU {late(busy):6.1f} ms"
                    f" ({late(busy) / p50:.1f} x p50), worst CPU {max(busy):.1f} ms",
                    flush=True,
                )


def late(times: list[float]) -> float:
    return sorted(times)[len(times) * 95 // 100]


Took = tuple[float, float]


def asked(indexes: dict[int, SqliteIndex], kind: str, scopes: tuple[Scope, ...] | None) -> dict[int, list[Took]]:
    """Return the wall clock and the CPU time of each question, in milliseconds."""
    speech, settings = Speech(13), RecallSettings()
    took: dict[int, list[Took]] = {size: [] for size in indexes}
    for number in range(-5, QUESTIONS):
        query = Query(speech.question(kind), scopes=scopes, project="p1")
        for size, index in indexes.items():
            began, busy = time.perf_counter(), time.process_time()
            search(query, index=index, settings=settings, now=NOW)
            spent, used = time.process_time() - busy, time.perf_counter() - began
            if number >= 0:
                took[size].append((1000 * used, 1000 * spent))
    return took


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="vademecum-bench-") as tempfile.tempdir:
        main()
