"""The variables of other systems, for the profiles that stand in for them: read here, and turned into our settings.

They hold for the server that was started with them, over `config.toml` and our own variables.
"""

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from vademecum.config.environment import variables
from vademecum.config.settings import BAD_SETTING, read_text, variable
from vademecum.model.errors import InvalidError
from vademecum.model.settings import Settings

LIMIT_MOST = 100
"""Results in one answer, whatever is asked for: each one costs the model tokens."""

INFINITE_MEMORY = {
    "MCP_MEMORY_DB_PATH": ("", "not used: memories are kept in the vault; the server says so when that file is there"),
    "MCP_MEMORY_CLAUDE_HISTORY_PATH": ("sessions.claude_history", "Claude Code's file of prompts"),
    "MCP_MEMORY_SESSIONS_PATH": ("sessions.claude_path", "folder of Claude Code's transcripts"),
    "MCP_MEMORY_KNOWLEDGE_PATH": ("knowledge.paths", "a folder of markdown, named as by `vade knowledge add`"),
    "MCP_MEMORY_DEFAULT_LIMIT": ("", "results when none are asked for; 5"),
    "MCP_MEMORY_MAX_LIMIT": ("", f"most results that may be asked for; 20, at most {LIMIT_MOST}"),
    "MCP_MEMORY_CHUNK_TOKENS": ("knowledge.chunk_tokens", "about so many tokens in a passage, for every server"),
    "MCP_MEMORY_CHUNK_OVERLAP_TOKENS": ("knowledge.chunk_overlap", "tokens a passage repeats, for every server"),
    "MCP_MEMORY_SYNC_COOLDOWN_MS": ("sync.cooldown_ms", "least time between two looks for changes"),
    "MCP_MEMORY_SYNC_ON_START": ("sync.on_start", "look for changes when the server starts"),
    "MCP_MEMORY_WATCH": ("knowledge.watch", "watch the folders of documents"),
    "MCP_MEMORY_WATCH_DEBOUNCE_MS": ("knowledge.watch_debounce_ms", "quiet time after a change"),
}
"""Each variable of *infinite-memory*: the setting that it is here, and what it does."""

SHARED = ("knowledge.chunk_tokens", "knowledge.chunk_overlap")
"""What one index has one value of, whoever asks it: written to `config.toml`, or two servers would undo each other."""

_DATABASE = "MCP_MEMORY_DB_PATH"
_KNOWLEDGE = "MCP_MEMORY_KNOWLEDGE_PATH"
_PATHS = {"MCP_MEMORY_CLAUDE_HISTORY_PATH", "MCP_MEMORY_SESSIONS_PATH"}


@dataclass(frozen=True, slots=True)
class InfiniteMemory:
    """What the variables of *infinite-memory* say: our settings by key, and what has no setting here.

    `knowledge` is a folder of documents, `database` the file of that system's own memories, each None when not given.
    """

    settings: dict[str, Any]
    knowledge: Path | None = None
    database: Path | None = None
    default_limit: int = 5
    max_limit: int = 20

    def applied(self, settings: Settings) -> Settings:
        """Return settings with what the variables say instead."""
        changed: dict[str, Any] = {}
        for section in fields(Settings):
            mine = {
                key.partition(".")[2]: value
                for key, value in self.settings.items()
                if key.partition(".")[0] == section.name
            }
            if mine:
                changed[section.name] = replace(getattr(settings, section.name), **mine)
        return replace(settings, **changed)

    def for_child(self) -> dict[str, str]:
        """Return the same as our own variables, for a process that is started from this one."""
        return {variable(key): _written(value) for key, value in self.settings.items()}


def infinite_memory() -> InfiniteMemory:
    """Return what the environment says to that profile; an empty variable is one that is not set.

    Raises:
        InvalidError: a value of the wrong type or out of bounds; names the variable.
    """
    given = {name: variables().get(name, "").strip() for name in INFINITE_MEMORY}
    given = {name: text for name, text in given.items() if text}
    settings: dict[str, Any] = {}
    for name, text in given.items():
        key = INFINITE_MEMORY[name][0]
        if key and name != _KNOWLEDGE:
            settings[key] = read_text(key, str(_path(text)) if name in _PATHS else text, name)
    most = _number(given, "MCP_MEMORY_MAX_LIMIT", 20)
    return InfiniteMemory(
        settings,
        knowledge=_path(given[_KNOWLEDGE]) if _KNOWLEDGE in given else None,
        database=_path(given[_DATABASE]) if _DATABASE in given else None,
        default_limit=min(_number(given, "MCP_MEMORY_DEFAULT_LIMIT", 5), most),
        max_limit=most,
    )


def _path(text: str) -> Path:
    return Path(text).expanduser().absolute()


def _number(given: dict[str, str], name: str, standard: int) -> int:
    text = given.get(name)
    if text is None:
        return standard
    if not (text.isascii() and text.isdigit()):
        raise InvalidError(name, f"{text!r} is not a whole number", hint="use a whole number", code=BAD_SETTING)
    if not 1 <= int(text[:9]) <= LIMIT_MOST:
        raise InvalidError(name, f"{text} is out of bounds", hint=f"use 1 to {LIMIT_MOST}", code=BAD_SETTING)
    return int(text)


def _written(value: object) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
