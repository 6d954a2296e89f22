"""Claude Code's `history.jsonl`: the prompts that were typed, of many sessions, which outlives their transcripts."""

from collections.abc import Mapping
from typing import Any

from vademecum.rules.pieces import pieces
from vademecum.rules.turns import cleaned
from vademecum.sources.ports import Said, SessionRead
from vademecum.sources.sessions.folding import key_of
from vademecum.sources.sessions.parsing import TEXT_MOST, USER, Record, instant, mapping, string

_TITLE_MOST = 120
NAMELESS = "history"


def prompt_key(session: str, text: str) -> int:
    """Return 64 bits, signed, that stand for a prompt (or a part of one) wherever it is told; see `Said.key`."""
    return key_of("prompt", session, " ".join(text.split()))


class Prompts:
    """Takes the lines of a history, and puts them together by session; `turns` counts through the whole file."""

    def __init__(self, turns: int, passage_chars: int) -> None:
        self.turns = turns
        self._most = passage_chars
        self._said: dict[str, list[Said]] = {}

    def take(self, record: Record) -> None:
        """Take a record."""
        text = cleaned(_expanded(record)[:TEXT_MOST], by_user=True)
        if not text:
            return
        session = string(record.get("sessionId")) or NAMELESS
        at, cwd = instant(record.get("timestamp")), string(record.get("project"))
        self.turns += 1
        told = self._said.setdefault(session, [])
        for part in pieces(text, self._most):
            told.append(Said(self.turns, USER, part, prompt_key(session, part), at, cwd))

    def read(self) -> list[SessionRead]:
        """Return what was taken, by session; the state of each tells of this step alone."""
        return [SessionRead(session, tuple(said), _about(said)) for session, said in self._said.items()]


def _expanded(record: Record) -> str:
    """Return the prompt with what was pasted into it, where the history has kept that."""
    text = string(record.get("display"))
    for number, pasted in mapping(record.get("pastedContents")).items():
        content = string(mapping(pasted).get("content"))
        begins = f"[Pasted text #{number}"
        place = text.find(begins)
        end = text.find("]", place)
        if content and place >= 0 and end >= 0:
            text = text[:place] + content + text[end + 1 :]
    return text


def _about(said: list[Said]) -> Mapping[str, Any]:
    instants = [part.at.isoformat() for part in said if part.at is not None]
    title = " ".join(said[0].text.split())
    return {
        "title": title if len(title) <= _TITLE_MOST else f"{title[: _TITLE_MOST - 1].rstrip()}…",
        "first": instants[0] if instants else "",
        "last": instants[-1] if instants else "",
        "cwd": next((part.cwd for part in said if part.cwd), ""),
        "host": "claude",
        "turns": len({part.turn for part in said}),
        "skipped": 0,
    }
