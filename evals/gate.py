"""How good is the gate: what it takes out, what it leaves alone, and what it costs.

    python evals/gate.py                      the generated labelled set, development and held-out halves
    python evals/gate.py FILE.jsonl[.gz] ...  labelled lines in one of the known forms
    python evals/gate.py --benign FOLDER      harmless text: *.md, *.rst, *.txt, METADATA and *.py below FOLDER

A secret counts as removed when redacting our findings leaves at most min(8, 25 %) of its characters. Precision is by
line: a clean line with a secret finding is a false alarm. Beside it stands redact-secret alone, as the baseline.
"""

import argparse
import gzip
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import gate_cases
import gate_foreign
import gate_kinds
import gate_third
import redact_secret

from vademecum.rules.gate import Policy, scan

Span = tuple[int, int, str]
Scanner = Callable[[str], list[Span]]
POLICY = Policy(key=b"eval")


@dataclass(frozen=True)
class Line:
    """One labelled line: spans are (start, end, category)."""

    text: str
    label: str
    kind: str
    tier: str
    spans: tuple[Span, ...] = ()


@dataclass
class Tally:
    """Counts of one category."""

    found: int = 0
    total: int = 0
    missed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.found}/{self.total} = {100 * self.found / max(1, self.total):.1f} %"


def ours(text: str) -> list[Span]:
    """Return the gate's findings."""
    return [(one.start, one.end, str(one.kind)) for one in scan(text, POLICY)]


def baseline(text: str) -> list[Span]:
    """Return redact-secret's findings."""
    return [(one.start, one.end, "secret") for one in redact_secret.scan(text)]


def read(path: Path) -> Iterator[Line]:
    """Yield the labelled lines of a file, whichever of the known forms it has."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for raw in lines:
            yield _line(json.loads(raw))


def _line(row: dict) -> Line:
    text = row.get("text", row.get("line", ""))
    if "spans" in row:
        spans = tuple((one["start"], one["end"], one["cat"]) for one in row["spans"])
        return Line(text, row["label"], row["kind"], row.get("tier", ""), spans)
    if "must_redact" in row:
        label = "secret" if row["must_redact"] else "best-effort"
        return Line(text, label, row["kind"], "obfuscated", ((0, len(text), "whole"),))
    value = row.get("secret") or row.get("value") or ""
    label = "path" if row["kind"] == "path" else row["label"]
    start = text.find(value) if value else -1
    spans = ((start, start + len(value), label),) if start >= 0 else ()
    return Line(text, label, row["kind"], row.get("group", ""), spans)


def left_over(span: Span, found: Iterable[Span], category: str) -> int:
    """Return how many characters of a labelled span no finding covers."""
    covered: set[int] = set()
    for start, end, kind in found:
        if kind == category:
            covered.update(range(max(start, span[0]), min(end, span[1])))
    return span[1] - span[0] - len(covered)


def is_removed(span: Span, found: list[Span], category: str) -> bool:
    """Tell whether next to nothing of a labelled span is left."""
    size = span[1] - span[0]
    return left_over(span, found, category) <= min(8, size * 0.25)


def score(lines: list[Line], scanner: Scanner) -> dict[str, Tally]:
    """Count what was removed, per category and tier, and which clean lines were flagged."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for line in lines:
        found = scanner(line.text)
        if line.label in {"clean", "negative"}:
            _count_clean(line, found, tallies)
        for span in line.spans:
            _count_span(line, span, found, tallies)
    return tallies


def _count_span(line: Line, span: Span, found: list[Span], tallies: dict[str, Tally]) -> None:
    good = bool(found) if span[2] == "whole" else is_removed(span, found, span[2])
    for tally in (tallies[line.label], tallies[f"{line.label}/{line.tier}"]):
        tally.total += 1
        tally.found += good
        if not good:
            tally.missed.append(f"{line.kind}: {line.text[max(0, span[0] - 40) : span[1] + 20]!r}")


def _count_clean(line: Line, found: list[Span], tallies: dict[str, Tally]) -> None:
    for category in ("secret", "pii", "path"):
        flagged = [span for span in found if span[2] == category]
        tally = tallies[f"clean flagged as {category}"]
        tally.total += 1
        tally.found += bool(flagged)
        if flagged:
            at = flagged[0]
            tally.missed.append(f"{line.kind}: ⟦{line.text[at[0] : at[1]]}⟧ in {line.text[:160]!r}")


