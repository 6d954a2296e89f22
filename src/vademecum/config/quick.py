"""What a prompt hook needs to know of the home, without the modules that know it all."""

from __future__ import annotations

import os

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from vademecum.model.settings import Settings

_HOME = "VADEMECUM_HOME"
_CAPTURE = "VADEMECUM_CAPTURE"
_PROJECT = "VADEMECUM_PROJECT"
_PREFIX = "VADEMECUM_"
_HOOKS = {
    "claude": ("CLAUDE_CONFIG_DIR", "~/.claude", "settings.json"),
    "codex": ("CODEX_HOME", "~/.codex", "hooks.json"),
}
_OTHERS = frozenset({_HOME, _CAPTURE, _PROJECT})


def home() -> str:
    """Return the home as `config.home` does, as text; it need not exist."""
    named = os.environ.get(_HOME, "").strip()  # noqa: TID251  the other reader of the environment
    return os.path.abspath(os.path.expanduser(named or "~/.vademecum"))  # noqa: PTH100, PTH111  without pathlib


def vault_of(home: str) -> str:
    """Return the directory of the vault that hooks serve: the single user's."""
    return os.path.join(home, "vaults", "default")  # noqa: PTH118  a hook does without pathlib


def is_capturing() -> bool:
    """Tell whether this process was started by the product itself."""
    return bool(os.environ.get(_CAPTURE))  # noqa: TID251


def project_override() -> str:
    """Return the project that the environment names; empty when it names none."""
    return os.environ.get(_PROJECT, "").strip()  # noqa: TID251


def hooks_file(host: str) -> str:
    """Return the file of the user's in which an agent that takes plugins has its hooks; empty for every other agent."""
    if host not in _HOOKS:
        return ""
    variable, folder, name = _HOOKS[host]
    named = os.environ.get(variable, "").strip()  # noqa: TID251
    return os.path.join(os.path.expanduser(named or folder), name)  # noqa: PTH111, PTH118


def is_set(home: str) -> bool:
    """Tell whether anything is set in a home: without, every setting is at its default."""
    return _has_variables() or _says_something(os.path.join(home, "config.toml"))  # noqa: PTH118


def settings(home: str) -> Settings:
    """Return the settings of a home; a home in which nothing is set does not pay for reading it.

    Raises:
        InvalidError: as `config.load` does.
    """
    if is_set(home):
        from pathlib import Path  # noqa: PLC0415

        from vademecum.config.settings import load  # noqa: PLC0415

        return load(Path(home))
    from vademecum.model.settings import Settings  # noqa: PLC0415

    return Settings()


def _has_variables() -> bool:
    return any(name.startswith(_PREFIX) and name not in _OTHERS for name in os.environ)  # noqa: TID251


def _says_something(path: str) -> bool:
    """Tell whether any line is more than a comment or the heading of a section."""
    if not os.path.isfile(path):  # noqa: PTH113
        return os.path.lexists(path)  # what is there and cannot be read is for `load` to name
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:  # noqa: PTH123
            lines = [line.strip() for line in file]
    except OSError:
        return True
    return any(line and line[0] not in "#[" for line in lines)
