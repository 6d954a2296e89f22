"""Check digits and issuers of the numbers that name a person, a card or an account.

Sources: ISO 7812 (cards, Luhn), ISO 13616 (IBAN, mod 97-10), Receita Federal (CPF, CNPJ), Spain's Interior Ministry
(DNI, NIE), INSEE (NIR), Germany's BZSt (IdNr, ISO 7064 mod 11,10), UIDAI (Aadhaar, Verhoeff), SSA (SSN areas),
HMRC (NINO prefixes), ESTV (AHV, EAN-13), GUS (PESEL), Belastingdienst (BSN, elfproef), AT (NIF, mod 11).
"""

# ruff: noqa: E501, PLR2004  the issuers' pattern is one line; lengths are the formats' own

import re
from collections.abc import Callable, Mapping

from vademecum.rules.gate.rule import Candidate

_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28,
    "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
    "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22,
    "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LI": 21, "LT": 20, "LU": 20,
    "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24,
    "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27,
    "TN": 24, "TR": 26, "UA": 29, "VG": 24, "XK": 20,
}  # fmt: skip
_ISSUERS = re.compile(
    r"^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|2720\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|"
    r"6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14}|62\d{14,17}|(?:5018|5020|5038|6304|6759|676[1-3])\d{8,15}|(?:4011|438935|5041|5067|509\d|6277|636368|650\d|6516|6550)\d{10,12})$"
)
_TEST_CARDS = frozenset(
    (
        "4242424242424242",
        "4000000000000002",
        "5555555555554444",
        "378282246310005",
        "6011111111111117",
        "4111111111111111",
        "4012888888881881",
        "5105105105105100",
        "5200828282828210",
        "3530111333300000",
    )
)
_VERHOEFF = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678", "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_VERHOEFF_SHIFT = (
    "0123456789",
    "1576283094",
    "5803796142",
    "8916043527",
    "9453126870",
    "4286573901",
    "2793806415",
    "7046913258",
)


def digits(value: str) -> str:
    """Return the figures of a value."""
    return "".join(char for char in value if char.isdigit())


def luhn(number: str) -> bool:
    """Check the last figure of ISO 7812."""
    total = 0
    for place, char in enumerate(reversed(number)):
        figure = int(char) * (1 + place % 2)
        total += figure - 9 if figure > 9 else figure
    return total % 10 == 0


def cn_id(c: Candidate) -> bool:
    """A Chinese resident's number (GB 11643, ISO 7064 mod 11-2)."""
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    total = sum(int(figure) * weight for figure, weight in zip(c.value, weights, strict=False))
    return "10X98765432"[total % 11] == c.value[-1].upper()


def weighted(number: str, weights: tuple[int, ...]) -> int:
    """Return the sum of figures times weights."""
    return sum(int(char) * weight for char, weight in zip(number, weights, strict=False))


def card(c: Candidate) -> bool:
    """Luhn, a known issuer, and not one of the numbers that payment manuals print."""
    number = digits(c.value)
    return _ISSUERS.match(number) is not None and luhn(number) and number not in _TEST_CARDS


def iban(c: Candidate) -> bool:
    """Country, length, and mod 97."""
    value = re.sub(r"[\s.-]", "", c.value).upper()
    if _IBAN_LENGTHS.get(value[:2]) != len(value):
        return False
    return int("".join(str(int(char, 36)) for char in value[4:] + value[:4])) % 97 == 1


def cpf(c: Candidate) -> bool:
    """Two check figures, mod 11; not eleven times the same figure."""
    number = digits(c.value)
    if len(number) != 11 or len(set(number)) == 1:
        return False
    return all(weighted(number[:n], tuple(range(n + 1, 1, -1))) * 10 % 11 % 10 == int(number[n]) for n in (9, 10))


def cnpj(c: Candidate) -> bool:
    """Two check figures, mod 11."""
    number = digits(c.value)
    weights = (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)
    if len(number) != 14 or len(set(number)) == 1:
        return False
    sums = (weighted(number[:12], weights[1:]), weighted(number[:13], weights))
    return all((11 - s % 11 if s % 11 > 1 else 0) == int(number[12 + n]) for n, s in enumerate(sums))


