"""The home, its settings, its key and the environment.

`config.home()`, `config.load(home)` and `config.init_home(home)` are what opening a vault needs. Names are resolved on
first use: a prompt hook needs `config.quick` alone.
"""

from importlib import import_module

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from vademecum.config.environment import (
        ENVIRONMENT,
        PREFIX,
        app_config_dir,
        child_environment,
        claude_config_dir,
        claude_state,
        cline_servers,
        codex_home,
        colour_wanted,
        editor,
        gemini_dir,
        home,
        project_dir,
        project_override,
        secret_values,
        user_dir,
        variables,
        xdg_config_dir,
    )
    from vademecum.config.settings import Explained, explain, knobs, load, variable
    from vademecum.config.setup import check_home, init_home, read_key

__all__ = [
    "ENVIRONMENT",
    "PREFIX",
    "Explained",
    "app_config_dir",
    "check_home",
    "child_environment",
    "claude_config_dir",
    "claude_state",
    "cline_servers",
    "codex_home",
    "colour_wanted",
    "editor",
    "explain",
    "gemini_dir",
    "home",
    "init_home",
    "knobs",
    "load",
    "project_dir",
    "project_override",
    "read_key",
    "secret_values",
    "user_dir",
    "variable",
    "variables",
    "xdg_config_dir",
]

_OF_SETTINGS = ("Explained", "explain", "knobs", "load", "variable")
_OF_SETUP = ("check_home", "init_home", "read_key")


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "settings" if name in _OF_SETTINGS else "setup" if name in _OF_SETUP else "environment"
    return getattr(import_module(f"{__name__}.{home}"), name)
