"""What every embedder is: texts in, unit vectors out, and an identity that tells whose vectors they are."""

from array import array
from collections.abc import Sequence
from typing import Protocol, TypeAlias

from vademecum.embedders.identity import Identity

Vector: TypeAlias = "array[float]"
"""Single-precision floats (typecode `f`), of length 1 or all zero."""


class Embedder(Protocol):
    """Turns texts into vectors whose dot product is the cosine of their meanings.

    A text's vector is the same alone and among others. A text in which nothing is known gets the zero vector.
    """

    @property
    def identity(self) -> Identity:
        """Name the provider, the model with its version, and the number of coordinates."""
        ...

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Embed documents, one vector each, in order."""
        ...

    def embed_query(self, text: str) -> Vector:
        """Embed a question, to be compared with documents."""
        ...