def dni(c: Candidate) -> bool:
    """The letter is the number mod 23; a NIE's X, Y, Z stand for 0, 1, 2."""
    value = re.sub(r"[\s.-]", "", c.value).upper()
    number = value[:-1].translate(str.maketrans("XYZ", "012"))
    return number.isdigit() and "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == value[-1]


def nir(c: Candidate) -> bool:
    """Key = 97 - number mod 97; Corsica's 2A and 2B stand for 19 and 18."""
    value = re.sub(r"[\s.-]", "", c.value).upper().replace("2A", "19").replace("2B", "18")
    return value.isdigit() and len(value) == 15 and 97 - int(value[:13]) % 97 == int(value[13:])


def idnr(c: Candidate) -> bool:
    """ISO 7064 mod 11,10 over eleven figures."""
    number = digits(c.value)
    if len(number) != 11 or number[0] == "0":
        return False
    product = 10
    for char in number[:10]:
        product = ((int(char) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(number[10])


def verhoeff(c: Candidate) -> bool:
    """Verhoeff over twelve figures that begin with 2 to 9, and are no part of a UUID."""
    if "-" in (c.before(1), c.after(1)):
        return False
    check = 0
    for place, char in enumerate(reversed(digits(c.value))):
        check = int(_VERHOEFF[check][int(_VERHOEFF_SHIFT[place % 8][int(char)])])
    return check == 0


def ssn(c: Candidate) -> bool:
    """Areas, groups and serials that the SSA gives out."""
    area, group, serial = re.split(r"[- .]", c.value)
    return (
        area not in {"000", "666"} and area < "900" and group != "00" and serial != "0000" and c.value != "123-45-6789"
    )


def nino(c: Candidate) -> bool:
    """Prefixes that HMRC gives out."""
    value = c.value.replace(" ", "").upper()
    return (
        value[:2] not in {"BG", "GB", "KN", "NK", "NT", "TN", "ZZ"}
        and value[0] not in "DFIQUV"
        and value[1] not in "DFIQUVO"
    )


def luhn_number(c: Candidate) -> bool:
    """Luhn over all figures; not all the same."""
    number = digits(c.value)
    return luhn(number[-10:] if len(number) == 12 else number) and len(set(number)) > 2


def pesel(c: Candidate) -> bool:
    """Mod 10 with weights 1 3 7 9."""
    number = digits(c.value)
    return weighted(number, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0 and 1 <= int(number[2:4]) % 20 <= 12


def bsn(c: Candidate) -> bool:
    """The Dutch eleven test."""
    return weighted(digits(c.value), (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0


def nif_pt(c: Candidate) -> bool:
    """Portugal's tax number, mod 11."""
    number = digits(c.value)
    rest = weighted(number, (9, 8, 7, 6, 5, 4, 3, 2)) % 11
    return (0 if rest < 2 else 11 - rest) == int(number[8])


def ahv(c: Candidate) -> bool:
    """EAN-13 over a number that begins with 756."""
    number = digits(c.value)
    return (10 - weighted(number[:12], (1, 3) * 6) % 10) % 10 == int(number[12])


def nric(c: Candidate) -> bool:
    """Singapore's letter, mod 11."""
    value = c.value.upper()
    total = weighted(value[1:8], (2, 7, 6, 5, 4, 3, 2)) + (4 if value[0] in "TG" else 0)
    return ("JZIHGFEDCBA" if value[0] in "ST" else "XWUTRQPNMLK")[total % 11] == value[8]


def tckn(c: Candidate) -> bool:
    """Turkey's number: two check figures, mod 10."""
    number = [int(char) for char in c.value]
    tenth = (sum(number[0:9:2]) * 7 - sum(number[1:8:2])) % 10
    return number[9] == tenth and number[10] == sum(number[:10]) % 10


JUDGES: Mapping[str, Callable[[Candidate], bool]] = {
    "cn-id": cn_id,
    "card": card,
    "iban": iban,
    "cpf": cpf,
    "cnpj": cnpj,
    "dni": dni,
    "nir": nir,
    "idnr": idnr,
    "verhoeff": verhoeff,
    "ssn": ssn,
    "nino": nino,
    "luhn": luhn_number,
    "pesel": pesel,
    "bsn": bsn,
    "nif-pt": nif_pt,
    "ahv": ahv,
    "nric": nric,
    "tckn": tckn,
}
"""The judges of this file by name."""
