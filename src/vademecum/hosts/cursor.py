"""Cursor: hooks in plain lists, the MCP server in a file of its own."""

from vademecum.hosts.json_file import JsonFile
from vademecum.hosts.ours import SECONDS, hook_command
from vademecum.hosts.ports import Place, Target
from vademecum.hosts.shapes import server
from vademecum.model.health import Check

_EVENTS = {"sessionStart": "session-start", "beforeSubmitPrompt": "prompt", "sessionEnd": "session-end"}


class Cursor:
    """Cursor."""

    name = "cursor"
    title = "Cursor"
    after = "Start Cursor again."

    def is_here(self, place: Place) -> bool:
        return (place.user / ".cursor").is_dir() or place.has("cursor")

    def targets(self, place: Place) -> tuple[Target, ...]:
        folder = place.user / ".cursor"
        hooks: dict[str, object] = {
            event: {"command": hook_command(place.program, self.name, ours), "timeout": SECONDS[ours]}
            for event, ours in _EVENTS.items()
        }
        return (
            Target("hooks", folder / "hooks.json", JsonFile(hooks, basis={"version": 1})),
            Target("mcp", folder / "mcp.json", JsonFile(servers="mcpServers", server=server(place))),
        )

    def remarks(self, place: Place) -> tuple[Check, ...]:  # noqa: ARG002  nothing more to see
        return ()
