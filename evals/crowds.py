"""Does a crowd of turns, or of pieces of documents, surface for what it does not answer?

    python evals/crowds.py locomo.json.gz realtalk.json.gz beam100k.json.gz

Each tuning conversation, at most 550 turns of it, this project's documentation, and 590 memories are asked 107 prompts
that nothing there answers, at the threshold of a search. `found` is the share of their own questions with a right one
among the first five: what more silence would cost.
"""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import datasets
import documents
import retrieval
from datasets import Conversation

from vademecum.embedders.detect import open_embedder
from vademecum.embedders.ports import Embedder
from vademecum.engine.search import search
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.search import Hit, Passage, Query
from vademecum.model.settings import RecallSettings

NOW = datetime(2026, 12, 1, tzinfo=UTC)
TURNS, CONVERSATIONS, QUESTIONS = 550, 4, 60
"""At most so many of a conversation, of a data set and of a conversation."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", type=Path, help="data sets, gzipped JSON")
    parser.add_argument("--embedder", default="static", help="static, onnx or none")
    options = parser.parse_args()
    embedder = open_embedder(options.embedder, "")
    rows = datasets.lines("developer.jsonl")
    memories = [retrieval.memory_of(row) for row in rows if row["kind"] == "memory"]
    report("memories", [([*memories, *retrieval.field_memories()], [])], embedder)
    report("documents", [(list(documents.passages_cut(documents.Way())), [])], embedder)
    for path in options.data:
        report(path.name.split(".")[0], list(crowds(path)), embedder)


def prompts() -> list[str]:
    """Return what nothing answers."""
    kinds = (("developer.jsonl", "unrelated"), ("mixed.jsonl", "unanswered"))
    return [row["q"] for name, kind in kinds for row in datasets.lines(name) if _is(row, kind)]


def crowds(path: Path) -> Iterator[tuple[list[Passage], list[tuple[str, frozenset[str]]]]]:
    """Yield the turns of tuning conversations, each with its questions and their turns."""
    everything = datasets.conversations(path)
    name, count = path.name.split(".")[0], len(everything)
    for conversation in [one for n, one in enumerate(everything) if datasets.is_dev(name, n, count)][:CONVERSATIONS]:
        yield _crowd(conversation)


def _crowd(conversation: Conversation) -> tuple[list[Passage], list[tuple[str, frozenset[str]]]]:
    passages = [replace(one, group=f"session:{one.group}") for one in conversation.passages[:TURNS]]
    there = {datasets.unit(one) for one in passages}
    asked = [(one.text, one.turns) for one in conversation.questions if one.turns and one.turns <= there]
    return passages, asked[:QUESTIONS]


def report(
    name: str, asked: Sequence[tuple[list[Passage], list[tuple[str, frozenset[str]]]]], embedder: Embedder | None
) -> None:
    """Print how often something surfaces, and how often what is right does."""
    surfaced, right = list[str](), list[bool]()
    unanswered = prompts()
    for passages, questions in asked:
        index = retrieval.index_of(passages, embedder)
        surfaced += [prompt for prompt in unanswered if _ask(index, prompt)]
        right += [any(datasets.unit(hit.passage) in gold for hit in _ask(index, text)) for text, gold in questions]
        index.close()
    share = len(surfaced) / (len(asked) * len(unanswered))
    found = f", found {sum(right) / len(right):.1%} of {len(right)}" if right else ""
    sizes = ", ".join(str(len(passages)) for passages, _ in asked)
    print(f"{name} ({sizes}): surfaced {share:.1%} of {len(unanswered)}{found}", flush=True)


def _ask(index: SqliteIndex, text: str) -> tuple[Hit, ...]:
    return search(Query(text), index=index, settings=RecallSettings(), now=NOW).hits


def _is(row: dict[str, str], kind: str) -> bool:
    return row["kind"] == kind and row["part"] == "dev"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="vademecum-eval-") as tempfile.tempdir:
        main()
