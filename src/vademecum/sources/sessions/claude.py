"""Claude Code's transcripts: an allow-list of record types, and a cheap look at a line before it is parsed."""

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
    blocks,
    head,
    instant,
    mapping,
    string,
    tool_line,
    words,
)

_TYPES = {b"user", b"assistant"}
_NEVER = {b"attachment", b"snapshot", b"toolUseResult"}
_ASIDE = ("isMeta", "isCompactSummary", "isApiErrorMessage", "isVisibleInTranscriptOnly")
_PEOPLE = (None, "human", "sdk", "user")
_RESULT = re.compile(
    rb'\s*,\s*"message"\s*:\s*\{\s*"role"\s*:\s*"user"\s*,\s*"content"\s*:\s*\[\s*\{\s*'
    rb'(?:"tool_use_id"\s*:\s*"[^"\\]*"\s*,\s*)?"type"\s*:\s*"tool_result"'
)
_BESIDE_MOST = 2_000
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")


def is_wanted(data: bytes, start: int, end: int) -> bool:
    """Tell whether a line may hold something that was said; what looks odd is wanted."""
    key, value, place = head(data, start, end)
    if key != b"type":
        return key not in _NEVER
    if value not in _TYPES:
        return not value
    return not (
        value == b"user"
        and _RESULT.match(data, place, end)
        and data.find(b'"image"', place, end) < 0
        and data.find(b'"text":', place, end) < 0
        and data.find(b'"text" :', place, end) < 0
    )


def take(record: Record, fold: Folding) -> Iterator[Heard]:
    """Yield what a record says."""
    kind, message = string(record.get("type")), record.get("message")
    if not isinstance(message, dict) or kind not in {USER, ASSISTANT} or any(record.get(mark) for mark in _ASIDE):
        return
    if record.get("isSidechain") and not fold.at.agent:
        return  # old versions told in the session's own file what a sub-agent did
    if not fold.at.style and (session := string(record.get("sessionId"))):
        fold.at.style = "met"
        fold.at.session = fold.at.session if _UUID.fullmatch(fold.at.session) else session
    cwd = string(record.get("cwd"))
    fold.at.cwd = fold.at.cwd or cwd
    said = _answered(message, cwd) if kind == ASSISTANT else _prompted(record, message)
    if said is not None:
        speaker, text, tools = said
        yield Heard(
            speaker,
            text,
            tools,
            id=string(record.get("uuid")),
            parent=string(record.get("parentUuid") or record.get("logicalParentUuid")),
            reply=string(message.get("id")),
            at=instant(record.get("timestamp")),
            cwd=cwd,
        )


def _answered(message: Record, cwd: str) -> tuple[str, str, tuple[str, ...]] | None:
    if message.get("model") == "<synthetic>":
        return None
    content = message.get("content")
    used = (block for block in blocks(content) if block.get("type") == "tool_use")
    tools = tuple(line for block in used if (line := tool_line(block.get("name"), block.get("input"), cwd)))
    text = cleaned(words(content), by_user=False)
    return (ASSISTANT, text, tools) if text or tools else None


def _prompted(record: Record, message: Record) -> tuple[str, str, tuple[str, ...]] | None:
    content = message.get("content")
    if mapping(record.get("origin")).get("kind") not in _PEOPLE or record.get("promptSource") == "system":
        return None
    results = [block for block in blocks(content) if block.get("type") == "tool_result"]
    text = cleaned(words(content), by_user=True)
    if not results:
        return (USER, text, ()) if text else None
    if text and text != IMAGE:
        return USER, text, ()
    beside = "\n".join(filter(None, map(_beside, results)))
    return (ASSISTANT, beside, ()) if beside else None


def _beside(result: Record) -> str:
    """Return the words beside a picture in a tool's result; what tools print otherwise is nobody's word."""
    text = words(result.get("content"))
    if not isinstance(result.get("content"), list) or IMAGE not in text.split("\n") or text.strip() == IMAGE:
        return ""
    return cleaned(text[:_BESIDE_MOST], by_user=False)
