"""Ways to write a secret so that a plain pattern does not see it; the held-out half has others."""

import base64
import gzip
import html
from collections.abc import Callable
from urllib.parse import quote

from vademecum.testing.specimens import Specimens

Bend = Callable[[Specimens, str], str]


def _inside(mark: str) -> Bend:
    return lambda _made, value: value[: len(value) // 2] + mark + value[len(value) // 2 :]


def _encode(coder: Callable[[str], str]) -> Bend:
    return lambda _made, value: coder(value)


def _b64(value: str) -> str:
    return base64.b64encode(value.encode()).decode()


def _wide(value: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if char.isalnum() else char for char in value)


BYPASSES: dict[str, tuple[tuple[str, Bend], ...]] = {
    "dev": (
        ("zero width space", _inside("\u200b")),
        ("soft hyphen", _inside("\xad")),
        ("line break", _inside("\n")),
        ("base64", _encode(_b64)),
        ("percent", _encode(lambda value: "".join(f"%{ord(char):02X}" for char in value))),
        ("ansi", _inside("\x1b[1m")),
    ),
    "held-out": (
        ("word joiner", _inside("\u2060")),
        ("bom", _inside("\ufeff")),
        ("nul", _inside("\0")),
        ("bidi", _inside("\u202e")),
        ("variation selector", _inside("\ufe0f")),
        ("tag character", _inside("\U000e0041")),
        ("combining joiner", _inside("\u034f")),
        ("indented break", _inside("\n    ")),
        ("crlf", _inside("\r\n")),
        ("backslash break", _inside("\\\n")),
        ("quoted break", _inside("\n> ")),
        ("string concat", _inside('" + "')),
        ("adjacent literals", _inside('" "')),
        ("bold", _inside("**")),
        ("double base64", _encode(lambda value: _b64(_b64(value)))),
        ("base64 line", _encode(lambda value: _b64(f"TOKEN={value}\n"))),
        ("urlsafe base64", _encode(lambda value: base64.urlsafe_b64encode(value.encode()).decode())),
        ("hex", _encode(lambda value: value.encode().hex())),
        ("gzip", _encode(lambda value: base64.b64encode(gzip.compress(value.encode(), mtime=0)).decode())),
        ("u escapes", _encode(lambda value: "".join(f"\\u{ord(char):04x}" for char in value))),
        ("x escapes", _encode(lambda value: "".join(f"\\x{ord(char):02x}" for char in value))),
        ("entities", _encode(lambda value: "".join(f"&#{ord(char)};" for char in value))),
        ("hex entities", _encode(lambda value: "".join(f"&#x{ord(char):x};" for char in value))),
        ("double percent", _encode(lambda value: quote("".join(f"%{ord(char):02X}" for char in value)))),
        ("named entity", _encode(lambda value: html.escape(value).replace("_", "&lowbar;").replace("-", "&#45;"))),
        ("full width", _encode(_wide)),
        ("reversed", _encode(lambda value: value[::-1])),
        ("glued to a word", _encode(lambda value: value)),
    ),
}
