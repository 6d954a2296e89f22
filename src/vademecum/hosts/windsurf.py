"""Windsurf: the MCP server. Its hooks can stop a prompt, but give it nothing."""

from vademecum.hosts.json_file import JsonFile
from vademecum.hosts.ports import Place, Target
from vademecum.hosts.shapes import server
from vademecum.model.health import Check


class Windsurf:
    """Windsurf."""

    name = "windsurf"
    title = "Windsurf"
    after = "In Windsurf, refresh the MCP servers."

    def is_here(self, place: Place) -> bool:
        return (place.user / ".codeium" / "windsurf").is_dir() or place.has("windsurf")

    def targets(self, place: Place) -> tuple[Target, ...]:
        path = place.user / ".codeium" / "windsurf" / "mcp_config.json"
        return (Target("mcp", path, JsonFile(servers="mcpServers", server=server(place))),)

    def remarks(self, place: Place) -> tuple[Check, ...]:  # noqa: ARG002  nothing more to see
        return ()
