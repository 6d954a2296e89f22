"""Lines in and out: bounded, unbuffered, and safe from stray prints.

A line is bytes up to a newline. Nothing here knows JSON.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

MOST = 16 * 1024 * 1024
"""Longest line that is read, in bytes; a body of the largest configurable size fits even when every character
is escaped. What is longer is thrown away as it comes."""

_CHUNK = 1 << 16
_KEPT = 256
_HEAD_ID = re.compile(rb'^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*("(?:[^"\\]){1,100}"|-?\d{1,15})\s*,')
_TAIL_ID = re.compile(rb'"id"\s*:\s*("(?:[^"\\]){1,100}"|-?\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$')


@dataclass(frozen=True, slots=True)
class TooLong:
    """What is left of a line that was thrown away: both its ends."""

    head: bytes
    tail: bytes

    @property
    def id(self) -> str | int | None:
        """Return the request's id, when an end of the line shows it: clients wait for an answer to it."""
        found = _HEAD_ID.search(self.head) or _TAIL_ID.search(self.tail)
        if found is None:
            return None
        text = found.group(1).decode("utf-8", "replace")
        return text[1:-1] if text.startswith('"') else int(text)


def lines(read: Callable[[int], bytes], most: int = MOST) -> Iterator[bytes | TooLong]:
    """Yield each line that `read(n)` brings, without its newline; a last one without newline counts."""
    line = _Line(most)
    while chunk := read(_CHUNK):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            line.add(piece)
            yield line.whole()
            line = _Line(most)
        line.add(rest)
    if line.size:
        yield line.whole()


class _Line:
    """A line as it comes: all of it up to the limit, beyond it only both its ends."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pieces: list[bytes] = []
        self._head = self._tail = b""
        self.size = 0

    def add(self, piece: bytes) -> None:
        self.size += len(piece)
        if len(self._head) < _KEPT:
            self._head += piece[: _KEPT - len(self._head)]
        self._tail = (self._tail + piece[-_KEPT:])[-_KEPT:]
        if self.size <= self._most:
            self._pieces.append(piece)
        else:
            self._pieces.clear()

    def whole(self) -> bytes | TooLong:
        return b"".join(self._pieces) if self.size <= self._most else TooLong(self._head, self._tail)


class Wire:
    """Standard input and output, taken over for the protocol.

    Whatever else is printed in this process goes to standard error: a stray line on standard output would
    end the conversation.
    """

    def __init__(self) -> None:
        _binary()
        sys.stdout.flush()
        self._out = os.dup(1)
        os.dup2(2, 1)

    def read(self, size: int) -> bytes:
        """Return what has come, at most `size` bytes; empty at the end."""
        return os.read(0, size)

    def write(self, line: bytes) -> None:
        """Write a whole line, however slowly it is read.

        Raises:
            BrokenPipeError: nobody reads any more.
        """
        left = memoryview(line)
        while left:
            left = left[os.write(self._out, left) :]


def _binary() -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415  exists there only

        for stream in (0, 1):
            msvcrt.setmode(stream, os.O_BINARY)
