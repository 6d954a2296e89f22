"""What was looked at, how it is, and the command that mends it."""

from dataclasses import dataclass

from vademecum.model.frozen import StrEnum


class Level(StrEnum):
    """How a thing is: in order, worth knowing, or in need of mending."""

    GOOD = "good"
    NOTE = "note"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of `vade status` or `vade doctor`. `hint` is the next command, or what to do; empty when all is well."""

    name: str
    message: str
    level: Level = Level.GOOD
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """Everything that was looked at, in the order in which it is worth reading."""

    checks: tuple[Check, ...]

    @property
    def is_well(self) -> bool:
        """Tell whether nothing needs mending; notes are no trouble."""
        return all(check.level is not Level.BAD for check in self.checks)

    @property
    def troubles(self) -> tuple[Check, ...]:
        """Return what needs mending."""
        return tuple(check for check in self.checks if check.level is Level.BAD)
