"""What a host tells a hook, under one set of names; and the host's dialect for the answer."""

from __future__ import annotations

from vademecum.model import light_json
from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.rules.framing import CLOSING, OPENING

if TYPE_CHECKING:
    from typing import Any

_BOM = b"\xef\xbb\xbf"
HOSTS = ("claude", "codex", "gemini", "cursor")
EVENTS = ("prompt", "session-start", "session-end", "pre-compact", "subagent-start", "pre-tool")

LONGEST = 1 << 23
"""Bytes of an event that are read; a longer one is not answered."""

LONGEST_PATH = 4096
"""Characters of a folder's path; none is longer, and each part of one costs a look at the disk."""

MOST_OUT = 9_000
"""Characters that are given at once, at most: hosts cut or move away what is longer than 10,000."""

_NAMES = {
    "prompt": {"gemini": "BeforeAgent", "": "UserPromptSubmit"},
    "session-start": {"": "SessionStart"},
    "subagent-start": {"": "SubagentStart"},
    "pre-tool": {"gemini": "BeforeTool", "": "PreToolUse"},
}
"""The host's name of an event that can give the model something."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event. What a host does not tell is empty; `raw` is all it told."""

    host: str
    name: str
    session: str
    cwd: str
    prompt: str
    transcript: str
    source: str
    tool: str
    tool_input: dict[str, Any]
    agent: str
    raw: dict[str, Any]


def read(host: str, name: str, data: bytes) -> Event:
    """Read what a host wrote; both spellings of a key are taken (`session_id`, `sessionId`).

    Raises:
        ValueError: it is not a JSON object.
    """
    raw = light_json.loads(data.removeprefix(_BOM).decode("utf-8", "replace") or "{}")
    if not isinstance(raw, dict):
        raise ValueError("the event is not an object")  # noqa: TRY004  bad input, not a bug

    def text(*keys: str) -> str:
        found = next((raw[key] for key in keys if isinstance(raw.get(key), str)), "")
        return found.replace("\0", " ")

    folder, tool_input = text("cwd"), raw.get("tool_input")
    return Event(
        host=host,
        name=name,
        session=text("session_id", "sessionId", "conversation_id"),
        cwd=folder if len(folder) <= LONGEST_PATH else "",
        prompt=text("prompt"),
        transcript=text("transcript_path", "transcriptPath"),
        source=text("source", "trigger", "reason"),
        tool=text("tool_name", "toolName"),
        tool_input=tool_input if isinstance(tool_input, dict) else {},
        agent=text("agent_type", "agentType"),
        raw=raw,
    )


def fitted(text: str) -> str:
    """Return as many lines of a text as a host takes at once; a frame that was cut is closed."""
    if len(text) <= MOST_OUT:
        return text
    kept = text[:MOST_OUT].rpartition("\n")[0]
    return f"{kept}\n{CLOSING}" if kept.rfind(OPENING) > kept.rfind(CLOSING) else kept


def render(event: Event, text: str) -> str:
    """Return what the host is to read on standard output so that the model gets a text; empty where it cannot."""
    if not text or event.name not in _NAMES:
        return ""
    if event.host == "cursor":
        key = {"additional_context": text}
        return light_json.dumps({"continue": True, **key} if event.name == "prompt" else key)
    names = _NAMES[event.name]
    told = {"hookEventName": names.get(event.host, names[""]), "additionalContext": text}
    return light_json.dumps({"hookSpecificOutput": told})
