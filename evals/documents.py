"""How should documents be cut, and where should their headings stand, so that recall finds the answer in them?

    python evals/documents.py

Forty questions about twelve documents of many kinds, among the pages of this project's own documentation. A hit is
right when it is from the right document and the answer stands in it. Larger chunks hold more and so are right more
often, but an agent is given fewer of them: what counts is `1k`, whether the answer is in what fits into 1,000 tokens.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from vademecum.embedders.detect import open_embedder
from vademecum.embedders.ports import Embedder
from vademecum.engine.search import search
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.search import Hit, Passage, Query, Source
from vademecum.model.settings import KnowledgeSettings, RecallSettings
from vademecum.rules import chunking
from vademecum.rules.tokens import estimate
from vademecum.sources.documents import look, read

NOW = datetime(2026, 12, 1, tzinfo=UTC)
DATA = Path(__file__).parent / "data"
OTHERS = Path(__file__).parents[1] / "docs"
BUDGET = 1_000
DEPTH = 10
NAMES = ("hit@1", "hit@3", "hit@5", "MRR", "1k", "tokens@3")


@dataclass(frozen=True, slots=True)
class Way:
    """A way to cut and to index. `crumb` is where the headings stand: in the `title`, the `text`, both or nowhere."""

    tokens: int = 400
    overlap: int = 80
    crumb: str = "title"
    name: bool = True
    tiny: int = chunking.TINY

    def __str__(self) -> str:
        name = "" if self.name else ", file name left out"
        return f"{self.tokens}/{self.overlap}, headings: {self.crumb}, tiny < {self.tiny}{name}"


WAYS = (
    *(Way(tokens, overlap) for tokens, overlap in ((100, 20), (200, 40), (300, 60), (400, 0), (400, 80), (800, 160))),
    *(Way(crumb=crumb) for crumb in ("text", "both", "none")),
    *(Way(tiny=tiny) for tiny in (0, 60, 120)),
    Way(name=False),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--embedder", default="static", help="static, onnx or none")
    parser.add_argument("--misses", action="store_true", help="name what the default does not find among five")
    options = parser.parse_args()
    embedder = open_embedder(options.embedder, "")
    lines = (DATA / "documents.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    print(f"{len(questions)} questions\n{'':48s}{'chunks':>8s}" + "".join(f"{name:>9s}" for name in NAMES))
    for way in WAYS:
        measure(way, questions, embedder, misses=options.misses and way == Way())


def measure(way: Way, questions: Sequence[dict[str, str]], embedder: Embedder | None, *, misses: bool) -> None:
    passages = list(passages_cut(way))
    with tempfile.TemporaryDirectory(prefix="vademecum-eval-") as folder:
        index = SqliteIndex(Path(folder) / "index.db", embedder)
        index.apply(passages, [], 1)
        rows = []
        for question in questions:
            hits = _ask(index, question["q"])
            rows.append(_row(question, hits))
            if misses and not rows[-1][2]:
                print("   ", question["q"], "->", [f"{hit.passage.name}: {hit.passage.title}" for hit in hits[:3]])
        index.close()
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    shown = "".join(f"{100 * mean:8.1f}%" for mean in means[:-1])
    print(f"{way!s:48s}{len(passages):8d}{shown}{means[-1]:9.0f}")


def passages_cut(way: Way) -> Iterator[Passage]:
    settings = KnowledgeSettings()
    chunking.TINY = way.tiny
    for root in (DATA / "documents", OTHERS):
        for found in look(root, settings).files:
            text, _ = read(found.place, settings) or ("", "")
            path = Path(found.place)
            for number, chunk in enumerate(chunking.chunks(text, tokens=way.tokens, overlap=way.overlap), 1):
                yield _placed(way, chunk, Passage(
                    key=f"document:{path}#{number}", source=Source.DOCUMENT, text=chunk.text, place=number,
                    group=f"document:{path}", name=path.stem if way.name else "", path=str(path), start=chunk.first,
                ))  # fmt: skip


def _placed(way: Way, chunk: chunking.Chunk, passage: Passage) -> Passage:
    title = chunk.heading if way.crumb in {"title", "both"} else ""
    text = f"{chunk.heading}\n{chunk.text}" if way.crumb in {"text", "both"} else chunk.text
    return replace(passage, title=title, text=text)


def _ask(index: SqliteIndex, text: str) -> Sequence[Hit]:
    query = Query(text, limit=DEPTH, threshold=0.0)
    return search(query, index=index, settings=RecallSettings(), now=NOW).hits


def _row(question: dict[str, str], hits: Sequence[Hit]) -> tuple[float, ...]:
    right = [Path(hit.passage.path).name == question["doc"] and question["answer"] in hit.passage.text for hit in hits]
    first = right.index(True) + 1 if any(right) else 0
    sizes = [estimate(hit.passage.text) for hit in hits]
    within = bool(first) and sum(sizes[:first]) <= BUDGET
    return (*(0 < first <= depth for depth in (1, 3, 5)), 1 / first if first else 0.0, within, sum(sizes[:3]))


if __name__ == "__main__":
    main()
