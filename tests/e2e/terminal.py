"""Somebody at a terminal: starts a program that draws on it, reads what it shows, and presses keys.

Only what a screen says is kept: colours and positions are gone, and each run of blanks is one.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence

MOST_S = 60
AGAIN_S = 3
QUIET_S = 0.5
_ROWS, _COLUMNS = 50, 160
_CODES = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;:?<=>]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78M]")
_ANSWERS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?1;2c"}
"""What a terminal says when it is asked where the cursor is, and of which kind it is."""


class Screen:
    """A program on a terminal of its own."""

    def __init__(self, argv: Sequence[str], cwd: str, env: Mapping[str, str]) -> None:
        self.pid, self._terminal = pty.fork()
        if not self.pid:
            try:
                os.chdir(cwd)
                os.execve(argv[0], list(argv), dict(env))
            finally:
                os._exit(127)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
        self._raw = bytearray()
        self._seen = 0

    def text(self) -> str:
        """Return all that was shown so far."""
        return _plain(bytes(self._raw))

    def press(self, keys: str, until: str) -> bool:
        """Press keys until a text is shown anew, again when nothing came of it; tell whether it was shown."""
        return any(self._press_once(keys, until) for _ in range(MOST_S // AGAIN_S))

    def _press_once(self, keys: str, until: str) -> bool:
        if keys:
            self._settle()
            os.write(self._terminal, keys.encode())
        end = time.monotonic() + AGAIN_S
        while until not in _plain(bytes(self._raw[self._seen :])):
            if time.monotonic() > end or not self._read():
                return False
        self._seen = len(self._raw)
        return True

    def _settle(self) -> None:
        """Read what is there before the keys, as a person does.

        A program that has just drawn a question may throw away what was typed before it, and be confused by more.
        """
        end, quiet = time.monotonic() + AGAIN_S, time.monotonic()
        while time.monotonic() < end and time.monotonic() < quiet + QUIET_S:
            shown, takes_lines = len(self._raw), termios.tcgetattr(self._terminal)[3] & termios.ICANON
            if not self._read():
                return
            if takes_lines or len(self._raw) > shown:
                quiet = time.monotonic()

    def leave(self) -> None:
        """End the program as its user does, by Control-C, and by force when that does nothing."""
        os.write(self._terminal, b"\x03\x03")
        end = time.monotonic() + AGAIN_S
        while time.monotonic() < end and self._read():
            pass
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._terminal)

    def _read(self) -> bool:
        """Take in what the program shows within a moment, and answer what it asks; tell whether it still runs."""
        if not select.select([self._terminal], [], [], 0.1)[0]:
            return True
        try:
            said = os.read(self._terminal, 1 << 16)
        except OSError:
            return False
        self._raw += said
        for asked, answer in _ANSWERS.items():
            if asked in said:
                os.write(self._terminal, answer)
        return bool(said)


def _plain(raw: bytes) -> str:
    return " ".join(_CODES.sub(" ", raw.decode("utf-8", "replace")).split())
