"""Our MCP server in Codex's `config.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass

from vademecum.hosts import toml_edit
from vademecum.hosts.ours import NAME, is_current, is_our_server, needs_command_only, words_of
from vademecum.hosts.ports import Keys, Merged
from vademecum.model.errors import ConflictError

_TABLE = ("mcp_servers", NAME)


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The file that has `server` as its table `mcp_servers.vademecum`."""

    server: Mapping[str, object]

    def merge(self, data: bytes) -> Merged:
        entry = _entry(data)
        if entry is None:
            return Merged(toml_edit.append(data, _TABLE, dict(self.server)))
        if not is_our_server(entry):
            raise ConflictError(
                f"another MCP server is called {NAME}", hint="give it another name, or put ours in its place by hand"
            )
        if is_current(entry, self.server):
            return Merged(data)
        if needs_command_only(entry, self.server):
            return Merged(toml_edit.set_command(data, _TABLE, words_of(entry)[0], words_of(self.server)[0]))
        return Merged(toml_edit.append(toml_edit.remove(data, _TABLE), _TABLE, dict(self.server)))

    def strip(self, data: bytes, made: tuple[Keys, ...] | None) -> bytes:  # noqa: ARG002  a table makes no boxes
        return toml_edit.remove(data, _TABLE) if is_our_server(_entry(data)) else data

    def is_blank(self, data: bytes) -> bool:
        return not data.strip()

    def missing(self, data: bytes) -> list[str]:
        entry = _entry(data)
        if entry is None:
            return ["the MCP server is missing"]
        if not is_our_server(entry):
            return [f"another MCP server is called {NAME}"]
        return [] if is_current(entry, self.server) else ["the MCP server belongs to another installation"]

    def snippet(self) -> str:
        return toml_edit.table(_TABLE, dict(self.server))


def _entry(data: bytes) -> dict[str, object] | None:
    servers = toml_edit.read(data)[1].get(_TABLE[0], {})
    entry = servers.get(_TABLE[1]) if isinstance(servers, dict) else None
    return entry if isinstance(entry, dict) else None
