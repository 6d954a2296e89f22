"""Gemini CLI: hooks and the MCP server in one file; its time-outs are in milliseconds."""

from vademecum.hosts.json_file import JsonFile
from vademecum.hosts.ports import Place, Target
from vademecum.hosts.shapes import PER_MILLISECOND, hook_groups, server
from vademecum.model.health import Check

_EVENTS = {
    "SessionStart": "session-start",
    "BeforeAgent": "prompt",
    "SessionEnd": "session-end",
    "BeforeTool": "pre-tool",
}
_ACTIONS = "write_file|replace|run_shell_command"


class Gemini:
    """Gemini CLI. It says that it is about to compress before every request, so that moment is of no use."""

    name = "gemini"
    title = "Gemini CLI"
    after = "Gemini CLI runs hooks and MCP servers only in folders that you trust."

    def is_here(self, place: Place) -> bool:
        return place.gemini.is_dir() or place.has("gemini")

    def targets(self, place: Place) -> tuple[Target, ...]:
        hooks = hook_groups(place, self.name, _EVENTS, PER_MILLISECOND, _ACTIONS)
        editor = JsonFile(hooks, "mcpServers", server(place), comments=True)
        return (Target("settings", place.gemini / "settings.json", editor),)

    def remarks(self, place: Place) -> tuple[Check, ...]:  # noqa: ARG002  nothing more to see
        return ()
