"""Judges of what is written down to get back in: seeds, recovery keys, codes, application and chosen passwords."""

# ruff: noqa: PLR2004  lengths are the formats' own

import re
from collections.abc import Callable, Mapping

from vademecum.rules.gate import guesses, looks, strength
from vademecum.rules.gate.listing import listed
from vademecum.rules.gate.rule import Candidate

_STOP = listed(
    "the and then from with for are was were you your this that into its has have but not all can will they when"
)
_FOUR = listed(
    "must have been used with this that from when then here page your they them will only once also into each what "
    "where some many more most than like just need needs make made does done goes gets sent code keys user mail name "
    "file line long text type read sign auth link data time date days week year back next last same very well even "
    "over under after again about other there these those which while would could should because"
)
"""Words of four letters that sentences are made of."""


def otp_seed(c: Candidate) -> bool:
    """A base32 seed, whole or in groups of four: figures in it, or capitals that no word is made of."""
    bare = re.sub(r"[ -]", "", c.value).rstrip("=")
    if looks.is_stock(bare) or len(bare) < 16:
        return False
    figures = sum(map(str.isdigit, bare))
    if " " in c.value or "-" in c.value:
        plain = _FOUR.intersection(re.split(r"[ -]", c.value.lower()))
        return bare.isupper() or (not plain and (figures >= 1 or looks.vowels(bare) < 0.3))
    return figures >= 2 or (bare.isupper() and (figures >= 1 or looks.vowels(bare) < 0.24 or len(bare) >= 26))


def recovery_key(c: Candidate) -> bool:
    """Groups of equal kind, with figures in more than one."""
    groups = c.value.split("-")
    figured = sum(any(map(str.isdigit, group)) for group in groups)
    return figured >= (1 if c.value.isupper() else 2) and not looks.is_stock(c.value)


def recovery_code(c: Candidate) -> bool:
    """One code alone: two groups with figures or more, or a run of letters and figures."""
    groups = c.value.split("-")
    figured = sum(any(map(str.isdigit, group)) for group in groups)
    if looks.is_stock(c.value) or looks.is_dated(c.value) or looks.is_technical(c.value) or looks.is_uuid(c.value):
        return False
    if len(groups) == 1:
        return sum(map(str.isdigit, c.value)) >= 2 and (strength.short_key(c.value) or c.value.isdigit())
    even = len(c.value) >= 9 and len(set(map(len, groups))) <= 2
    alike = c.value.isupper() and len(groups) >= 3 and (figured or looks.vowels(c.value) < 0.34)
    return even and (figured >= 2 or bool(alike))


def app_password(c: Candidate) -> bool:
    """Four groups that are no words, or sixteen letters without a word's vowels."""
    groups = re.split(r"[ -]", c.value.lower())
    if len(groups) > 1:
        return not _FOUR.intersection(groups)
    return looks.vowels(c.value) < 0.36


def chosen(c: Candidate) -> bool:
    """A password where a sentence leaves no doubt that one follows; a place or a plain word is none."""
    value = c.value.rstrip(".,;:)")
    if looks.is_reference(value) or looks.is_technical(value) or not looks.is_password(value, least=8):
        return False
    return not looks.is_worded(value) or looks.is_chosen(value) or sum(map(str.isdigit, value)) >= 3


def opener(c: Candidate) -> bool:
    """What a file or a device is said to be opened with; ciphers and programs are none."""
    value = c.value.rstrip(".,;:)")
    return (
        looks.is_password(value)
        and not (looks.is_technical(value) or looks.is_hex(value) or "/" in value)
        and (strength.plain(value) or looks.is_random(value, 10))
    ) or looks.is_phrase_long(value)


def cookie_value(c: Candidate) -> bool:
    """A cookie's value told in a sentence; an id of a session in a log is none."""
    return (
        not looks.is_uuid(c.value)
        and "=" not in c.value.rstrip("=")
        and (looks.is_random(c.value, 20) or looks.is_hex(c.value))
        and not guesses.identifies(c)
    )


def default_value(c: Candidate) -> bool:
    """What a default or an account's dash leads to: a password with a sign in it."""
    value = c.value.rstrip(".,;:)")
    return looks.has_sign(value) and looks.is_password(value, least=8) and strength.plain(value)


def phrase(c: Candidate) -> bool:
    """Four words or more that make no sentence."""
    return looks.is_phrase_long(c.value)


def codes(c: Candidate) -> bool:
    """A list of one-time codes: most of them have figures."""
    found = re.findall(r"[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10})*", c.value)
    return len(found) > 1 and sum(any(map(str.isdigit, code)) for code in found) >= len(found) * 0.6


def mnemonic(c: Candidate) -> bool:
    """Twelve words or more, none of which only joins others."""
    found = re.findall(r"[a-z]+", c.value.lower())
    return len(found) >= 12 and len(set(found)) >= 9 and not _STOP.intersection(found[:12])


def pin(c: Candidate) -> bool:
    """A number that opens something."""
    return not re.search(r"(?i)gpio|arduino|board|connector|version|==|status", c.before(40))


JUDGES: Mapping[str, Callable[[Candidate], bool]] = {
    "otp-seed": otp_seed,
    "recovery-key": recovery_key,
    "recovery-code": recovery_code,
    "app-password": app_password,
    "chosen": chosen,
    "phrase": phrase,
    "default-value": default_value,
    "cookie-value": cookie_value,
    "opener": opener,
    "pin": pin,
    "mnemonic": mnemonic,
    "codes": codes,
}
"""The judges of this file by name."""
