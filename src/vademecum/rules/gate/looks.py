"""Does a value look random, like a password, like a placeholder, like a name for something?

Everything here looks at one value of bounded length, so it is linear and cheap.
"""

# ruff: noqa: E501, PLR2004  patterns are one line; thresholds are explained where they stand

import re
from dataclasses import dataclass
from itertools import pairwise
from operator import ne

from vademecum.rules.gate.listing import listed

MARKER = re.compile("«REDACTED:([a-z0-9-]{1,40})»")
"""What a redaction leaves behind."""

_STOCK = re.compile(
    r"example|sample|placeholder|changeme|change[_-]me|change[_-]?this|redacted|replace[_-]?me|replace[_-]with|insert[_-]|"
    r"your[_-]|your[a-z]*(?:key|token|secret|pass)|put[_-]your|some[_-]?(?:key|token|secret|pass)|"
    r"(?:my|the)[_-]?(?:super[_-]?)?(?:secret|password|token|api[_-]?key|key)\b|not[_-]?a[_-]?(?:real|secret)|"
    r"(?:^|[_\W])(?:fake|foobar|todo|dummy|lorem|masked|hidden)(?:$|[_\W])|deadbeef|asterisks|omitted|truncated|abcdefgh|12345678|(?-i:x{4,}|X{4,})|\*{3,}|\.{3}|…|_{4,}|-{4,}|#{4,}|•|"
    r"\{[A-Za-z_][A-Za-z0-9_.]{0,30}\}|\[a-z|\[0-9|\[\^|\(\?[:=!<P]|\\[dwsDWS][+*{]|goes[_-]?here|[_-]here$",
    re.IGNORECASE,
)
_WORDS = listed(
    "admin default demo empty example false foo bar guest hunter2 letmein n/a na nil no none null off on optional "
    "pass passw0rd password password1 password123 postgres pwd qwerty required root s3cret secret string test "
    "testing text token true undefined unknown user username name void whatever yes str int bool boolean any "
    "bytes object number basic bearer digest hidden inherit key secrets value xxx env test123 secret123 admin123 "
    "pass123 changeit"
)
_REFERENCE = re.compile(
    r"""^(?:
      \$\{.* | \$\(.* | \$\{\{.* | \$[A-Za-z_][A-Za-z0-9_.:\[\]"']*[)}]*$ | %[A-Za-z_]+\d?%$ | %\(?[a-z_]*\)?[sd]?$
    | \{\{.* | \{%.* | <[^<>]*>?[.]?$ | \[[^\]]*\]$ | \{[^{}]*\}$ | \{\s*["'{].* | \#\{.* | @\{.* | @[A-Za-z_.]+$ | ![A-Za-z]+$ | :[A-Za-z_]\w*$ | \?$
    | (?:op|vault|ssm|sops|aws-sm|awssm|gcpsm|akv|keyring|pass|file|env|secretref|ref\+\w+|azurekeyvault|bws|doppler|infisical)://?.*
    | (?:env|vault|ssm|secret|secrets|secretsmanager|keychain|ref|file):[A-Za-z0-9_./-]+$
    | arn:aws.* | projects/[^/]+/secrets/.* | (?:/|\./|\.\./|~/|[A-Za-z]:[\\/])[\w.@ /\\-]*$ | (?:https?|s3|gs|git|ssh)://\S*$
    | (?:process|os|sys|self|this|ctx|req|request|res|config|cfg|conf|settings|options|opts|args|params|props|env|secrets|var|
         vars|local|locals|data|module|input|inputs|steps|needs|github|vault|credentials|creds|user|account|app|import|
         session|response|body|payload|headers|process\.env|Deno\.env|ENV|Rails|System|Environment|st\.secrets)[.\[(?].*
    | (?:required|nullable|confirmed|sometimes|string|min|max|between|same|regex)[|:].* | (?:await|new|async|lambda|function|return|get|fetch|load|read|require|typeof|keyof)\b.*
    | [A-Za-z_][\w.]*(?:::\w+)*\(.* | [A-Za-z_][\w.]*\[.* | \^.* | [^\s]*\.\*.*
    | [\w.]*[a-z0-9](?:Keys?|Types?|Tokens?|Config|Error|Client|Provider|Manager|Service|Factory|Password|Secret|Credentials?|Options|
         Settings|Builder|Params)[;,)]*$
    | _?[A-Z][A-Z]*(?:_[A-Z0-9]+)+$
    )""",
    re.VERBOSE | re.DOTALL,
)
_CHAIN = re.compile(r"^[A-Za-z_][A-Za-z_]*(?:(?:\.|->|::|\?\.)[A-Za-z_]\w*)+[;,)]*$")
_TYPE = re.compile(
    r"^(?:[A-Z][a-z]+){1,6}(?:\d|(?<=Int|ord|yte|tes|ase|ash|Sha|Utf|oat|har|Aes|Rsa)\d{2,3})?(?:[\[<(|].*|\?)?[;,)]*$|^(?:str|string|bytes|int|bool|boolean|number|any|char|varchar|text)"
    r"\b(?:[\[(|?! ;,)].*)?$|^(?:Optional|Union|Annotated|Final|ClassVar|List|Dict|Array|Promise|Option|Result)\b"
    r"|^\[?(?:String|Int|ID|Float|Boolean|Bool|Data|Date|DateTime|JSON|UUID|URL|Upload|Password|Secret|Token|JWT|ApiKey|"
    r"[A-Z][A-Za-z]+(?:Input|Type|Token|Payload|Enum|Scalar|Filter))!(?:\]!?)?[;,){}]*$"
)
_PIECES = re.compile(r"(?:[-_./:\\@+,= ]|^~)+")
_UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_TECHNICAL = re.compile(
    r"^(?:(?:base(?:64|32|58)|utf-?(?:8|16)|sha-?\d{1,3}|md[45]|bcrypt|argon2(?:id?)?|pbkdf2|scrypt|hmac|aes-?\d*|rsa-?\d*|ed25519|ecdsa|x509|"
    r"[rhep]s(?:256|384|512)|oauth2?|openid|saml2?|oidc|jwt|https?|http/\d|tls(?:v?1)?|ssl|ssh|ldap|mfa|2fa|u2f|fido2|webauthn|1password|"
    r"s3|ec2|k8s|i18n|a11y|l10n|utf8|latin-?1|ipv[46]|log4j|web3|oauth1|mp[34]|h26[45]|x?chacha20|salsa20|poly1305|aes\d{3}|3des|blake[23][bs]?|curve25519|x25519|secp256[kr]1|luks\d?|gpg2|tls1)(?:$|[^A-Za-z0-9])|"
    r"(?:rfc|iso|cve|pep|adr|issue|pr|gh|python|node|go|java|php|ruby|rust|version|release|step|phase|part|day|week|level|tier|table|page|"
    r"section|chapter|windows|debian|ubuntu|macos|fedora|alpine|postgres|postgresql|mysql|redis|mongo|django|react|vue|gpt|claude|llama|v|p|q|h|"
    r"us-[a-z]+|eu-[a-z]+|ap-[a-z]+)[-_ .]?\d{1,5}(?:[-.]\d+)*[a-z]?$|"
    r"\d+[-_ ]?(?:bits?|bytes?|chars?|characters?|digits?|days?|hours?|h|minutes?|mins?|sec(?:ond)?s?|weeks?|months?|years?|words?|times?|steps?|"
    r"factors?|way|lines?|st|nd|rd|th|kb|mb|gb|ms|x)(?:$|[\s\-_.,:;)/]))",
    re.IGNORECASE,
)

