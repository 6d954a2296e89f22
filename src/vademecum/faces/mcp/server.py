"""The server on stdio: one thread reads, this one answers, in order.

It ends when the client ends: at the end of input after what waits is answered; at SIGINT, SIGTERM or when the
parent is gone after the request in hand. Whatever was acknowledged is committed by then.
"""

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType

from vademecum import __version__
from vademecum.faces.mcp import profiles
from vademecum.faces.mcp.inbox import Inbox, Stopped
from vademecum.faces.mcp.lines import MOST, TooLong, Wire, lines
from vademecum.faces.mcp.protocol import (
    INVALID_REQUEST,
    Desk,
    Refusal,
    Speaker,
    cancelled_id,
    decode,
    failure,
    wanted_ids,
)
from vademecum.faces.mcp.tool import Profile

LOOK_UP_S = 2.0
"""Seconds between two looks whether the parent still lives."""

QUIET_S = 20.0
"""Seconds without a message after which what was written goes into the store's git repository."""

GRACE_S = 5.0
"""Seconds after a signal in which the request in hand may end; then the process does, read or not."""


def serve(profile: str = profiles.NAMES[0], user: str = "default") -> int:
    """Speak MCP on standard input and output until the client ends; return the exit code.

    Raises:
        KeyError: there is no such profile.
    """
    tools = profiles.load(profile)
    wire, inbox, door = Wire(), Inbox(), _Door(tools, user)
    speaker = Speaker(
        tools,
        __version__,
        desk=door.desk,
        notify=lambda message: wire.write(message + b"\n"),
        unwanted=inbox.unwanted,
        fault=door.fault,
    )
    _listen_to_signals(inbox)
    threading.Thread(target=_read, args=(wire, inbox), name="reader", daemon=True).start()
    try:
        _answer(speaker, wire, inbox, door)
    except BrokenPipeError:
        pass  # the client is gone, which is how most conversations end
    finally:
        door.close()
    return 0


class _Door:
    """Opens the desk, and with it the engine, when the first call comes: the list of tools needs neither."""

    def __init__(self, profile: Profile, user: str) -> None:
        self._profile, self._user = profile, user
        self._desk: Desk | None = None
        self._looked = False
        self._note: Callable[[str, Exception], None] | None = None

    def desk(self) -> Desk:
        if self._desk is None:
            from vademecum.faces.mcp.desk import VaultDesk  # noqa: PLC0415  see the class

            self._desk = VaultDesk(self._profile, self._user)
        return self._desk

    def fault(self, where: str, fault: Exception) -> None:
        """Note a bug: in full in the log, in one line on standard error."""
        if self._note is None:
            from vademecum.faces.mcp.faults import noter  # noqa: PLC0415  not needed while all is well

            self._note = noter(self._user)
        self._note(where, fault)

    def look_through(self) -> None:
        """Have transcripts and documents looked through, once, now that nobody waits."""
        if not self._looked:
            self._looked = True
            from vademecum.faces.mcp.standing_in import look_through  # noqa: PLC0415  not needed to list tools

            look_through(self._profile, self._user)

    def answered(self) -> None:
        if self._desk is not None:
            self._desk.answered()

    def rest(self) -> None:
        if self._desk is not None:
            self._desk.rest()

    def close(self) -> None:
        if self._desk is not None:
            self._desk.close()


def _read(wire: Wire, inbox: Inbox) -> None:
    """Take in what comes, until there is no more: messages to answer, and replies to what is no message."""
    try:
        for line in lines(wire.read):
            if isinstance(line, TooLong):
                inbox.put(failure(line.id, Refusal(INVALID_REQUEST, f"a message has at most {MOST} bytes")), MOST)
            elif line.strip():
                _take_in(line, inbox)
    finally:
        inbox.end()


def _take_in(line: bytes, inbox: Inbox) -> None:
    try:
        message = decode(line)
    except Refusal as refusal:
        inbox.put(failure(None, refusal), len(line))
        return
    inbox.cancel(cancelled_id(message))
    inbox.put(message, len(line), wanted_ids(message))


def _answer(speaker: Speaker, wire: Wire, inbox: Inbox, door: _Door) -> None:
    """Answer what has come in, until the end."""
    parent, quiet = os.getppid(), 0.0
    while True:
        try:
            incoming = inbox.take(LOOK_UP_S)
        except Stopped:
            return
        if incoming is None:
            if os.getppid() != parent:
                return
            door.look_through()
            quiet += LOOK_UP_S
            if QUIET_S <= quiet < QUIET_S + LOOK_UP_S:
                door.rest()
            continue
        quiet = 0.0
        message = incoming.message
        reply = message if isinstance(message, bytes) else speaker.reply(message)
        for request in wanted_ids(message):
            inbox.done(request)
        if reply is not None:
            wire.write(reply + b"\n")
        door.answered()


def _listen_to_signals(inbox: Inbox) -> None:
    def stop(_number: int, _frame: FrameType | None) -> None:
        inbox.stop()
        last = threading.Timer(GRACE_S, os._exit, (0,))
        last.daemon = True
        last.start()

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)
