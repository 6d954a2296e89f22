"""A second opinion by redact-secret, in process: it may add secrets, and take none away."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType

from vademecum.model.memory import FindingKind
from vademecum.rules.gate import looks, names
from vademecum.rules.gate.hit import Hit
from vademecum.rules.gate.judges import basic
from vademecum.rules.gate.rule import Candidate

WINDOW = 64 * 1024
OVERLAP = 8 * 1024


_HARMLESS = re.compile(
    r"(?i)^(?:SHA256:|MD5:|AAAA[BCE]3Nza|ssh-(?:rsa|ed25519)|pk_(?:live|test)_|sha\d+-|data:|AKIAIOSFODNN7EXAMPLE)"
)
_HASHED = re.compile(
    r"(?i)(?:sha-?\d*|md5|hash|digest|checksum|integrity|etag|commit|rev|fingerprint|@|fingerprint)[\"' :=]{1,4}$"
)


_NAMED = re.compile(r"([A-Za-z][\w.\-]{1,40})[\"']?\s{0,3}[:=]\s{0,3}[\"']?$")


@cache
def engine() -> ModuleType | None:
    """Return the engine, initialised, or None where it is not installed."""
    try:
        module = import_module("redact_secret")
    except ImportError:  # an optional engine: the gate works without it
        return None
    module.initialize()
    return module


def opinions(text: str) -> Iterator[Hit]:
    """Yield what the other engine finds, without what is known to be harmless."""
    scanner = engine()
    if scanner is None:
        return
    for base in range(0, max(1, len(text) - OVERLAP), WINDOW - OVERLAP):
        window = text[base : base + WINDOW].encode("utf-8", "replace").decode("utf-8")  # no lone surrogates
        try:
            found = scanner.scan(window)
        except scanner.SecretScanError:  # its own limits; our rules have seen this window already
            continue
        for one in found:
            start, end = one.start + base, one.end + base
            if _is_sound(text, start, end) and not _is_misnamed(text, start, one.type):
                yield Hit(start, end, "second-opinion", "secret", FindingKind.SECRET, 5)


def _is_sound(text: str, start: int, end: int) -> bool:
    """Apply our own filter to its findings: most of its false alarms are stand-ins, names and hashes."""
    value = text[start:end]
    if (
        value[:1] in "<{["
        or looks.is_stock(value)
        or looks.is_reference(value)
        or looks.is_worded(value)
        or looks.is_uuid(value)
        or looks.is_figure(value)
    ):
        return False
    if text[max(0, start - 6) : start].lower() == "basic " and not basic(Candidate(text, start, end)):
        return False
    return not _HARMLESS.match(value) and not _HASHED.search(text[max(0, start - 24) : start])


def _is_misnamed(text: str, start: int, kind: str) -> bool:
    """Tell whether its only evidence is a name that we know to be harmless: `NextToken`, `token_type`."""
    named = _NAMED.search(text[max(0, start - 64) : start])
    return kind == "contextual_secret" and named is not None and not names.judge(named[1])
