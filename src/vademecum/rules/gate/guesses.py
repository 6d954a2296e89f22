"""Is a long run of an unknown shape a token, or an id, a hash, a file?"""

# ruff: noqa: PLR2004  patterns are one line; thresholds are explained where they stand

import re

from vademecum.rules.gate import looks, strength
from vademecum.rules.gate.listing import listed
from vademecum.rules.gate.rule import Candidate

_HASHES = re.compile(
    r"(?i)(?:sha-?\d*|md5|hash(?!_?salt)|digest|checksum|integrity|etag|commit|rev(?:ision)?|fingerprint|trace(?:id|parent)?|span|request|"
    r"correlation|version|image|(?<![a-z])tag|blob|(?<![a-z])tree|cache|object|"
    r"(?:build|release|srcrev)(?![a-z]{2}))[\w\"'() .-]{0,12}[:=@# ]\s*[\"'`]?$"
)
_NAMED_ID = re.compile(
    r"(?:\b[Ii][Dd]|_id|[a-z]Id|-id|\bids|Ids|identifier|Identifier|[Aa][Rr][Nn]|[Cc]ursor|[Dd]igest)[\"']?\s{0,4}[:=]?\s{0,4}[\[\"']{0,2}$"
)
_IDS = listed(
    "nonce evt cus price prod sub in pi ch re txn acct seti req card ba src si il ii pm po tr cs plink bpc msg "
    "toolu srvtoolu chatcmpl cmpl run thread asst file org call resp user usr team proj project step batch vs rs "
    "fc item conv sess dpl prj dep env inst i vol subnet vpc sg eni ami rtb igw nat vpce snap eipalloc acl lt tgw "
    "pcx fs arn pk pub public publishable site ca wh web img app chunk job task node pod deploy build sha sha1 "
    "sha256 sha384 sha512 md5 h1 git rev commit v css js page index main vendor data id uid uuid ulid gid slack "
    "channel C U T W trace span root ec2 ip host dist bundle media static asset hero icon font polyfills runtime "
    "emotion jss sc styles ref refs arxiv doi isbn cve ghsa pkg lib npm cid bafy tx txn block epoch slot branch "
    "feature fix release hotfix dependabot renovate"
)
_SECRETISH = re.compile(
    r"(?i)(?:^|[_\-.])(?:sk|rk|key|tok|token|secret|pat|api|apikey|auth|access|live|priv|private|pwd|pw|cred|admin|svc|sa|bot|oauth|refresh|hook|sess|session|personal)(?:[_\-.]|$)"
)
_FILES = re.compile(
    r"(?i)^\.(?:js|mjs|ts|tsx|css|map|png|jpe?g|svg|webp|gif|woff2?|html?|json|md|txt|zip|gz|tgz|whl|jar|log|pdf|py|go|rs)\b"
)
_PUBLIC_NAME = re.compile(
    r"(?i)(?:public|publishable|site|applicationserver)[_-]?(?:key|token|id)?[\"']?\s{0,2}[=:]\s{0,2}[\"']?$"
)


def identifies(c: Candidate) -> bool:
    """Tell whether the value is a hash or an id by what stands before it."""
    before = c.before(40)
    return looks.is_uuid(c.value) or bool(_HASHES.search(before) or _NAMED_ID.search(before) or looks.is_dated(c.value))


def is_hashed(c: Candidate) -> bool:
    """Tell whether a run of hex is called a hash, a digest or a checksum in its sentence."""
    return (
        looks.is_hex(c.value)
        and re.search(r"(?i)\b(?:hash|digest|checksum|sha-?\d*|md5)\b[^\n]{0,80}$", c.before(96)) is not None
    )


def is_called_id(c: Candidate) -> bool:
    """Tell whether the last word before a value and its verb is `id` or `version`."""
    return (
        re.search(
            r"(?i)\b(?:id|ids|identifier|version|name|arn)\b[\"'\x60)]?(?:[ ](?:is|was|ist|est|es|of \w+))?"
            r"[ :=\"'\x60(]{0,4}$",
            c.before(48),
        )
        is not None
    )


