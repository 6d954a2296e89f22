"""Cline: the MCP server in the storage of its VS Code extension, and in the settings of its command."""

from pathlib import Path

from vademecum.hosts.json_file import JsonFile
from vademecum.hosts.ports import Place, Target
from vademecum.hosts.shapes import server
from vademecum.model.health import Check


class Cline:
    """Cline, in VS Code and as a command: each has a file of its own."""

    name = "cline"
    title = "Cline"
    after = "In VS Code, look at Cline's MCP servers once; the `cline` command has it when it starts again."

    def is_here(self, place: Place) -> bool:
        return _storage(place).is_dir() or _has_command(place)

    def targets(self, place: Place) -> tuple[Target, ...]:
        editor = JsonFile(servers="mcpServers", server={**server(place), "disabled": False})
        extension = Target("mcp", _storage(place) / "settings" / "cline_mcp_settings.json", editor)
        command = Target("command", place.cline_servers, editor)
        if not _has_command(place):
            return (extension,)
        return (extension, command) if _storage(place).is_dir() else (command,)

    def remarks(self, place: Place) -> tuple[Check, ...]:  # noqa: ARG002  nothing more to see
        return ()


def _storage(place: Place) -> Path:
    return place.apps / "Code" / "User" / "globalStorage" / "saoudrizwan.claude-dev"


def _has_command(place: Place) -> bool:
    """Tell whether the command was started here, which makes its folder, or can be."""
    return place.cline_servers.parent.parent.is_dir() or place.has("cline")
