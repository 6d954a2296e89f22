"""Gemini CLI's chats: records that are written again in full when something is added to them."""

import json
from collections.abc import Iterator
from typing import Any

from vademecum.rules.turns import cleaned
from vademecum.sources.sessions.folding import Folding
from vademecum.sources.sessions.parsing import (
    ASSISTANT,
    USER,
    Heard,
    Record,
    instant,
    mapping,
    string,
    tool_line,
    words,
)

_LEAST_BYTES = 70  # `{"$set":{"lastUpdated":"…"}}` follows every record


def is_wanted(data: bytes, start: int, end: int) -> bool:
    """Tell whether a line may hold something that was said."""
    return end - start > _LEAST_BYTES or not data.startswith((b'{"$set":{"lastUpdated"', b'{"$set": {"lastU'), start)


def as_lines(data: bytes) -> bytes:
    """Return a chat that is one JSON document, as old versions wrote them, as the lines that new ones write.

    Raises:
        ValueError: it is no JSON object, or it is not whole.
    """
    try:
        chat = json.loads(data.decode("utf-8-sig", "replace"))
    except RecursionError as fault:
        raise ValueError(str(fault)) from fault
    if not isinstance(chat, dict):
        raise ValueError("no JSON object")  # noqa: TRY004  the same to whoever reads it
    messages = chat.pop("messages", None)
    records: list[Any] = [chat, *(messages if isinstance(messages, list) else [])]
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def take(record: Record, fold: Folding) -> Iterator[Heard]:
    """Yield what a record says; note what it tells of the session."""
    if isinstance(record.get("sessionId"), str) and "type" not in record:
        _meet(record, fold)
    elif isinstance(record.get("$rewindTo"), str):
        fold.leave_from(record["$rewindTo"])
    elif "$set" in record:
        # Later the whole list is written anew, with summaries in a user's name: it was all heard before.
        messages = mapping(record["$set"]).get("messages")
        for message in messages if isinstance(messages, list) and not fold.at.turns else []:
            yield from _said(mapping(message))
    else:
        yield from _said(record)


def _meet(record: Record, fold: Folding) -> None:
    session = string(record["sessionId"])
    if record.get("kind") == "subagent":
        fold.at.agent = session
    elif not fold.at.agent:
        fold.at.session = session


def _said(record: Record) -> Iterator[Heard]:
    kind, identity = string(record.get("type")), string(record.get("id"))
    if kind not in {"user", "gemini"}:
        return
    at = instant(record.get("timestamp"))
    text = cleaned(words(record.get("displayContent") or record.get("content")), by_user=kind == "user")
    if text:
        speaker = USER if kind == "user" else ASSISTANT
        yield Heard(speaker, text, id=f"{identity}\0{text}" if identity else "", parent=identity, at=at)
    calls = record.get("toolCalls")
    for call in map(mapping, calls if isinstance(calls, list) else []):
        if line := tool_line(call.get("name"), call.get("args")):
            yield Heard(ASSISTANT, "", (line,), id=string(call.get("id")) or f"{identity}\0{line}", at=at)
