"""How probable it is that a passage answers a question: the only thing that admits a hit.

Relevance is a logistic function of the candidate's own signals. It does not look at the other candidates, so it
can say that nothing is relevant, and it means the same for every query and every index.

The weights were fitted by maximum likelihood (softmax over each question's candidates) on the first half of
REALTALK and BEAM and on conversations 26, 41, 43, 47 and 49 of LoCoMo (`evals/fit.py`), but `exact`, which
those hardly have: it is what finds a ticket number. The middles are from the `dev` part of
`evals/data/developer.jsonl`: between expected memories and the best hits of unrelated prompts.
`python evals/retrieval.py` prints what they are worth on the other halves.
"""

from __future__ import annotations

import math

from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.model.search import Signals

if TYPE_CHECKING:
    from collections.abc import Mapping

SATURATION = 8.0
"""The BM25 score that counts half: BM25 has no upper bound, this has."""

WEIGHTS: Mapping[str, float] = {
    "cosine": 5.2,
    "bm25": 1.4,
    "coverage": 1.2,
    "beside": 3.2,
    "context": 2.6,
    "exact": 1.5,
}
"""Points of evidence for a full signal."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Turns points into a probability: `middle` points are as good as a coin, `steepness` is per point."""

    middle: float
    steepness: float


HYBRID = Scale(middle=6.2, steepness=2.0)
WORDS = Scale(middle=4.9, steepness=2.0)

CERTAIN_WORDS = 0.5
"""Least relevance of a passage that has the question word for word, whatever its vector says."""

_ALL_COVERED = 0.99
_SOFTER = 4.0


def evidence(signals: Signals) -> dict[str, float]:
    """Return the points that each signal contributes."""
    values = {
        "cosine": signals.cosine,
        "bm25": signals.bm25 / (signals.bm25 + SATURATION),
        "coverage": signals.coverage,
        "beside": signals.beside,
        "context": signals.context,
        "exact": signals.exact,
    }
    return {name: WEIGHTS[name] * value for name, value in values.items()}


def relevance(signals: Signals, scale: Scale) -> float:
    """Return the probability, 0..1, that the passage answers the question."""
    return probability(sum(evidence(signals).values()), signals, scale)


def probability(points: float, signals: Signals, scale: Scale) -> float:
    """Return the relevance of a passage with so many points of evidence.

    Where the passage or the question has no vector, as in characters that the table lacks, words alone decide.
    """
    scale = scale if signals.cosine else WORDS
    probable = logistic(scale.steepness * (points - scale.middle))
    if signals.exact == 1 and signals.coverage >= _ALL_COVERED:
        return max(probable, CERTAIN_WORDS)
    return probable


def score(points: float, scale: Scale) -> float:
    """Return points as a score in 0..1 that, softer than relevance, still tells very good hits apart."""
    return logistic(scale.steepness / _SOFTER * (points - scale.middle))


def logistic(value: float) -> float:
    """Return 1 / (1 + e^-value), for any value."""
    return 1 / (1 + math.exp(-value)) if value > -700 else 0.0  # noqa: PLR2004  exp overflows beyond
