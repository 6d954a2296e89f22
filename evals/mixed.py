"""Do memories, documents and sessions stand fairly beside one another? Our own mixed set, dev and held.

    python evals/mixed.py              one table a part: each source alone, all together, and agents' sessions
    python evals/mixed.py --show       and what went wrong
    python evals/mixed.py --part dev   without looking at the held part

`found` is the share of questions with the right passage in the first three (alone) or five (together); a session's
question and its answer are one. `surfaced` is the share of questions for which something comes at the threshold of a
search although nothing answers them: neither anywhere (`unanswered`) nor in the source that was asked (`elsewhere`).

The sessions of `agent_sessions.jsonl` are those of coding agents: orders, chatter, answers. A question's right turn is
the one that answers it, not the prompt that asked the same. Of a question about a time alone, `right` is the share of
its sessions among as many first hits, and `opening` the share of hits that are the first prompt of one of them.
"""

import argparse
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import datasets

from vademecum.embedders.detect import open_embedder
from vademecum.engine.search import search
from vademecum.index.ports import Seen
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.search import Hit, Passage, Query, Source
from vademecum.model.settings import RecallSettings

NOW = datetime(2026, 6, 1, tzinfo=UTC)
ALONE, TOGETHER = 3, 5

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embedder", default="static", help="static, onnx or none")
    parser.add_argument("--show", action="store_true", help="print what was missed and what surfaced")
    parser.add_argument("--part", choices=("dev", "held"), help="one part alone")
    options = parser.parse_args()
    rows, said = datasets.lines("mixed.jsonl"), datasets.lines("agent_sessions.jsonl")
    index = index_of(rows, options.embedder)
    for part in (options.part,) if options.part else ("dev", "held"):
        asked = [row for row in rows if row["kind"] == "question" and row["part"] == part]
        nobody = [row for row in rows if row["kind"] == "unanswered" and row["part"] == part]
        for source in Source:
            alone(index, source, part, asked, nobody, show=options.show)
        together(index, part, asked, nobody, show=options.show)
        own = [row for row in said if row["part"] == part]
        agents = index_of(own, options.embedder)
        answered(agents, part, [row for row in own if row["kind"] == "question"], show=options.show)
        recounted(agents, part, [row for row in own if row["kind"] == "time"], show=options.show)


def index_of(rows: list[Row], embedder: str) -> SqliteIndex:
    """Return a new index of what some rows hold."""
    index = SqliteIndex(Path(tempfile.mkdtemp(prefix="vademecum-eval-")) / "index.db", open_embedder(embedder, ""))
    index.gather([passage for row in rows for passage in passages_of(row)], [], Seen())
    return index


def passages_of(row: Row) -> Iterable[Passage]:
    """Yield what a row puts into the index."""
    if row["kind"] == "memory":
        yield Passage(f"memory:{row['id']}", Source.MEMORY, row["text"], title=row["title"], name=row["id"])
    elif row["kind"] == "document":
        group = f"document:{row['path']}"
        yield Passage(
            f"document:{row['id']}", Source.DOCUMENT, row["text"], title=row["title"], name=row["path"], group=group,
            path=f"/knowledge/{row['path']}", start=1,
        )  # fmt: skip
    elif row["kind"] == "session":
        name, at = f"session:{row['id']}", datetime.fromisoformat(row["at"])
        for number, (speaker, text) in enumerate(row["turns"], 1):
            yield Passage(
                f"{name}#{number}", Source.SESSION, text, group=name, place=number, speaker=speaker, at=at,
                path=f"/sessions/{row['id']}.jsonl", start=number,
            )  # fmt: skip


def alone(index: SqliteIndex, source: Source, part: str, asked: list[Row], nobody: list[Row], *, show: bool) -> None:
    """Ask one source only."""
    own = [row for row in asked if row["source"] == source]
    others = [row for row in asked if row["source"] != source]
    missed = [row for row in own if not _is_right(row, _ask(index, row["q"], ALONE, source))]
    surfaced = [(row, hits) for row in nobody if (hits := _ask(index, row["q"], ALONE, source))]
    elsewhere = [(row, hits) for row in others if (hits := _ask(index, row["q"], ALONE, source))]
    print(
        f"{part:5}{source.value:9} found {_share(len(own) - len(missed), own)}"
        f"  surfaced: unanswered {_share(len(surfaced), nobody)}, elsewhere {_share(len(elsewhere), others)}"
    )
    if show:
        _tell([("missed", row, _ask(index, row["q"], ALONE, source)) for row in missed])
        _tell([("surfaced", row, hits) for row, hits in (*surfaced, *elsewhere)])