def names_build(c: Candidate) -> bool:
    """Tell whether a value is what caches are keyed by: words, then a hash."""
    return re.fullmatch(r"[A-Za-z][\w.]*(?:-[\w.]+)*-[0-9a-f]{7,64}", c.value) is not None and c.name.lower() in {
        "key",
        "keys",
        "restore-keys",
    }


def names_file(value: str) -> bool:
    """Tell whether a value is the key of an object in a bucket or a map: a path, or a name with an extension."""
    if value.endswith("=") or "+" in value:  # base64
        return False
    folders = value.split("/")
    if len(folders) > 1 and any(len(folder) > 3 and looks.is_worded(folder) for folder in folders):
        return True
    return re.search(r"\.[a-z][a-z0-9]{1,4}$", value) is not None


def prefixed(c: Candidate) -> bool:
    """An unknown vendor's token: a short prefix, then a long mixed run."""
    value = c.value
    head, _, rest = re.sub(r"([_\-.])(?=[A-Za-z0-9]*\d[A-Za-z0-9]*[_\-.]?)", r"\1", value).partition(value[_cut(value)])
    if looks.is_stock(value) or looks.is_worded(value) or looks.is_reference(value) or _FILES.match(c.after(6)):
        return False
    if identifies(c) or _PUBLIC_NAME.search(c.before(40)):
        return False
    lead = value[: _cut(value)]
    run = max(re.findall(r"[A-Za-z0-9]+", value), key=len)
    first = re.split(r"[_\-.]", head, maxsplit=1)[0]
    if first in _IDS or looks.is_uuid(value[-36:]):
        return False
    seen = looks.look(run if len(run) >= 16 else rest)
    if _SECRETISH.search(lead) and len(run) >= 16:
        return looks.is_random(run, 16) or looks.is_hex(run)
    return seen.length >= 20 and min(seen.digit, seen.upper, seen.lower) >= 3 and looks.is_random(run, 20)


def prefixed_tail(c: Candidate) -> bool:
    """An unknown vendor's token whose long run has dashes in it: capitals, small letters and figures, well mixed."""
    value = c.value
    if looks.is_stock(value) or looks.is_worded(value) or looks.is_reference(value) or _FILES.match(c.after(6)):
        return False
    head, tail = re.split(r"[_\-.]", value, maxsplit=1)
    if (
        head in _IDS
        or not (head.islower() or head.isupper())
        or identifies(c)
        or _PUBLIC_NAME.search(c.before(40))
        or looks.is_uuid(value[-36:])
    ):
        return False
    seen = looks.look(re.sub(r"[_\-.]", "", tail))
    return (
        seen.length >= 26
        and min(seen.digit, seen.upper, seen.lower) >= 3
        and seen.changes >= seen.length * 0.36
        and max(map(len, re.findall(r"[A-Z]?[a-z]+|[A-Z]+", tail)), default=0) <= 7
    )


def vendor_key(c: Candidate) -> bool:
    """A run beside a vendor's name and a word of access."""
    if is_hashed(c) or identifies(c) or looks.is_stock(c.value) or looks.is_worded(c.value):
        return False
    return looks.is_hex(c.value) or looks.is_random(c.value, 20) or strength.long_key(c.value)


def path_token(c: Candidate) -> bool:
    """A part of an address that lets in whoever has it: no name, no file, no revision."""
    value = c.value
    return not (looks.is_stock(value) or looks.is_worded(value)) and (
        looks.is_hex(value) or looks.is_uuid(value[-36:]) or looks.is_random(value, 16) or strength.short_key(value)
    )


def _cut(value: str) -> int:
    """Return where the longest run begins: the prefix ends before it."""
    runs = list(re.finditer(r"[A-Za-z0-9]+", value))
    return max(0, max(runs, key=lambda run: len(run[0])).start() - 1)
