"""One table: what writing, starting and staying resident cost here, against a bare interpreter on the same machine.

    python bench/run.py [--quick]

A bare interpreter is `python -I -S -c pass`, measured in turn with the others, so that a busy moment hits all alike.
`--quick` measures a tenth of the bulk. The last column is the bar; `over` marks a figure that misses it.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import start
import write

ROUNDS = 15
CALL = {
    "jsonrpc": "2.0",
    "id": 3,
    "method": "tools/call",
    "params": {
        "name": "memory_search",
        "arguments": {"query": "what was said about lib.v3", "scope": "all"},
        **start.MODERN,
    },
}


@dataclass(frozen=True, slots=True)
class Row:
    """One measured thing; `bar` is the most it may be, in the same unit."""

    name: str
    value: float
    unit: str
    bar: float

    def __str__(self) -> str:
        mark = "" if self.value <= self.bar else "  over"
        return f"{self.name:<52} {self.value:9.2f} {self.unit:<8} {self.bar:9.2f}{mark}"


def starting() -> Iterator[Row]:
    """Start, against a bare interpreter."""
    with tempfile.TemporaryDirectory() as home:
        rounds = [(start.bare(), start.server(home)) for _ in range(ROUNDS)]
    bare, server = (statistics.median(column) for column in zip(*rounds, strict=True))
    yield Row("bare interpreter", bare * 1000, "ms", float("inf"))
    yield Row("MCP server, start to tools listed", server / bare, "x bare", 8)


def writing(home: Path, number: int, bare: float) -> Iterator[Row]:
    """Single and bulk writes of 500 characters."""
    times = write.single(home / "single", 200, 500)
    yield Row("single write, durable and indexed, p50", write.percentile(times, 50) * 1000, "ms", 15)
    yield Row("single write, durable and indexed, p50", write.percentile(times, 50) / bare, "x bare", float("inf"))
    yield Row("single write, durable and indexed, p95", write.percentile(times, 95) * 1000, "ms", float("inf"))
    part = number / 10_000
    first = write.bulk(home / "bulk", number, 500)
    yield Row(f"bulk, {number:,} memories, CPU", first.cpu, "s", 15 * part)
    yield Row(f"bulk, {number:,} memories, memory", first.memory, "MB", 200)
    again = write.bulk(home / "bulk", number, 500)
    yield Row(f"bulk, {number:,} memories again, nothing new, CPU", again.cpu, "s", 1 * part)
    text = sum(len(draft.title) + len(draft.body) for draft in write.drafts(number, 500))
    yield Row(f"on disk, index / text, {number:,} memories", _index_size(home) / text, "x text", 3)


def resident(home: Path, number: int) -> Iterator[Row]:
    """Resident memory of the server after a search."""
    environment = {"VADEMECUM_HOME": str(home / "bulk"), "PYTHONPATH": str(start.SOURCE), "PATH": "/usr/bin:/bin"}
    process = subprocess.Popen(
        [sys.executable, "-c", start.SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    with process:
        for message in (*start.ASK, CALL):
            process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        for _ in range(3):
            answer = json.loads(process.stdout.readline())
        if "result" not in answer or answer["result"].get("isError"):
            raise SystemExit(f"the search failed: {answer}")
        used = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(process.pid)], check=True, capture_output=True, text=True, encoding="utf-8"
        )
        process.stdin.close()
    yield Row(f"MCP server, {number:,} memories, resident", int(used.stdout) / 1024, "MB", 60)


def _index_size(home: Path) -> int:
    folder = home / "bulk" / "vaults" / "default"
    return sum(path.stat().st_size for path in folder.glob("index.db*"))


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    number = 1_000 if parser.parse_args().quick else 10_000
    print(f"{'':<52} {'measured':>9} {'':<8} {'at most':>9}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for row in starting():
            rows.append(row)
            print(row)
        for part in (writing(home, number, rows[0].value / 1000), resident(home, number)):
            for row in part:
                rows.append(row)
                print(row, flush=True)
    return 0 if all(row.value <= row.bar for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
