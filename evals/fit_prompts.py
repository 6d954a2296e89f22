"""Fit the weights of `rules/worth.py`: what makes a memory worth an injection.

    python evals/fit_prompts.py                       with words and meaning, then with words only
    python evals/fit_prompts.py --without subject     and what a feature is worth

For each prompt the hook's candidates and "nothing" compete in a softmax; the weights are those of most likelihood. The
examples are the `dev` part of the labelled prompts, those of `life_labelled.jsonl` with and without what its memories
say of when they are wanted, prompts that were made up for this (`made_prompts.jsonl`, over
`made_store.jsonl` alone and among the labelled store), and the `dev` part of `developer.jsonl`. What is printed is
cross-validated on the labelled ones, in five folds by the memory that is wanted.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from zlib import crc32

import datasets
import numpy as np
import numpy.typing as npt
import prompts

from vademecum.embedders.static import StaticEmbedder
from vademecum.engine.inject import CANDIDATES, query_of
from vademecum.engine.opening import open_vault
from vademecum.index.sqlite.reading import Reader
from vademecum.model.memory import Draft
from vademecum.model.settings import Settings
from vademecum.rules import worth
from vademecum.rules.asking import asking
from vademecum.rules.skipping import asks_nothing

Matrix = npt.NDArray[np.float64]
Row = dict[str, Any]
Opener = Callable[[], StaticEmbedder] | None

NAMES = tuple(worth.HYBRID.weights)
FOLDS = 5
MADE, DEVELOPER, HALF = 0.3, 0.15, 0.5
ROUNDS, RATE, SHRINK = 500, 0.05, 0.02
THRESHOLDS = (0.3, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8)


@dataclass(frozen=True)
class Example:
    """A prompt's candidates: their features, which of them are wanted, and how much the prompt counts."""

    row: Row
    features: Matrix
    wanted: Matrix
    weight: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", nargs="*", default=[], help="features to leave out")
    options = parser.parse_args()
    kept = [place for place, name in enumerate(NAMES) if name not in options.without]
    for label, embedder in (("words and meaning", StaticEmbedder), ("words only", None)):
        labelled, others = examples(embedder)
        judged = [
            (one, one.features[:, kept] @ weights[:-1] + weights[-1])
            for fold in range(FOLDS)
            for weights in [fit([*others, *(one for one in labelled if _fold(one) != fold)], kept)]
            for one in labelled
            if _fold(one) == fold
        ]
        print(f"{label}, cross-validated:")
        report(judged)
        found = fit([*others, *labelled], kept)
        print(
            {NAMES[place]: round(float(w), 2) for place, w in zip(kept, found, strict=False)},
            round(float(found[-1]), 2),
        )


def examples(embedder: Opener) -> tuple[list[Example], list[Example]]:
    store = datasets.lines("prompts_store.jsonl")
    made = datasets.lines("made_store.jsonl")
    labelled = [row for row in datasets.lines("prompts_labelled.jsonl") if row["part"] == "dev"]
    invented = datasets.lines("made_prompts.jsonl")
    rows = datasets.lines("developer.jsonl")
    memories = [_as_stored(row) for row in rows if row["kind"] == "memory"]
    asked = [_as_asked(row) for row in rows if row["kind"] != "memory" and row.get("part") == "dev"]
    others = [
        *_of_store(made, invented, MADE, embedder),
        *_of_store([*made, *store], invented, MADE, embedder),
        *_of_store(memories, asked, DEVELOPER, embedder),
        *_of_store([*memories, *made], asked, DEVELOPER, embedder),
    ]
    life = datasets.lines("life_store.jsonl")
    asked_in_life = datasets.lines("life_labelled.jsonl")
    bare = [row | {"when": ()} for row in life]
    own = [
        *_of_store(store, labelled, 1.0, embedder),
        *_of_store(life, asked_in_life, HALF, embedder),
        *_of_store(bare, asked_in_life, HALF, embedder),
    ]
    return own, others


def _as_stored(row: Row) -> Row:
    return {
        "name": row["id"],
        "title": row.get("title") or row["text"][:60],
        "text": row["text"],
        "type": "reference",
    } | {
        "domain": "general",
        "scope": "global",
    }


