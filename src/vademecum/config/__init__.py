"""The home, its settings, its key and the environment.

`config.home()`, `config.load(home)` and `config.init_home(home)` are what opening a vault needs.
"""

from vademecum.config.environment import (
    ENVIRONMENT,
    claude_config_dir,
    colour_wanted,
    editor,
    environment,
    home,
    project_dir,
    project_override,
    secret_values,
)
from vademecum.config.settings import Explained, explain, knobs, load, variable
from vademecum.config.setup import check_home, init_home, read_key

__all__ = [
    "ENVIRONMENT",
    "Explained",
    "check_home",
    "claude_config_dir",
    "colour_wanted",
    "editor",
    "environment",
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
]
