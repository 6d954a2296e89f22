"""Somebody who calls the tools of a profile, at the desk that the server sits at."""

from typing import Any

from vademecum.faces.mcp import profiles
from vademecum.faces.mcp.desk import VaultDesk


class Agent:
    """Calls the tools of a profile."""

    def __init__(self, profile: str = "agent", user: str = "default") -> None:
        loaded = profiles.load(profile)
        self.tools = {tool.name: tool for tool in loaded.tools}
        self.desk = VaultDesk(loaded, user)
        self.told: list[tuple[int, int]] = []

    def result(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Return the whole result of a call."""
        return self.desk.call(self.tools[tool], arguments, lambda done, total: self.told.append((done, total)))

    def call(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Return the data of a call that succeeds."""
        result = self.result(tool, **arguments)
        assert result["isError"] is False, result
        return result["structuredContent"]

    def refused(self, tool: str, /, **arguments: Any) -> str:
        """Return the words of a call that fails."""
        result = self.result(tool, **arguments)
        assert result["isError"] is True, result
        return result["content"][0]["text"]

    def names(self, **arguments: Any) -> list[str]:
        """Return the names that a search finds."""
        return [hit["name"] for hit in self.call("memory_search", **arguments)["hits"]]