def _as_asked(row: Row) -> Row:
    expected = [row["expect"]] if row["kind"] == "related" else []
    return {"text": row["q"], "project": "any", "expected": expected}


def _of_store(store: Sequence[Row], rows: Iterable[Row], weight: float, embedder: Opener) -> Iterator[Example]:
    drafts: list[Draft] = [prompts.draft(row) for row in store]
    settings = replace(Settings(), memory=replace(Settings().memory, domains=tuple({one.domain for one in drafts})))
    with tempfile.TemporaryDirectory(prefix="vademecum-fit-") as home:
        with open_vault(Path(home), settings=settings) as vault:
            prompts.fill(vault, drafts)
            path = str(vault.path / "index.db")
        for row in rows:
            if asks_nothing(row["text"]):
                continue
            with Reader(path, embedder) as index:
                found = index.candidates(query_of(row["text"], row["project"], settings), CANDIDATES)
            form = asking(row["text"])
            features = [list(worth.features(one.signals, one.meeting, form).values()) for one in found if one.meeting]
            wanted = np.array([one.passage.name in row["expected"] for one in found], float)
            yield Example(row, np.array(features).reshape(len(found), len(NAMES)), wanted, weight)


def fit(some: Sequence[Example], kept: Sequence[int]) -> Matrix:
    """Return the weights of most likelihood and the bias, by gradient descent with Adam."""
    some = [one for one in some if len(one.features)]
    features = np.concatenate([one.features[:, kept] for one in some])
    middle, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    scaled = np.column_stack([(features - middle) / spread, np.ones(len(features))])
    sizes = np.array([len(one.features) for one in some])
    starts, owner = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(sizes)), sizes)
    right = np.concatenate([one.wanted / max(one.wanted.sum(), 1) for one in some])
    counts = np.array([one.weight for one in some])[owner]
    weights, momentum, energy = (np.zeros(scaled.shape[1]) for _ in range(3))
    weights[-1] = -6.0
    for turn in range(1, ROUNDS + 1):
        scores = scaled @ weights
        top = np.maximum(np.maximum.reduceat(scores, starts), 0)
        odds = np.exp(scores - top[owner])
        chance = odds / (np.add.reduceat(odds, starts) + np.exp(-top))[owner]
        slope = scaled.T @ ((chance - right) * counts) / sum(one.weight for one in some)
        slope[:-1] += SHRINK * weights[:-1]
        momentum = 0.9 * momentum + 0.1 * slope
        energy = 0.999 * energy + 0.001 * slope**2
        weights = weights - RATE * (momentum / (1 - 0.9**turn)) / (np.sqrt(energy / (1 - 0.999**turn)) + 1e-8)
    plain = weights[:-1] / spread
    found: Matrix = np.append(plain, weights[-1] - plain @ middle)
    return found


def report(judged: Sequence[tuple[Example, Matrix]]) -> None:
    """Print what surfaces and what is lost, among the best three, at some thresholds and at some losses."""
    unrelated = np.array([points.max(initial=-99) for one, points in judged if not one.row["expected"]])
    related = np.array([_best_wanted(one, points) for one, points in judged if one.row["expected"]])
    for threshold in THRESHOLDS:
        least = np.log(threshold / (1 - threshold))
        print(f"   {threshold:.2f}  surfaced on {(unrelated >= least).mean():.1%}, lost {(related < least).mean():.1%}")
    falling = np.sort(unrelated)[::-1]
    shares = (0.01, 0.02, 0.03, 0.05, 0.08)
    lost = [f"{share:.0%}: {(related <= falling[int(share * len(falling))]).mean():.1%}" for share in shares]
    print(
        "   lost where something surfaces on",
        ", ".join(lost),
        f"; not among the candidates {(related == -99).mean():.1%}",
    )


def _best_wanted(one: Example, points: Matrix) -> float:
    best = np.argsort(-points)[:3]
    return max((float(points[place]) for place in best if one.wanted[place]), default=-99.0)


def _fold(one: Example) -> int:
    key = [*one.row["expected"], *one.row.get("near", ()), one.row["text"]][0]
    return crc32(key.encode()) % FOLDS


if __name__ == "__main__":
    main()
