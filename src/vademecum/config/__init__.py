"""The home, its settings, its key and the environment.

`config.home()`, `config.load(home)` and `config.init_home(home)` are what opening a vault needs.
"""

from vademecum.config.environment import (
    ENVIRONMENT,
    app_config_dir,
    claude_config_dir,
    claude_state,
    codex_home,
    colour_wanted,
    editor,
    environment,
    gemini_dir,
    home,
    project_dir,
    project_override,
    secret_values,
    user_dir,
    xdg_config_dir,
)
from vademecum.config.settings import Explained, explain, knobs, load, variable
from vademecum.config.setup import check_home, init_home, read_key

__all__ = [
    "ENVIRONMENT",
    "Explained",
    "app_config_dir",
    "check_home",
    "claude_config_dir",
    "claude_state",
    "codex_home",
    "colour_wanted",
    "editor",
    "environment",
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
    "xdg_config_dir",
]
