"""What a prompt waits for: the whole hook process against a bare interpreter, in turns; medians.

    python bench/hook.py                   10,000 memories in a home that is thrown away
    python bench/hook.py 100000 1000000    other sizes, each against the same bare start
    python bench/hook.py --rounds 101      more rounds

`new` is a new session's first prompt, `first` one in a folder that was never seen: its project has to be worked out.
CPU is user and system time of the process; on a busy machine it is the steadier figure. Exit code 1 when, by CPU, a
trivial prompt takes more than twice the bare start, or a real one at 10,000 memories more than four times.
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
from collections.abc import Callable
from pathlib import Path

from search import BATCH, passages, question, vocabulary

from vademecum.embedders.static import StaticEmbedder
from vademecum.index.sqlite.index import SqliteIndex

SOURCE = Path(__file__).resolve().parents[1] / "src"
CODE = f"import sys;sys.path[:0]=['{SOURCE.as_posix()}'];from vademecum.faces.hooks.entry import main;main()"
HOOK = [sys.executable, "-I", "-S", "-c", CODE, "claude", "prompt"]
BARE = [sys.executable, "-I", "-S", "-c", "pass"]
BARS = {"trivial": 2.0, "real": 4.0}
BARRED_AT = 10_000

Took = tuple[float, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[BARRED_AT])
    parser.add_argument("--rounds", type=int, default=41)
    options = parser.parse_args()
    is_well = True
    with tempfile.TemporaryDirectory(prefix="vademecum-bench-") as folder:
        for size in options.sizes:
            home = made(Path(folder) / str(size), size)
            is_well &= report(size, measured(home, options.rounds))
    sys.exit(not is_well)


def made(home: Path, size: int) -> Path:
    """Make a home with so many memories, straight into the index: the hook looks at nothing else."""
    vault = home / "vaults" / "default"
    vault.mkdir(parents=True)
    (home / "p1").mkdir()
    index = SqliteIndex(vault / "index.db", StaticEmbedder())
    generator = random.Random(7)
    words = vocabulary(generator)
    for first in range(0, size, BATCH):
        index.apply(list(passages(generator, words, first, min(BATCH, size - first))), [], first + BATCH)
        if sys.stderr.isatty():
            print(f"\r{first:,} of {size:,}", end="", file=sys.stderr)
    index.close()
    return home


def measured(home: Path, rounds: int) -> dict[str, list[Took]]:
    generator = random.Random(13)
    words = vocabulary(random.Random(7))
    found: dict[str, list[Took]] = {"bare": [], "trivial": [], "real": [], "new": [], "first": []}
    given = 0
    for number in range(rounds):
        asked = question(generator, words)
        contenders: dict[str, Callable[[], tuple[Took, bytes]]] = {
            "bare": lambda: run(BARE, b"", home),
            "trivial": lambda: run(HOOK, event("thanks!", home, "one"), home),
            "real": lambda asked=asked: run(HOOK, event(asked, home, "one"), home),
            "new": lambda asked=asked, number=number: run(HOOK, event(asked, home, f"s{number}"), home),
        }
        for name, contend in contenders.items():
            took, output = contend()
            given += name == "real" and bool(output)
            if number:  # the first round warms the disk cache
                found[name].append(took)
    # These come last: each makes the register of projects longer, on which what is known of every folder hangs.
    for number in range(rounds):
        found["first"].append(run(HOOK, event(question(generator, words), home, f"t{number}", f"f{number}"), home)[0])
    print(f"{given} of {rounds} real prompts were given something")
    return found


def event(prompt: str, home: Path, session: str, folder: str = "p1") -> bytes:
    (home / folder).mkdir(exist_ok=True)
    told = {"session_id": session, "cwd": str(home / folder), "hook_event_name": "UserPromptSubmit", "prompt": prompt}
    return json.dumps(told).encode()


def run(command: list[str], data: bytes, home: Path, **more: str) -> tuple[Took, bytes]:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        command, input=data, capture_output=True, check=True, env={"VADEMECUM_HOME": str(home), **more}
    )
    took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.stderr:
        raise SystemExit(done.stderr.decode())
    return (took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), done.stdout


def _medians(found: dict[str, list[Took]], kind: int) -> dict[str, float]:
    return {name: 1000 * statistics.median(both[kind] for both in took) for name, took in found.items()}


def report(size: int, found: dict[str, list[Took]]) -> bool:
    wall, busy = _medians(found, 0), _medians(found, 1)
    print(f"{size:,} memories; bare interpreter {wall['bare']:.1f} ms, CPU {busy['bare']:.1f} ms")
    is_well = True
    for name in ("trivial", "real", "new", "first"):
        ratio = busy[name] / busy["bare"]
        bar = BARS.get(name) if size <= BARRED_AT else None
        is_well &= bar is None or ratio <= bar
        told = f"  {name:8} {wall[name]:6.1f} ms ({wall[name] / wall['bare']:.2f} x)   CPU {busy[name]:6.1f} ms"
        print(told, f"({ratio:.2f} x{f', bar {bar:.0f}' if bar else ''})")
    return is_well


if __name__ == "__main__":
    main()
