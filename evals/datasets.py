"""Conversations with questions, from files in the shape of the benchmark data, and our own small sets."""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from vademecum.model.search import Passage, Source

DATA = Path(__file__).with_name("data")
CUT = 1000

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATES = (
    (re.compile(r"(?P<y>\d{4})[/-](?P<m>\d{1,2})[/-](?P<d>\d{1,2})"), False),
    (re.compile(r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})"), False),
    (re.compile(r"(?P<d>\d{1,2}) (?P<m>[A-Za-z]{3})[a-z]*,? (?P<y>\d{4})"), True),
    (re.compile(r"(?P<m>[A-Za-z]{3})[a-z]*-(?P<d>\d{1,2})-(?P<y>\d{4})"), True),
)


@dataclass(frozen=True)
class Question:
    """A question with the keys of the turns and the names of the sessions that hold its evidence."""

    text: str
    turns: frozenset[str]
    sessions: frozenset[str]
    kind: str


@dataclass(frozen=True)
class Conversation:
    """One conversation: its turns as passages, and its questions that have evidence."""

    name: str
    passages: tuple[Passage, ...]
    questions: tuple[Question, ...]


def conversations(path: Path) -> list[Conversation]:
    """Read a data set: `{"corpora": [{"cid", "units": [...], "questions": [...]}]}`, gzipped JSON."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        corpora = json.load(file)["corpora"]
    return [Conversation(str(c["cid"]), tuple(_turns(c)), tuple(_questions(c))) for c in corpora]


def unit(passage: Passage) -> str:
    """Return the turn that a passage is, or is a piece of."""
    return passage.key.partition("#")[2].split("~")[0]


def is_dev(data_set: str, number: int, total: int) -> bool:
    """Tell whether a conversation may be tuned on: every other one of LoCoMo, the first half elsewhere."""
    return number % 2 == 0 if data_set == "locomo" else number < total / 2


def lines(name: str) -> list[dict[str, Any]]:
    """Read one of our own sets."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def _turns(corpus: dict[str, Any]) -> Iterator[Passage]:
    places: dict[str, int] = {}
    for turn in corpus["units"]:
        text = turn["text"] + (f" [image: {turn['cap']}]" if turn.get("cap") else "")
        for piece, part in enumerate(pieces(text, CUT)):
            session = str(turn["s"])
            places[session] = place = places.get(session, -1) + 1
            yield Passage(
                key=f"session:{session}#{turn['id']}" + (f"~{piece}" if piece else ""),
                source=Source.SESSION,
                text=part,
                group=session,
                place=place,
                speaker=turn["spk"],
                at=day(turn.get("ts") or ""),
            )


def _questions(corpus: dict[str, Any]) -> Iterator[Question]:
    for question in corpus["questions"]:
        if question["gold"] or question["gold_s"]:
            yield Question(
                question["q"],
                frozenset(map(str, question["gold"])),
                frozenset(map(str, question["gold_s"])),
                question.get("cat") or "",
            )


def pieces(text: str, size: int) -> list[str]:
    """Cut a long text at lines and sentences into pieces of about `size` characters."""
    if len(text) <= size * 1.3:
        return [text]
    done: list[str] = []
    current = ""
    for sentence in re.split(r"(?<=\n)|(?<=[.!?])\s+", text):
        rest = sentence
        while len(rest) > size * 1.3:
            done.append((current + rest[:size]).strip())
            current, rest = "", rest[size:]
        if current and len(current) + len(rest) > size:
            done.append(current.strip())
            current = ""
        current += rest if rest.endswith("\n") else rest + " "
    return [piece for piece in (*done, current.strip()) if piece]


def day(text: str) -> datetime | None:
    """Read the date of a turn in any of the data sets' spellings."""
    for pattern, named in _DATES:
        if found := pattern.search(text):
            month = _MONTHS.index(found["m"].lower()) + 1 if named else int(found["m"])
            return datetime(int(found["y"]), month, int(found["d"]), tzinfo=UTC)
    return None
