"""Check figures of the personal numbers of further countries.

Sources: Czech Republic (act 133/2000, mod 11), Romania (CNP, mod 11), Australia's ATO (TFN mod 11, ABN mod 89) and
Services Australia (Medicare), Bulgaria (EGN), Croatia (OIB, ISO 7064 mod 11,10), former Yugoslavia (JMBG), Estonia and
Lithuania (mod 11 in two steps), Belgium (mod 97), Norway (two mod 11), Finland (mod 31), Austria (SVNR), the NHS,
Ireland (PPS, mod 23), Argentina's AFIP (CUIT), Chile (RUT), Japan (My Number), Taiwan, Russia (SNILS, INN), Ukraine
(RNOKPP), Greece (AFM), Iran (mod 11), Spain (social security, mod 97), Brazil (PIS).
"""

# ruff: noqa: PLR2004  lengths, weights and moduli are the formats' own

from collections.abc import Callable, Mapping

from vademecum.rules.gate.identifiers import digits, luhn, weighted
from vademecum.rules.gate.rule import Candidate

_SVNR = (3, 7, 9, 0, 5, 8, 4, 2, 1, 6)
_JMBG = (7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)
_FIRST, _SECOND = (1, 2, 3, 4, 5, 6, 7, 8, 9, 1), (3, 4, 5, 6, 7, 8, 9, 1, 2, 3)


def _last(number: str, weights: tuple[int, ...], modulus: int = 11) -> bool:
    """Tell whether the last figure is the weighted sum of the others, and 0 where that has two figures."""
    return weighted(number[:-1], weights) % modulus % 10 == int(number[-1])


def _complement(number: str, weights: tuple[int, ...]) -> bool:
    """Tell whether the last figure completes the weighted sum of the others to a multiple of 11."""
    return -weighted(number[:-1], weights) % 11 % 10 == int(number[-1])


def cz_birth(number: str) -> bool:
    """Ten figures are a multiple of 11; the older nine have no check."""
    month = int(number[2:4]) % 50
    return (len(number) == 9 or int(number) % 11 == 0) and (1 <= month <= 12 or 21 <= month <= 32)


def ro_cnp(number: str) -> bool:
    """The sum mod 11, where 10 is written 1."""
    rest = weighted(number, (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)) % 11
    return (1 if rest == 10 else rest) == int(number[12])


def baltic(number: str) -> bool:
    """Estonia and Lithuania: mod 11, with other weights where that gives 10."""
    rest = weighted(number[:10], _FIRST) % 11
    rest = weighted(number[:10], _SECOND) % 11 % 10 if rest == 10 else rest
    return rest == int(number[10])


