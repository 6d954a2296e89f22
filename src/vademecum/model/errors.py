"""What can go wrong, as one tree.

    VademecumError
    ├── InvalidError      can never be accepted as given            exit 2
    ├── RefusedError      well formed, but a rule forbids it        exit 3
    ├── MissingError      there is no such memory, version, file    exit 4
    ├── ConflictError     the vault moved, or holds something else  exit 5
    ├── UnavailableError  the disk, a lock or an embedder fails     exit 5
    └── DamagedError      the chain is broken, a file is unreadable exit 1

Each error has a stable dotted `code` for programs, a sentence for people, and a `hint`: what to do next.
Faces map the branches to exit codes, HTTP statuses and MCP results in one table each.
"""


class VademecumError(Exception):
    """Base of every error this product raises on purpose."""

    code = "error"

    def __init__(self, message: str, *, hint: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.code = code or type(self).code


class InvalidError(VademecumError):
    """The input can never be accepted as given; `field` names the part that is wrong."""

    code = "invalid"

    def __init__(self, field: str, message: str, *, hint: str = "", code: str = "") -> None:
        super().__init__(f"{field}: {message}", hint=hint, code=code)
        self.field = field


class RefusedError(VademecumError):
    """The input is well formed, but a rule forbids it."""

    code = "refused"


class MissingError(VademecumError):
    """There is no such memory, version, project or file."""

    code = "missing"


class ConflictError(VademecumError):
    """The vault holds something that does not go together with the request."""

    code = "conflict"


class UnavailableError(VademecumError):
    """The disk, a lock, the index or an embedder does not answer; trying later may help."""

    code = "unavailable"


class DamagedError(VademecumError):
    """Stored data is not what was written: a broken chain, an unreadable file."""

    code = "damaged"
