"""Transcripts as the hosts write them, small: for tests that have something said in a session."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

BEGAN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def claude(
    folder: Path, session: str, cwd: Path | str, turns: Sequence[str], *, first: int = 0, began: datetime = BEGAN
) -> Path:
    """Append turns, a prompt and an answer in turn, to a transcript of Claude Code in its `projects` folder.

    `first` is the number of the first turn; numbers make the ids and times of the records, a minute each.
    """
    path = folder / "-slug" / f"{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for number, text in enumerate(turns, first):
            file.write(json.dumps(_claude_record(session, str(cwd), number, text, began)) + "\n")
    return path


def _claude_record(session: str, cwd: str, number: int, text: str, began: datetime) -> dict[str, object]:
    is_prompt = number % 2 == 0
    content: object = text if is_prompt else [{"type": "text", "text": text}]
    return {
        "type": "user" if is_prompt else "assistant",
        "uuid": str(uuid5(NAMESPACE_URL, f"{session}/{number}")),
        "parentUuid": str(uuid5(NAMESPACE_URL, f"{session}/{number - 1}")) if number else None,
        "timestamp": (began + timedelta(minutes=number)).isoformat().replace("+00:00", "Z"),
        "sessionId": session,
        "cwd": cwd,
        "isSidechain": False,
        "userType": "external",
        "version": "2.1.332",
        "message": {"role": "user" if is_prompt else "assistant", "content": content},
    }
