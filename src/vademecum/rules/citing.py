"""A cite as one word of text: `src/app.py#L3-L7@<sha256>`."""

import re

from vademecum.model.memory import Cite

_CITE = re.compile(
    r"(?P<path>.+?)(?:#L(?P<start>\d{1,9})(?:-L(?P<end>\d{1,9}))?)?(?:@(?P<digest>[0-9a-f]{8,64})?)?",
    re.DOTALL,
)


def write_cite(cite: Cite) -> str:
    """Write a cite; lines and digest are left out when they are not known."""
    lines = f"#L{cite.start}-L{cite.end}" if cite.start or cite.end else ""
    text = cite.path + lines + (f"@{cite.digest}" if cite.digest else "")
    if read_cite(text) == cite:
        return text
    return f"{cite.path}#L{cite.start}-L{cite.end}@{cite.digest}"  # the path itself ends like lines or a digest


def read_cite(text: str) -> Cite:
    """Read what `write_cite` wrote, or a bare path, or a path with one line (`#L3`)."""
    found = _CITE.fullmatch(text)
    if not found:
        return Cite(text)
    start = int(found["start"] or 0)
    return Cite(found["path"], start, int(found["end"] or start), found["digest"] or "")
