"""Draw the plugin's icon, an open book with a bookmark: plugin/.claude-plugin/icon.png.

python tools/make_icon.py
"""

import struct
import zlib
from pathlib import Path

SIDE = 512
TARGET = Path(__file__).resolve().parents[1] / "plugin" / ".claude-plugin" / "icon.png"
GROUND, PAGE, SHADE, RIBBON = (33, 53, 71), (244, 239, 226), (214, 205, 184), (201, 84, 60)


def colour(x: int, y: int) -> tuple[int, int, int]:
    """Return the colour of a pixel: two pages that bend towards their fold, and a ribbon over the right one."""
    across = abs(x - SIDE / 2) / 176
    bend = 28 * (1 - across) ** 2
    if across > 1 or not 128 + bend <= y <= 372 + bend:
        return GROUND
    if 330 <= x < 374 and y < 290 - abs(x - 352):
        return RIBBON
    return SHADE if across < 0.03 or y > 358 + bend else PAGE


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


if __name__ == "__main__":
    rows = b"".join(b"\0" + b"".join(bytes(colour(x, y)) for x in range(SIDE)) for y in range(SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    TARGET.write_bytes(b"\x89PNG\r\n\x1a\n" + parts)
