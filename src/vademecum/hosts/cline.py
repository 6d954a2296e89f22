"""Cline, an extension of VS Code: the MCP server in the extension's own storage."""

from pathlib import Path

from vademecum.hosts.json_file import JsonFile
from vademecum.hosts.ports import Place, Target
from vademecum.hosts.shapes import server
from vademecum.model.health import Check


class Cline:
    """Cline in VS Code."""

    name = "cline"
    title = "Cline"
    after = "In Cline, look at the MCP servers once."

    def is_here(self, place: Place) -> bool:
        return _storage(place).is_dir()

    def targets(self, place: Place) -> tuple[Target, ...]:
        path = _storage(place) / "settings" / "cline_mcp_settings.json"
        return (Target("mcp", path, JsonFile(servers="mcpServers", server={**server(place), "disabled": False})),)

    def remarks(self, place: Place) -> tuple[Check, ...]:  # noqa: ARG002  nothing more to see
        return ()


def _storage(place: Place) -> Path:
    return place.apps / "Code" / "User" / "globalStorage" / "saoudrizwan.claude-dev"
