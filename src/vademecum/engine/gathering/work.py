"""One look at the sources: what it works with, how long it may take, and what it has done so far."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

from vademecum.engine.keepers import Keepers
from vademecum.model.gathered import Gathered, Omitted

OMITTED_MOST = 200
"""Files that are named because they were not read; further ones are only counted in the last line."""

STEP_BYTES = 4 * 1024 * 1024
"""Bytes of a transcript that one step takes in: what a kill can undo."""

HURRIED_BYTES = 128 * 1024

UNFINISHED = -1
"""The size that is noted for a file of which more is to be read."""


class Work:
    """The state of one look. It belongs to the thread that made it."""

    def __init__(
        self,
        keepers: Keepers,
        *,
        until: datetime | None = None,
        hurried: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """`until` is when to stop; `hurried` takes small steps; `progress` is told bytes done and bytes in all."""
        self.keepers = keepers
        self.hurried = hurried
        self.step_bytes = HURRIED_BYTES if hurried else STEP_BYTES
        self.total = 0
        self.counts: Counter[str] = Counter()
        self.missing: list[str] = []
        self._omitted: list[Omitted] = []
        self._until = until
        self._progress = progress

    def is_over(self) -> bool:
        """Tell whether the time is up."""
        return self._until is not None and self.keepers.clock() >= self._until

    def read(self, size: int) -> None:
        """Count bytes as read, and tell how far this look is."""
        self.counts["bytes"] += size
        if self._progress is not None:
            self._progress(self.counts["bytes"], max(self.total, self.counts["bytes"]))

    def omit(self, place: str, reason: str) -> None:
        """Note what is not read, and why."""
        self.counts["omitted"] += 1
        if len(self._omitted) < OMITTED_MOST:
            self._omitted.append(Omitted(place, reason))

    def report(self) -> Gathered:
        """Return what was done."""
        counts = self.counts
        return Gathered(
            sessions=counts["sessions"],
            documents=counts["documents"],
            passages=counts["passages"],
            removed=counts["removed"],
            gone=counts["gone"],
            kept=counts["kept"],
            bytes=counts["bytes"],
            lines_skipped=counts["lines_skipped"],
            omitted=tuple(self._omitted),
            missing=tuple(self.missing),
            left=counts["left"],
        )
