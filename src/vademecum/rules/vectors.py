"""Small vectors for an index, in plain Python: rounded to bytes, sketched to sign bits, compared.

A rounded vector is 4 + dimension bytes: the sum of the squares of its coordinates as a little-endian unsigned
32-bit number, then one byte a coordinate, value + 128. It stands for the vector of length 1 in that direction.
A sketch is dimension / 8 bytes: bit i (counted from the lowest of a little-endian number) is set where
coordinate i is negative. The share of differing bits of two sketches estimates the angle between their
vectors in units of pi (Charikar 2002).
"""

from __future__ import annotations

import math
import struct
import sys
from array import array

from vademecum.model.frozen import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD_BYTES = 4
"""Bytes in front of the coordinates of a rounded vector."""

LARGEST = 127
BIAS = 128

_LOWEST_BYTE = slice(0 if sys.byteorder == "little" else 3, None, 4)
_SIGN_BYTE = slice(3 if sys.byteorder == "little" else 0, None, 4)
_ROUNDING = 1.5 * 2**23 + BIAS
"""Added to a float32 it leaves no room for a fraction: its lowest byte is then the rounded value, plus the bias."""

_AS_DIGITS = bytes(ord("0") + (byte >> 7) for byte in range(256))
_BIASED_AS_DIGITS = bytes(ord("0") + (byte < BIAS) for byte in range(256))
_VALUES = range(-BIAS, BIAS)
_SQUARES = [value * value for value in _VALUES]


@dataclass(frozen=True, slots=True)
class Aim:
    """A vector that many rounded ones are compared with: stretched to their size, and biased like them."""

    biased: tuple[float, ...]
    stretch: float


def quantise(vector: Sequence[float]) -> bytes:
    """Round a vector of length 1 to bytes, its largest coordinate becoming 127; the error of a cosine is below 0.01."""
    stretch = _stretch(vector)
    biased = array("f", [value * stretch + _ROUNDING for value in vector]).tobytes()[_LOWEST_BYTE]
    return struct.pack("<I", sum(map(_SQUARES.__getitem__, biased))) + biased


def restore(rounded: bytes) -> array[float]:
    """Return the vector of length 1 (or 0) that was rounded, as float32."""
    unit = 1 / math.sqrt(_squares(rounded) or 1)
    return array("f", [_VALUES[byte] * unit for byte in rounded[HEAD_BYTES:]])


def aim(vector: Sequence[float]) -> Aim:
    """Make a vector of length 1 ready to be compared with many."""
    stretch = _stretch(vector)
    return Aim(tuple([value * stretch + BIAS for value in vector]), stretch)


def cosine(rounded: bytes, wanted: Aim) -> float:
    """Return the cosine between a rounded vector and an aim; 0 for the zero vector.

    By the distance of their ends: `math.dist` is four times as fast here as a sum of products.
    """
    squares = _squares(rounded)
    if not squares:
        return 0.0
    apart = math.dist(tuple(rounded[HEAD_BYTES:]), wanted.biased)
    return (squares + wanted.stretch**2 - apart**2) / (2 * wanted.stretch * math.sqrt(squares))


def sketch(vector: Sequence[float]) -> bytes:
    """Return the sign bits of a vector whose dimension is a multiple of 8."""
    return _packed(array("f", vector).tobytes()[_SIGN_BYTE].translate(_AS_DIGITS))


def sketch_of(rounded: bytes) -> bytes:
    """Return the sign bits of a rounded vector; what was rounded to nothing is not negative."""
    return _packed(rounded[HEAD_BYTES:].translate(_BIASED_AS_DIGITS))


def _stretch(vector: Sequence[float]) -> float:
    """Return the factor that makes the largest coordinate 127."""
    largest = max(max(vector, default=0.0), -min(vector, default=0.0))
    return LARGEST / largest if largest else 1.0


def _packed(signs: bytes) -> bytes:
    return int(signs[::-1], 2).to_bytes(len(signs) // 8, "little")


def _squares(rounded: bytes) -> int:
    return int.from_bytes(rounded[:HEAD_BYTES], "little")
