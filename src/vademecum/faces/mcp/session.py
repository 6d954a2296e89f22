"""What every tool's verb is given and gives back, and which memories it may name."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from vademecum.engine.vault import Vault
from vademecum.identity import Project
from vademecum.model import wire
from vademecum.model.errors import MissingError
from vademecum.model.memory import Version
from vademecum.rules import asof
from vademecum.rules.naming import slug

Arguments = dict[str, Any]
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Session:
    """What a verb works with: the vault, the project that the caller works in, and the instant of the call."""

    vault: Vault
    here: Project
    now: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    """The same twice: for programs, and to read.

    What is `whole` is bounded by itself, and of no use in part. `behind` files of the sources wait to be taken in.
    """

    data: wire.Plain
    text: str
    whole: bool = False
    behind: int = 0


Verb = Callable[[Session, Arguments, Tell], Answer]


def visible(session: Session, name: str, project: str | None = None, as_of: str | None = None) -> Version:
    """Return a memory that this caller may see by its name: a global one, or one of its project or the named one.

    Raises:
        MissingError: there is none; of another project's memory not even its existence is told.
    """
    missing = MissingError(
        f"there is no memory {repr(name) if slug(name) == name else 'of that name'} here",
        hint="memory_search finds names; a memory of another project needs its `project`",
        code="missing.memory",
    )
    try:
        state = session.vault.get(name, asof.parse(as_of, session.now) if as_of else None)
    except (MissingError, UnicodeEncodeError):  # no name holds half a character
        raise missing from None
    if state.memory.scope.project not in {None, project or session.here.name}:
        raise missing
    return state
