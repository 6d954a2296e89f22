"""What is ours in an agent's settings: how it is written, and how it is known again.

A name alone makes nothing ours: another tool's command may well contain it.
"""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath, PureWindowsPath

import vademecum
from vademecum.model.errors import RefusedError

NAME = "vademecum"
"""What the MCP server is called in every agent's settings."""

SECONDS = {
    "session-start": 10,
    "prompt": 5,
    "session-end": 10,
    "pre-compact": 10,
    "subagent-start": 5,
    "pre-tool": 5,
}
"""Our names of the moments in a session, and how long an agent waits for us at each."""

_UNQUOTABLE = re.compile(r"[\"$`\\%!\x00-\x1f\x7f\ud800-\udfff]")
"""Characters that mean something between double quotes in sh or in cmd, or that no text file can hold."""

_ENTRY = "from vademecum.faces.hooks.entry import main"
_MODULE = re.compile(r"-m\s+vademecum(?:\.\w+)*\.hooks?\b|-m\s+vademecum\s+hooks?\b")
_PROGRAM = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|(\S+))(.*)""", re.DOTALL)
_PYTHON = re.compile(r"(?:python|pypy)[\d.w]*|py")
_VADE = {"vade", "vademecum"}


@dataclass(frozen=True, slots=True)
class Program:
    """This installation: its Python, the folder that holds the package, and what starts its server; all absolute."""

    python: PurePath
    package: PurePath
    server: tuple[str, ...]


def installed() -> Program:
    """Return the installation that runs now."""
    python = Path(sys.executable)
    vade = python.with_name("vade.exe" if sys.platform == "win32" else "vade")
    server = (str(vade), "serve") if vade.is_file() else (str(python), "-m", NAME, "serve")
    return Program(python, Path(vademecum.__file__).parents[1], server)


def hook_command(program: Program, host: str, event: str) -> str:
    """Return the command line of a hook, for sh, cmd and Git's bash alike; Gemini CLI's is for bash or PowerShell.

    A missing script would make Python end with 2, by which some agents refuse the prompt; a module that is missing
    makes it end with 1, which stops nothing. So the program is given on the line. Gemini CLI refuses the prompt by
    any number above 1, the shell's 127 for a Python that is gone too; PowerShell ends with 1 by itself.

    Raises:
        RefusedError: a path has a character that cannot be quoted for all of them.
    """
    python = _quotable(program.python)
    package = _quotable(program.package).replace("'", "\\x27")
    line = f'"{python}" -I -S -c "import sys;sys.path[:0]=[\'{package}\'];{_ENTRY};main()" {host} {event}'
    if host != "gemini":
        return line
    return f"& {line}" if isinstance(program.python, PureWindowsPath) else f"{line} || exit 1"


def server_words(program: Program) -> list[str]:
    """Return the command line of the MCP server, for agents that start it without a shell.

    Raises:
        RefusedError: a path is no text, so that no settings file can hold it.
    """
    for word in program.server:
        _refuse(word, re.search("[\x00-\x1f\ud800-\udfff]", word))
    return list(program.server)


def _quotable(path: PurePath) -> str:
    text = path.as_posix()
    _refuse(text, _UNQUOTABLE.search(text))
    return text


def _refuse(text: str, bad: re.Match[str] | None) -> None:
    if bad:
        raise RefusedError(
            f"{bad[0]!r} in the path {text!r} cannot be written into a command line",
            hint="install Vademecum in a folder without such a character",
        )


def is_our_hook(command: object) -> bool:
    """Tell whether a hook's command line starts this product, in this installation or an earlier one."""
    if not isinstance(command, str):
        return False
    if f"{_ENTRY};main()" in command:
        return True
    found = _PROGRAM.match(command)
    if not found:
        return False
    name, rest = _stem(found[1] or found[2] or found[3] or ""), found[4].strip()
    if _PYTHON.fullmatch(name):
        return bool(_MODULE.match(rest))
    return name in _VADE and re.match(r"hooks?\b", rest) is not None


def is_our_server(entry: object) -> bool:
    """Tell whether an MCP server's entry starts this product's server."""
    words = words_of(entry)
    if not words:
        return False
    name, rest = _stem(words[0]), words[1:]
    if _PYTHON.fullmatch(name):
        return rest[:3] == ["-m", NAME, "serve"]
    return name in _VADE and rest[:1] == ["serve"]


def words_of(entry: object) -> list[str]:
    """Return the command line of a server's entry, which is a text and its arguments, or one list; else nothing."""
    if not isinstance(entry, Mapping):
        return []
    command, arguments = entry.get("command"), entry.get("args", [])
    words = command if isinstance(command, list) else [command, *(arguments if isinstance(arguments, list) else [])]
    return words if all(isinstance(word, str) for word in words) else []


def is_current(entry: object, wanted: Mapping[str, object]) -> bool:
    """Tell whether a server's entry starts what it should; a command without a folder is left to PATH, as it was."""
    words, should = words_of(entry), words_of(wanted)
    return words[: len(should)] == should or not re.search(r"[\\/]", words[0] if words else "/")


def needs_command_only(entry: object, wanted: Mapping[str, object]) -> bool:
    """Tell whether another program in an entry makes it current, so that all else in it can stay."""
    should = words_of(wanted)
    return words_of(entry)[1 : len(should)] == should[1:]


def _stem(program: str) -> str:
    return re.split(r"[\\/]", program)[-1].lower().removesuffix(".exe")