def report(title: str, lines: list[Line], *, verbose: bool) -> None:
    """Print the scores of the gate, and the baseline's beside them."""
    print(f"\n== {title}: {len(lines)} lines")
    mine, theirs = score(lines, ours), score(lines, baseline)
    for name in sorted(mine):
        print(f"{name:34} {mine[name]!s:24} redact-secret {theirs[name]}")
        if verbose and (name.startswith("clean") or "/" not in name):
            for miss in mine[name].missed:
                print("      ", miss)
    hits, alarms = mine["secret"].found, mine["clean flagged as secret"].found
    print(f"secret precision by line: {100 * hits / max(1, hits + alarms):.1f} %")


def benign(folder: Path, limit: int) -> None:
    """Print how much harmless text is flagged: chunks of 500 characters of documentation and code."""
    counts: dict[str, Tally] = defaultdict(Tally)
    for path in sorted(folder.rglob("*")):
        family = {".md": "prose", ".rst": "prose", ".txt": "prose", ".py": "code"}.get(path.suffix)
        family = "prose" if path.name == "METADATA" else family
        if family is None or counts[family].total >= limit or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")[:20_000]
        for at in range(0, len(text), 500):
            _count_benign(text[at : at + 500], family, path.name, counts)
    for name, tally in sorted(counts.items()):
        print(f"benign {name:20} {tally}")
        for miss in tally.missed[:60]:
            print("      ", miss)


def _count_benign(chunk: str, family: str, name: str, counts: dict[str, Tally]) -> None:
    found = ours(chunk)
    counts[family].total += 1
    for category in ("secret", "pii", "path"):
        flagged = [span for span in found if span[2] == category]
        counts[f"{family} {category}"].total += 1
        counts[f"{family} {category}"].found += bool(flagged)
        for start, end, _ in flagged:
            counts[f"{family} {category}"].missed.append(
                f"{name}: {chunk[max(0, start - 30) : start]!r}⟦{chunk[start:end]!r}⟧"
            )


def speed(lines: list[Line]) -> None:
    """Print the time of a 500-character memory, and the growth on hostile text."""
    texts = [(line.text * 6)[:500] for line in lines if line.label == "clean"][:200]
    texts += [(line.text + " Nothing else is here to see. " * 20)[:500] for line in lines if line.label == "secret"][
        :60
    ]
    for text in texts:
        ours(text)
    times = []
    for text in texts:
        before = time.process_time()
        ours(text)
        times.append(1000 * (time.process_time() - before))
    p50, p95 = statistics.median(times), statistics.quantiles(times, n=20)[18]
    print(f"\n500 characters, processor time: p50 {p50:.2f} ms, p95 {p95:.2f} ms")
    for name, unit in gate_cases.HOSTILE:
        spans = []
        for size in (16_384, 32_768, 65_536):
            text = (unit * (size // len(unit) + 1))[:size]
            before = time.process_time()
            ours(text)
            spans.append(time.process_time() - before)
        growth = f"{spans[1] / spans[0]:.2f} {spans[2] / spans[1]:.2f}"
        print(f"hostile {name:22} 64 KB {spans[2]:.3f} s, growth per doubling {growth}")


def main() -> None:
    """Run what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--benign", type=Path)
    parser.add_argument("--limit", type=int, default=4000, help="most chunks of a family of harmless text")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--no-speed", action="store_true")
    options = parser.parse_args()
    generated = {half: [Line(*row) for row in gate_cases.lines(options.seed, half)] for half in ("dev", "held-out")}
    if not options.files and not options.benign:
        for half, lines in generated.items():
            report(half, lines, verbose=options.verbose)
        foreign = [Line(*row) for row in gate_foreign.lines(options.seed)]
        report("by another author", foreign, verbose=options.verbose)
        report("by a third author", [Line(*row) for row in gate_third.lines(options.seed)], verbose=options.verbose)
        report("of many kinds", [Line(*row) for row in gate_kinds.lines(options.seed)], verbose=options.verbose)
    for path in options.files:
        report(path.name, list(read(path)), verbose=options.verbose)
    if options.benign:
        benign(options.benign, options.limit)
    if not options.no_speed:
        speed(generated["dev"])


if __name__ == "__main__":
    sys.exit(main())
