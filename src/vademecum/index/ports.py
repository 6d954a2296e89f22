"""What an index needs from an embedder; every embedder of this product has it, and no index imports one."""

from array import array
from collections.abc import Sequence
from typing import Protocol


class Identity(Protocol):
    """Whose vectors these are: vectors of different identities are never compared."""

    @property
    def provider(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def dimension(self) -> int: ...


class Embedder(Protocol):
    """Turns texts into unit vectors; a text in which nothing is known gets the zero vector."""

    @property
    def identity(self) -> Identity:
        """Name provider, model and number of coordinates."""
        ...

    def embed(self, texts: Sequence[str], /) -> "list[array[float]]":
        """Embed passages, one vector each, in order."""
        ...

    def embed_query(self, text: str, /) -> "array[float]":
        """Embed a question."""
        ...
