"""Our plugin in an agent's own settings: where it is switched on, it brings the hooks and the server itself."""

from collections.abc import Mapping
from pathlib import Path

from vademecum.hosts import json_edit, toml_edit
from vademecum.hosts.ours import NAME
from vademecum.hosts.ports import Place
from vademecum.model.errors import InvalidError


def is_on(host: str, place: Place) -> bool:
    """Tell whether an agent has our plugin, of whatever marketplace, and it is switched on."""
    if host == "claude":
        plugins = _claude(place.claude / "settings.json")
        return any(_is_ours(name) and value is True for name, value in plugins.items())
    if host == "codex":
        plugins = _codex(place.codex / "config.toml")
        return any(
            _is_ours(name) and isinstance(value, Mapping) and value.get("enabled") is True
            for name, value in plugins.items()
        )
    return False


def _is_ours(name: str) -> bool:
    return name.partition("@")[0] == NAME


def _claude(path: Path) -> Mapping[str, object]:
    try:
        sheet = json_edit.read(path.read_bytes())
    except (OSError, InvalidError):
        return {}
    found = json_edit.find(sheet, ("enabledPlugins",))
    return _mapping(json_edit.value(sheet, found)) if found else {}


def _codex(path: Path) -> Mapping[str, object]:
    try:
        return _mapping(toml_edit.read(path.read_bytes())[1].get("plugins"))
    except (OSError, InvalidError):
        return {}


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
