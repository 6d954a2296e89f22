"""What was said in a conversation, out of the hosts' transcript records: an allow-list, one record at a time.

Transcripts repeat prompts, injected memories and whole requests in records of many kinds. Only what a person typed and
what the agent answered in words is taken; everything else, known or not, is left.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from vademecum.model.frozen import dataclass
from vademecum.rules.gate.blocks import without_private

USER = "user"
AGENT = "agent"

_TAGGED = re.compile(
    r"<(system-reminder|hook_context|untrusted_context|session_context|environment_context|user_instructions)\b"
    r"[^>]{0,1000}>.*?(?:</\1>|\Z)",
    re.DOTALL,
)
_OUR_FRAME = re.compile(r"<(vademecum[\w-]{0,40})\b[^>]{0,1000}>.*?(?:</\1>|\Z)", re.DOTALL)
_MACHINE_MADE = re.compile(
    r"\s*(?:<(?:command-name|command-message|command-args|local-command|bash-|task-notification|state_snapshot)|"
    r"/[\w:-]+(?:\s|\Z)|This session is being continued from|\[Request interrupted|Caveat: The messages below)"
)
_OUR_QUESTION = re.compile(rf"\s*BEGIN ([0-9a-f]{{24}})\n\[(?:{USER}|{AGENT})\]\n")
_MAYBE_PRIVATE = re.compile("[<\u226e\ufe64\uff1c](?=[\\s/]{0,20}(?:[pP\\[]|[^ -~]))")
"""Where a tag may begin that is read as `<private>`: to look at a text for what only looks like one takes its time."""

_PEOPLE = {None, "human", "sdk", "user"}
_ASIDE = ("isMeta", "isSidechain", "isCompactSummary", "isApiErrorMessage")
_KINDS = {"text", "Text", "input_text", "output_text"}
_HOPS_MOST = 200_000


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that was said: by whom (`USER` or `AGENT`), and its words."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One record of a transcript: its place in the tree of records, and the turn in it when it is one."""

    id: str
    parent: str
    turn: Turn | None


def entry_of(record: object) -> Entry | None:
    """Return what a parsed record of a Claude Code, Codex or Gemini transcript says; None when it is no object."""
    if not isinstance(record, Mapping):
        return None
    parent = record.get("parentUuid") or record.get("logicalParentUuid")
    return Entry(_text(record.get("uuid")), _text(parent), _turn(record))


def conversation(entries: Sequence[Entry]) -> list[Turn]:
    """Return the turns in order, without the branches that were left when a prompt was edited or tried again."""
    kept = _active(entries)
    return [entry.turn for entry, is_kept in zip(entries, kept, strict=True) if entry.turn is not None and is_kept]


def tail(turns: Sequence[Turn], most: int, turn_most: int) -> list[Turn]:
    """Return the last turns within `most` characters in all, each cut to `turn_most`."""
    kept: list[Turn] = []
    left = most
    for turn in reversed(turns):
        text = turn.text[:turn_most]
        left -= len(text)
        if left < 0:
            break
        kept.append(Turn(turn.speaker, text))
    return kept[::-1]


def _active(entries: Sequence[Entry]) -> list[bool]:
    """Mark what leads to the last turn; what lies before the oldest known ancestor stays as well."""
    places = {entry.id: place for place, entry in enumerate(entries) if entry.id}
    last = next((n for n in range(len(entries) - 1, -1, -1) if entries[n].turn is not None and entries[n].id), None)
    if last is None:
        return [True] * len(entries)
    line = {last}
    at = last
    for _ in range(_HOPS_MOST):
        above = places.get(entries[at].parent)
        if above is None or above in line:
            break
        line.add(above)
        at = above
    return [n in line or n < at or not entry.id for n, entry in enumerate(entries)]


def _turn(record: Mapping[str, object]) -> Turn | None:
    """Return what a record says; each host writes its own kinds."""
    kind = _text(record.get("type"))
    if kind == "event_msg":
        return _codex(record.get("payload"))
    if kind == "attachment":
        return _queued(record.get("attachment"))
    if kind in {"user", "assistant"} and "message" in record:
        return _claude(record)
    if kind in {"user", "gemini"}:
        speaker = USER if kind == "user" else AGENT
        return _said(speaker, record.get("displayContent") or record.get("content"))
    return None


def _claude(record: Mapping[str, object]) -> Turn | None:
    message = record["message"]
    if not isinstance(message, Mapping) or any(record.get(mark) for mark in _ASIDE):
        return None
    if record["type"] == "assistant":
        return _said(AGENT, message.get("content"))
    return _said(USER, message.get("content")) if _by_a_person(record) else None


def _queued(attachment: object) -> Turn | None:
    """What is typed while the agent works is given to it on the way, and stands in no other record."""
    if not isinstance(attachment, Mapping) or attachment.get("type") != "queued_command" or attachment.get("isMeta"):
        return None
    is_prompt = attachment.get("commandMode", "prompt") == "prompt" and _by_a_person(attachment)
    return _said(USER, attachment.get("prompt")) if is_prompt else None


def _by_a_person(record: Mapping[str, object]) -> bool:
    origin = record.get("origin")
    kind = origin.get("kind") if isinstance(origin, Mapping) else None
    return kind in _PEOPLE and record.get("promptSource") != "system"


def _codex(payload: object) -> Turn | None:
    """Codex tells each message once as a completed item; its other records repeat it with what was injected."""
    if not isinstance(payload, Mapping) or payload.get("type") != "item_completed":
        return None
    item = payload.get("item")
    if not isinstance(item, Mapping):
        return None
    speaker = {"UserMessage": USER, "AgentMessage": AGENT}.get(_text(item.get("type")))
    return _said(speaker, item.get("content")) if speaker else None


def _said(speaker: str, content: object) -> Turn | None:
    text = content if isinstance(content, str) else "\n".join(_texts(content))
    kept = cleaned(text, by_user=speaker == USER)
    return Turn(speaker, kept) if kept else None


def cleaned(text: str, *, by_user: bool) -> str:
    """Return what a person or an agent said in a text: without what was injected or is private; maybe nothing.

    What begins as only a host writes it, in a user's name, is left out whole.
    """
    if by_user and _MACHINE_MADE.match(text):
        return ""
    if "<" in text:
        text = _OUR_FRAME.sub("", _TAGGED.sub("", text))
    kept = without_private(text)[0] if _MAYBE_PRIVATE.search(text) else text
    return kept.encode("utf-8", "replace").decode("utf-8").replace("\0", " ").strip()


def is_our_question(text: str) -> bool:
    """Tell whether a prompt is one that this product asks a model; see `distilling.fenced`."""
    asked = _OUR_QUESTION.match(text)
    return asked is not None and f"\nEND {asked[1]}" in text


def _texts(content: object) -> Iterable[str]:
    """Yield the words in a list of blocks: no thinking, no tools, no pictures."""
    for block in content if isinstance(content, list) else []:
        if not isinstance(block, Mapping):
            continue
        text = block.get("text")
        if isinstance(text, str) and block.get("type", "text") in _KINDS:
            yield text


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