def oib(number: str) -> bool:
    """ISO 7064 mod 11,10."""
    product = 10
    for char in number[:-1]:
        product = ((int(char) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(number[-1])


def be_national(number: str) -> bool:
    """97 less the number mod 97; from 2000 on a 2 stands before it."""
    return any(97 - int(lead + number[:9]) % 97 == int(number[9:]) for lead in ("", "2"))


def no_birth(number: str) -> bool:
    """Two check figures, mod 11."""
    return _complement(number[:10], (3, 7, 6, 1, 8, 9, 4, 5, 2)) and _complement(number, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2))


def snils(number: str) -> bool:
    """The sum mod 101, where 100 is written 0."""
    return weighted(number, (9, 8, 7, 6, 5, 4, 3, 2, 1)) % 101 % 100 == int(number[9:])


def inn(number: str) -> bool:
    """Ten figures for a firm, twelve for a person."""
    if len(number) == 10:
        return _last(number, (2, 4, 10, 3, 5, 9, 4, 6, 8))
    return _last(number[:11], (7, 2, 4, 10, 3, 5, 9, 4, 6, 8)) and _last(number, (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8))


def my_number(number: str) -> bool:
    """Japan: mod 11, where 0 and 1 are written 0."""
    rest = weighted(number, (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return (0 if rest < 2 else 11 - rest) == int(number[11])


def ir_national(number: str) -> bool:
    """Iran: mod 11, a small rest stands for itself."""
    rest = weighted(number[:9], (10, 9, 8, 7, 6, 5, 4, 3, 2)) % 11
    return (rest if rest < 2 else 11 - rest) == int(number[9])


def abn(number: str) -> bool:
    """Australia's business number, which a sole trader has too: mod 89."""
    return weighted(str(int(number[0]) - 1) + number[1:], (10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)) % 89 == 0


def rut(c: Candidate) -> bool:
    """Chile: mod 11, where 10 is written K."""
    bare, _, check = c.value.upper().rpartition("-")
    total = weighted(digits(bare)[::-1], (2, 3, 4, 5, 6, 7, 2, 3, 4))
    return "0K987654321"[total % 11] == check


def hetu(c: Candidate) -> bool:
    """Finland: the nine figures mod 31 name the last character."""
    number = digits(c.value[:10])
    return len(number) == 9 and "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(number) % 31] == c.value[-1].upper()


def pps(c: Candidate) -> bool:
    """Ireland: mod 23; a second letter counts nine times its place."""
    value = c.value.upper()
    second = (ord(value[8]) - 64) * 9 if len(value) > 8 and value[8] != "W" else 0
    total = weighted(value[:7], (8, 7, 6, 5, 4, 3, 2)) + second
    return "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] == value[7]


def tw_id(c: Candidate) -> bool:
    """Taiwan: the letter stands for two figures, the sum is a multiple of 10."""
    place = str("ABCDEFGHJKLMNPQRSTUVXYWZIO".index(c.value[0].upper()) + 10)
    return weighted(place + c.value[1:], (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1)) % 10 == 0


def in_capitals(c: Candidate) -> bool:
    """A shape that is its own check, in capitals."""
    return c.value == c.value.upper()


_OF_FIGURES: Mapping[str, Callable[[str], bool]] = {
    "cz-birth": cz_birth,
    "ro-cnp": ro_cnp,
    "baltic": baltic,
    "oib": oib,
    "be-national": be_national,
    "no-birth": no_birth,
    "snils": snils,
    "inn": inn,
    "my-number": my_number,
    "ir-national": ir_national,
    "abn": abn,
    "luhn-plain": luhn,
    "tfn": lambda number: weighted(number, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0,
    "medicare": lambda number: weighted(number, (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == int(number[8]),
    "egn": lambda number: _last(number, (2, 4, 8, 5, 10, 9, 7, 3, 6)),
    "rnokpp": lambda number: _last(number, (-1, 5, 7, 9, 4, 6, 10, 5, 7)),
    "jmbg": lambda number: _complement(number, _JMBG),
    "svnr": lambda number: weighted(number, _SVNR) % 11 == int(number[3]),
    "nhs": lambda number: _complement(number, (10, 9, 8, 7, 6, 5, 4, 3, 2)),
    "cuit": lambda number: _complement(number, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)),
    "pis": lambda number: _complement(number, (3, 2, 9, 8, 7, 6, 5, 4, 3, 2)),
    "afm": lambda number: _last(number, (256, 128, 64, 32, 16, 8, 4, 2)),
    "es-social": lambda number: int(number[:10]) % 97 == int(number[10:]),
}


def _by_figures(check: Callable[[str], bool]) -> Callable[[Candidate], bool]:
    """Judge the figures alone; the same figure over and over is none of anybody's."""

    def judge(c: Candidate) -> bool:
        number = digits(c.value)
        return len(set(number)) > 2 and check(number)

    return judge


JUDGES: Mapping[str, Callable[[Candidate], bool]] = {
    **{name: _by_figures(check) for name, check in _OF_FIGURES.items()},
    "rut": rut,
    "hetu": hetu,
    "pps": pps,
    "tw-id": tw_id,
    "in-capitals": in_capitals,
}
"""The judges of this file by name."""
