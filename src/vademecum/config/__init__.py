"""The home, its settings, its key and the environment.

`config.home()`, `config.load(home)` and `config.init_home(home)` are what opening a vault needs. Names are resolved on
first use: a prompt hook needs `config.quick` alone.
"""

from importlib import import_module

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from vademecum.config.environment import (
        ENVIRONMENT,
        child_environment,
        claude_config_dir,
        colour_wanted,
        editor,
        home,
        project_dir,
        project_override,
        secret_values,
        variables,
    )
    from vademecum.config.settings import Explained, explain, knobs, load, variable
    from vademecum.config.setup import check_home, init_home, read_key

_HOMES = {
    "environment": (
        "ENVIRONMENT",
        "child_environment",
        "claude_config_dir",
        "colour_wanted",
        "editor",
        "variables",
        "home",
        "project_dir",
        "project_override",
        "secret_values",
    ),
    "settings": ("Explained", "explain", "knobs", "load", "variable"),
    "setup": ("check_home", "init_home", "read_key"),
}

__all__ = [
    "ENVIRONMENT",
    "Explained",
    "check_home",
    "child_environment",
    "claude_config_dir",
    "colour_wanted",
    "editor",
    "explain",
    "home",
    "init_home",
    "knobs",
    "load",
    "project_dir",
    "project_override",
    "read_key",
    "secret_values",
    "variable",
    "variables",
]


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
