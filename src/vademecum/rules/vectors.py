"""Small vectors for an index, in plain Python: rounded to bytes, sketched to sign bits, compared.

A rounded vector is 4 + dimension bytes: the sum of the squares of its coordinates as a little-endian unsigned
32-bit number, then one byte a coordinate, value + 128. It stands for the vector of length 1 in that direction.
A halved vector is one that has half a byte a coordinate, 0 to 15, for -15, -13 and so on to 15; the first in the upper
half. The highest bit of its first four bytes is set.
A sketch is dimension / 8 bytes: bit i (counted from the lowest of a little-endian number) is set where
coordinate i is negative. The share of differing bits of two sketches estimates the angle between their
vectors in units of pi (Charikar 2002).
"""

from __future__ import annotations

import math
import struct
import sys
from array import array
from itertools import pairwise

from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.rules.memo import remember

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD_BYTES = 4
"""Bytes in front of the coordinates of a rounded vector."""

HALVED = 1 << 31
"""In the first four bytes of a halved vector."""

_HALVED_BYTE = HEAD_BYTES - 1
LEVELS = 16
_STEP = 0.335
"""Between two levels, in standard deviations: the best for 16 levels and a normal distribution (Max 1960)."""

_STEPS_KNOWN = 8
_DIGITS = b"0123456789abcdef"
_LEVEL_SQUARES = [(2 * level + 1 - LEVELS) ** 2 for level in range(LEVELS)]

LARGEST = 127
BIAS = 128

_LOWEST_BYTE = slice(0 if sys.byteorder == "little" else 3, None, 4)
_SIGN_BYTE = slice(3 if sys.byteorder == "little" else 0, None, 4)
_ROUNDING = 1.5 * 2**23 + BIAS
"""Added to a float32 it leaves no room for a fraction: its lowest byte is then the rounded value, plus the bias."""

_AS_DIGITS = bytes(ord("0") + (byte >> 7) for byte in range(256))
_BIASED_AS_DIGITS = bytes(ord("0") + (byte < BIAS) for byte in range(256))
_VALUES = range(-BIAS, BIAS)
_DIGITS_AS_BIASED = bytes(BIAS + 2 * _DIGITS.index(byte) + 1 - LEVELS if byte in _DIGITS else 0 for byte in range(256))
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


def halve(rounded: bytes) -> bytes:
    """Return a rounded vector with half a byte a coordinate; the error of a cosine is about 0.007 at 256 dimensions."""
    squares = _squares(rounded)
    if rounded[_HALVED_BYTE] >= BIAS or not squares:
        return rounded
    biased = rounded[HEAD_BYTES:]
    digits = biased.translate(_as_digits(round(_STEPS_KNOWN * _STEP * math.sqrt(squares / len(biased)))))
    halved = sum([digits.count(digit) * square for digit, square in zip(_DIGITS, _LEVEL_SQUARES, strict=True)])
    return struct.pack("<I", halved | HALVED) + bytes.fromhex(digits.decode())


def restore(rounded: bytes) -> array[float]:
    """Return the vector of length 1 (or 0) that was rounded, as float32."""
    unit = 1 / math.sqrt(_squares(rounded) or 1)
    return array("f", [_VALUES[byte] * unit for byte in _biased(rounded)])


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
    apart = math.dist(tuple(_biased(rounded)), wanted.biased)
    return (squares + wanted.stretch**2 - apart**2) / (2 * wanted.stretch * math.sqrt(squares))


def sketch(vector: Sequence[float]) -> bytes:
    """Return the sign bits of a vector whose dimension is a multiple of 8."""
    return _packed(array("f", vector).tobytes()[_SIGN_BYTE].translate(_AS_DIGITS))


def sketch_of(rounded: bytes) -> bytes:
    """Return the sign bits of a rounded vector; what was rounded to nothing is not negative."""
    return _packed(_biased(rounded).translate(_BIASED_AS_DIGITS))


@remember(1024)
def _as_digits(step: int) -> bytes:
    """Return the hexadecimal digit of the level that each byte comes to; `step` is between two levels, in eighths."""
    edges = [BIAS + math.ceil((level - LEVELS // 2) * step / _STEPS_KNOWN) for level in range(1, LEVELS)]
    within = [0, *(min(256, max(0, edge)) for edge in edges), 256]
    return b"".join([_DIGITS[n : n + 1] * (high - low) for n, (low, high) in enumerate(pairwise(within))])


def _stretch(vector: Sequence[float]) -> float:
    """Return the factor that makes the largest coordinate 127."""
    largest = max(max(vector, default=0.0), -min(vector, default=0.0))
    return LARGEST / largest if largest else 1.0


def _packed(signs: bytes) -> bytes:
    return int(signs[::-1], 2).to_bytes(len(signs) // 8, "little")


def _biased(rounded: bytes) -> bytes:
    """Return a byte a coordinate, value + 128, of a rounded or halved vector."""
    given = rounded[HEAD_BYTES:]
    return given if rounded[_HALVED_BYTE] < BIAS else given.hex().encode().translate(_DIGITS_AS_BIASED)


def _squares(rounded: bytes) -> int:
    return int.from_bytes(rounded[:HEAD_BYTES], "little") & ~HALVED
