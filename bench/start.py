"""How long a host waits for the MCP server: from start to the list of tools, against a bare interpreter.

    python bench/start.py [--rounds 21] [--bar 8]

Each round runs every contender once, in turn, so that a busy moment hits them all; the figures are medians.
Exit code 1 when the server takes more than `--bar` times the bare start.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src"
MODERN = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}
ASK = [
    {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": MODERN},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": MODERN},
]
SERVE = "import sys; sys.argv = ['vade', 'serve']; from vademecum.faces.entry import main; main()"


def bare() -> float:
    """Start an interpreter that does nothing."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True)
    return time.perf_counter() - began


def interpreter() -> float:
    """Start an interpreter with its site packages: the least that any installed command pays."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began


def server(home: str) -> float:
    """Start the server, and wait for the reply to `tools/list`."""
    began = time.perf_counter()
    environment = {"VADEMECUM_HOME": home, "PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin"}
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    with process:
        for message in ASK:
            process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        process.stdout.readline()
        listed = json.loads(process.stdout.readline())
        took = time.perf_counter() - began
        process.stdin.close()
    if not listed["result"]["tools"]:
        raise SystemExit("no tools were listed")
    return took


def main() -> int:
    """Print the medians and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--bar", type=float, default=8.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        rounds = [(bare(), interpreter(), server(home)) for _ in range(options.rounds)]
    medians = [statistics.median(column) for column in zip(*rounds, strict=True)]
    for name, median in zip(
        ("bare interpreter", "interpreter with site", "server, tools listed"), medians, strict=True
    ):
        print(f"{name:<24} {median * 1000:7.1f} ms  {median / medians[0]:5.2f} x")
    return 0 if medians[2] <= options.bar * medians[0] else 1


if __name__ == "__main__":
    sys.exit(main())
