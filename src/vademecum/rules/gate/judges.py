"""Judges: is a candidate that a pattern found the real thing?

Each takes a `Candidate` and answers yes or no. The catalogue names them.
"""

# ruff: noqa: PLR2004  patterns are one line; thresholds are explained where they stand

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from vademecum.rules.gate import checks, guesses, identifiers, looks, names, people, places, seeds, strength
from vademecum.rules.gate.rule import Candidate

Judge = Callable[[Candidate], bool]

_ASSIGNMENT = re.compile(r"([A-Za-z0-9_]{2,40})[=:]")
_SIGNS = re.compile(
    r"(?i)(?:jwt|session|cookie|sign(?:ing)?|auth|csrf|hmac|encryption|app|api|client|webhook)_?(?:secret|key)$"
)
_NEAR_SENTRY = re.compile(r"(?i)^@[\w.\-]*(?:sentry|bugsnag|rollbar|airbrake)")


def plausible(c: Candidate) -> bool:
    """A prefixed value: not a stand-in, and not just words behind the prefix."""
    value = c.value
    if looks.is_stock(value) or looks.is_worded(value):
        return False
    seen = looks.look(value)
    if not seen.lower and seen.upper >= 15:  # base32 and the like: a run of 16 has no figure in one of thirty
        return seen.digit >= 1
    return seen.digit >= 2 or (seen.upper >= 3 and seen.lower >= 3 and seen.changes >= seen.length * 0.25)


def dsn(c: Candidate) -> bool:
    """A password in an address: anything that is no stand-in, no port and not the user's own name."""
    value, before = c.value, c.before(140)
    user = before.rstrip(":").rpartition("://")[2].rpartition("/")[2]
    if looks.is_stock(value) or looks.is_reference(value) or "://" in value:
        return False
    return not re.fullmatch(r"\d{1,5}(?:#.*)?", value) and value.lower() != user.lower() and len(value) >= 3


def url_token(c: Candidate) -> bool:
    """A token in the user's place of an address; error trackers' public keys stand there too."""
    return plausible(c) and looks.is_random(c.value, 20) and not _NEAR_SENTRY.match(c.after(64))


def loose(c: Candidate) -> bool:
    """A value in a place made for secrets: letters and figures are enough, words are not."""
    value = c.value.rstrip(".,")
    if looks.is_stock(value) or looks.is_reference(value) or looks.is_worded(value):
        return False
    seen = looks.look(value)
    return (seen.digit >= 1 and seen.lower + seen.upper >= 2) or looks.is_random(value)


def basic(c: Candidate) -> bool:
    """Base64 of `user:password`, with a password that is no stand-in."""
    value = c.value.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4)).decode("latin-1")
    except (binascii.Error, ValueError):
        return False
    user, colon, password = plain.partition(":")
    if not colon or not plain.isprintable() or not user.isascii():
        return False
    return len(password) >= 3 and not looks.is_stock(password) and not looks.is_reference(password)


def jwt(c: Candidate) -> bool:
    """A signed token."""
    return not looks.MARKER.search(c.value)


def given(c: Candidate) -> bool:
    """A value in a password's own place: anything that is neither a stand-in nor a reference."""
    value = c.value
    plain = value.isalpha() and value.islower() and len(value) < 8
    return not (
        plain or value.startswith(("-", "$", "/", "<", "{", "%")) or looks.is_stock(value) or looks.is_reference(value)
    )


def parameter(c: Candidate) -> bool:
    """A value in a URL's query."""
    value = c.value
    if looks.is_stock(value) or looks.is_reference(value):
        return False
    return (
        looks.is_random(value, 10)
        or looks.is_uuid(value)
        or (looks.is_password(value, least=8) and strength.strong(value))
    )


def password(c: Candidate) -> bool:
    """Something that looks like a password."""
    return looks.is_password(c.value) and not looks.is_technical(c.value)


def pgpass(c: Candidate) -> bool:
    """A password file's last field, where linters print their message."""
    return looks.is_password(c.value, least=8) and strength.plain(c.value)


def flag(c: Candidate) -> bool:
    """The value of a command-line flag."""
    return not c.value.startswith("-") and assigned(c)


def assigned(c: Candidate) -> bool:
    """A value assigned to a name that asks for a secret."""
    verdict = names.judge(c.name, c.lead)
    value = c.value
    if not verdict or _is_assignment(c):
        return False
    if len(value) < 4 or "://" in value or looks.is_stock(value):
        return False
    phrase = looks.is_phrase_joined(value) and (c.name.isupper() or "phrase" in c.name.lower())
    if looks.is_reference(value) and not (phrase and verdict == "password"):
        return False
    if verdict == "password":
        return phrase or _assigned_password(c)
    if verdict == "secret":
        return _assigned_secret(c)
    return (
        " " not in value
        and (looks.is_random(value, 16) or looks.is_hex(value))
        and not (guesses.identifies(c) or guesses.names_build(c) or guesses.names_file(value))
    )


