"""Codex CLI's rollouts: each message is told once as an event; tools are calls in the response items."""

import json
import re
from collections.abc import Iterator

from vademecum.rules.turns import cleaned
from vademecum.sources.sessions.folding import Folding
from vademecum.sources.sessions.parsing import (
    ASSISTANT,
    IMAGE,
    USER,
    Heard,
    Record,
    head,
    instant,
    mapping,
    string,
    tool_line,
    words,
)

_TYPES = {b"session_meta", b"turn_context", b"event_msg", b"response_item"}
_EVENTS = {"item_completed", "user_message", "agent_message", "thread_rolled_back"}
_CALLS = {"function_call", "custom_tool_call", "local_shell_call"}
_PAYLOADS = {kind.encode() for kind in _EVENTS | _CALLS}
_PAYLOAD = re.compile(rb'\s*,\s*"payload"\s*:\s*\{\s*"type"\s*:\s*"([^"\\]*+)"')
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.MULTILINE)
_SPEAKERS = {"UserMessage": USER, "AgentMessage": ASSISTANT}
_ARGUMENTS_MOST = 200_000


def is_wanted(data: bytes, start: int, end: int) -> bool:
    """Tell whether a line may hold something that was said; what looks odd is wanted."""
    key, value, place = head(data, start, end)
    if key != b"type":
        return True
    if value not in _TYPES:
        return not value
    payload = _PAYLOAD.match(data, place, end) if value in {b"event_msg", b"response_item"} else None
    return payload is None or payload[1] in _PAYLOADS


def take(record: Record, fold: Folding) -> Iterator[Heard]:
    """Yield what a record says; note what it tells of the session."""
    kind, payload = record.get("type"), mapping(record.get("payload"))
    if kind == "session_meta":
        _meet(payload, fold)
    elif kind == "turn_context":
        fold.at.cwd = string(payload.get("cwd")) or fold.at.cwd
    elif kind == "event_msg":
        yield from _event(record, payload, fold)
    elif kind == "response_item" and string(payload.get("type")) in _CALLS:
        tools = tuple(_tools(payload, fold.at.cwd))
        if tools:
            when = record.get("timestamp")
            identity = string(payload.get("call_id")) or f"{when}\0{tools}"
            yield Heard(ASSISTANT, "", tools, id=identity, at=instant(when), cwd=fold.at.cwd)


def _meet(payload: Record, fold: Folding) -> None:
    """Take the session's id and folder; a fork repeats those of the one that it goes on from, later in the file."""
    at = fold.at
    at.cwd = at.cwd or string(payload.get("cwd"))
    if at.style:
        return
    at.style = "met"
    own = string(payload.get("id")) or at.session
    spawned = mapping(mapping(mapping(payload.get("source")).get("subagent")).get("thread_spawn"))
    if isinstance(payload.get("source"), dict) and "subagent" in payload["source"]:
        at.agent = own
        own = string(spawned.get("parent_thread_id")) or string(payload.get("session_id")) or own
    at.session = own


def _event(record: Record, payload: Record, fold: Folding) -> Iterator[Heard]:
    kind = payload.get("type")
    if kind == "thread_rolled_back":
        count = payload.get("num_turns")
        fold.leave_prompts(count if isinstance(count, int) else 0)
        return
    if kind == "item_completed":
        item, style = mapping(payload.get("item")), "items"
        speaker = _SPEAKERS.get(string(item.get("type")), "")
        text = words(item.get("content"))
    else:
        style = "messages"
        speaker = {"user_message": USER, "agent_message": ASSISTANT}.get(string(kind), "")
        text = string(payload.get("message")) + (f"\n{IMAGE}" if payload.get("images") else "")
    text = cleaned(text, by_user=speaker == USER)
    if not speaker or not text or fold.at.style not in {"", "met", style}:
        return
    fold.at.style = style  # versions that tell a message both ways tell it twice
    when = record.get("timestamp")
    yield Heard(speaker, text, id=f"{when}\0{speaker}\0{text}", at=instant(when), cwd=fold.at.cwd)


def _tools(payload: Record, cwd: str) -> Iterator[str]:
    name = string(payload.get("name")) or ("shell" if payload.get("type") == "local_shell_call" else "")
    space = string(payload.get("namespace"))
    if space.startswith("mcp_"):
        yield tool_line(f"{space}__{name}", None)
        return
    given = payload.get("arguments") or payload.get("input") or payload.get("action")
    if isinstance(given, str):
        patched = _PATCHED.findall(given)
        if patched:
            yield from (tool_line(name, {"path": path}, cwd) for path in patched)
            return
        given = _parsed(given)
    yield from filter(None, [tool_line(name, given, cwd)])


def _parsed(text: str) -> object:
    try:
        return json.loads(text) if len(text) <= _ARGUMENTS_MOST else None
    except (ValueError, RecursionError):
        return None
