"""A tiny embedder for tests: it knows no meaning, only which words two texts share."""

import math
from array import array
from collections.abc import Sequence
from hashlib import blake2b

from vademecum.embedders.identity import Identity
from vademecum.embedders.ports import Vector


class HashingEmbedder:
    """Adds up a fixed pseudo-random vector a word; fast, deterministic and without files."""

    def __init__(self, model: str = "words", dimension: int = 64) -> None:
        self.identity = Identity("hashing", model, dimension)
        self.embedded = 0

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.embedded += len(texts)
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> Vector:
        sums = [0.0] * self.identity.dimension
        for word in text.lower().split():
            seed = blake2b(f"{self.identity.model} {word}".encode("utf-8", "replace")).digest()
            for place in range(len(sums)):
                sums[place] += seed[place % len(seed)] - 127.5
        length = math.hypot(*sums) or 1.0
        return array("f", [value / length for value in sums])
