"""What every method of a vault has in common."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from vademecum.db import naming_errors
from vademecum.engine.keepers import Keepers


class HasKeepers(Protocol):
    """Something that works with the keepers of a vault."""

    _keepers: Keepers


S = TypeVar("S", bound=HasKeepers)
P = ParamSpec("P")
T = TypeVar("T")


def verb(method: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Name the faults of the history's file: no caller ever meets an error of SQLite."""

    @wraps(method)
    def named(self: S, /, *arguments: P.args, **more: P.kwargs) -> T:
        with naming_errors(self._keepers.layout.history):
            return method(self, *arguments, **more)

    return named
