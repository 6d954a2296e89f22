"""The environment, read here and nowhere else."""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from vademecum.model.errors import MissingError

PREFIX = "VADEMECUM_"

ENVIRONMENT = {
    "VADEMECUM_HOME": "the directory with config.toml, key and the vaults; ~/.vademecum without it",
    "VADEMECUM_PROJECT": "the name of the current project, over git and .vademecum.toml",
    "VADEMECUM_CAPTURE": "set in everything the product starts, so that it never answers itself",
    "CLAUDE_CONFIG_DIR": "Claude Code's own directory; ~/.claude without it",
    "CLAUDE_PROJECT_DIR": "the folder that Claude Code works in; the current directory without it",
    "CODEX_HOME": "Codex's own directory; ~/.codex without it",
    "GEMINI_CLI_HOME": "the directory that holds Gemini CLI's .gemini; the user's own without it",
    "CLINE_DIR": "the Cline CLI's own directory; ~/.cline without it",
    "CLINE_DATA_DIR": "where the Cline CLI keeps settings and sessions; `data` in its own directory without it",
    "CLINE_MCP_SETTINGS_PATH": "the Cline CLI's file of MCP servers; the one in its `settings` without it",
    "XDG_CONFIG_HOME": "where programs on Linux keep their settings; ~/.config without it",
    "APPDATA": "where programs on Windows keep their settings",
    "VISUAL": "the editor of `vade edit`",
    "EDITOR": "the editor of `vade edit`, when VISUAL is not set",
    "NO_COLOR": "when set and not empty, no colours",
}
"""Every variable that is read besides one per setting, with what it does."""

MARK = "VADEMECUM_CAPTURE"

_OF_A_SESSION = frozenset(
    {
        "AI_AGENT",
        "CLAUDECODE",
        "CLAUDE_CODE_CHILD_SESSION",
        "CLAUDE_CODE_ENTRYPOINT",
        "CLAUDE_CODE_MESSAGING_TOKEN",
        "CLAUDE_CODE_SESSION_ATTENDED",
        "CLAUDE_CODE_SESSION_ID",
        "CLAUDE_EFFORT",
        "CLAUDE_ENV_FILE",
        "CLAUDE_PID",
        "CLAUDE_PROJECT_DIR",
    }
)
"""What Claude Code tells its children about the session they belong to."""

_SECRET_NAME = re.compile(
    r"(?:^|_)(?:KEY|APIKEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?|AUTH)(?:_(?!FILE|PATH|DIR|SOCK)|$)",
    re.IGNORECASE,
)
_SECRET_LEAST = 8


def variables() -> Mapping[str, str]:
    """Return the process's environment."""
    return os.environ  # noqa: TID251  the one reader


def child_environment() -> dict[str, str]:
    """Return the environment for what the product starts: marked as ours, and without the session it was started in.

    Whatever runs our hooks under the mark gets no answer from them; a client that is started anew is nobody's child.
    """
    return {name: value for name, value in variables().items() if name not in _OF_A_SESSION} | {MARK: "1"}


def home() -> Path:
    """Return the home, absolute: `VADEMECUM_HOME`, or `~/.vademecum`; it need not exist."""
    named = variables().get("VADEMECUM_HOME", "").strip()
    return _expand(named) if named else user_dir() / ".vademecum"


def claude_config_dir() -> Path:
    """Return Claude Code's own directory; it need not exist."""
    named = variables().get("CLAUDE_CONFIG_DIR", "").strip()
    return _expand(named) if named else user_dir() / ".claude"


def claude_state() -> Path:
    """Return the file in which Claude Code keeps its own state, the user's MCP servers among it."""
    named = variables().get("CLAUDE_CONFIG_DIR", "").strip()
    return (_expand(named) if named else user_dir()) / ".claude.json"


def codex_home() -> Path:
    """Return Codex's own directory; it need not exist."""
    named = variables().get("CODEX_HOME", "").strip()
    return _expand(named) if named else user_dir() / ".codex"


def gemini_dir() -> Path:
    """Return Gemini CLI's own directory; it need not exist."""
    named = variables().get("GEMINI_CLI_HOME", "").strip()
    return (_expand(named) if named else user_dir()) / ".gemini"


def cline_servers() -> Path:
    """Return the file in which the Cline CLI keeps its MCP servers; it need not exist."""
    said = variables()
    if named := said.get("CLINE_MCP_SETTINGS_PATH", "").strip():
        return _expand(named)
    own = said.get("CLINE_DIR", "").strip()
    data = said.get("CLINE_DATA_DIR", "").strip()
    folder = _expand(data) if data else (_expand(own) if own else user_dir() / ".cline") / "data"
    return folder / "settings" / "cline_mcp_settings.json"


def user_dir() -> Path:
    """Return the user's home directory.

    Raises:
        MissingError: the system knows none.
    """
    try:
        return Path.home()
    except RuntimeError as fault:
        raise MissingError("this user has no home directory", hint="set VADEMECUM_HOME") from fault


def xdg_config_dir() -> Path:
    """Return where command-line programs keep their settings: `XDG_CONFIG_HOME`, or `~/.config`."""
    named = variables().get("XDG_CONFIG_HOME", "").strip()
    return _expand(named) if named else user_dir() / ".config"


def app_config_dir() -> Path:
    """Return where programs with windows keep their settings, which differs between systems."""
    if sys.platform == "win32":
        named = variables().get("APPDATA", "").strip()
        return _expand(named) if named else user_dir() / "AppData" / "Roaming"
    if sys.platform == "darwin":
        return user_dir() / "Library" / "Application Support"
    return xdg_config_dir()


def project_dir() -> Path:
    """Return the folder the agent works in: what the host says, else the current directory.

    Raises:
        MissingError: the current directory was removed.
    """
    named = variables().get("CLAUDE_PROJECT_DIR", "").strip()
    try:
        return _expand(named) if named else Path.cwd()
    except FileNotFoundError as fault:
        raise MissingError("the current folder is gone", hint="go to one that exists", code="missing.folder") from fault


def project_override() -> str:
    """Return the project name that the environment asks for; empty when it asks for none."""
    return variables().get("VADEMECUM_PROJECT", "").strip()


def editor() -> str:
    """Return the user's editor as a command line."""
    chosen = variables().get("VISUAL") or variables().get("EDITOR")
    return chosen or ("notepad" if sys.platform == "win32" else "vi")


def colour_wanted() -> bool:
    """Tell whether the user has not switched colours off (https://no-color.org)."""
    return not variables().get("NO_COLOR")


def secret_values() -> tuple[str, ...]:
    """Return the values of secret-named variables, longest first: what the gate must never let through.

    Values under 8 characters are left out (they would match ordinary text), and so are paths of files that
    exist: there the variable names a place, not a secret.
    """
    found = {
        value
        for name, value in variables().items()
        if _SECRET_NAME.search(name) and not name.startswith(PREFIX) and len(value) >= _SECRET_LEAST
    }
    return tuple(sorted((v for v in found if not _is_place(v)), key=lambda v: (-len(v), v)))


def _is_place(value: str) -> bool:
    return value.startswith(("/", "~", ".")) and "\0" not in value and os.path.exists(os.path.expanduser(value))  # noqa: PTH110, PTH111  a Path of arbitrary text may raise


def _expand(text: str) -> Path:
    if text.startswith("~"):
        text = str(user_dir()) + text[1:] if text[1:2] in {"", "/", os.sep} else text
    return Path(text).absolute()
