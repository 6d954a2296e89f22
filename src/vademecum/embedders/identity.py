"""Whose vectors these are."""

from vademecum.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose vectors these are: vectors of different identities must never be compared."""

    provider: str
    model: str
    dimension: int
