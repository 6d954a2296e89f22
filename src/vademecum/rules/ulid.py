"""Identifiers of versions: ULIDs, which sort by the time they were made (github.com/ulid/spec)."""

from datetime import datetime

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O, U."""

RANDOM_BYTES = 10
_DIGITS = 26
_BITS = 5


def ulid(at: datetime, randomness: bytes) -> str:
    """Return 26 characters: 48 bits of milliseconds since 1970, then the 80 bits of `randomness`."""
    number = int(at.timestamp() * 1000) << 8 * RANDOM_BYTES | int.from_bytes(randomness[:RANDOM_BYTES], "big")
    return "".join(_ALPHABET[number >> _BITS * place & 31] for place in reversed(range(_DIGITS)))
