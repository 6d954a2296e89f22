"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from vademecum.engine.opening import open_vault
from vademecum.model.memory import TYPE_ALIASES, MemoryType, Sensitivity
from vademecum.model.search import Source

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

TYPES = click.Choice([*(word.value for word in MemoryType), *TYPE_ALIASES], case_sensitive=False)
LEVELS = click.Choice([word.value for word in Sensitivity], case_sensitive=False)
KINDS = ", ".join(word.value for word in MemoryType)
SOURCES = click.Choice([word.value for word in Source], case_sensitive=False)


def complete_names(_ctx: click.Context, _option: click.Parameter, start: str) -> list[str]:
    """Offer the names of live memories that begin so."""
    with open_vault() as vault:
        return [v.memory.name for v in vault.browse() if v.memory.name.startswith(start)]


NAME = click.argument("name", shell_complete=complete_names)


def scoped(command: Decorated) -> Decorated:
    """Add `--scope` and `--project`, of one scope."""
    return _scoped("global, project (this one), project:NAME.")(command)


def asked(command: Decorated) -> Decorated:
    """Add `--scope` and `--project`, of which a question may have every one."""
    return _scoped("global, project (this one), project:NAME, all.")(command)


def _scoped(scopes: str) -> Callable[[Decorated], Decorated]:
    project = click.option("--project", metavar="NAME", help="This project, by name.")
    scope = click.option("--scope", metavar="SCOPE", help=scopes)
    return lambda command: scope(project(command))