_CHOSEN = re.compile(
    r"[A-Za-z]{4,20}\d{3,8}[!?.]?|[A-Za-z]{3,20}\d{0,6}[!@#$%&*+=~]\d{2,8}[!?.]?|[A-Za-z]{3,}(?:-[A-Za-z]{3,}){2,}-?\d{2,6}|"
    r"[A-Z][a-z\xdf-\xff]{2,}[_.\-][A-Z]?[a-z\xdf-\xff]{2,}\d{3,6}[!?.]?|[A-Z][a-z\xdf-\xff]{2,}\d{3,6}[_.\-][A-Z][a-z\xdf-\xff]{2,}|"
    r"(?:[A-Z][a-z\xdf-\xff]{2,}){2}[_.\-]\d{3,6}"
)
_PARTS = listed(
    "reset auth flow fix policy token page test login user email mail hash change rotation service job field form api "
    "app web db data cache queue worker server client prod dev staging stage release build branch feature hotfix run "
    "task ticket issue step phase schema table index key secret password passwort update sync retry error session "
    "module model report export import backup check file path route view config setup manager store vault grant "
    "creds cred credentials admin tls ssl cert certs your forgot link button input label screen modal dialog form new old"
)
"""Words of branches, jobs and tickets, which are numbered like pass phrases."""

