"""JSON without `import json`, which imports `re` and compiles six patterns: half of a bare interpreter's start.

The work is done by the functions in C that the standard library uses itself; where they are missing or have changed,
the standard library does it.
"""

from __future__ import annotations

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class _Strict:
    """What the scanner wants to know."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    memo: dict[str, str]

    def __init__(self) -> None:
        self.memo = {}

    @staticmethod
    def parse_constant(text: str) -> float:
        return float(text.replace("Infinity", "inf"))


def loads(text: str) -> Any:  # noqa: ANN401  what JSON holds
    """Read one JSON text.

    Raises:
        ValueError: it is none.
    """
    try:
        from _json import make_scanner  # noqa: PLC0415  see the module

        scan = make_scanner(_Strict())  # type: ignore[arg-type]
    except (ImportError, TypeError, AttributeError):
        import json  # noqa: PLC0415

        return json.loads(text)
    bare = text.strip(" \t\r\n")
    try:
        value, end = scan(bare, 0)
    except (StopIteration, SystemError, RecursionError):
        # Without the standard library's own error class loaded, the scanner has none to raise: a SystemError.
        raise ValueError("not JSON") from None
    if end != len(bare):
        raise ValueError("more than one JSON text")
    return value


def dumps(value: Any) -> str:  # noqa: ANN401  as above
    """Write plain values (dict, list, tuple, str, int, float, bool, None) on one line, in ASCII."""
    try:
        from _json import encode_basestring_ascii, make_encoder  # noqa: PLC0415

        encode = make_encoder({}, _refuse, encode_basestring_ascii, None, ":", ",", False, False, False)
    except (ImportError, TypeError):
        import json  # noqa: PLC0415

        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    return "".join(encode(value, 0))


def _refuse(value: object) -> object:
    raise TypeError(f"{type(value).__name__} is not plain")
