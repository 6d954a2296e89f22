"""Claude Code: hooks in its settings, the MCP server in its state file."""

from pathlib import Path

from vademecum.hosts import json_edit
from vademecum.hosts.json_file import JsonFile
from vademecum.hosts.ports import Place, Target
from vademecum.hosts.shapes import hook_groups, server
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
_ACTIONS = "Edit|Write|NotebookEdit|Bash"


class ClaudeCode:
    """Claude Code, of which VS Code reads the hooks too."""

    name = "claude"
    title = "Claude Code"
    after = "Start Claude Code again: it reads its settings when it starts."

    def is_here(self, place: Place) -> bool:
        return place.claude.is_dir() or place.claude_state.is_file() or place.has("claude")

    def targets(self, place: Place) -> tuple[Target, ...]:
        entry = server(place, type="stdio")
        return (
            Target("hooks", _settings(place), JsonFile(hook_groups(place, self.name, _EVENTS, matcher=_ACTIONS))),
            Target("mcp", place.claude_state, JsonFile(servers="mcpServers", server=entry), "claude", entry),
        )

    def remarks(self, place: Place) -> tuple[Check, ...]:
        found = []
        if _hooks_are_off(_settings(place)):
            said = f"disableAllHooks is set in {_settings(place)}: no hook runs"
            found.append(Check(self.title, said, Level.NOTE, "set it to false, or use the MCP tools alone"))
        return tuple(found)


def _settings(place: Place) -> Path:
    return place.claude / "settings.json"


def _hooks_are_off(path: Path) -> bool:
    try:
        sheet = json_edit.read(path.read_bytes())
    except (OSError, InvalidError):
        return False
    found = json_edit.find(sheet, ("disableAllHooks",))
    return found is not None and json_edit.value(sheet, found) is True
