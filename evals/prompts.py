"""What would the prompt hook inject? Silence on prompts that need no memory, the right memory on those that do.

    python evals/prompts.py                         both parts; by kind and language only `dev`
    python evals/prompts.py --part dev --show       and every miss of `dev`
    python evals/prompts.py --part dev --table      and what other thresholds would do to `dev`
    python evals/prompts.py --grow 10000            the same among that many generated memories

The store has six projects and what is global, with versions that were replaced, sources that are not trusted and
texts that are too sensitive. Prompts are labelled with the memories that would change what an engineer does next
(`expected`), or with none; `near` names a memory that fits the words but must stay out. No memory is named in both
parts. `held` is only counted, never listed, so that nothing is tuned on it.
"""

import argparse
import random
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import datasets

from vademecum.engine.clock import utc_now
from vademecum.engine.inject import Injection, recall_for
from vademecum.engine.opening import open_vault
from vademecum.engine.vault import Vault
from vademecum.model.errors import VademecumError
from vademecum.model.memory import Action, Draft, Receipt, Scope, Trust
from vademecum.model.settings import Settings
from vademecum.rules.skipping import asks_nothing
from vademecum.rules.tokens import estimate

THRESHOLDS = (0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75)
Row = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """One labelled prompt, and what it was given."""

    row: Row
    given: Injection

    @property
    def is_related(self) -> bool:
        return bool(self.row["expected"])

    @property
    def is_wrong(self) -> bool:
        """Tell whether a related prompt got none of its memories, or an unrelated one got anything."""
        if self.is_related:
            return not set(self.row["expected"]) & set(self.given.names)
        return bool(self.given.names)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="prompts", metavar="NAME", help="evals/data/NAME_store and NAME_labelled")
    parser.add_argument("--part", choices=("dev", "held", "all"), default="all")
    parser.add_argument("--threshold", type=float, default=Settings().inject.threshold)
    parser.add_argument("--grow", type=int, default=0, metavar="N", help="add N generated memories")
    parser.add_argument("--without-when", action="store_true", help="as if no memory said when it is wanted")
    parser.add_argument("--show", action="store_true", help="list the misses of dev")
    parser.add_argument("--table", action="store_true", help="the same at other thresholds, of dev")
    options = parser.parse_args()
    store, prompts = (datasets.lines(f"{options.data}_{kind}.jsonl") for kind in ("store", "labelled"))
    _check(store, prompts)
    store = [row | {"when": ()} for row in store] if options.without_when else store
    drafts = [*map(draft, store), *_distractors(options.grow, store)]
    domains = tuple({one.domain for one in drafts})
    settings = replace(Settings(), memory=replace(Settings().memory, domains=domains))
    with tempfile.TemporaryDirectory(prefix="vademecum-eval-") as home:
        with open_vault(Path(home), settings=settings) as vault:
            scopes, place = fill(vault, drafts), vault.path
        barred = {row["name"] for row in store if "trust" in row or "sensitivity" in row}
        hook = Hook(place, settings, scopes, barred)
        for part in ("dev", "held") if options.part == "all" else (options.part,):
            if not (rows := [row for row in prompts if row["part"] == part]):
                continue
            outcomes = hook.outcomes(rows, options.threshold)
            _report(hook, part, options.threshold, outcomes)
            if part == "dev":
                _closer(hook, outcomes, options)


def asked(prompt: str, project: str, vault: Path, settings: Settings) -> Injection:
    """Return what the prompt hook injects in a project, in a fresh session."""
    if asks_nothing(prompt, settings.skip.patterns, settings.skip.cues):
        return Injection()
    return recall_for(prompt, vault=str(vault), project=project, settings=settings, now=utc_now())


