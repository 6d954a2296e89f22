"""The student: rows whose sums point where the teacher's sentence vectors point."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

BATCH = 512
RATE, LAST_SHARE = 5e-3, 0.1
"""The step of the optimiser, in units of the rows (of length 6 or so), and what is left of it at the end."""

DECAY_MEAN, DECAY_SQUARE = 0.9, 0.99


@dataclass
class Adam:
    """Steps of their own size for each value (Kingma and Ba 2015), only for the rows that a batch touched."""

    rows: Floats
    mean: Floats = field(init=False)
    square: Floats = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        self.mean, self.square = np.zeros_like(self.rows), np.zeros_like(self.rows)

    def step(self, touched: Numbers, slope: Floats, rate: float) -> None:
        """Move the touched rows against their slopes."""
        self.steps += 1
        self.mean[touched] = mean = DECAY_MEAN * self.mean[touched] + (1 - DECAY_MEAN) * slope
        self.square[touched] = square = DECAY_SQUARE * self.square[touched] + (1 - DECAY_SQUARE) * slope * slope
        mean = mean / (1 - DECAY_MEAN**self.steps)
        self.rows[touched] -= rate * mean / (np.sqrt(square / (1 - DECAY_SQUARE**self.steps)) + 1e-8)


def fit(rows: Floats, texts: Sequence[Numbers], targets: Floats) -> Floats:
    """Return rows, fitted from `rows` on, whose sums over each text come nearer to the targets.

    `texts` are the row numbers of each text, none empty; `targets` are vectors of length 1. One pass in small steps:
    a second pass or larger steps come nearer to the teacher, but find less.
    """
    optimiser = Adam(rows.copy())
    order = np.random.default_rng(0).permutation(len(texts))
    for start in range(0, len(texts) - BATCH + 1, BATCH):
        batch = order[start : start + BATCH]
        share = 1 - (1 - LAST_SHARE) * start / len(texts)
        touched, slope = _slope(optimiser.rows, [texts[place] for place in batch], targets[batch])
        optimiser.step(touched, slope, RATE * share)
    return optimiser.rows


def _slope(rows: Floats, texts: Sequence[Numbers], targets: Floats) -> tuple[Numbers, Floats]:
    """Return which rows a batch touches, and the slope of its mean cosine distance for each of them."""
    counts = np.array([len(text) for text in texts])
    numbers = np.concatenate(texts)
    sums = np.add.reduceat(rows[numbers], np.cumsum(counts) - counts, axis=0)
    lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9
    units = sums / lengths
    cosines = (units * targets).sum(axis=1, keepdims=True)
    slopes = (cosines * units - targets) / (lengths * len(texts))
    owners = np.repeat(np.arange(len(texts)), counts)
    order = np.argsort(numbers, kind="stable")
    touched, starts = np.unique(numbers[order], return_index=True)
    return touched, np.add.reduceat(slopes[owners[order]], starts, axis=0)