_JOINING = listed(
    "the and then from with for are was were you your this that into its has have had but not all any can will they when "
    "what where which who why how here there please enter type choose pick make made must should could would may might "
    "shall need needs only also just than too very more most less least few many much some each every both other same "
    "such own one two three four five six seven eight nine ten first second last next new old current previous default "
    "before after above below over under again about against between through during because until while per via see use "
    "uses used using get gets got give given take takes keep kept let lets say says set sets show shows show send sent save saved stored "
    "long short strong weak good bad valid invalid empty missing wrong right correct required optional available "
    "unknown least characters character letters letter digits digit numbers number words word line lines field fields "
    "value values name names email user users account accounts admin password passwords passphrase secret secrets keys "
    "token tokens code codes forgot forgotten lost remember change changed create created delete deleted add added "
    "remove removed update updated reset confirm confirmed continue cancel submit welcome back sign signed log logged "
    "out off don isn aren hasn doesn never always ever still already yet now today tomorrow yesterday being been does "
    "did done doing his her him she our their them these those mine yours theirs rotated rotate expires expired match "
    "matches failed fails error errors policy rule rules string random generated hashed encrypted plain text base file "
    "files path paths directory folder read write open close closed start started stop stopped run runs running "
    "and/or authentication authorization authenticated authorized managed manager vault provider service server client "
    "down written somewhere safe stored kept printed sealed envelope drawer appendix found given taken known "
    "application environment variable variables config configuration setting settings option options argument "
    "behind beside near across without within inside outside upon toward towards among around since though unless whether "
    "instead anyway often sometimes soon later maybe perhaps usually none nobody everyone everybody somebody anyone "
    "siempre para cada este esta nunca solo sobre desde hasta cuando donde como muy pero porque una los las del "
    "toujours dans avec pour sans chez jamais aussi comme quand mais plus tous toutes des les une aux par sur "
    "sempre mai ogni anche dove molto questo questa della delle nella con per non che apenas quando onde mas uma dos das "
    "niet altijd voor door naar maar alleen elke het een van met nicht immer durch nach aber jede jeden nur eine einen "
    "einem der die das und mit von bei alle wird sind muss och inte till efter alltid ikke altid efter hver"
)
"""Words of sentences and of screens: a phrase that has one is no pass phrase."""

HEAD = 256  # characters that a value is judged by
MIN_RANDOM = 12  # characters; anything shorter is judged as a password


@dataclass(frozen=True, slots=True)
class Look:
    """How many characters of each class a value has, and how often neighbours change class."""

    length: int
    lower: int
    upper: int
    digit: int
    other: int
    changes: int
    distinct: int


def look(value: str) -> Look:
    """Count the classes of the head of `value`."""
    head = value[:HEAD]
    classes = head.translate(_ASCII) if head.isascii() else "".join(map(_class_of, head))
    lower, upper, digit = map(classes.count, "lud")
    changes = sum(map(ne, classes, classes[1:]))
    return Look(len(head), lower, upper, digit, len(head) - lower - upper - digit, changes, len(set(head)))


def _class_of(char: str) -> str:
    return "l" if char.islower() else "u" if char.isupper() else "d" if char.isdigit() else "o"


_ASCII = {code: _class_of(chr(code)) for code in range(128)}