@dataclass(frozen=True)
class Hook:
    """A filled vault to ask: the scope of each memory, and the names that must never be injected."""

    vault: Path
    settings: Settings
    scopes: dict[str, str]
    barred: set[str]

    def outcomes(self, rows: Iterable[Row], threshold: float) -> list[Outcome]:
        settings = replace(self.settings, inject=replace(self.settings.inject, threshold=threshold))
        return [Outcome(row, asked(row["text"], row["project"], self.vault, settings)) for row in rows]

    def strays(self, outcomes: Iterable[Outcome]) -> tuple[int, int]:
        """Count what was injected out of another project, and what must never be."""
        given = [(name, {"global", f"project:{one.row['project']}"}) for one in outcomes for name in one.given.names]
        return sum(self.scopes[name] not in own for name, own in given), sum(name in self.barred for name, _ in given)


def _report(hook: Hook, part: str, threshold: float, outcomes: Sequence[Outcome]) -> None:
    foreign, barred = hook.strays(outcomes)
    print(f"\n{part}, threshold {threshold}, {len(hook.scopes)} memories: {_figures(outcomes)}")
    print(f"   of another project: {foreign}; not trusted or too sensitive: {barred}")


def _closer(hook: Hook, outcomes: Sequence[Outcome], options: argparse.Namespace) -> None:
    """Print where a part that may be looked at goes wrong."""
    for label, related in (("something surfaced, unrelated", False), ("lost, related", True)):
        for field in ("kind", "lang"):
            print(f"   {label}, by {field}: {_shares([o for o in outcomes if o.is_related is related], field)}")
    for other in THRESHOLDS if options.table else ():
        print(f"   {other:4.2f}  {_figures(hook.outcomes([one.row for one in outcomes], other))}")
    if options.show:
        _show(outcomes)


def _figures(outcomes: Sequence[Outcome]) -> str:
    related = [one for one in outcomes if one.is_related]
    unrelated = [one for one in outcomes if not one.is_related]
    lost = [one for one in related if one.is_wrong]
    silent = sum(not one.given.names for one in lost)
    right = sum(len(set(one.row["expected"]) & set(one.given.names)) for one in related)
    on_related, all_given = (sum(len(one.given.names) for one in some) for some in (related, outcomes))
    tokens = sum(estimate(one.given.text) for one in outcomes if one.given.text)
    return (
        f"surfaced on {_share(sum(one.is_wrong for one in unrelated), len(unrelated))} unrelated; "
        f"lost {_share(len(lost), len(related))} related ({silent} with nothing); "
        f"precision {right / max(on_related, 1):.1%} on related, {right / max(all_given, 1):.1%} on all; "
        f"{tokens / len(outcomes):.0f} tokens a prompt"
    )


def _share(count: int, total: int) -> str:
    return f"{count / max(total, 1):.1%} ({count} of {total})"


def _shares(outcomes: Iterable[Outcome], field: str) -> str:
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        groups[one.row[field]].append(one)
    counts = {key: (sum(one.is_wrong for one in group), len(group)) for key, group in groups.items()}
    return ", ".join(f"{key} {wrong}/{total}" for key, (wrong, total) in sorted(counts.items()))


def _show(outcomes: Iterable[Outcome]) -> None:
    for one in sorted((one for one in outcomes if one.is_wrong), key=lambda one: (one.is_related, one.row["kind"])):
        row = one.row
        print(f"   {row['kind']}, {row['project']}: {row['text'][:160]!r}")
        print(f"      wants {', '.join(row['expected']) or 'nothing'}; got {', '.join(one.given.names) or 'nothing'}")


def _check(store: Sequence[Row], prompts: Sequence[Row]) -> None:
    """Hold the labels to their own rules, so that an edit of the data cannot break them unseen."""
    scopes = {row["name"]: row["scope"] for row in store}
    parts: dict[str, set[str]] = defaultdict(set)
    for row in prompts:
        own = {"global", f"project:{row['project']}"}
        for name in (*row["expected"], *row.get("near", ())):
            parts[name].add(row["part"])
            if name not in scopes or (name in row["expected"] and scopes[name] not in own):
                raise SystemExit(f"labels: {name} cannot answer {row['text'][:60]!r}")
    if shared := [name for name, where in parts.items() if len(where) > 1]:
        raise SystemExit(f"labels: in both parts: {', '.join(shared)}")


