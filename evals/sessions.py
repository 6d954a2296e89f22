"""Are sessions found through the product itself? Conversations are written as session files, gathered, and asked.

    python evals/sessions.py locomo.json.gz realtalk.json.gz beam100k.json.gz ...

Each conversation gets a vault of its own; its sessions go there as files, `Vault.gather` takes them in, and
`Vault.recall` answers. Prints for each data set, on the part that was tuned on and on the rest, how well turns and
sessions are found, beside plain FTS5 and the cosine alone over the same turns. A turn that was cut is found when a
piece of it is; a session is worth the sum of its best three hits. `--only-ours` skips the others.
"""

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import datasets
import measures
from datasets import Conversation, Question
from plain_fts import PlainFts

from vademecum import open_vault
from vademecum.embedders.ports import Embedder
from vademecum.embedders.static import StaticEmbedder
from vademecum.engine.vault import Vault
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.search import Passage, Query, Source
from vademecum.model.settings import SessionsSettings, Settings

POOL = 100
"""Hits that are asked for, and passages that a baseline may propose: sessions are ranked by what is among them."""

ALONE = Settings(sessions=SessionsSettings(hosts=()))
"""Nothing of the agents on this machine."""

BEST = 3
Ranking = list[tuple[str, str, float]]
"""A turn, its session and a score, best first."""

Tables = dict[tuple[str, str], list[dict[str, float]]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path, help="data sets, gzipped JSON")
    parser.add_argument("--only-ours", action="store_true", help="skip the baselines")
    options = parser.parse_args()
    embedder = StaticEmbedder()
    for path in options.data:
        report(path, embedder, only_ours=options.only_ours)


def report(path: Path, embedder: Embedder, *, only_ours: bool) -> None:
    """Print the tables of one data set."""
    name = path.name.split(".")[0]
    everything = datasets.conversations(path)
    turns: Tables = defaultdict(list)
    sessions: Tables = defaultdict(list)
    for number, conversation in enumerate(everything):
        part = "dev" if datasets.is_dev(name, number, len(everything)) else "held"
        with Asked(conversation, None if only_ours else embedder) as asked:
            for question in conversation.questions:
                for method, ranking in asked.rankings(question.text).items():
                    _score(question, ranking, turns, sessions, method, part)
    for title, table in (("turns", turns), ("sessions", sessions)):
        print(f"\n{name}, {title}, through the product, in per cent\n{'':34s}", end="")
        print("".join(f"{column:>8s}" for column in measures.NAMES))
        for (method, part), rows in sorted(table.items()):
            print(measures.line(f"{method} ({part}, {len(rows)})", measures.mean(rows)), flush=True)


class Asked:
    """One conversation in a vault of its own, and what else may answer about it."""

    def __init__(self, conversation: Conversation, embedder: Embedder | None) -> None:
        """Write and gather the conversation; `embedder` is for the baselines, None for none."""
        self._home = tempfile.TemporaryDirectory(prefix="vademecum-eval-")
        self._vault, self._turns = gathered(Path(self._home.name), conversation)
        self._plain = PlainFts(conversation.passages) if embedder else None
        self._index = SqliteIndex(self._vault.path / "index.db", embedder) if embedder else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._index:
            self._index.close()
        self._vault.close()
        self._home.cleanup()

    def rankings(self, text: str) -> dict[str, Ranking]:
        """Return each method's ranking of turns."""
        query = Query(text, limit=POOL, sources=frozenset({Source.SESSION}), threshold=0.0)
        found = {"ours": [(*self._turn(hit.passage), hit.score) for hit in self._vault.recall(query).hits]}
        if self._plain and self._index:
            plain = self._plain.rank(text, POOL)
            found["fts5 or"] = [(datasets.unit(one), one.group, score) for one, score in plain]
            near = sorted(self._index.candidates(query, POOL), key=lambda one: -one.signals.cosine)
            found["cosine"] = [(*self._turn(one.passage), one.signals.cosine) for one in near]
        return found

    def _turn(self, passage: Passage) -> tuple[str, str]:
        session = passage.group.removeprefix("session:")
        return self._turns[session, passage.start], session


def gathered(home: Path, conversation: Conversation) -> tuple[Vault, dict[tuple[str, int], str]]:
    """Write a conversation's sessions as files of a new vault and take them in; return it, and what each turn is."""
    vault = open_vault(home, settings=ALONE)
    folder = vault.path / "sessions"
    folder.mkdir(parents=True, exist_ok=True)
    turns: dict[tuple[str, int], str] = {}
    for session, passages in _by_session(conversation.passages).items():
        lines: list[dict[str, object]] = [{"vademecum": "session", "id": session, "host": "own"}]
        for number, (turn, pieces) in enumerate(_by_turn(passages).items(), 1):
            turns[session, number] = turn
            said = {"turn": number, "speaker": pieces[0].speaker, "text": "\n".join(one.text for one in pieces)}
            at = pieces[0].at
            lines.append(said | ({"at": at.isoformat()} if at else {}))
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (folder / f"{session}.jsonl").write_text(text, encoding="utf-8")
    taken = vault.gather()
    if taken.left or taken.sessions != len(_by_session(conversation.passages)):
        raise SystemExit(f"{conversation.name}: not everything was taken in: {taken}")
    return vault, turns


def _by_session(passages: Sequence[Passage]) -> dict[str, list[Passage]]:
    found: dict[str, list[Passage]] = defaultdict(list)
    for one in passages:
        found[one.group].append(one)
    return found


def _by_turn(passages: Sequence[Passage]) -> dict[str, list[Passage]]:
    found: dict[str, list[Passage]] = defaultdict(list)
    for one in passages:
        found[datasets.unit(one)].append(one)
    return found


def _score(question: Question, ranking: Ranking, turns: Tables, sessions: Tables, method: str, part: str) -> None:
    best: dict[str, list[float]] = defaultdict(list)
    for _, session, score in ranking:
        best[session].append(score)
    sums = {session: sum(sorted(scores, reverse=True)[:BEST]) for session, scores in best.items()}
    of_turns = list(dict.fromkeys(turn for turn, _, _ in ranking))
    of_sessions = sorted(sums, key=lambda session: -sums[session])
    for table, ranked, gold in ((turns, of_turns, question.turns), (sessions, of_sessions, question.sessions)):
        if gold:
            values = measures.measure(ranked, gold)
            table[method, part].append(values)
            table[method, "all"].append(values)


if __name__ == "__main__":
    main()
