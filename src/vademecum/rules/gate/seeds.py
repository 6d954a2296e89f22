"""Judges of what is written down to get back in: seeds, recovery keys, application passwords, chosen passwords."""

# ruff: noqa: PLR2004  lengths are the formats' own

import re
from collections.abc import Callable, Mapping

from vademecum.rules.gate import looks
from vademecum.rules.gate.listing import listed
from vademecum.rules.gate.rule import Candidate

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


JUDGES: Mapping[str, Callable[[Candidate], bool]] = {
    "otp-seed": otp_seed,
    "recovery-key": recovery_key,
    "app-password": app_password,
    "chosen": chosen,
}
"""The judges of this file by name."""