def draft(row: Row) -> Draft:
    """Return a row of a store as what is written."""
    return Draft(
        body=row["text"],
        title=row["title"],
        name=row["name"],
        type=row["type"],
        domain=row["domain"],
        scope=Scope.parse(row["scope"]),
        sensitivity=row.get("sensitivity", "public"),
        trust=Trust(row.get("trust", "owner")),
        when=tuple(row["when"]) if row.get("when") else None,
    )


def fill(vault: Vault, drafts: Sequence[Draft]) -> dict[str, str]:
    """Write everything, in order: a name that comes twice is a new version. Return the scope of each name."""
    scopes = {}
    for draft, receipt in zip(drafts, vault.write_many(drafts), strict=True):
        if isinstance(receipt, VademecumError):
            raise receipt
        if not _kept(receipt) or receipt.redactions:
            raise SystemExit(f"the gate or the vault changed {draft.name}: {receipt}")
        scopes[receipt.name] = str(receipt.scope)
    return scopes


def _kept(receipt: Receipt) -> bool:
    return receipt.action in {Action.STORED, Action.SUPERSEDED}


FIRST = "amber basalt cedar delta ember falcon garnet harbor indigo juniper kestrel lagoon marble nimbus"
SECOND = "ferry kiln loom mill orchard pier quarry relay silo tannery vault weir yard beacon forge depot"
WHAT = "exporter importer mailer scheduler gateway indexer poller notifier archiver renderer resolver"
FACTS: tuple[tuple[str, str], ...] = (
    ("{it} listens on port {n}", "{It} listens on port {n}; the admin page is one port higher."),
    ("{it} retries {k} times", "A failed job of {it} is repeated {k} times with {n} seconds between, then parked."),
    ("Owner of {it}", "{It} belongs to the team {a}; changes need one of its {k} reviewers."),
    ("{it} keeps its files {n} days", "Files of {it} are kept {n} days, then moved to the {b} share."),
    ("{it} runs at {h}:{m}", "{It} starts at {h}:{m} each night and takes about {n} minutes for {k} regions."),
    ("{it} was written in Kotlin", "{It} was moved from Kotlin to Elixir; the old one still serves {k} customers."),
    ("Log level of {it}", "{It} logs at level info; set {A}_{B}_DEBUG=1 to see each of its {n} steps."),
    ("{it} needs a warm cache", "{It} is slow for {n} seconds after a start, until its cache has {k} million rows."),
    ("Test of {it} is slow", "The test suite of {it} takes {n} minutes because it starts {k} containers."),
    ("{it} has a limit of {n} MB", "Uploads to {it} are refused above {n} MB; the {a} proxy in front allows {k} more."),
    ("Dashboard of {it}", "The dashboard {a}-{b} shows the queue of {it}; over {n} waiting jobs is trouble."),
    ("{it} must not be scaled", "Only one instance of {it} may run, it holds a file lock for {n} seconds."),
)


def _distractors(count: int, store: Sequence[Row]) -> Iterator[Draft]:
    """Make memories about things that no prompt asks for: half in the store's scopes, half in other projects."""
    chance = random.Random(20)
    own = sorted({row["scope"] for row in store})
    first, second = FIRST.split(), SECOND.split()
    others = [f"project:{a}-{b}" for a, b in zip(first, second, strict=False)]
    things = [(a, b, c) for a in first for b in second for c in WHAT.split()]
    chance.shuffle(things)
    for place in range(count):
        a, b, what = things[place % len(things)]
        title, body = FACTS[(place // len(things) + place) % len(FACTS)]
        it = f"the {a} {b} {what}"
        words = {"it": it, "It": it.capitalize(), "a": a, "b": b, "A": a.upper(), "B": b.upper()}
        words |= {"n": str(chance.randrange(2, 900)), "k": str(chance.randrange(2, 30))}
        words |= {"h": f"{chance.randrange(24):02}", "m": f"{chance.randrange(60):02}"}
        made = title.format(**words)
        yield Draft(
            body=body.format(**words),
            title=made[0].upper() + made[1:],
            name=f"grown_{place}",
            scope=Scope.parse(chance.choice(own if place % 2 else others)),
        )


if __name__ == "__main__":
    main()
