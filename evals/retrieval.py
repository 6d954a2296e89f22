"""Does recall find it? Prints one table a data set: each method, on the part it was tuned on and on the rest.

    python evals/retrieval.py                                   our own sets: field cases, CJK, abstention
    python evals/retrieval.py locomo.json.gz realtalk.json.gz   and data sets that cannot be shipped

A data set is split: LoCoMo by every other conversation, others in halves. Nothing is tuned on `held`, nor on `fresh`,
which was written before the last tuning and scored after it.
"""

import argparse
import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import datasets
import measures
from datasets import Question
from plain_fts import PlainFts

from vademecum.embedders.detect import open_embedder
from vademecum.embedders.ports import Embedder
from vademecum.engine.search import search
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.search import Candidate, Hit, Passage, Query, Source
from vademecum.model.settings import RecallSettings
from vademecum.rules import fusion

NOW = datetime(2026, 12, 1, tzinfo=UTC)
POOL = 100
"""Passages that each method may propose, ours too: sessions are ranked by what is among them."""

RESAMPLES = 2_000
Ranking = list[tuple[Passage, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", type=Path, help="data sets, gzipped JSON")
    parser.add_argument("--embedder", default="static", help="static, onnx or none")
    parser.add_argument("--only-ours", action="store_true", help="skip the baselines")
    options = parser.parse_args()
    embedder = open_embedder(options.embedder, "")
    own_sets(embedder)
    for path in options.data:
        conversation_set(path, embedder, only_ours=options.only_ours)


def own_sets(embedder: Embedder | None) -> None:
    field_cases(embedder)
    field_cases(None)
    cjk_cases()
    rows = datasets.lines("developer.jsonl")
    for label, extra in (("60 memories", []), ("590 memories", field_memories())):
        for part in ("dev", "held"):
            abstention(label, rows, part, extra, embedder)
    fresh = datasets.lines("fresh.jsonl")
    known = [memory_of(row) for row in rows if row["kind"] == "memory"]
    for label, extra in (("80 memories", known), ("610 memories", [*known, *field_memories()])):
        abstention(label, fresh, "fresh", extra, embedder)


def field_cases(embedder: Embedder | None) -> None:
    """Sixty memories among 470 look-alikes: is the expected one among the first three?"""
    index = index_of(field_memories(), embedder)
    missed = []
    cases = datasets.lines("search_queries.jsonl")
    for case in cases:
        names = [hit.passage.name for hit in _ask(index, case["q"], limit=3)]
        right = not names if case["expect"] == "none" else case["expect"] in names
        if not right:
            missed.append(f"{case['q']!r} wants {case['expect']}, got {names}")
    label = "words and meaning" if embedder else "words only"
    print(f"field cases, {label}: hit@3 {1 - len(missed) / len(cases):.1%} of {len(cases)}", *missed, sep="\n   ")


def cjk_cases() -> None:
    index = index_of([memory_of(row) for row in datasets.lines("cjk_corpus.jsonl")], None)
    missed = []
    cases = datasets.lines("cjk_queries.jsonl")
    for case in cases:
        names = [hit.passage.name for hit in _ask(index, case["q"], limit=3)]
        if not (not names if case["expect"] == "none" else case["expect"] in names):
            missed.append(f"{case['q']!r} wants {case['expect']}, got {names}")
    print(f"CJK, words only: {len(cases) - len(missed)} of {len(cases)}", *missed, sep="\n   ")


def abstention(
    label: str, rows: Sequence[dict[str, str]], part: str, extra: Sequence[Passage], embedder: Embedder | None
) -> None:
    """Do unrelated prompts surface nothing, and related ones what they mean?"""
    index = index_of([*(memory_of(row) for row in rows if row["kind"] == "memory"), *extra], embedder)
    unrelated = [row for row in rows if row["kind"] == "unrelated" and row["part"] == part]
    related = [row for row in rows if row["kind"] == "related" and row["part"] == part]
    for threshold in (0.15, 0.35):

        def names(row: dict[str, str], threshold: float = threshold) -> list[str]:
            return [hit.passage.name for hit in _ask(index, row["q"], limit=3, threshold=threshold)]

        surfaced = [row["q"] for row in unrelated if names(row)]
        lost = [row["q"] for row in related if not names(row)]
        wrong = [row["q"] for row in related if row["expect"] not in names(row)]
        print(
            f"abstention, {label}, threshold {threshold}, {part}: surfaced on {len(surfaced)} of {len(unrelated)}"
            f" unrelated, nothing for {len(lost)}, not the expected one in 3 for {len(wrong)} of {len(related)}"
        )
        others = [question for question in wrong if question not in lost]
        print("     surfaced:", surfaced, "\n     lost:", lost, "\n     wrong:", others)


def conversation_set(path: Path, embedder: Embedder | None, *, only_ours: bool) -> None:
    name = path.name.split(".")[0]
    everything = datasets.conversations(path)
    turns: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    sessions: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    for number, conversation in enumerate(everything):
        part = "dev" if datasets.is_dev(name, number, len(everything)) else "held"
        index = index_of(conversation.passages, embedder)
        plain = PlainFts(conversation.passages)
        for question in conversation.questions:
            for method, ranking in _rankings(index, plain, question, only_ours=only_ours).items():
                _score(question, ranking, [turns[method, part], turns[method, "all"]], by="turn")
                _score(question, ranking, [sessions[method, part], sessions[method, "all"]], by="session")
        index.close()
    for title, table in (("turns", turns), ("sessions", sessions)):
        print(f"\n{name}, {title}, in per cent\n{'':34s}" + "".join(f"{column:>8s}" for column in measures.NAMES))
        for (method, part), rows in sorted(table.items()):
            if rows:
                print(measures.line(f"{method} ({part}, {len(rows)})", measures.mean(rows)))
        if table["ours", "all"] and not only_ours:
            print(_difference(table["ours", "all"], table["fts5 or", "all"]))


def _difference(ours: Sequence[dict[str, float]], theirs: Sequence[dict[str, float]]) -> str:
    """Say how far apart two methods are on the same questions, and how sure that is (paired bootstrap)."""
    pairs = [100 * (a["R@10"] - b["R@10"]) for a, b in zip(ours, theirs, strict=True)]
    drawn = random.Random(1)
    means = sorted(sum(drawn.choices(pairs, k=len(pairs))) / len(pairs) for _ in range(RESAMPLES))
    low, high = means[RESAMPLES // 40], means[-RESAMPLES // 40]
    return f"ours - fts5 or, R@10: {sum(pairs) / len(pairs):+.1f}, 95 % of resamples {low:+.1f} to {high:+.1f}"


def _rankings(index: SqliteIndex, plain: PlainFts, question: Question, *, only_ours: bool) -> dict[str, Ranking]:
    rankings = {"ours": [(hit.passage, hit.score) for hit in _ask(index, question.text, limit=POOL, threshold=0.0)]}
    if only_ours:
        return rankings
    candidates = index.candidates(Query(question.text), POOL)
    bm25 = [one.signals.bm25 for one in candidates]
    cosine = [one.signals.cosine for one in candidates]
    methods: dict[str, Callable[[], Sequence[float]]] = {
        "bm25 of our terms": lambda: bm25,
        "cosine": lambda: cosine,
        "blend 0.7/0.3": lambda: fusion.blend(candidates),
        "rrf k=60": lambda: [a + b for a, b in zip(_reciprocal(bm25), _reciprocal(cosine), strict=True)],
    }
    rankings["fts5 or"] = plain.rank(question.text, POOL)
    return rankings | {name: _ordered(candidates, scores()) for name, scores in methods.items()}


def _ordered(candidates: Sequence[Candidate], scores: Sequence[float]) -> Ranking:
    pairs = sorted(zip(candidates, scores, strict=True), key=lambda pair: -pair[1])
    return [(candidate.passage, score) for candidate, score in pairs]


def _reciprocal(scores: Sequence[float]) -> list[float]:
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    ranks = {place: rank for rank, place in enumerate(order, 1)}
    return [1 / (60 + ranks[place]) if scores[place] > 0 else 0.0 for place in range(len(scores))]


def _score(question: Question, ranking: Ranking, rows: Iterable[list[dict[str, float]]], *, by: str) -> None:
    if by == "turn":
        gold, ranked = question.turns, list(dict.fromkeys(datasets.unit(passage) for passage, _ in ranking))
    else:
        gold, ranked = question.sessions, _sessions(ranking)
    if gold:
        values = measures.measure(ranked, gold)
        for one in rows:
            one.append(values)


def _sessions(ranking: Ranking) -> list[str]:
    """Rank sessions by the sum of their three best turns."""
    best: dict[str, list[float]] = defaultdict(list)
    for passage, score in ranking:
        best[passage.group].append(score)
    sums = {session: sum(sorted(scores, reverse=True)[:3]) for session, scores in best.items()}
    return sorted(sums, key=lambda session: -sums[session])


def _ask(index: SqliteIndex, text: str, *, limit: int, threshold: float | None = None) -> tuple[Hit, ...]:
    return search(Query(text, limit=limit, threshold=threshold), index=index, settings=RecallSettings(), now=NOW).hits


def index_of(passages: Iterable[Passage], embedder: Embedder | None) -> SqliteIndex:
    index = SqliteIndex(Path(tempfile.mkdtemp(prefix="vademecum-eval-")) / "index.db", embedder)
    index.apply(list(passages), [], 1)
    return index


def memory_of(row: dict[str, str]) -> Passage:
    return Passage(f"memory:{row['id']}", Source.MEMORY, row["text"], title=row.get("title", ""), name=row["id"])


def field_memories() -> list[Passage]:
    return [
        memory_of(row) for name in ("search_corpus", "search_distractors") for row in datasets.lines(f"{name}.jsonl")
    ]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="vademecum-eval-") as tempfile.tempdir:
        main()
