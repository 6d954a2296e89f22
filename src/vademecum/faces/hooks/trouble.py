"""The log of hooks that could not do their work: kinds and places, never a word of the user's."""

from __future__ import annotations

import json
import os
import time

LOG = "hooks.log"
ROTATE_AT = 256_000


def note(home: str, host: str, event: str, fault: Exception) -> None:
    """Append one line; when even that fails, there is nobody left to tell."""
    line = json.dumps({"at": int(time.time()), "host": host, "event": event, **_told(fault)}) + "\n"  # noqa: TID251  a face's own clock
    path = os.path.join(home, "log", LOG)  # noqa: PTH118  a hook does without pathlib
    try:
        if not os.path.isdir(home):  # noqa: PTH112
            return  # a home is made by those who mean to
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
        if os.path.exists(path) and os.path.getsize(path) > ROTATE_AT:  # noqa: PTH110, PTH202
            os.replace(path, f"{path}.1")  # noqa: PTH105
        no_wait = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | no_wait, 0o600)
        try:
            os.write(file, line.encode())
        finally:
            os.close(file)
    except OSError:
        return


def _told(fault: Exception) -> dict[str, object]:
    step = fault.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    where = f"{os.path.basename(step.tb_frame.f_code.co_filename)}:{step.tb_lineno}" if step else ""  # noqa: PTH119
    return {"kind": type(fault).__name__, "code": getattr(fault, "code", ""), "where": where, "mend": _mend(fault)}


def _mend(fault: Exception) -> str:
    """Return the command of ours that the fault's hint begins with or names, and no other word of it."""
    quoted = str(getattr(fault, "hint", "")).split("`")[1::2]
    words = next((text.split() for text in quoted if text.startswith("vade ")), [])
    return " ".join(words) if len(words) == 2 and words[1].isalpha() else ""  # noqa: PLR2004  `vade` and a verb