def _is_assignment(c: Candidate) -> bool:
    """Tell whether the value is an assignment of its own, which is looked at by itself, or the name's is an ARN's."""
    if _is_in_arn(c):
        return True
    inner = None if c.quoted else _ASSIGNMENT.match(c.text, c.start, c.end)
    return inner is not None and bool(names.judge(inner[1]))


def _is_in_arn(c: Candidate) -> bool:
    """Tell whether a value is the last part of an Amazon resource name."""
    return re.search(r"\barn:[\w\-]+:[^\s\"']*$", c.before(120)) is not None


def assigned_quoted(c: Candidate) -> bool:
    """A quoted value behind a name, where nothing but the quotes says that it is one."""
    return _is_quote(c.before(1)) and assigned(replace(c, quoted=True))


def _is_quote(char: str) -> bool:
    return char in {'"', "'"}


def _assigned_password(c: Candidate) -> bool:
    value = c.value
    if " " in value:
        short = value.count(" ") == 1 and looks.is_password(value, least=8) and value[-1] != "."
        return c.quoted and (short or looks.is_phrase_long(value))
    if looks.is_worded(value):
        if looks.is_phrase_long(value) or (
            c.quoted and "-" in value and value.replace("-", "").isalpha() and looks.is_phrase(value)
        ):
            return True
        return sum(map(str.isdigit, value)) >= 2 and looks.is_password(value, least=8) and not looks.is_technical(value)
    return looks.is_password(value, least=4 if c.quoted else 5) or looks.is_random(value, 8)


def _assigned_secret(c: Candidate) -> bool:
    value = c.value
    if " " in value:
        return False
    if looks.is_uuid(value):
        return not re.search(r"(?i)client[_-]?token$", c.lead + c.name)
    if looks.is_random(value, 10) or looks.is_hex(value):
        return True
    if looks.is_worded(value):
        least = 2 if looks.is_chosen(value) and (_SIGNS.search(c.name) or _is_plain_secret(c)) else 3
        length = 9 if least == 2 else 12
        return (
            sum(map(str.isdigit, value)) >= least
            and looks.is_password(value, least=length)
            and not looks.is_technical(value)
        )
    return looks.is_password(value, least=8) and strength.strong(value)


def _is_plain_secret(c: Candidate) -> bool:
    """Tell whether the name ends in `secret` and the value is a phrase of words."""
    return names.words(c.name)[-1:] in (("secret",), ("passphrase",)) and c.value.count("-") >= 2


def spoken(c: Candidate) -> bool:
    """What a sentence says a password or token is."""
    value, verdict = c.value, names.judge(c.name, c.lead)
    if (
        not verdict
        or _is_assignment(c)
        or (" " in value and not (c.quoted and verdict == "password" and looks.is_phrase_long(value)))
        or looks.is_stock(value)
        or looks.is_technical(value)
    ):
        return False
    phrase = verdict == "password" and "." in value and looks.is_phrase_joined(value)
    if phrase or looks.is_reference(value):
        return phrase
    if verdict != "password" or looks.is_hex(value):
        return _spoken_key(c, verdict)
    if looks.is_worded(value):
        return looks.is_phrase_long(value) or (sum(map(str.isdigit, value)) >= 2 and looks.is_password(value, least=8))
    if not looks.is_password(value):
        return False
    return any(map(str.isdigit, value) if not c.quoted else map(_is_mark, value)) or strength.scrambled(value)


def _spoken_key(c: Candidate, verdict: str) -> bool:
    """What a sentence says a key or token is: no hash, no id."""
    value = c.value
    if guesses.is_hashed(c) or guesses.names_build(c):
        return False
    if verdict == "secret" and looks.is_uuid(value):
        return not guesses.is_called_id(c)
    return not guesses.identifies(c) and (
        looks.is_random(value, 14)
        or looks.is_hex(value)
        or (_says_secret(c) and (pgpass(c) or strength.short_key(value)))
        or (verdict == "secret" and (strength.mixed(value) or strength.long_key(value)))
    )


def _is_mark(char: str) -> bool:
    return not char.isalpha()


def _says_secret(c: Candidate) -> bool:
    """Tell whether the name is a secret's and not any key's."""
    return names.judge(c.name) == "secret" and c.name.lower() not in {"token", "key"}


def blurted(c: Candidate) -> bool:
    """A value right behind the word, without a verb: it has to be plain to see."""
    verdict = "" if _ASSIGNMENT.match(c.value) and not c.quoted else names.judge(c.name, c.lead)
    if _is_key_id(c) or _is_in_arn(c) or guesses.is_hashed(c) or guesses.names_build(c):
        return False
    if verdict == "secret" and not looks.is_technical(c.value):
        return (
            looks.is_uuid(c.value)
            or looks.is_hex(c.value)
            or looks.is_random(c.value, 14)
            or strength.short_key(c.value)
            or (looks.is_password(c.value, least=10) and strength.strong(c.value))
        )
    if verdict != "password":
        return (
            bool(verdict)
            and looks.is_random(c.value, 16)
            and not guesses.identifies(c)
            and not looks.is_reference(c.value)
        )
    value = c.value
    if looks.is_phrase_long(value) and " " not in value:
        return True
    if not looks.is_password(value, least=8) or looks.is_technical(value) or re.search(r"[ `\"]", value):
        return False
    return strength.plain(value)


