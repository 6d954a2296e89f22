"""Where the server's bugs are noted."""

from collections.abc import Callable

from vademecum import config
from vademecum.engine.clock import utc_now
from vademecum.faces.journal import Journal, log_of


def noter(user: str) -> Callable[[str, Exception], None]:
    """Return what notes a bug: in full in the log, in one line on standard error."""
    journal = Journal(log_of(config.home(), user) / "mcp.jsonl")

    def note(where: str, fault: Exception) -> None:
        journal.fault(utc_now(), where, fault)
        journal.warn(f"{where} failed by a bug ({type(fault).__name__}); see {journal.path}")

    return note
