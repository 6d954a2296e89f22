"""Claude Code's transcripts: an allow-list of record types, and a cheap look at a line before it is parsed."""

import re
from collections.abc import Iterator

from vademecum.rules.turns import cleaned
from vademecum.sources.sessions.folding import Folding
from vademecum.sources.sessions.parsing import (
    ASSISTANT,
    IMAGE,
    TEXT_MOST,
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
_NEVER = {b"snapshot", b"toolUseResult"}
_BESIDE_A_RESULT = (b'"image"', b'"text":', b'"text" :', b'"answers"')
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
    if b"attachment" in {key, value}:
        return data.find(b'"queued_command"', place, end) >= 0
    if key != b"type":
        return key not in _NEVER
    if value not in _TYPES:
        return not value
    is_result = value == b"user" and _RESULT.match(data, place, end)
    return not is_result or any(data.find(mark, place, end) >= 0 for mark in _BESIDE_A_RESULT)


def take(record: Record, fold: Folding) -> Iterator[Heard]:
    """Yield what a record says."""
    kind, message = string(record.get("type")), record.get("message")
    if kind == "attachment":
        yield from _queued(record, mapping(record.get("attachment")))
        return
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
    speaker, text, tools = said or ("", "", ())
    if text or tools:
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


def _queued(record: Record, attachment: Record) -> Iterator[Heard]:
    """Yield what was typed while the agent worked: it was given to it on the way, and is in no other record."""
    is_prompt = attachment.get("type") == "queued_command" and attachment.get("commandMode", "prompt") == "prompt"
    if not is_prompt or attachment.get("isMeta") or record.get("isMeta") or not _is_by_a_person(attachment):
        return
    if text := cleaned(words(attachment.get("prompt")), by_user=True):
        at, cwd = instant(record.get("timestamp")), string(record.get("cwd"))
        yield Heard(USER, text, id=string(record.get("uuid")), at=at, cwd=cwd)


def _is_by_a_person(record: Record) -> bool:
    return mapping(record.get("origin")).get("kind") in _PEOPLE and record.get("promptSource") != "system"


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
    if not _is_by_a_person(record):
        return None
    results = [block for block in blocks(content) if block.get("type") == "tool_result"]
    text = cleaned(words(content), by_user=True)
    if not results:
        return (USER, text, ()) if text else None
    if text and text != IMAGE:
        return USER, text, ()
    if chosen := _chosen(mapping(record.get("toolUseResult"))):
        return USER, cleaned(chosen, by_user=True), ()
    beside = "\n".join(filter(None, map(_beside, results)))
    return (ASSISTANT, beside, ()) if beside else None


def _chosen(result: Record) -> str:
    """Return what the user answered to the agent's questions, each on a line with its question."""
    answers = mapping(result.get("answers")) if isinstance(result.get("questions"), list) else {}
    given = ((string(question), string(answer)) for question, answer in answers.items())
    return "\n".join(f"{question} {answer}" for question, answer in given if answer)[:TEXT_MOST]


def _beside(result: Record) -> str:
    """Return the words beside a picture in a tool's result; what tools print otherwise is nobody's word."""
    text = words(result.get("content"))
    if not isinstance(result.get("content"), list) or IMAGE not in text.split("\n") or text.strip() == IMAGE:
        return ""
    return cleaned(text[:_BESIDE_MOST], by_user=False)
