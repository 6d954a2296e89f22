"""Every agent that can be connected, the most capable first."""

from vademecum.hosts.claude_code import ClaudeCode
from vademecum.hosts.cline import Cline
from vademecum.hosts.codex import Codex
from vademecum.hosts.cursor import Cursor
from vademecum.hosts.gemini import Gemini
from vademecum.hosts.opencode import OpenCode
from vademecum.hosts.ports import Host
from vademecum.hosts.vscode import VSCode
from vademecum.hosts.windsurf import Windsurf

HOSTS: tuple[Host, ...] = (
    ClaudeCode(),
    Codex(),
    Gemini(),
    Cursor(),
    VSCode(),
    OpenCode(),
    Windsurf(),
    Cline(),
)
NAMES = tuple(host.name for host in HOSTS)

HOOKED = ("claude", "codex", "gemini", "cursor")
"""Those that run our hooks; the others have the MCP server alone."""