def _is_key_id(c: Candidate) -> bool:
    """Tell whether a plain `key` is named by the end of its fingerprint, as OpenPGP does."""
    return (
        c.name.lower() in {"key", "keys"}
        and re.fullmatch(r"(?:0x)?(?:[0-9A-F]{8}|[0-9A-F]{16}|[0-9A-F]{40})", c.value) is not None
    )


def login_second(c: Candidate) -> bool:
    """The second half of a pair that is called a login: a chosen password is enough, but no year."""
    return blurted_pair(c) or _is_chosen_plainly(c.value.rstrip(".,;:)"))


def spaced_pair(c: Candidate) -> bool:
    """The second half of `root / password`; without blanks it may be a path."""
    return blurted_pair(c) or (c.before(1) in " \"'`" and _is_chosen_plainly(c.value.rstrip(".,;:)")))


def _is_chosen_plainly(value: str) -> bool:
    return looks.is_chosen(value) and not looks.is_technical(value) and not re.search(r"[a-z](?:19|20)\d\d$", value)


def login_token(c: Candidate) -> bool:
    """What follows `tool auth` or `tool token`; a UUID only where it is given to log in."""
    return loose(c) and not (looks.is_uuid(c.value) and re.search(r"(?i)token[ \t]+$", c.before(10)))


def spoken_value(c: Candidate) -> bool:
    """What a sentence changes a password to."""
    value = c.value.rstrip(".,;:)")
    if looks.is_technical(value) or not looks.is_password(value, least=8):
        return False
    return strength.plain(value)


def blurted_pair(c: Candidate) -> bool:
    """The second half of `user / password`."""
    value = c.value.rstrip(".,;:)")
    if (
        looks.is_technical(value)
        or "/" in value
        or ":" in value
        or looks.is_hex(value)
        or not looks.is_password(value, least=8)
    ):
        return False
    digits = sum(map(str.isdigit, value))
    if looks.has_sign(value) and strength.plain(value):
        return True
    return strength.strong(value) if not looks.is_worded(value) else digits >= 3 and "-" in value


def password_or_token(c: Candidate) -> bool:
    """A quoted value that a sentence calls a password or token."""
    return not looks.is_technical(c.value) and (pgpass(c) or looks.is_random(c.value, 12))


def unhashed(c: Candidate) -> bool:
    """A key of hex digits that its sentence calls neither a hash nor an id."""
    return plausible(c) and not (guesses.is_hashed(c) or guesses.identifies(c))


def stored(c: Candidate) -> bool:
    """What a command puts into a store; into one for secrets, anything that is no word."""
    secret = re.search(r"(?i)securestring|secret", c.before(280)) is not None
    return password_or_token(c) or (secret and given(c) and not looks.is_worded(c.value))


def paired(c: Candidate) -> bool:
    """The second of two values that two names ask for."""
    return not looks.is_technical(c.value) and (loose(c) if len(c.value) >= 16 else pgpass(c))


def written(c: Candidate) -> bool:
    """A value where nothing but a secret can stand: anything that is no stand-in."""
    return not looks.is_stock(c.value)


def always(c: Candidate) -> bool:  # noqa: ARG001  a judge's signature
    """The pattern alone decides."""
    return True


JUDGES: Mapping[str, Judge] = {
    "plausible": plausible,
    "dsn": dsn,
    "url-token": url_token,
    "loose": loose,
    "basic": basic,
    "jwt": jwt,
    "given": given,
    "parameter": parameter,
    "password": password,
    "pgpass": pgpass,
    "flag": flag,
    "assigned": assigned,
    "assigned-quoted": assigned_quoted,
    "element": assigned,
    "spoken": spoken,
    "blurted": blurted,
    "blurted-pair": blurted_pair,
    "login-second": login_second,
    "spaced-pair": spaced_pair,
    "login-token": login_token,
    "spoken-value": spoken_value,
    "password-or-token": password_or_token,
    "paired": paired,
    "unhashed": unhashed,
    "vendor-key": guesses.vendor_key,
    "stored": stored,
    "path-token": guesses.path_token,
    "prefixed": guesses.prefixed,
    "prefixed-tail": guesses.prefixed_tail,
    "written": written,
    "always": always,
    **seeds.JUDGES,
    **identifiers.JUDGES,
    **checks.JUDGES,
    **people.JUDGES,
    **places.JUDGES,
}
"""Every judge by the name that the catalogue uses."""
