"""The lines of a transcript that are worth parsing, in bounded memory.

Most of a transcript's bytes are requests, attachments and tool results, which nobody wants: a look at the raw bytes of
a line tells. Pictures stand in the lines as megabytes of base64: what is longer than `LONG` is squeezed first.
"""

from collections.abc import Callable, Iterator
from typing import IO, NamedTuple

BLOCK = 1024 * 1024
LONG = 1024 * 1024
"""A line longer than this is squeezed before it is parsed."""
KEPT_MOST = 4 * 1024 * 1024
"""What is longer even then is no message: it is passed over, and counted."""
LEAST = 16
"""What is shorter says nothing; millions of such lines cost little."""
LINE_MOST = 160 * 1024 * 1024
"""Bytes after which a line is given up before its end is seen."""

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
_MARKS = bytes(ord("x") if code in _BASE64 else ord(" ") for code in range(256))
"""Turns base64 into `x` and all else into a space: runs of one byte are found many times as fast as by a pattern."""

_RUN_LEAST = 512
_RUN = b"x" * _RUN_LEAST
_STUB = 64

IsWanted = Callable[[bytes, int, int], bool]


class Line(NamedTuple):
    """A line, or a mere step forward (`data` is None): where it starts and where the next one does.

    `lost` tells that it was wanted and too long, `within` that its end was not seen yet.
    """

    start: int
    end: int
    data: bytes | None = None
    lost: bool = False
    within: bool = False


def wanted_lines(file: IO[bytes], start: int, stop: int, is_wanted: IsWanted, *, within: bool) -> Iterator[Line]:
    """Yield the wanted lines from `start` on, and a step forward after each block.

    What follows the last line break before `stop` waits. With `within`, `start` lies in a line that was given up.
    """
    file.seek(start)
    at, data = start, b""
    while True:
        if within:
            begun = at
            at, data, is_past = _past_line(file, at, stop, data)
            yield Line(begun, at, within=not is_past)
            if not is_past:
                return
        begin = 0
        while (end := data.find(b"\n", begin)) >= 0:
            if end - begin >= LEAST and is_wanted(data, begin, end):
                yield _line(at + begin, data[begin:end])
            begin = end + 1
        data, at, within = data[begin:], at + begin, False
        yield Line(at, at)
        if len(data) > LONG:
            line, data = _long_line(file, at, data, stop, is_wanted)
            if line is None:
                return
            yield line
            at, within = line.end, line.within
        elif block := file.read(min(BLOCK, stop - at - len(data))):
            data += block
        else:
            return


def _line(start: int, data: bytes) -> Line:
    end = start + len(data) + 1
    if len(data) <= LONG:
        return Line(start, end, data)
    squeezer = _Squeezer()
    squeezer.add(data)
    return squeezer.line(start, end)


def _long_line(file: IO[bytes], start: int, first: bytes, stop: int, is_wanted: IsWanted) -> tuple[Line | None, bytes]:
    """Read on to the end of a long line; return it, and what was read after it. None when it has no end yet."""
    squeezer = _Squeezer() if is_wanted(first, 0, len(first)) else None
    if squeezer:
        squeezer.add(first)
    size = len(first)
    while block := file.read(min(BLOCK, stop - start - size)):
        end = block.find(b"\n")
        part = block if end < 0 else block[:end]
        if squeezer:
            squeezer.add(part)
        size += len(part)
        if end >= 0:
            after = start + size + 1
            return squeezer.line(start, after) if squeezer else Line(start, after), block[end + 1 :]
        if size > LINE_MOST:
            return Line(start, start + size, lost=squeezer is not None, within=True), b""
    return None, b""


def _past_line(file: IO[bytes], start: int, stop: int, data: bytes) -> tuple[int, bytes, bool]:
    """Return where the next line starts and what was read of it; False when this one's end is not there yet."""
    at = start
    while (end := data.find(b"\n")) < 0:
        at += len(data)
        data = file.read(min(BLOCK, stop - at))
        if not data:
            return at, b"", False
    return at + end + 1, data[end + 1 :], True


class _Squeezer:
    """Takes in a long line, and keeps of each run of base64 only its beginning, however the line came in pieces."""

    def __init__(self) -> None:
        self._kept: list[bytes] = []
        self._size = 0
        self._carry = b""
        self._is_in_run = False

    def add(self, data: bytes) -> None:
        if self._is_in_run:
            data = data.lstrip(_BASE64)
            if not data:
                return
            self._is_in_run = False
        piece, self._carry, last = self._carry + data, b"", 0
        marks = piece.translate(_MARKS)
        while (start := marks.find(_RUN, last)) >= 0:
            self._keep(piece[last : start + _STUB])
            last = marks.find(b" ", start)
            if last < 0:
                self._is_in_run = True
                return
        cut = max(last, marks.rfind(b" ") + 1)
        self._carry = piece[cut:]  # it may go on
        self._keep(piece[last:cut])

    def line(self, start: int, end: int) -> Line:
        self._keep(self._carry)
        if self._size > KEPT_MOST:
            return Line(start, end, lost=True)
        return Line(start, end, b"".join(self._kept))

    def _keep(self, data: bytes) -> None:
        self._size += len(data)
        if self._size <= KEPT_MOST:
            self._kept.append(data)
