"""Scopes, as people and agents name them.

Callers say `global`, `project` (the one they work in), `project:<name>`, or give `project` apart.
"""

from dataclasses import dataclass

from vademecum.identity import OUTSIDE, Project
from vademecum.model.errors import InvalidError
from vademecum.model.memory import GLOBAL, Scope

HERE = "project"
ALL = "all"

_HINT = "use `global`, `project` (this one) or `project:<name>`"


@dataclass(frozen=True, slots=True)
class Asked:
    """Which scopes may answer (None = all), and whose project asks."""

    scopes: tuple[Scope, ...] | None
    project: str | None


def for_write(scope: str | None, project: str | None, here: Project) -> Scope:
    """Return the scope of a write; without a word what the project's own file says, else global.

    Raises:
        InvalidError: the scope is none, or scope and project disagree.
    """
    if not project:
        wished = scope or here.scope
        return _parse(wished, here.name) if wished else GLOBAL
    named = _parse(scope, project) if scope else None
    wanted = Scope(project)
    if named not in {None, wanted}:
        raise InvalidError("project", f"{project!r} and scope {scope!r} disagree", hint="give one of them")
    return wanted


def source(scope: Scope, here: Project) -> str | None:
    """Return the project that a write was learned in: the one it is for, else the one it comes from."""
    return scope.project or here.name or None


def domain(given: str | None, here: Project) -> str:
    """Return the domain of a write: what was given, else what the project's own file says, else `general`."""
    return given or here.domain or "general"


def for_recall(scope: str | None, project: str | None, here: Project) -> Asked:
    """Return who may answer: without a word global and the asker's project; outside any, sessions held outside too.

    A `project` alone asks as if in that project.

    Raises:
        InvalidError: the scope is none of those known.
    """
    asker = project or here.name or None
    if scope == ALL:
        return Asked(None, asker)
    if scope:
        return Asked((_parse(scope, asker or ""),), asker)
    return Asked((GLOBAL, Scope(asker or OUTSIDE)), asker)


def _parse(scope: str, here: str) -> Scope:
    if scope == HERE:
        if not here:
            raise InvalidError("scope", "this folder is no project", hint="use `project:<name>`")
        return Scope(here)
    try:
        return Scope.parse(scope)
    except InvalidError as fault:
        raise InvalidError("scope", f"{scope!r} is not a scope", hint=_HINT) from fault
