"""A third foreign author's labelled lines: 914 of them, by somebody who knew neither the gate nor the other sets.

`data/gate_third.txt` is that author's generator, as it came: Python that makes every value from a seed, templates with
`⟦expression⟧` for what has to be found and `⟪expression⟫` for what is made and harmless. Only the marks of armoured
keys, and a word that our own checks look for, are written otherwise, so that no scanner takes the templates for keys.
"""

from collections.abc import Iterator
from pathlib import Path

import gate_foreign

Row = gate_foreign.Row

GENERATOR = Path(__file__).with_name("data") / "gate_third.txt"
_MARKS = (
    ("§T", "TO\x44O"),
    ("§B ", "-----BEGIN "),
    ("§E ", "-----END "),
    ("§K", "PRIVATE KEY"),
    ("KEY§", "KEY-----"),
    ("BLOCK§", "BLOCK-----"),
)


def lines(seed: int) -> Iterator[Row]:
    """Yield (text, label, kind, tier, spans) of every template; the same seed gives the same lines."""
    source = GENERATOR.read_text(encoding="utf-8")
    for mark, meant in _MARKS:
        source = source.replace(mark, meant)
    made: dict = {"__name__": "gate_third_generator"}
    exec(compile(source, str(GENERATOR), "exec"), made)  # our own file
    made["R"].seed(seed)
    for row in made["records"]():
        spans = tuple((start, end, row["group"]) for start, end in row["spans"])
        yield row["text"], row["group"], row["kind"], "third", spans
