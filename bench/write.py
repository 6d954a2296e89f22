"""What writing costs: one memory at a time, and ten thousand in bulk, and the same ten thousand again.

    python bench/write.py [--single 300] [--bulk 10000] [--size 500]

Every write is real: gated, versioned, flushed to the disk, indexed with words and vectors. Times of single writes are
wall clock, the disk's included; bulk is CPU seconds of its own process, with its largest resident memory.
"""

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from vademecum import Draft, Scope, VademecumError, open_vault

_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprst" for vowel in "aeio"]


@dataclass(frozen=True, slots=True)
class Bulk:
    """One bulk write: CPU seconds, wall seconds, largest resident memory in MB, receipts by action."""

    cpu: float
    wall: float
    memory: float
    actions: dict[str, int]


def drafts(number: int, size: int, seed: int = 7) -> Iterator[Draft]:
    """Yield memories of `size` characters of made-up words, the same for the same seed; a few identifiers in each."""
    source = random.Random(seed)
    words = ["".join(source.choices(_SYLLABLES, k=source.randint(1, 4))) for _ in range(6_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    for count in range(number):
        text = " ".join(source.choices(words, weights, k=size // 5))
        title = " ".join(source.choices(words, k=6)).capitalize()
        body = f"{text[: size - 40]} ERR_{count} lib.v{count % 97}.{count % 13}"[:size]
        yield Draft(title=f"{title} {count}", body=body, scope=Scope(f"bench{count % 5}"), source="import")


def single(home: Path, number: int, size: int) -> list[float]:
    """Write one memory after the other; return each one's wall seconds, acknowledged and indexed."""
    times = []
    with open_vault(home) as vault:
        for draft in drafts(number, size, seed=11):
            began = time.perf_counter()
            receipt = vault.write(draft)
            times.append(time.perf_counter() - began)
            if not receipt.indexed:
                raise SystemExit(f"{receipt.name} was not indexed")
    return times


def bulk(home: Path, number: int, size: int) -> Bulk:
    """Write in bulk in a process of its own."""
    command = [sys.executable, __file__, "--child", str(home), "--bulk", str(number), "--size", str(size)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    return Bulk(**json.loads(done.stdout))


def _child(home: Path, number: int, size: int) -> None:
    todo = list(drafts(number, size))
    spent, began = _cpu(), time.perf_counter()
    actions: dict[str, int] = {}
    with open_vault(home) as vault:
        for receipt in vault.write_many(todo):
            action = type(receipt).__name__ if isinstance(receipt, VademecumError) else str(receipt.action)
            actions[action] = actions.get(action, 0) + 1
    wall = time.perf_counter() - began
    print(json.dumps(asdict(Bulk(_cpu() - spent, wall, _largest_mb(), actions))))


def _cpu() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _largest_mb() -> float:
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return largest / (1024 * 1024 if sys.platform == "darwin" else 1024)


def percentile(values: list[float], percent: int) -> float:
    """Return a percentile of at least two values."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--single", type=int, default=300)
    parser.add_argument("--bulk", type=int, default=10_000)
    parser.add_argument("--size", type=int, default=500)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        _child(options.child, options.bulk, options.size)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        times = single(Path(folder) / "single", options.single, options.size)
        print(f"single write   p50 {percentile(times, 50) * 1000:6.1f} ms   p95 {percentile(times, 95) * 1000:6.1f} ms")
        for label in ("bulk, first", "bulk, again"):
            found = bulk(Path(folder) / "bulk", options.bulk, options.size)
            print(f"{label:<14} CPU {found.cpu:6.2f} s   wall {found.wall:6.2f} s   {found.memory:5.0f} MB")
            print(f"{'':<14} {found.actions}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
