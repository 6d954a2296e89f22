"""OpenCode: an MCP server whose command is one list. It has no command hooks."""

from vademecum.hosts.json_file import JsonFile
from vademecum.hosts.ours import server_words
from vademecum.hosts.ports import Place, Target
from vademecum.model.health import Check


class OpenCode:
    """OpenCode, whose settings may be JSON with comments under another name."""

    name = "opencode"
    title = "OpenCode"
    after = "Start OpenCode again."

    def is_here(self, place: Place) -> bool:
        return (place.xdg / "opencode").is_dir() or place.has("opencode")

    def targets(self, place: Place) -> tuple[Target, ...]:
        folder = place.xdg / "opencode"
        path = folder / "opencode.json"
        with_comments = folder / "opencode.jsonc"
        entry = {"type": "local", "command": server_words(place.program), "enabled": True}
        editor = JsonFile(servers="mcp", server=entry, comments=True)
        return (Target("mcp", with_comments if with_comments.exists() and not path.exists() else path, editor),)

    def remarks(self, place: Place) -> tuple[Check, ...]:  # noqa: ARG002  nothing more to see
        return ()
