"""Fit the weights of relevance, on the parts that may be tuned on.

    python evals/fit.py locomo.json.gz realtalk.json.gz beam100k.json.gz

Weights maximise the likelihood of a question's evidence in a softmax over its candidates; they go into
`rules/relevance.py`. Then the points of expected memories and of the best hits of unrelated prompts are printed,
between which its two scales put their middle.
"""

import argparse
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import datasets
import numpy as np
import numpy.typing as npt

from vademecum.embedders.detect import open_embedder
from vademecum.embedders.ports import Embedder
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.search import Candidate, Passage, Query, Source
from vademecum.rules import dates, fusion, relevance

Matrix = npt.NDArray[np.float64]

NOW = datetime(2026, 12, 1, tzinfo=UTC)
SIGNALS = tuple(relevance.WEIGHTS)
NAMES = (*SIGNALS, "near", "speaker", "date", "user")
POOL = 100
ROUNDS = 600
RATE = 0.05
SHRINK = 1e-3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", type=Path)
    options = parser.parse_args()
    embedder = open_embedder("static", "")
    examples = [example for path in options.data for example in examples_of(path, embedder)]
    if examples:
        weights = fit(examples)
        print(f"{len(examples)} questions:", {n: round(float(w), 2) for n, w in zip(NAMES, weights, strict=True)})
    for provider in (embedder, None):
        points("words and meaning" if provider else "words only", provider)


def examples_of(path: Path, embedder: Embedder | None) -> list[tuple[Matrix, Matrix]]:
    """Return, for each question that may be tuned on, its candidates' features and which of them are evidence."""
    name = path.name.split(".")[0]
    found = []
    everything = datasets.conversations(path)
    for number, conversation in enumerate(everything):
        if not datasets.is_dev(name, number, len(everything)):
            continue
        index = _index(conversation.passages, embedder)
        speakers = {passage.speaker for passage in conversation.passages}
        for question in conversation.questions:
            candidates = index.candidates(Query(question.text), POOL)
            right = np.array([datasets.unit(one.passage) in question.turns for one in candidates], float)
            if right.any():
                wanted = fusion.wish(Query(question.text), speakers, NOW, dates.when(question.text, NOW))
                found.append((np.array([_features(one, wanted) for one in candidates]), right / right.sum()))
        index.close()
    return found


def fit(examples: Sequence[tuple[Matrix, Matrix]]) -> Matrix:
    """Return the weights of most likelihood, by gradient descent with Adam."""
    features = np.concatenate([one for one, _ in examples])
    right = np.concatenate([one for _, one in examples])
    sizes = np.array([len(one) for _, one in examples])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    owner = np.repeat(np.arange(len(sizes)), sizes)
    spread = features.std(axis=0) + 1e-6
    scaled = features / spread
    weights, momentum, energy = (np.zeros(scaled.shape[1]) for _ in range(3))
    for turn in range(1, ROUNDS + 1):
        scores = scaled @ weights
        odds = np.exp(scores - np.maximum.reduceat(scores, starts)[owner])
        chance = odds / np.add.reduceat(odds, starts)[owner]
        slope = scaled.T @ (chance - right) / len(sizes) + SHRINK * weights
        momentum = 0.9 * momentum + 0.1 * slope
        energy = 0.999 * energy + 0.001 * slope**2
        step = momentum / (1 - 0.9**turn) / (np.sqrt(energy / (1 - 0.999**turn)) + 1e-8)
        weights -= RATE * step
    fitted: Matrix = weights / spread
    return fitted


def points(label: str, embedder: Embedder | None) -> None:
    """Print how many points expected memories and the best hits of unrelated prompts have."""
    rows = [row for row in datasets.lines("developer.jsonl") if row.get("part", "dev") == "dev"]
    memories = [row for row in rows if row["kind"] == "memory"]
    others = [*datasets.lines("search_corpus.jsonl"), *datasets.lines("search_distractors.jsonl")]
    for size, stored in (("60", memories), ("590", [*memories, *others])):
        index = _index([_memory(row) for row in stored], embedder)
        expected, best = [], []
        for row in rows:
            if row["kind"] == "memory":
                continue
            found = {one.passage.name: _points(one) for one in index.candidates(Query(row["q"]), POOL)}
            if row["kind"] == "related":
                expected.append(found.get(row["expect"], 0.0))
            else:
                best.append(max(found.values(), default=0.0))
        print(
            f"{label}, {size} memories: expected ones", np.percentile(expected, [1, 2, 3, 5, 10, 50]).round(2), end=""
        )
        print(" at 1 2 3 5 10 50 %; best of unrelated", np.percentile(best, [50, 90, 95, 98, 99]).round(2), end="")
        print(" at 50 90 95 98 99 %")


def _features(candidate: Candidate, wanted: fusion.Wish) -> list[float]:
    evidence = relevance.evidence(candidate.signals)
    moves = fusion.adjustments(candidate, wanted)
    signals = [evidence[name] / relevance.WEIGHTS[name] for name in SIGNALS]
    sizes = {"near": fusion.NEAR, "speaker": fusion.SPEAKER, "date": fusion.DATE, "user": fusion.USER}
    return [*signals, *(moves.get(name, 0.0) / size for name, size in sizes.items())]


def _points(candidate: Candidate) -> float:
    return sum(relevance.evidence(candidate.signals).values())


def _index(passages: Sequence[Passage], embedder: Embedder | None) -> SqliteIndex:
    index = SqliteIndex(Path(tempfile.mkdtemp(prefix="vademecum-fit-")) / "index.db", embedder)
    index.apply(list(passages), [], 1)
    return index


def _memory(row: dict[str, str]) -> Passage:
    return Passage(f"memory:{row['id']}", Source.MEMORY, row["text"], title=row.get("title", ""), name=row["id"])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="vademecum-eval-") as tempfile.tempdir:
        main()
