"""What a name says about the value assigned to it."""

import re
from functools import lru_cache

from vademecum.rules.gate.listing import listed

_SPLIT = re.compile(r"[A-Z]+(?![a-z\xe0-\xff])|[A-Z]?[a-z\xe0-\xff]+|\d+")

_TAILS = listed(
    "file filename files path paths url urls uri name names id ids ttl length len min max type types policy "
    "policies expiry expires expired expiration expire exp count counts limit limits field fields label hint "
    "prompt reset rotation strength validator manager provider store storage ref refs version format prefix "
    "suffix header headers endpoint var vars class days seconds secs minutes hours ms timeout age size bits "
    "algorithm alg algo usage used index column table required enabled disabled rules rule error errors message "
    "placeholder regex pattern scope scopes budget window bucket handler generator service location dir folder "
    "arn digest fingerprint checksum status state page form input button icon title text description kind source "
    "env encoding encoded hashed hash hasher tokenizer tokens per used rate mode method flow support check checks "
    "change confirmation confirm match matches mapping map list set get func function fn callback usages order by "
    "at on in of factory service client config settings options spec schema metadata info data parser reader "
    "writer param params parameter attribute attr property column present exists valid invalid missing wrapper "
    "test tests case cases style color colour code codes point points word words"
)
"""A name that ends so describes a secret, or a thing near it, but is none."""

_PUBLIC = listed(
    "public publishable gpg pgp signer primary foreign sort partition cache site recaptcha max min num number "
    "total avg composite hash shortcut hot lookup row object map dict answer translation i18n locale group shard "
    "index order unique natural idempotency recv dedup deduplication correlation trace routing registry registered "
    "column field s3 redis etag client_id anon published react query state storage_class"
)
_PASSWORDS = listed(
    "password passwd passwort passphrase passcode pwd pw pass senha contrase\xf1a contrasena clave kennwort mdp "
    "psk parola haslo wachtwoord lozinka "
    "losenord l\xf6senord adgangskode heslo sifre salasana passord jelszo jelsz\xf3 parool sandi wagwoord "
    "passwords bindpw rootpw passw pws passwrd passe pgpassword losenordet l\xf6senordet adgangskoden passordet "
    "authtok geslo gesla sifra jelszava slaptazodis parolata "
    "salasanan sifresi parolasi parolei hasla heslem wachtwoorden kata_sandi kennw\xf6rter contrasenas senhas"
)
_SECRETS = listed(
    "secret secrets token tokens apikey credential credentials creds cred bearer jwt accesskey secretkey authkey "
    "privatekey authtoken accesstoken apitoken apisecret clientsecret mnemonic sharedkey masterkey segredo pat "
    "appkey"
)
_KEYED = listed(
    "api access auth private encryption signing secret master client account storage hmac deploy license licence "
    "role app shared preshared subscription admin root webhook integration personal aes consumer sas write "
    "application developer bot crypto jwe jwk cipher fernet cookie session rest server service machine token "
    "wrapping recovery operator unseal sdk ingest chave wpa wifi wlan vpn radius ipsec passphrase wpa wifi wlan "
    "vpn radius ipsec"
)
_WEAK = listed(
    "key keys auth session sess sid cookie cookies salt pepper seed sig signature authorization webhook dsn key1 "
    "key2 license serial otp verifier chave cl\xe9 schl\xfcssel chiave sleutel login"
)
_KEYS = frozenset(["key", "keys", "schl\xfcssel", "chave", "cl\xe9", "chiave", "sleutel"])
_PLACES = listed(
    "dev prod production staging stage test local new old db database admin root user backup main primary "
    "secondary replica read write ro rw qa uat ci app web api mail smtp ftp ssh server host a b c x y"
)
"""What may follow the word password in a name without taking its meaning away: `PASSWORD_PROD`."""
_CURSORS = listed(
    "next page paging pagination continuation continue request idempotency lifecycle action sync cursor start "
    "starting resume change delta marker position progress task upload scroll previous prev csrf xsrf correlation trace"
)
"""A token so qualified is a place in a list or a safeguard against repetition, worth nothing to anybody else."""
_ORIGINS = listed(
    "origin source parent agent claude codex cursor chat conversation previous last first this our session"
)
"""A session so qualified says where a memory comes from: `origin_session`."""
_SESSION = re.compile(r"(?i)(?:^|[^a-z])(?:j|php|asp\.net_)?sess(?:ion)?id$|connect\.sid$")
_GLUED = re.compile(r"(?:password|passwd|passwort|passphrase|pwd|pass|pw)$")
_GLUED_SECRET = re.compile(r"(?:secret|token|apikey|accesskey|secretkey|authkey|privatekey|credentials?)$")


@lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """Split `dbPassword`, `DB_PASSWORD` or `db password` into lower-case words."""
    return tuple(word.lower() for word in _SPLIT.findall(name))


def judge(name: str, before: str = "") -> str:
    """Return what is assigned to `name`: `password`, `secret`, `key` (perhaps one), or an empty string.

    `before` is the text in front of the name, for names of several words: `staging API` + `key`.
    """
    if _SESSION.search(name):
        return "key"
    parts = list(words(name))
    while parts and parts[-1].isdigit():
        parts.pop()
    if not parts or (parts[-1] in _TAILS and parts[-2:] != ["pass", "code"]):
        return ""
    return (_judge_last(parts, before) or _judge_longer(parts, before)).strip("-")


def _judge_last(parts: list[str], before: str) -> str:
    """Judge by the last word; a token that marks a place in a list is none, and `-` says so."""
    last = parts[-1]
    if last in _PASSWORDS or _GLUED.search(last):
        return "-" if last in {"bypass", "compass", "reisepass", "trespass"} else "password"
    if last in {"token", "tokens"} and _CURSORS.intersection(parts[:-1] or words(before[-28:])[-1:]):
        return "-"
    return "secret" if last in _SECRETS or _GLUED_SECRET.search(last) else ""


def _judge_longer(parts: list[str], before: str) -> str:
    """Judge a name whose last word alone does not decide."""
    earlier = parts[:-1] or [word for word in words(before[-28:]) if not word.isdigit()][-2:]
    qualifier = earlier[-1] if earlier else ""
    if (
        (qualifier in _PUBLIC and parts[-1] not in {"salt", "pepper"})
        or parts[-3:] == ["application", "server", "key"]
        or "public" in parts
        or "publishable" in parts
    ):
        return ""
    if parts[-1] in _KEYS and qualifier in _KEYED:
        return "secret"
    if parts[-1] in _WEAK:
        return "-" if parts[-1] == "session" and qualifier in _ORIGINS else "key"
    if any(part in _PASSWORDS for part in parts):
        return "password" if parts[-1] in _PLACES else "key"
    if any(part in _SECRETS for part in parts):
        return "secret"
    return "key" if any(part in _WEAK for part in parts) else ""
