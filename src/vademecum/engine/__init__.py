"""The vault, and one verb a module.

The modules in `__all__` are imported when they are first named: opening a vault costs next to nothing, whatever it can
do, and a prompt hook passes through here.
"""

from __future__ import annotations

import sys

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from types import ModuleType

    from vademecum.engine import (
        backlog,
        capture,
        context,
        edits,
        ending,
        erase,
        follow,
        forget,
        gathering,
        get,
        maintain,
        manifest,
        move,
        pinned,
        promote,
        recall,
        session_export,
        sign,
        status,
        sync,
        touching,
        transfer,
        verify,
        watching,
        write,
    )

__all__ = [
    "backlog",
    "capture",
    "context",
    "edits",
    "ending",
    "erase",
    "follow",
    "forget",
    "gathering",
    "get",
    "maintain",
    "manifest",
    "move",
    "pinned",
    "promote",
    "recall",
    "session_export",
    "sign",
    "status",
    "sync",
    "touching",
    "transfer",
    "verify",
    "watching",
    "write",
]


def on_first_use(package: str, names: Collection[str]) -> Callable[[str], ModuleType]:
    """Return the `__getattr__` of a package that imports these of its modules when they are first named."""

    def module(name: str) -> ModuleType:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        __import__(f"{package}.{name}")
        return sys.modules[f"{package}.{name}"]

    return module


if not TYPE_CHECKING:  # a checker would take any name for a module
    __getattr__ = on_first_use(__name__, __all__)
