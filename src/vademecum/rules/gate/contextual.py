"""Secrets told by the words beside them: assignments in any format, and sentences in five languages."""

from vademecum.rules.gate.rule import Rule

_STEM = (
    "pass|pwd|pw|psk|secret|senha|contrase|clave|kennwort|mdp|parola|haslo|wachtwoord|lozinka|token|key|cred|auth|bearer|"
    "jwt|cookie|sess|salt|pepper|seed|sig|pin|dsn|mnemonic|webhook|pat|sas|otp|license|licence|kode|code"
)
_LETTER = r"a-z0-9_\xc0-\xff"
STEMS = tuple(sorted(set(_STEM.split("|")) - {"pat", "sas", "sig", "code", "kode", "otp", "pin"})) + ("pat", "sas", "sig", "cod", "kod", "otp", "pin")

_NAMED = (
    rf"[{_LETTER}.\-]{{0,40}}(?:{_STEM}|login|zugang|identifiant|jeton|segreto|geheimnis|chave|segredo|cl\xe9|schl\xfcssel)"
    rf"[{_LETTER}.\-]{{0,30}}"
)

CONTEXTUAL = (
    Rule(
        "assignment",
        "secret",
        rf"(?i)([{_LETTER}.\-]{{0,40}}(?:{_STEM})[{_LETTER}.\-]{{0,30}})[\\\"'\])\x60*_]{{0,6}}[ \t]{{0,24}}(?:=>|:=|\?=|\+=|={{1,3}}|->|::?)[ \t]{{0,24}}(?:[|>][+-]?[ \t]{{0,4}})?(?:\r?\n[ \t]{{1,24}})?",
        STEMS,
        "assigned",
        reads=True,
        yes=(
            "DB_PASSWORD={p12}",
            '"password": "{p12}"',
            "api_token: {h40}",
            "client_secret = '{w32}'",
            '{\\"authToken\\": \\"{w32}\\"}',
            "Vault token: `{w40}`",
            "key: |\n  {w40}",
        ),
        no=(
            "password: SecretStr = Field(min_length=13)",
            "password: ${{ secrets.DOCKER_PASSWORD }}",
            "apiKey: process.env.OPENAI_API_KEY",
            "TOKEN_TTL_SECONDS=900",
            "primary key: (tenant_id, created_at)",
            "token = await auth.get_access_token(scope)",
            "cache key: {h40}",
        ),
    ),
    Rule(
        "sentence",
        "password",
        rf"(?i)({_NAMED})[\"'\x60*)]{{0,3}}[ \t:,]",
        ("pass", "pw", "psk", "pin", "secret", "token", "key", "cred", "senha", "contrase", "clave", "kennwort", "code", "mdp", "cl\xe9", "chave", "segredo", "login", "zugang", "identifiant", "jeton", "wachtwoord", "parola", "haslo", "segreto", "geheimnis", "schl\xfcssel"),
        "spoken",
        reads=True,
        yes=(
            "the staging password is {p12}",
            "root pw on the bastion is still `{p12}`",
            "A senha do banco é {p12}",
            "La contraseña de prod es {p12}",
            "Das Passwort für den Server lautet {p12}",
            "Le mot de passe du serveur est {p12}",
            "The AWS secret_access_key is {w40}",
        ),
        no=(
            "The password must have at least 11 characters.",
            "The key point is latency",
            "the token is never logged",
            "password is base64-encoded",
            "the token is RS256-signed",
        ),
    ),
    Rule(
        "spoken-directly",
        "password",
        r"(?i)\b(pass(?:word|wort|phrase|code|wd)?|pwd?|pw|senha|contrase(?:\xf1|n)a|clave|kennwort|mot[ -]de[ -]passe|mdp|secret|token|api[ _-]?key|key|creds?|credentials?)[\"'\x60*)]{0,3}[ \t:,(-]{1,4}",
        ("pass", "pw", "senha", "contrase", "clave", "kennwort", "mdp", "secret", "token", "key", "cred"),
        "blurted",
        reads=True,
        yes=("user demo, password {P14}", "use passphrase {P14} to unlock the keystore", "wifi pass: {P12}"),
        no=("password reset-2fa flow", "token bucket with 100 tokens", "key us-east-1 is missing"),
    ),
    Rule(
        "said-of",
        "password",
        r"(?i)[\"'\x60]([^\s\"'\x60]{6,128})[\"'\x60][ \t]+(?:is|as|was|for|ist|es|est|\xe9|als|como|comme)[ \t]+(?:the[ \t]|my[ \t]|our[ \t]|a[ \t]|das[ \t]|la[ \t]|le[ \t]|a[ \t]|o[ \t])?(?:[a-z\xc0-\xff0-9_'\-]{1,20}[ \t]){0,4}?(?:password|passwort|passphrase|passcode|pw|pwd|senha|contrase(?:\xf1|n)a|clave|mot[ -]de[ -]passe|mdp|secret|api key|token)\b",
        ("pass", "pw", "senha", "contrase", "clave", "mdp", "secret", "key", "token"),
        "password-or-token",
        yes=("`{p12}` is the staging password", "use '{p12}' as the admin password"),
        no=("`user_name` is the password field", "'sha256' as the token"),
    ),
    Rule(
        "table-cell",
        "secret",
        rf"(?i)\|[ \t]{{0,24}}[*\x60\"]{{0,2}}([{_LETTER}.\- ]{{0,40}}(?:{_STEM})[{_LETTER}.\-]{{0,30}})[*\x60\"]{{0,2}}[ \t]{{0,24}}\|[ \t]{{0,24}}",
        ("|",),
        "assigned",
        reads=True,
        yes=("| api_token | {w32} |", "| DB password | `{p12}` |"),
        no=("| token | string | required |", "| sort_key | created_at |"),
    ),
    Rule(
        "used-as",
        "password",
        r"(?i)\b(?:use|using|with|type|enter|try|set|put|take|nimm|benutze|usa|usar|use[sz]?|utilise[rz]?)[ \t]+[\"'\x60]?([^\s\"'\x60]{6,128})[\"'\x60]?[ \t]+(?:as|for|als|como|comme)[ \t]+(?:[a-z\xc0-\xff0-9_'\-]{1,20}[ \t]){0,4}?(?:password|passwort|passphrase|passcode|pw|pwd|senha|contrase(?:\xf1|n)a|clave|mot[ -]de[ -]passe|mdp)\b",
        ("pass", "pw", "senha", "contrase", "clave", "mdp"),
        "pgpass",
        yes=("use {P12} as the root password",),
        no=("use bcrypt-12 as the password hash", "set user_name2 as the password field"),
    ),
    Rule(
        "command-assignment",
        "secret",
        rf"(?i)\b(?:ENV|ARG|setx?|export|setenv|config[ :]set|configure[ ]set|secrets?[ ](?:set|put|add|create)|env[ ]add|variable[ ]set|vars?[ ]set)[ \t]+(?:--?[a-z\-]+[ \t]+){{0,3}}([{_LETTER}.\-]{{0,40}}(?:{_STEM})[{_LETTER}.\-]{{0,30}})[ \t]{{1,4}}(?:--body[ =]|--value[ =])?",
        ("env", "arg", "set", "export", "put", "add", "create"),
        "flag",
        reads=True,
        yes=("ENV API_TOKEN {w32}", "aws configure set aws_secret_access_key {w40}", "setx DB_PASSWORD {p12}"),
        no=("ENV API_TOKEN $TOKEN", "set password policy-2 for all", "export TOKEN_FILE /run/x9y8z7w6v5u4"),
    ),
    Rule(
        "login-pair",
        "password",
        r"(?i)\b(?:credentials?|creds?|logins?|log[ -]?in|sign[ -]?in|logged in|account|access|zugangsdaten|identifiants?|credenciais|credenciales|admin|user(?:name)?|usu[a\xe1]rio|benutzer|utilisateur|anmeldung|acceso|acesso|conta|cuenta|compte)\b(?:[ \t]{1,2}[a-z\xe0-\xff'\-]{1,16}){0,6}?[ \t]{0,2}[:=(]?[ \t]{1,2}[\"'\x60]?[\w.@+\-]{2,64}[\"'\x60]?(?:[ \t]?(?:/|\||:|,|;|&)[ \t]{0,2}|[ \t](?:and|with|und|mit|y|con|e|com|et|avec)[ \t])(?:(?:pw|password|pass|pwd)[ \t:]{1,2})?[\"'\x60]?([^\s\"'\x60]{6,128})",
        ("cred", "log", "sign", "account", "access", "zugang", "identif", "admin", "user", "usu", "benutzer", "utilis", "anmeld", "aces", "acce", "conta", "cuenta", "compte"),
        "blurted-pair",
        yes=("Default admin credentials are admin / {p12}", "log in with demo:{P14}", "login: ops@acme.dev / {P14}"),
        no=("log in with Google / GitHub", "access from us-east-1 / eu-west-1", "account and billing/v2-api"),
    ),
    Rule(
        "recovery-codes",
        "recovery-codes",
        r"(?i)\b(?:recovery|backup|2fa|mfa|totp|scratch|rescue|emergency|one[ -]time|wiederherstellungs|recupera\w{2,6}|secours)[ -]?codes?\b[^\n]{0,40}?[ \t:=\n]\s{0,4}((?:[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){0,3}[ \t,;/\n]{1,4}[-*]?[ \t]{0,2}){1,19}[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){0,3})",
        ("code",),
        "codes",
        yes=("GitHub recovery codes: {h5}-{h5} {h5}-{h5} {h5}-{h5} {h5}-{h5}", "backup codes: {d8} {d8} {d8} {d8}"),
        no=("recovery codes are stored in the safe today", "backup code paths were removed from main last week"),
    ),
    Rule(
        "seed-phrase",
        "seed-phrase",
        r"(?i)\b(?:seed|mnemonic|recovery phrase|backup phrase|secret phrase|wallet|bip-?39)\b[^\n]{0,40}?[:=\"'\x60\n]\s{0,3}[\"'\x60]?((?:\d{0,2}\.?[ ]?[a-z]{3,8}[ ,\n]{1,3}){11,23}[a-z]{3,8})\b",
        ("seed", "mnemonic", "phrase", "wallet", "bip"),
        "mnemonic",
        yes=("seed phrase: achieve aerobic action act acid alley actual advance adjust agent alien account",),
        no=("seed the database: run the make target and then open the admin page to look",),
    ),
    Rule(
        "spoken-pin",
        "pin",
        r"(?i)\b(?:pin|pin[ -]?code|passcode|door code|gate code|safe code|alarm code|unlock code|voicemail code)\b(?:[ \t][a-z]{1,12}){0,5}?[ \t]{0,2}(?:is|:|=|ist|es|est|\xe9)[ \t]{0,2}[\"'\x60]?(\d{4,8})\b",
        ("pin", "code"),
        "pin",
        yes=("the door PIN is 4821", "Alarm code: 90417"),
        no=("PIN is 13 on the board", "status code: 4041"),
    ),
)