def together(index: SqliteIndex, part: str, asked: list[Row], nobody: list[Row], *, show: bool) -> None:
    """Ask all sources at once."""
    missed, told = [], []
    for source in Source:
        own = [row for row in asked if row["source"] == source]
        wrong = [row for row in own if not _is_right(row, _ask(index, row["q"], TOGETHER))]
        first = [row for row in own if _is_right(row, _ask(index, row["q"], 1))]
        told.append(f"{source.value} {_share(len(own) - len(wrong), own)}, first {_share(len(first), own)}")
        missed += wrong
    surfaced = [row for row in nobody if _ask(index, row["q"], TOGETHER)]
    print(f"{part:5}together  found: {'; '.join(told)}  surfaced: unanswered {_share(len(surfaced), nobody)}")
    if show:
        _tell([("missed", row, _ask(index, row["q"], TOGETHER)) for row in missed])


def answered(index: SqliteIndex, part: str, rows: list[Row], *, show: bool) -> None:
    """Ask about what agents' sessions hold: where does the turn stand that answers?"""
    ranks, told = [], []
    for row in rows:
        hits = _ask(index, row["q"], TOGETHER, Source.SESSION)
        right = {f"session:{row['session']}#{turn}" for turn in row["turns"]}
        ranks.append(next((place for place, hit in enumerate(hits, 1) if hit.passage.key in right), 0))
        if ranks[-1] != 1:
            told.append(("not first", {**row, "expect": sorted(right)}, hits))
    first, among = [sum(0 < rank <= most for rank in ranks) for most in (1, ALONE)]
    mean = sum(1 / rank for rank in ranks if rank) / len(ranks)
    print(f"{part:5}agents' sessions  answer first {first}, among {ALONE} {among} of {len(ranks)}, MRR {mean:.3f}")
    if show:
        _tell(told)


def recounted(index: SqliteIndex, part: str, rows: list[Row], *, show: bool) -> None:
    """Ask about a time alone: does each of its sessions come once, with what it was about?"""
    right, opening, told = [], [], []
    for row in rows:
        now, wanted = datetime.fromisoformat(row["now"]), {f"session:{name}" for name in row["sessions"]}
        hits = _ask(index, row["q"], len(wanted), Source.SESSION, now)
        right.append(len({hit.passage.group for hit in hits} & wanted) / len(wanted))
        opening.append(sum(hit.passage.start == 1 and hit.passage.group in wanted for hit in hits) / len(wanted))
        told.append(("recounted", row, hits))
    means = [sum(shares) / len(shares) for shares in (right, opening)]
    print(f"{part:5}times  right {means[0]:.1%}, opening {means[1]:.1%} of {len(right)}")
    if show:
        _tell(told)


def _tell(cases: list[tuple[str, Row, tuple[Hit, ...]]]) -> None:
    for what, row, hits in cases:
        found = ", ".join(f"{hit.passage.key} {hit.relevance:.2f}" for hit in hits)
        print(f"        {what}: {row['q']!r} {row.get('expect', '')} got [{found}]")


def _is_right(row: Row, hits: tuple[Hit, ...]) -> bool:
    return any(hit.passage.key.partition(":")[2] in row["expect"] for hit in hits)


def _ask(
    index: SqliteIndex, text: str, limit: int, source: Source | None = None, now: datetime = NOW
) -> tuple[Hit, ...]:
    query = Query(text, limit=limit, sources=frozenset({source} if source else Source))
    return search(query, index=index, settings=RecallSettings(), now=now).hits


def _share(count: int, of: list[Row]) -> str:
    return f"{count} of {len(of)} ({count / max(len(of), 1):.0%})"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="vademecum-eval-") as tempfile.tempdir:
        main()
