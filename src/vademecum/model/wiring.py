"""What became of an agent's settings when it was connected or disconnected."""

from dataclasses import dataclass
from enum import StrEnum


class Deed(StrEnum):
    """What was done to a file; in a rehearsal, what would be."""

    KEPT = "kept"
    LEFT = "left"
    CHANGED = "changed"
    MADE = "made"
    RESTORED = "restored"
    REMOVED = "removed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Wired:
    """One settings file of one agent.

    `diff` is the change as a unified diff, made or (in a rehearsal) to be made. `backup` is the earlier file, where one
    is kept. With `left` the agent's plugin connects it. With `failed` nothing was touched: `problem` says why, `hint`
    what to do, and `snippet` is what to put there by hand.
    """

    host: str
    path: str
    deed: Deed
    diff: str = ""
    backup: str = ""
    problem: str = ""
    hint: str = ""
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent that can be connected: whether it is on this machine, and what its user has to know afterwards."""

    name: str
    title: str
    is_here: bool
    after: str = ""
