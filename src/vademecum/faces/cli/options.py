"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from vademecum.model.memory import TYPE_ALIASES, MemoryType, Sensitivity

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

TYPES = click.Choice([*MemoryType, *TYPE_ALIASES], case_sensitive=False)
LEVELS = click.Choice(list(Sensitivity), case_sensitive=False)

NAME = click.argument("name", shell_complete=lambda ctx, _param, start: complete_names(ctx, start))


def complete_names(ctx: click.Context, start: str) -> list[str]:
    """Offer the names of live memories that begin so."""
    from vademecum.engine.vault import open_vault  # noqa: PLC0415  the shell waits for this

    with open_vault() as vault:
        return [v.memory.name for v in vault.browse() if v.memory.name.startswith(start)]


def scoped(command: Decorated) -> Decorated:
    """Add `--scope` and `--project`."""
    project = click.option("--project", metavar="NAME", help="This project, by name.")
    scope = click.option("--scope", metavar="SCOPE", help="global, project (this one), project:NAME.")
    return scope(project(command))
