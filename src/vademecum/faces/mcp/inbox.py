"""What has come in and waits: requests in order, and which of them nobody wants any more."""

import queue
import threading
from dataclasses import dataclass

HELD = 64 * 1024 * 1024
"""Most bytes that wait; beyond it reading pauses until some are answered."""


class Stopped(Exception):  # noqa: N818  the end, not an error
    """Nothing more is to be done: the input ended, or a signal came."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message (any JSON value, `null` too), and the bytes that it holds here."""

    message: object
    size: int


class Inbox:
    """A queue between the thread that reads and the one that answers.

    `stop` may be called from a signal handler: it only uses the queue's reentrant `put`.
    """

    def __init__(self, held: int = HELD) -> None:
        self._queue: queue.SimpleQueue[Incoming | None] = queue.SimpleQueue()
        self._room = threading.Condition()
        self._limit, self._bytes = held, 0
        self._waiting: set[str | int] = set()
        self._cancelled: set[str | int] = set()
        self.stopping = False

    def put(self, message: object, size: int, ids: tuple[str | int, ...] = ()) -> None:
        """Add a message of `size` bytes; wait while too much waits already."""
        with self._room:
            self._room.wait_for(lambda: self._bytes < self._limit)
            self._bytes += size
        self._waiting.update(ids)
        self._queue.put(Incoming(message, size))

    def end(self) -> None:
        """Say that the input has ended: what waits is still answered."""
        self._queue.put(None)

    def stop(self) -> None:
        """Say that nothing more is to be answered."""
        self.stopping = True
        self._queue.put(None)

    def take(self, seconds: float) -> Incoming | None:
        """Return the next message, None when none comes in time.

        Raises:
            Stopped: there will be none.
        """
        try:
            item = self._queue.get(timeout=seconds)
        except queue.Empty:
            return None
        if item is None or self.stopping:
            raise Stopped
        with self._room:
            self._bytes -= item.size
            self._room.notify_all()
        return item

    def cancel(self, request: object) -> None:
        """Note that nobody waits for a request any more; unknown and answered ones are ignored."""
        if isinstance(request, (str, int)) and request in self._waiting:
            self._cancelled.add(request)

    def unwanted(self, request: str | int) -> bool:
        """Tell whether an answer to the request would be read by nobody."""
        return self.stopping or request in self._cancelled

    def done(self, request: str | int) -> None:
        """Forget a request that was answered."""
        self._waiting.discard(request)
        self._cancelled.discard(request)
