"""Where each agent keeps its settings, seen from the user's folder, and what a test says about them."""

import json
import sys
from pathlib import Path

DATA = Path(__file__).parents[1] / "data" / "settings"
APPS = {"darwin": "Library/Application Support", "win32": "AppData/Roaming"}.get(sys.platform, ".config")
CLINE = f"{APPS}/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"

FILES = {
    "claude": (".claude/settings.json", ".claude.json"),
    "codex": (".codex/hooks.json", ".codex/config.toml"),
    "gemini": (".gemini/settings.json",),
    "cursor": (".cursor/hooks.json", ".cursor/mcp.json"),
    "vscode": (f"{APPS}/Code/User/mcp.json",),
    "opencode": (".config/opencode/opencode.json",),
    "windsurf": (".codeium/windsurf/mcp_config.json",),
    "cline": (CLINE,),
}
JSON_FILES = [(name, path) for name, paths in FILES.items() for path in paths if path.endswith(".json")]
SETTINGS = sorted(path.name for path in DATA.glob("*.json") if not path.name.startswith("invalid"))
INVALID = sorted(path.name for path in DATA.glob("invalid_*.json"))
WRONG = ["hooks_array.json", "hooks_null.json"]
"""Files whose hooks are no object, so that none can be added."""

ENTRY = "from vademecum.faces.hooks.entry import main;main()"


def takes_hooks(relative: str) -> bool:
    """Tell whether our hooks belong into an agent's file."""
    return relative.endswith(("settings.json", "hooks.json")) and relative != CLINE


def fits(name: str, relative: str) -> bool:
    """Tell whether a settings file can take our entries at an agent's place; one with odd hooks takes no hooks."""
    return name not in WRONG or not takes_hooks(relative)


def commands(said) -> list[str]:
    """Return every command in a settings file, as the agent would find them."""
    if isinstance(said, dict):
        own = [said["command"]] if isinstance(said.get("command"), str) else []
        return own + [one for value in said.values() for one in commands(value)]
    return [one for value in said for one in commands(value)] if isinstance(said, list) else []


def is_ours(command: str) -> bool:
    """Tell whether a hook's command is ours, of now or of an earlier version."""
    return ENTRY in command or "python -m vademecum.hooks " in command


def without_ours(said):
    """Return what a settings file says without our entries, and without lists and objects that hold nothing then."""
    if isinstance(said, dict):
        if is_ours(str(said.get("command", ""))):
            return {}
        kept = {key: without_ours(value) for key, value in said.items() if key not in {"vademecum", "version"}}
        return {key: value for key, value in kept.items() if value not in ({}, [])}
    return [kept for kept in map(without_ours, said) if kept != {}] if isinstance(said, list) else said


def loaded(path: Path):
    """Return what a JSON file says."""
    return json.loads(path.read_bytes().decode("utf-8-sig") or "{}")
