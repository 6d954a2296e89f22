"""Load the C modules that a hook needs without the Python modules that these import for one thing each.

`array` imports `collections` to register itself as a sequence, and `_sqlite3` imports `functools` for `lru_cache`: two
milliseconds of a process that may take twenty-five. While they are loaded, the C halves that those modules use
themselves stand in. Where anything is missing or has changed, the modules are imported as usual, later.
"""

from __future__ import annotations

import sys

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _Cached:
    """What `functools` is to `_sqlite3`: a module with `lru_cache`."""

    @staticmethod
    def lru_cache(maxsize: int) -> Callable[[Callable[..., Any]], Any]:
        from _functools import _lru_cache_wrapper  # type: ignore[import-not-found]  # noqa: PLC0415  as above

        return lambda work: _lru_cache_wrapper(work, maxsize, False, tuple)


def load() -> None:
    """Load `array` and `_sqlite3`; whatever goes wrong, the usual import is still to come."""
    try:
        import _collections_abc  # noqa: PLC0415  loaded with every interpreter
        from _functools import _lru_cache_wrapper  # noqa: F401, PLC0415  is it there?

        _load("array", {"collections": _collections_abc, "collections.abc": _collections_abc})
        _load("_sqlite3", {"functools": _Cached})
    except (ImportError, AttributeError, TypeError):
        return


def _load(name: str, stand_ins: dict[str, Any]) -> None:
    if name in sys.modules or not stand_ins.keys().isdisjoint(sys.modules):
        return
    sys.modules.update(stand_ins)
    try:
        __import__(name)
    finally:
        for used in stand_ins:
            del sys.modules[used]
