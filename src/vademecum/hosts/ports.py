"""What an agent is to us: where it lives, and what of ours belongs into which of its files."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from vademecum import config
from vademecum.hosts.ours import Program, installed
from vademecum.model.health import Check

Keys = tuple[str, ...]
"""Keys that lead from the root of a settings file to a value."""


@dataclass(frozen=True, slots=True)
class Place:
    """This machine, as far as agents are concerned; `at_action` is the setting `inject.at_action`."""

    user: Path
    claude: Path
    claude_state: Path
    codex: Path
    gemini: Path
    cline_servers: Path
    xdg: Path
    apps: Path
    program: Program
    at_action: bool = False

    def has(self, program: str) -> bool:
        """Tell whether a program can be started by its name."""
        return shutil.which(program) is not None


def here(*, at_action: bool) -> Place:
    """Return the machine that we run on."""
    return Place(
        config.user_dir(),
        config.claude_config_dir(),
        config.claude_state(),
        config.codex_home(),
        config.gemini_dir(),
        config.cline_servers(),
        config.xdg_config_dir(),
        config.app_config_dir(),
        installed(),
        at_action,
    )


@dataclass(frozen=True, slots=True)
class Merged:
    """A file with our entries in it. `made` are the lists and objects that had to be made for them."""

    data: bytes
    made: tuple[Keys, ...] = ()


class Editor(Protocol):
    """How our entries come into one settings file, and out of it. Files are bytes; no file at all is `b""`."""

    def merge(self, data: bytes) -> Merged:
        """Return the file with our entries, each once; the same bytes when all are there already.

        Raises:
            InvalidError: the file is not what it should be.
            ConflictError: something else has our name.
        """
        ...

    def strip(self, data: bytes, made: tuple[Keys, ...] | None) -> bytes:
        """Return the file without anything of ours, also of earlier versions; the same bytes when there is nothing.

        Lists and objects that are empty then are taken out when they are in `made`; with None, all of them.

        Raises:
            InvalidError: the file is not what it should be.
        """
        ...

    def is_blank(self, data: bytes) -> bool:
        """Tell whether a file says nothing any more, so that one that we made may go."""
        ...

    def missing(self, data: bytes) -> list[str]:
        """Return a sentence for each of our entries that is not there, or not up to date.

        Raises:
            InvalidError: the file is not what it should be.
        """
        ...

    def snippet(self) -> str:
        """Return our entries as a person would put them into an empty file."""
        ...


@dataclass(frozen=True, slots=True)
class Target:
    """One settings file of an agent. `role` names it among them.

    `client` is the agent's own program, when that can add an MCP server to this file by `mcp add-json`; `server` is
    then what to add.
    """

    role: str
    path: Path
    editor: Editor
    client: str = ""
    server: Mapping[str, object] | None = None


class Host(Protocol):
    """An agent that can be connected. `after` is what its user has to do or know then."""

    name: str
    title: str
    after: str

    def is_here(self, place: Place) -> bool:
        """Tell whether the agent is on this machine, by its folder or its program; nothing is started."""
        ...

    def targets(self, place: Place) -> tuple[Target, ...]:
        """Return the files that our entries belong into.

        Raises:
            RefusedError: this installation's path cannot be written into a command line.
        """
        ...

    def remarks(self, place: Place) -> tuple[Check, ...]:
        """Return what else keeps a connected agent from using the memory; empty when nothing does."""
        ...
