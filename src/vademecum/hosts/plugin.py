"""Our plugin in an agent's own settings: where it is switched on, it brings the hooks and the server itself."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from vademecum.hosts import json_edit, toml_edit
from vademecum.hosts.ours import NAME
from vademecum.hosts.ports import Place
from vademecum.model.errors import InvalidError

_HOOKS = {"claude": "hooks/hooks.json", "codex": "hooks/codex.json"}
"""Which of its files has an agent's hooks."""

ROOT = "CLAUDE_PLUGIN_ROOT"
"""The variable in which both agents tell a plugin's hook where the plugin lies."""


def is_on(host: str, place: Place) -> bool:
    """Tell whether an agent has our plugin, of whatever marketplace, and it is switched on."""
    return bool(market_of(host, place))


def market_of(host: str, place: Place) -> str:
    """Return the marketplace of our plugin in an agent, `-` for none; empty where it is not switched on."""
    if host == "claude":
        plugins = _claude(place.claude / "settings.json", "enabledPlugins")
        on = [name for name, value in plugins.items() if value is True]
    elif host == "codex":
        plugins = _codex(place.codex / "config.toml")
        on = [name for name, value in plugins.items() if isinstance(value, Mapping) and value.get("enabled") is True]
    else:
        on = []
    return next((name.partition("@")[2] or "-" for name in on if _is_ours(name)), "")


def prompt_hook(host: str, place: Place) -> tuple[str, Path] | None:
    """Return the command line that our plugin has for a prompt, and the plugin's folder; None where it is not found.

    Claude Code reads a plugin of a marketplace that is a folder from there, any other from its copy; Codex its newest
    copy.
    """
    market = market_of(host, place)
    for folder in _claude_folders(place, market) if host == "claude" else _codex_folders(place, market):
        said = _json(folder / _HOOKS[host])
        for keys in ("hooks", "UserPromptSubmit", 0, "hooks", 0, "command"):
            said = _item(said, keys)
        if isinstance(said, str):
            return said, folder
    return None


def _claude_folders(place: Place, market: str) -> Iterator[Path]:
    source = _mapping(
        _mapping(_claude(place.claude / "settings.json", "extraKnownMarketplaces").get(market)).get("source")
    )
    if source.get("source") == "directory" and isinstance(source.get("path"), str):
        yield Path(str(source["path"]))
    installed = _mapping(_mapping(_json(place.claude / "plugins" / "installed_plugins.json")).get("plugins"))
    copies = installed.get(f"{NAME}@{market}")
    for copy in copies if isinstance(copies, list) else [copies]:
        path = _mapping(copy).get("installPath")
        if isinstance(path, str):
            yield Path(path)


def _codex_folders(place: Place, market: str) -> Iterator[Path]:
    copies = (place.codex / "plugins" / "cache" / market / NAME).glob("*/")
    yield from sorted(copies, key=lambda path: path.stat().st_mtime, reverse=True)


def _json(path: Path) -> object:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def _item(said: object, key: str | int) -> object:
    if isinstance(key, int):
        return said[key] if isinstance(said, list) and len(said) > key else None
    return said.get(key) if isinstance(said, dict) else None


def _is_ours(name: str) -> bool:
    return name.partition("@")[0] == NAME


def _claude(path: Path, key: str) -> Mapping[str, object]:
    try:
        sheet = json_edit.read(path.read_bytes())
    except (OSError, InvalidError):
        return {}
    found = json_edit.find(sheet, (key,))
    return _mapping(json_edit.value(sheet, found)) if found else {}


def _codex(path: Path) -> Mapping[str, object]:
    try:
        return _mapping(toml_edit.read(path.read_bytes())[1].get("plugins"))
    except (OSError, InvalidError):
        return {}


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
