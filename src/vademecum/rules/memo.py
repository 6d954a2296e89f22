"""A function that remembers its answers: what `functools.lru_cache` does, for the modules of a prompt hook.

`functools` takes two milliseconds to import. This one begins anew when it is full, instead of dropping what is oldest.
"""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    K = TypeVar("K")
    V = TypeVar("V")

    Remembered = dict[Any, Any]
else:
    Remembered = dict


class _Memo(Remembered):
    def __init__(self, work: Callable[[Any], Any], most: int) -> None:
        super().__init__()
        self._work, self._most = work, most

    def __missing__(self, key: Any) -> Any:  # noqa: ANN401  typed by `remember`
        value = self._work(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = value
        return value


def remember(most: int) -> Callable[[Callable[[K], V]], Callable[[K], V]]:
    """Return a decorator for a function of one hashable argument; at most so many answers are kept."""

    def decorate(work: Callable[[K], V]) -> Callable[[K], V]:
        return _Memo(work, most).__getitem__

    return decorate
