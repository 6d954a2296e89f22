"""What every importer does: find what a foreign store remembers, and say what it could not read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from vademecum.model.memory import Draft
from vademecum.rules.problem import Problem


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that an importer came upon.

    `path` is where, as a person would look for it. `draft` is None when nothing there can be taken over; the
    problems say why. A draft may have problems too: they tell what was read with a default.
    """

    path: str
    draft: Draft | None = None
    problems: tuple[Problem, ...] = ()


class Importer(Protocol):
    """A foreign store of memories."""

    def find(self) -> Iterator[Found]:
        """Yield what is there, in a stable order; never writes, never follows a link out of the store."""
        ...