def is_random(value: str, least: int = MIN_RANDOM) -> bool:
    """Tell whether a value looks generated: long, with digits among the letters, changing class often.

    Of two neighbours, 62 % differ in class in random letters and digits, 47 % in random hex; in camel-case names 20 to
    35 % do, and those have few digits.
    """
    seen = look(value)
    if seen.length < least or seen.distinct < min(8, seen.length // 2) or is_stock(value):
        return False
    if seen.digit < 2 or seen.lower + seen.upper < 2:
        return _is_letters(seen, value)
    return seen.changes >= (seen.length - 1) * 0.26 and not is_worded(value)


def _is_letters(seen: Look, value: str) -> bool:
    """Tell whether letters alone are mixed enough: `IlxhMAXyOpAoghfyFfn`, not `getUserMembership`."""
    if seen.length < 16 or seen.upper < 5 or seen.lower < 5 or is_worded(value):
        return False
    capitals_together = sum(a.isupper() and b.isupper() for a, b in pairwise(value))
    return seen.changes >= seen.length * 0.36 and capitals_together >= 2


def is_hex(value: str) -> bool:
    """Tell whether a value is 16 or more hex digits with both letters and figures."""
    bare = value.removeprefix("0x")
    return (
        len(bare) >= 16
        and all(c in "0123456789abcdefABCDEF" for c in bare)
        and len(set(bare)) > 5
        and not bare.isdigit()
    )


def is_uuid(value: str) -> bool:
    """Tell whether a value is a UUID."""
    return _UUID.fullmatch(value) is not None


def is_stock(value: str) -> bool:
    """Tell whether a value is written to be replaced: `your-key-here`, `xxxx`, `<token>`, `AKIA...EXAMPLE`."""
    value = value[:HEAD]
    low = value.lower().strip("\"'`<>[](){}")
    if low in _WORDS or _STOCK.search(value) or MARKER.search(value):
        return True
    return len(set(low)) <= max(2, min(4, len(low) // 8)) or _is_run(low[:64])


def _is_run(low: str) -> bool:
    """Tell whether most neighbours count up by one: `0123456789abcdef`."""
    steps = sum(ord(b) - ord(a) == 1 for a, b in pairwise(low))
    return len(low) > 7 and steps >= len(low) * 0.7


def is_reference(value: str) -> bool:
    """Tell whether a value only says where the real one is: a variable, a call, a path, a type."""
    value = value[:HEAD].lstrip("*&")  # a pointer to what is named
    return bool(_REFERENCE.match(value) or _TYPE.match(value)) or (_CHAIN.match(value) is not None and is_worded(value))


def is_worded(value: str) -> bool:
    """Tell whether a value is made of words and small numbers: an identifier, a slug, a file name, a version."""
    pieces = [piece for piece in _PIECES.split(value[:HEAD]) if piece]
    return all(_is_word(piece) for piece in pieces)


def _is_word(piece: str) -> bool:
    """Tell whether one piece is a word, a camel-case name, or a number of at most 4 digits."""
    if re.fullmatch(r"\d{1,3}[a-z]{1,4}|[a-z]{3,12}\d{1,2}[a-z]{2,8}", piece):
        return True
    bare = piece.rstrip("0123456789")
    if len(piece) - len(bare) > 4 or not bare:
        return len(piece) <= 4 and piece.isdigit()
    if not bare.isalpha():
        return False
    if bare.islower() or bare.isupper():
        return len(bare) <= 24
    return _is_camel(bare)


def _is_camel(bare: str) -> bool:
    """Tell whether capitals only start words of 2 letters or more: `AuthTokenFactory`."""
    humps = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", bare)
    if len(bare) >= 24 and sum(map(str.islower, bare)) < len(bare) * 0.62:  # of random letters half are small
        return False
    return len(humps) <= max(1, len(bare) // 3) and max(map(len, humps), default=0) > 3


def is_chosen(value: str) -> bool:
    """Tell whether a value is built as people build passwords: `walnut2931`, `Walnut@29`, `walnut-orbit-cedar-29`.

    The words of a phrase must not be those of programs and their parts.
    """
    if _CHOSEN.fullmatch(value) is None or not _PARTS.isdisjoint(_PIECES.split(value.lower())):
        return False
    if not re.search(r"[A-Za-z\d][_.\-][A-Z\d]", value):
        return True
    words = re.findall(r"[A-Z]?[a-z\xdf-\xff]+|[A-Z]+", value)
    return _PARTS.isdisjoint(word.lower() for word in words) and not re.search(r"(?:^|\D)(?:19|20)\d\d(?:\D|$)", value)


def vowels(value: str) -> float:
    """Return the share of vowels, of which words have two in five."""
    return sum(char in "aeiouAEIOU" for char in value) / max(1, len(value))


def is_phrase(value: str) -> bool:
    """Tell whether a value is a sentence to get in by: three words or more, none of them a program's."""
    pieces = _PIECES.split(value.lower())
    return len(pieces) >= 3 and all(len(one) >= 3 and one.isalpha() for one in pieces) and _PARTS.isdisjoint(pieces)


def is_phrase_joined(value: str) -> bool:
    """Tell whether a value is such a phrase, joined as names of programs are too: `willow.badger.dune.thistle`."""
    return re.fullmatch(r"[A-Za-z]+(?:\.[A-Za-z]+){3,11}|[A-Za-z]+(?:_[A-Za-z]+){3,11}", value) is not None and (
        is_phrase_long(re.sub(r"[._]", "-", value))
    )


def is_phrase_long(value: str) -> bool:
    """Tell whether a value is four words or more that make no sentence: `willow badger dune thistle`."""
    pieces = value.lower().split(" " if " " in value else "-")  # `_` and `.` join the names of programs
    words = [piece for piece in pieces if not piece.isdigit()]
    return (
        4 <= len(words) <= 12
        and (value.islower() or value.istitle())
        and all(3 <= len(one) <= 12 and one.isalpha() for one in words)
        and _PARTS.isdisjoint(words)
        and _JOINING.isdisjoint(words)
        and len(set(words)) == len(words)
        and not (" " in value and any(map(_is_inflected, words)))
    )


def _is_inflected(word: str) -> bool:
    """Tell whether a word ends as the words of sentences do, and seldom those of phrases."""
    return word.endswith(("ed", "ing", "ly", "tion", "ment", "able", "ible"))


def is_dated(value: str) -> bool:
    """Tell whether a value begins with a day, as ids of runs, builds and sessions do."""
    return re.match(r"(?:19|20)\d\d-?[01]\d-?[0-3]\d[-_T.]", value) is not None


def is_technical(value: str) -> bool:
    """Tell whether prose names a technology here: `base64-encoded`, `RS256`, `12-character`."""
    return _TECHNICAL.match(value) is not None


def is_password(value: str, *, least: int = 6) -> bool:
    """Tell whether a value looks like something a person chose to keep people out.

    It needs letters and a figure or a sign inside; a plain word, number, date or version is none.
    """
    seen = look(value)
    if seen.length < least or seen.distinct < 4 or is_stock(value) or is_reference(value):
        return False
    letters = seen.lower + seen.upper
    if letters < 2 or not (seen.digit or has_sign(value)):
        return seen.digit >= 2 and seen.other >= 2 and has_sign(value) and not is_figure(value)
    return not is_figure(value)


def has_sign(value: str) -> bool:
    """Tell whether a value has a sign that names and slugs do not have."""
    return any(char in "!@#$%^&*+=~|?<>{}[];" for char in value)


_FIGURE = re.compile(
    r"^v?\d+(?:[.:,x/-]\d+)*[a-z%]{0,4}$|^\d{4}-\d\d-\d\dT?.*$|^\d+(?:\.\d+){1,3}(?:[-+][\w.]+)?$|^[a-z]+://\S*$|^[A-Z]{2,10}-\d+$|^#\d+$",
    re.IGNORECASE,
)


def is_figure(value: str) -> bool:
    """Tell whether a value is a number with a unit, a date, a version, an address or a ticket."""
    return _FIGURE.match(value) is not None
