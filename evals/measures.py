"""What a ranking is worth."""

import math
from collections.abc import Collection, Sequence

NAMES = ("R@1", "R@5", "R@10", "any@5", "any@10", "all@5", "all@10", "NDCG@10", "MRR")


def measure(ranked: Sequence[str], gold: Collection[str]) -> dict[str, float]:
    """Return recall (share of the evidence, any of it, all of it), NDCG with the ideal over all evidence, and MRR."""
    hits = [key in gold for key in ranked]
    found = {k: sum(hits[:k]) for k in (1, 5, 10)}
    values = {f"R@{k}": count / len(gold) for k, count in found.items()}
    values |= {f"any@{k}": float(found[k] > 0) for k in (5, 10)}
    values |= {f"all@{k}": float(found[k] == len(gold)) for k in (5, 10)}
    gain = sum(1 / math.log2(place + 2) for place, hit in enumerate(hits[:10]) if hit)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(gold))))
    first = next((place for place, hit in enumerate(hits) if hit), None)
    return values | {"NDCG@10": gain / ideal, "MRR": 0.0 if first is None else 1 / (first + 1)}


def mean(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the mean of each measure."""
    return {name: sum(row[name] for row in rows) / len(rows) for name in NAMES} if rows else {}


def line(label: str, values: dict[str, float]) -> str:
    """Return one line of a table, in per cent."""
    return f"{label:34s}" + "".join(f"{100 * values.get(name, math.nan):8.1f}" for name in NAMES)
