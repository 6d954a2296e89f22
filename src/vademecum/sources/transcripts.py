"""The records of a host's transcript, read one by one: what cannot be read hides nothing else."""

import json
from collections.abc import Iterator

from vademecum.rules.turns import Entry, Turn, conversation, entry_of, tail

LINE_BYTES = 4 * 1024 * 1024
"""A longer record is a picture or a whole file: it is passed over."""


def turns_of(data: bytes, *, most: int, turn_most: int) -> list[Turn]:
    """Return the last turns in these records: at most `most` characters, each turn cut to `turn_most`."""
    return tail(conversation(list(_entries(data))), most, turn_most)


def _entries(data: bytes) -> Iterator[Entry]:
    """Yield what each line says; one that cannot be read hides no other."""
    start = 0
    while (end := data.find(b"\n", start)) >= 0:
        line, start = data[start:end], end + 1
        if len(line) > LINE_BYTES:
            continue
        try:
            entry = entry_of(json.loads(line.decode("utf-8-sig", "replace")))
        except (ValueError, RecursionError):
            continue
        if entry is not None:
            yield entry
