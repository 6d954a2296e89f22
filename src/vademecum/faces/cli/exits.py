"""How a command ends: one table from errors to exit codes, and one fence for bugs.

0   done
1   done, with something to report: findings, a broken chain, nothing found with --fail-empty
2   usage: the command line or an input cannot be accepted as given
3   blocked by the gate, or by another rule
4   there is no such thing
5   degraded with --strict, in conflict, or something does not answer
70  a bug
"""

from vademecum.model.errors import (
    ConflictError,
    DamagedError,
    InvalidError,
    MissingError,
    RefusedError,
    UnavailableError,
    VademecumError,
)

DONE = 0
REPORT = 1
USAGE = 2
BLOCKED = 3
MISSING = 4
DEGRADED = 5
BUG = 70
INTERRUPTED = 130

_CODES: tuple[tuple[type[VademecumError], int], ...] = (
    (InvalidError, USAGE),
    (RefusedError, BLOCKED),
    (MissingError, MISSING),
    (ConflictError, DEGRADED),
    (UnavailableError, DEGRADED),
    (DamagedError, REPORT),
)


def code_of(fault: VademecumError) -> int:
    """Return the exit code of an error."""
    return next((code for kind, code in _CODES if isinstance(fault, kind)), REPORT)
