"""Text hidden in base64 or hex, perhaps compressed: bounded, and only where the result is text."""

import base64
import binascii
import re
import zlib
from collections.abc import Iterator

LONGEST = 64 * 1024  # characters decoded in all, for one text

_BLOB = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){12,}")


def hidden(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, plain text) for each run that decodes to text."""
    budget = LONGEST
    for match in _BLOB.finditer(text):
        plain = _plain(match[0])
        if plain and len(plain) <= budget:
            budget -= len(plain)
            yield match.start(), match.end(), plain


def _plain(blob: str) -> str:
    """Return what a run stands for, or an empty string."""
    if _HEX.fullmatch(blob):
        return _as_text(bytes.fromhex(blob))
    if not _worth_decoding(blob):
        return ""
    body = blob.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        raw = base64.b64decode(body[: len(body) - (len(body) % 4 == 1)] + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        return ""
    return _as_text(_inflated(raw))


def _worth_decoding(blob: str) -> bool:
    """Skip words and paths: base64 of text has capitals and small letters in its first half."""
    head = blob[:64]
    return (
        head != head.lower()
        and head != head.upper()
        and head.count("/") + head.count("-") + head.count("_") < len(head) // 6 + 2
    )


def _inflated(raw: bytes) -> bytes:
    """Undo gzip or zlib, at most to the limit."""
    if raw[:2] not in {b"\x1f\x8b", b"x\x9c", b"x\xda", b"x\x01"}:
        return raw
    try:
        return zlib.decompressobj(wbits=47).decompress(raw, LONGEST)
    except zlib.error:
        return raw


def _as_text(raw: bytes) -> str:
    """Return the bytes as text if they are UTF-8 that one can read; random bytes nearly never are."""
    try:
        text = raw[:LONGEST].decode()
    except UnicodeDecodeError:
        return ""
    head = text[:512]
    odd = sum(char < " " and char not in "\t\n\r" for char in head)
    return text if odd <= len(head) // 20 else ""
