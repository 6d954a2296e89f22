"""Visual Studio Code: the user's MCP servers. Its hooks are Claude Code's."""

from vademecum.hosts.json_file import JsonFile
from vademecum.hosts.ports import Place, Target
from vademecum.hosts.shapes import server
from vademecum.model.health import Check


class VSCode:
    """Visual Studio Code with its own agent."""

    name = "vscode"
    title = "VS Code"
    after = "In VS Code, start the server once from `MCP: List Servers`."

    def is_here(self, place: Place) -> bool:
        return (place.apps / "Code").is_dir() or place.has("code")

    def targets(self, place: Place) -> tuple[Target, ...]:
        editor = JsonFile(servers="servers", server=server(place, type="stdio"), comments=True)
        return (Target("mcp", place.apps / "Code" / "User" / "mcp.json", editor),)

    def remarks(self, place: Place) -> tuple[Check, ...]:  # noqa: ARG002  nothing more to see
        return ()
