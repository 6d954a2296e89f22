"""How plainly is a value a password or a key, whatever stands beside it?"""

# ruff: noqa: PLR2004  thresholds are explained where they stand

import re

from vademecum.rules.gate import looks


def strong(value: str) -> bool:
    """Tell whether a value has figures and either capitals, signs or many changes."""
    seen = looks.look(value)
    if looks.is_worded(value) or looks.is_technical(value) or not seen.digit:
        return False
    return (seen.upper > 0 and seen.lower > 0) or seen.other > 0 or seen.changes >= seen.length * 0.3


def plain(value: str) -> bool:
    """Tell whether a value is plainly a password, with little beside it to say so."""
    return strong(value) or scrambled(value) or (looks.is_chosen(value) and not looks.is_technical(value))


def short_key(value: str) -> bool:
    """Tell whether capitals with a figure, or a long run without words, are a key of the shorter kind."""
    seen = looks.look(value)
    if looks.is_worded(value) or looks.is_technical(value) or looks.is_figure(value) or looks.is_stock(value):
        return False
    return seen.length >= 12 and seen.digit >= 1 and seen.other == 0 and (seen.lower == 0 or seen.digit >= 2)


def long_key(value: str) -> bool:
    """Tell whether 20 small letters and figures or more, as base32 has them, are no words."""
    seen = looks.look(value)
    return (
        seen.length >= 20
        and seen.digit >= 3
        and seen.upper == seen.other == 0
        and seen.changes >= 4
        and not (looks.is_worded(value) or looks.is_stock(value) or looks.is_technical(value))
    )


def mixed(value: str) -> bool:
    """Tell whether 12 letters and figures or more, of both cases, are no name."""
    seen = looks.look(value)
    even = min(seen.upper, seen.lower, seen.digit) >= 1 and seen.digit + seen.changes >= 5
    return (
        seen.length >= 12
        and even
        and not (looks.is_worded(value) or looks.is_technical(value) or looks.is_stock(value))
    )


def scrambled(value: str) -> bool:
    """Tell whether letters of both cases, which make no words, have a sign between them."""
    seen = looks.look(value)
    letters = seen.upper + seen.lower
    both = min(seen.upper, seen.lower)
    uneven = both > 1 or (both == 1 and letters > 7 and not re.search(r"[\\<>{}\[\]]", value))
    return uneven and not looks.is_worded(value) and looks.has_sign(value[1:-1])
