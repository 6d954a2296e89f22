"""Sessions that somebody wanted forgotten: what is noted of them, so that no look ever takes them in again.

The note is in the history, since an index may be made anew at any time.
"""

from collections.abc import Iterable

from vademecum.engine.keepers import Keepers

FORGOTTEN = "forgotten"
"""What a file's state says of a session that somebody wanted forgotten."""

_FACT = "forgotten session "
_MASK = 2**64 - 1


def is_forgotten(keepers: Keepers, group: str) -> bool:
    """Tell whether somebody wanted a session forgotten: it is then never read again."""
    return keepers.history.fact(_name(group)) is not None


def note(keepers: Keepers, group: str, turns: Iterable[int]) -> None:
    """Note that a session, with its sub-agents, is never to be read again, nor these turns in any copy of it."""
    packed = "".join(f"{turn & _MASK:016x}" for turn in sorted(set(turns)))
    with keepers.history.writing(keepers.key):
        keepers.history.state(_name(group), (keepers.history.fact(_name(group)) or "1") + packed)


def forgotten_turns(keepers: Keepers) -> set[int]:
    """Return the hashes (64 bits, signed) of all turns of the sessions that somebody wanted forgotten."""
    packed = [value[1:] for value in keepers.history.facts(_FACT).values()]
    unsigned = {int(one[place : place + 16], 16) for one in packed for place in range(0, len(one), 16)}
    return {turn - (turn >> 63 << 64) for turn in unsigned}


def _name(group: str) -> str:
    return _FACT + group.partition("/")[0]
