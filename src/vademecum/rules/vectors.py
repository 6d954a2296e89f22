"""Small vectors for an index, in plain Python: rounded to bytes, sketched to sign bits, compared.

A rounded vector is 4 + dimension bytes: its unit as a little-endian float32, then one signed byte a coordinate.
A sketch is dimension / 8 bytes: bit i (counted from the lowest of a little-endian number) is set where
coordinate i is negative. The share of differing bits of two sketches estimates the angle between their
vectors in units of pi (Charikar 2002).
"""

import struct
import sys
from array import array
from collections.abc import Sequence
from operator import mul

UNIT_BYTES = 4
"""Bytes in front of the coordinates of a rounded vector."""

LARGEST = 127

_SIGN_BYTES = slice(3 if sys.byteorder == "little" else 0, None, 4)
_AS_DIGITS = bytes(ord("0") + (byte >> 7) for byte in range(256))


def quantise(vector: Sequence[float]) -> bytes:
    """Round a vector to bytes, its largest coordinate becoming 127; the error of a cosine is below 0.01."""
    unit = max(map(abs, vector), default=0.0) / LARGEST or 1.0
    return struct.pack("<f", unit) + array("b", [round(value / unit) for value in vector]).tobytes()


def restore(rounded: bytes) -> "array[float]":
    """Return the vector that was rounded, as float32."""
    unit = _unit(rounded)
    return array("f", [value * unit for value in array("b", rounded[UNIT_BYTES:])])


def dot(rounded: bytes, vector: Sequence[float]) -> float:
    """Return the dot product of a rounded and an exact vector: the cosine if both are of length 1."""
    unit, *values = struct.unpack(f"<f{len(rounded) - UNIT_BYTES}b", rounded)
    product: float = sum(map(mul, values, vector))
    return float(unit * product)


def sketch(vector: Sequence[float]) -> bytes:
    """Return the sign bits of a vector whose dimension is a multiple of 8."""
    signs = array("f", vector).tobytes()[_SIGN_BYTES].translate(_AS_DIGITS)
    return int(signs[::-1], 2).to_bytes(len(signs) // 8, "little")


def distances(sketches: bytes, wanted: bytes) -> list[int]:
    """Count, for each of the sketches that lie one after the other, the bits in which it differs from `wanted`."""
    width = len(wanted)
    target = int.from_bytes(wanted, "little")
    read = int.from_bytes
    return [
        (read(sketches[start : start + width], "little") ^ target).bit_count()
        for start in range(0, len(sketches), width)
    ]


def _unit(rounded: bytes) -> float:
    unit: float = struct.unpack_from("<f", rounded)[0]
    return unit
