"""Codex: hooks in a file of their own, the MCP server in its settings; it runs no hook that its user does not trust."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vademecum.hosts import json_edit, toml_edit
from vademecum.hosts.json_file import HOOKS, JsonFile
from vademecum.hosts.ours import SECONDS, is_our_hook
from vademecum.hosts.ports import Place, Target
from vademecum.hosts.shapes import hook_groups, server
from vademecum.hosts.toml_file import TomlFile
from vademecum.model.errors import InvalidError
from vademecum.model.health import Check, Level

_EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "prompt",
    "SessionEnd": "session-end",
    "PreCompact": "pre-compact",
    "SubagentStart": "subagent-start",
    "PreToolUse": "pre-tool",
}
_SECONDS = {**SECONDS, "session-end": 3}
"""Codex waits no longer at a session's end, and warns of a longer time at every start."""


class Codex:
    """Codex CLI."""

    name = "codex"
    title = "Codex"
    after = (
        'Start `codex` once: it says "Hooks need review". Choose "Trust all and continue"; '
        "until then it runs none of them, and `codex exec` never asks."
    )

    def is_here(self, place: Place) -> bool:
        return place.codex.is_dir() or place.has("codex")

    def targets(self, place: Place) -> tuple[Target, ...]:
        hooks = hook_groups(place, self.name, _EVENTS, seconds=_SECONDS)
        return (
            Target("hooks", place.codex / "hooks.json", JsonFile(hooks)),
            Target("mcp", place.codex / "config.toml", TomlFile(server(place))),
        )

    def remarks(self, place: Place) -> tuple[Check, ...]:
        said = _said(place.codex / "config.toml")
        if _part(said, "features").get(HOOKS) is False:
            hint = "take `hooks = false` out of [features], or use the MCP tools alone"
            return (Check(self.title, "its hooks are switched off", Level.NOTE, hint),)
        path = place.codex / "hooks.json"
        trusted = set(_part(_part(said, HOOKS), "state"))
        waiting = [event for event, keys in _keys(path) if not keys & trusted]
        if not waiting:
            return ()
        return (Check(self.title, f"does not trust our hooks yet: {', '.join(waiting)}", Level.NOTE, self.after),)


def _keys(path: Path) -> list[tuple[str, set[str]]]:
    """Return, for each of our hooks, its event and the names under which Codex may keep the user's trust in it."""
    try:
        sheet = json_edit.read(path.read_bytes())
    except (OSError, InvalidError):
        return []
    hooks = json_edit.value(sheet, json_edit.root(sheet))
    found: list[tuple[str, set[str]]] = []
    for event, groups in _part(hooks, HOOKS).items():
        snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", event).lower()
        for number, place in _ours(groups):
            found.append((event, {f"{one}:{snake}:{number}:{place}" for one in (path, path.resolve())}))
    return found


def _ours(groups: object) -> Iterator[tuple[int, int]]:
    """Yield where our hooks stand among those of an event: the group's number, and the place in it."""
    for number, group in enumerate(groups if isinstance(groups, list) else []):
        handlers = group.get(HOOKS) if isinstance(group, dict) else None
        for place, handler in enumerate(handlers if isinstance(handlers, list) else []):
            if isinstance(handler, dict) and is_our_hook(handler.get("command")):
                yield number, place


def _said(path: Path) -> dict[str, Any]:
    try:
        return toml_edit.read(path.read_bytes())[1]
    except (OSError, InvalidError):
        return {}


def _part(said: object, key: str) -> dict[str, Any]:
    part = said.get(key) if isinstance(said, dict) else None
    return part if isinstance(part, dict) else {}
