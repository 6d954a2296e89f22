"""Recorded text in an answer that somebody asked for: whole, with its lines, and unable to pass for anything else.

Unlike the frame of what is injected, nothing is put on one line: code stays code. Only what is not seen goes, a host's
own tags lose their first bracket, and `Human:` and `Assistant:` at a line's start their colon.
"""

import re
from typing import Any

HOST_TAG = re.compile(
    r"<(?=\s*/?\s*(?:system[-_ ]?(?:reminder|prompt|message)|memory[-_]context|vademecum|hook_context|"
    r"tool_(?:result|call)s?|function_(?:result|call)s?|user-prompt-submit-hook|task-notification)\b[^>\n]{0,80}>)"
    r"|(?<!\w)<(?=\s*/?\s*(?:system|assistant|human)\b[^>\n.,]{0,80}>)"
    r"|<(?=\|(?:im_start|im_end|system|endoftext|eot_id|start_header_id)\|>)|<(?=</?sys>>)"
    r"|\[(?=/?(?:inst|tool_result|tool_call|system(?: (?:message|prompt))?)\])",
    re.IGNORECASE,
)
"""The first bracket of what a host, or a model's own format, would take for its own."""

FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")
"""The flags of England, Scotland and Wales: the one use of tag characters."""

_SEQUENCE = re.compile("(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[\\]P_^][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\\\)?")
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]"
    "|(?<=[A-Za-z])[\u200c\u200d](?=[A-Za-z])"
)
_TAGS = re.compile(f"({FLAG.pattern})|[\U000e0000-\U000e0fff]")
_TURN = re.compile(r"^([ \t]*)(Human|Assistant):", re.MULTILINE)
_TAME = {"<": "\u2039", "[": "\u27e6"}


def shown(text: str) -> str:
    """Return a text as it may be read: the same to the eye, without what is not seen, without a host's own tags."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii() or not text.isprintable():
        text = _TAGS.sub(lambda found: found[1] or "", _UNSEEN.sub("", _SEQUENCE.sub("", text)))
    return _TURN.sub("\\1\\2\u2236", HOST_TAG.sub(lambda found: _TAME[found[0]], text))


def all_shown(value: Any) -> Any:  # noqa: ANN401  plain data of any shape
    """Return plain data with every text in it as it may be read; keys are ours, or a caller's, and stay."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return {key: all_shown(one) for key, one in value.items()}
    return [all_shown(one) for one in value] if isinstance(value, list | tuple) else value
