"""Labelled lines for the gate, generated: nothing that a scanner would take for real stands in the repository.

The two halves have other sentences, other values, and the held-out half has kinds that the development half never
shows: vendors that are in no catalogue, other formats, other bypasses.
"""

# ruff: noqa: E501  labelled lines

from collections.abc import Iterator
from random import Random

from gate_bypasses import BYPASSES

from vademecum.rules.gate.catalogue import provider_rules
from vademecum.testing.specimens import Specimens

Row = tuple[str, str, str, str, tuple[tuple[int, int, str], ...]]

FILLER = {
    "dev": (
        "The nightly job moves old rows to cold storage.",
        "We pin Node 20 because the image build needs it.",
        "Retry twice, then give up and page somebody.",
        "Feature flags live in the admin area.",
        "Rollbacks take about four minutes with the new chart.",
    ),
    "held-out": (
        "Use the read replica for reports, never the primary.",
        "Snapshots are taken every 6 hours and kept for 30 days.",
        "The parser chokes on tabs; run the formatter first.",
        "Kafka lag above 5,000 means the consumer is stuck.",
        "Docs are built with mkdocs 1.6 on each tag.",
    ),
}
FRAMES = {
    "dev": (
        "export {name}={value}",
        '{{"region": "eu-central-1", "{lower}": "{value}"}}',
        "{lower}: {value}",
        'client = Client({lower}="{value}")',
        "- {vendor} token: `{value}`",
        "The {vendor} key is {value} until Friday.",
        "curl -H 'Authorization: Bearer {value}' https://api.acme.dev/v1",
        "pasted {value} into the wrong window",
    ),
    "held-out": (
        "ENV {name} {value}",
        "[{vendor}]\n{lower} = {value}\n",
        "const {camel} = '{value}';",
        "| {lower} | {value} |",
        "set {name} to `{value}` in the pipeline settings",
        "<{camel}>{value}</{camel}>",
        "login --token {value} --yes",
        "My {vendor} credentials: {value}",
        "we still use {value} for the sandbox",
        "https://api.acme.dev/v2/items?{lower}={value}&page=2",
    ),
}
UNKNOWN = {
    "dev": (("zephyr", "zph_live_{w32}"), ("quarry", "qk-{w40}"), ("lumen", "lum_sk_{h40}")),
    "held-out": (
        ("tundra", "tdr_secret_{w36}"),
        ("orbit", "orb-{w48}"),
        ("basalt", "bslt_pat_{h48}"),
        ("fjord", "fjd.{w12}.{w40}"),
        ("mistral", "{w32}"),
        ("deepgram", "{h40}"),
        ("cohere", "{w40}"),
        ("cloudinary", "{W27}"),
        ("algolia", "{h32}"),
        ("okta", "00{W40}"),
    ),
}
STRUCTURES = {
    "dev": (
        ("dsn", "DATABASE_URL=postgresql://app:⟦{p14}⟧@db-1.acme.internal:5432/orders?sslmode=require"),
        ("dsn", "`redis://:⟦{p16}⟧@cache.acme.dev:6379/0` is the session cache"),
        ("dsn-at", "amqp://worker:⟦Kw@{p12}⟧@mq.acme.internal/vhost"),
        ("basic", "curl -H 'Authorization: Basic ⟦{B18}⟧' https://r.acme.dev"),
        ("jwt", "Authorization: Bearer ⟦{J0}⟧"),
        ("flag", "pg_dump --password=⟦{p12}⟧ shop > shop.sql"),
        ("userpass", "curl -u deploy:⟦{p12}⟧ https://nexus.acme.dev/x.jar"),
        ("netrc", "machine git.acme.dev login bot password ⟦{p16}⟧"),
        ("sql", "ALTER USER report PASSWORD '⟦{p14}⟧';"),
        ("xml", "<server><id>x</id><password>⟦{p14}⟧</password></server>"),
        ("sas", "https://x.blob.core.windows.net/a?sv=2024-01-01&sp=r&sig=⟦{w42}%3D⟧"),
        ("ado", "Server=db;Database=crm;User Id=app;Password=⟦{p14}⟧;Encrypt=True;"),
        ("npmrc", "//npm.acme.dev/:_authToken=⟦{h8}-{h4}-4{h3}-8{h3}-{h12}⟧"),
    ),
    "held-out": (
        ("dsn", "mongodb+srv://svc:⟦{p14}⟧@cluster0.ab12c.mongodb.net/app?retryWrites=true"),
        ("dsn-slash", "mysql://root:⟦a/{p12}⟧@db.acme.internal:3306/shop"),
        ("dsn-jdbc", "jdbc:mysql://db:3306/crm?user=etl&password=⟦{p12}⟧&useSSL=true"),
        ("dsn-libpq", "host=db port=5432 user=etl password=⟦{p14}⟧ sslmode=require"),
        ("dsn-smtp", "smtps://mailer%40acme.dev:⟦{p14}⟧@smtp.acme.dev:465"),
        ("oracle", "jdbc:oracle:thin:scott/⟦{p12}⟧@//ora.acme.dev:1521/X"),
        ("sshpass", "sshpass -p '⟦{p12}⟧' rsync -a . deploy@web-1:"),
        ("mysql", "mysql -h db -u root -p⟦{p12}⟧ app < dump.sql"),
        ("docker", "docker login -u ci -p ⟦{p14}⟧ registry.acme.dev"),
        ("redis-cli", "redis-cli -h cache -a ⟦{p16}⟧ INFO"),
        ("pgpass", "db.acme.internal:5432:*:etl:⟦{p16}⟧"),
        ("auths", '{"auths": {"ghcr.io": {"auth": "⟦{B22}⟧"}}}'),
        ("k8s-env", "- name: STRIPE_TOKEN\n  value: ⟦{w32}⟧\n"),
        ("dotnet", '<add key="SmtpPassword" value="⟦{p14}⟧" />'),
        ("identified", "CREATE USER 'x'@'%' IDENTIFIED BY '⟦{p14}⟧';"),
        ("otp", "otpauth://totp/Acme:me?secret=⟦{U32}⟧&issuer=Acme"),
        ("cookie", "Cookie: lang=de; session_id=⟦{w40}⟧; theme=dark"),
        ("header", "X-Api-Key: ⟦{w36}⟧"),
        ("private-token", 'curl --header "PRIVATE-TOKEN: ⟦{w24}⟧" https://git.acme.dev/api'),
        ("securestring", 'ConvertTo-SecureString "⟦{p14}⟧" -AsPlainText -Force'),
        ("gradle", "signing.keyPassword=⟦{p14}⟧"),
        ("tfvars", 'db_password = "⟦{p16}⟧"'),
        ("ansible", "ansible_become_pass: ⟦{p12}⟧"),
        ("escaped", '{{"body": "{{\\"apiKey\\": \\"⟦{w32}⟧\\"}}"}}'),
        ("properties", "spring.datasource.password=⟦{p14}⟧"),
        ("hex-key", "session_encryption_key: '⟦{h64}⟧'"),
        ("fernet", "FERNET_KEY=⟦{w43}=⟧"),
        ("wireguard", "[Peer]\nPresharedKey = ⟦{w43}=⟧"),
        ("piped", "echo '⟦{p14}⟧' | sudo -S true"),
        ("git-remote", "git remote add o https://⟦{w40}⟧@git.acme.dev/a.git"),
    ),
}
PROSE = {
    "dev": (
        "the staging password is ⟦{p12}⟧",
        "admin pw on the jump host is still `⟦{P12}⟧`",
        "Die Zugangsdaten: Benutzer root, Passwort ⟦{P12}⟧",
        "a senha do banco de testes é ⟦{p12}⟧",
        "la contraseña del servidor es ⟦{p12}⟧",
        "le mot de passe est ⟦{p12}⟧ pour la recette",
        "log in with admin / ⟦{P14}⟧",
        "wifi password: ⟦{P12}⟧",
    ),
    "held-out": (
        "Password for the demo tenant was changed to ⟦{p12}⟧ yesterday",
        "use ⟦{P14}⟧ as the root password",
        "`⟦{p14}⟧` is the vault passphrase",
        "Das Passwort lautet ⟦{p12}⟧",
        "Das Kennwort für den Drucker ist ⟦{P12}⟧",
        "Senha do wifi: ⟦{P12}⟧",
        "A senha de produção agora é ⟦{p14}⟧",
        "La clave de acceso es ⟦{p12}⟧",
        "contraseña: ⟦{P12}⟧",
        "Mot de passe admin : ⟦{P12}⟧",
        "Le mot de passe du NAS reste ⟦{p12}⟧",
        "credentials are demo:⟦{P14}⟧",
        "Login: ops@acme.dev / ⟦{P14}⟧",
        "the db password, which nobody rotated, is ⟦{p14}⟧",
        "passphrase ⟦{P14}⟧ unlocks the keystore",
        "root's password = ⟦{p12}⟧",
        "pass is ⟦{P12}⟧ btw",
    ),
}
PEOPLE = {
    "dev": (
        ("email", "Write to ⟦lena.brandt@fjordlabs.no⟧ about it"),
        ("phone", "Call ⟦+49 30 9018-20{d3}⟧ at night"),
        ("ssn", "The row has SSN ⟦2{d2}-57-18{d2}⟧"),
        ("dob", "DOB: ⟦1984-03-{e}⟧"),
        ("passport", "passport no. ⟦C{d8}⟧"),
        ("iban", "IBAN ⟦DE89 3704 0044 0532 0130 00⟧"),
        ("card", "card ⟦4539 5787 6362 1486⟧ was declined"),
        ("cpf", "CPF ⟦529.982.247-25⟧ do cliente"),
        ("name", "Ask ⟦Marta Kowalczyk⟧ about the invoices"),
    ),
    "held-out": (
        ("email", "Owner: ⟦j.okonkwo+ops@harbor-freight.co.za⟧."),
        ("email", "cc ⟦m_santos99@uol.com.br⟧ on releases"),
        ("phone", "Tel.: ⟦(415) 555-2{d3}⟧"),
        ("phone", "celular ⟦+55 21 9{d4}-{d4}⟧"),
        ("phone", "Handy ⟦0171 23{d2} 4{d3}⟧ für Notfälle"),
        ("phone", "mobile: ⟦07700 412{d3}⟧"),
        ("dni", "El DNI ⟦12345678Z⟧ falla"),
        ("nie", "NIE ⟦X1234567L⟧"),
        ("nir", "numéro ⟦2 55 08 14 168 025 38⟧"),
        ("idnr", "Steuer-IdNr. ⟦86 095 742 719⟧"),
        ("aadhaar", "Aadhaar: ⟦2341 2341 2346⟧"),
        ("iban", "pay to ⟦GB82WEST12345698765432⟧"),
        ("iban", "conta ⟦PT50000201231234567890154⟧"),
        ("card", "He typed ⟦371449635398431⟧ in the chat"),
        ("dob", "born on ⟦12 March 1990⟧"),
        ("dob", "Geburtsdatum: ⟦06.06.1988⟧"),
        ("dob", "data de nascimento ⟦14/09/1979⟧"),
        ("passport", "Reisepass ⟦C01X0{d4}⟧"),
        ("licence", "driving licence number ⟦MORGA{d6}SM9IJ⟧"),
        ("nino", "NI number ⟦QQ 12 34 56 C⟧".replace("QQ", "AB")),
        ("mrn", "patient id: ⟦MRN-{d7}⟧"),
        ("account", "account no: ⟦{d10}⟧ at the bank"),
        ("address", "send it to ⟦14 Elm Street, Springfield, IL 62704⟧"),
        ("address", "Büro: ⟦Lindenstraße 12, 10969 Berlin⟧"),
        ("name", "⟦Priya Raman⟧ owns the billing service"),
        ("pesel", "PESEL ⟦44051401359⟧"),
        ("bsn", "BSN ⟦111222333⟧"),
        ("cnpj", "CNPJ ⟦11.222.333/0001-81⟧"),
    ),
}
PATHS = {
    "dev": (
        "Run it in ⟦/home/marek/src/api⟧ only.",
        r"Logs are in ⟦C:\Users\lena\AppData\Local\acme\log.txt⟧.",
        "see ⟦/Users/tom/work/site/index.md⟧:12",
        r"copy to ⟦\\nas01\share\builds⟧ please",
        "⟦/mnt/c/Users/ana/code/x.py⟧ is slow",
    ),
    "held-out": (
        "cwd=⟦/home/o.brien/repos/acme-web/.env.local⟧",
        "Traceback in ⟦/root/deploy/run.sh⟧:8",
        r'open("⟦D:\\Projects\\acme\\build\\app.exe⟧")',
        "⟦D:/work/client/report.xlsx⟧ is the source",
        r"⟦\\wsl.localhost\Ubuntu\home\ana\acme⟧ opens it",
        "⟦/Volumes/Backup/acme/db.dump⟧ holds it",
        "⟦/private/var/folders/zz/q1w2e3/T/tmp.x⟧ was left",
        "open ⟦file:///Users/ana/notes/a.html⟧ now",
        "⟦/c/Users/ana/dev/acme/Makefile⟧ in git bash",
        "⟦/var/home/ana/projects/x⟧ on Silverblue",
        "⟦/media/ana/USB/acme/keys⟧ is mounted",
        "⟦/cygdrive/d/src/acme/x.c⟧ compiles",
    ),
}
CLEAN = {
    "dev": (
        "Bisect blames {h40} in the parser.", "fixed by {h7}", "The tenant is {h8}-{h4}-4{h3}-a{h3}-{h12}.",
        '"integrity": "sha512-{b86}=="', "image python@sha256:{h64}", "requests==2.32.3 --hash=sha256:{h64}",
        "password: ${DB_PASSWORD}", "api_key = os.environ['API_KEY']", "token: <your token>", "password: ********",
        "OPENAI_API_KEY=sk-...", "export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "def login(password: str) -> Token:",
        "max_tokens: 4096", "PASSWORD_MIN_LENGTH=12", "primary key (id, created_at)", "The token is never logged.",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} ana@laptop", "pk_live_{w24} is publishable", 'ETag: "{h32}"',
        "postgresql://localhost/app", "git clone git@github.com:acme/app.git", "react@18.3.1 and @types/node@20.1.1",
        "See https://docs.acme.dev/home/setup", "nginx reads /etc/nginx/nginx.conf", "Edit src/home/index.ts",
        "Ports 8000-8080 are open", "epoch 1764050046929", "order 3771667867829369 failed", "ISBN 978-3-16-148410-0",
        "Mail bot@users.noreply.github.com", "user@example.com is a sample", "ticket ACME-12345", "v2.0.0-rc.3+build.20260301",
    ),
    "held-out": (
        "HEAD is now at {h40}", "index {h7}..{h7} 100644", "submodule libs/core {h40} (v2.1.0)", "github.com/acme/x v0.0.0-20260304120000-{h12}",
        "golang.org/x/net v0.30.0 h1:{b43}=", "SHA256:{b43} ana@box (ED25519)", "md5sum is {h32}", "traceparent: 00-{h32}-{h16}-01",
        "x-request-id: {h8}-{h4}-4{h3}-b{h3}-{h12}", "pod web-{h9}-x8k2p restarted", "main.{h8}.js is 300 KB", "cache key user:{d6}:v3",
        "ghcr.io/acme/api:{h40}", "registry.acme.dev/web:v1.2.3-{h8}", "arn:aws:iam::123456789012:role/ci", "subnet-{h17} is full",
        "vpc-{h17}", "i-{h17} was replaced", "msg_01{w22} is the message id", "cus_{w14} paid twice", "req_{w24} returned 429",
        "run_{w24} finished", "thread_{w24}", "chatcmpl-{w29}", "01J{U23} was replayed", "job {w27} is queued",
        "token = await auth.get_access_token(scope)", "secret: ${{ secrets.NPM_TOKEN }}", "password: {{ vault_db_password }}",
        "apiKey: process.env.API_KEY,", "password=getpass.getpass('DB: ')", "valueFrom:\n  secretKeyRef:\n    key: password",
        "password: op://infra/db/password", "--password-file /run/secrets/db", "MONGO_PASSWORD_FILE=/run/secrets/mongo",
        "password: SecretStr = Field(min_length=8)", "token: Optional[str] = None", "interface Props { token: string; secret: boolean }",
        "const key = keyof typeof Config", "type='password' name='passwd'", "label: 'Password'", '"password": "required|min:8"',
        "auth.password.reset.token_expired = 'Your token expired'", "if (!password) throw new Error('Missing password')",
        "The password must have at least 12 characters.", "password is hashed with bcrypt-12", "the token is RS256-signed", "API key rotation is every 90 days",
        "key us-east-1 is missing in the map", "key points: speed and size", "secret santa is on Friday", "the secret is in 1Password",
        "password=None", 'password = ""', "password: null", "postgresql://user:password@host/db", "postgres://app:${PW}@db/x", "redis://localhost:6379/3",
        "mysql -u root -p app", "curl -u $USER:$PASS https://x.dev", "docker run -p 8080:80 nginx", "ssh -p 2222 deploy@host",
        "Authorization: Bearer <token>", "Authorization: Basic <base64>", "Bearer tokens expire after 3600 s", "Basic auth is off",
        "AKIAIOSFODNN7EXAMPLE is the manual's", "keys look like AKIA[0-9A-Z]{16}", "tokens start with ghp_, gho_ or xoxb-", "sk-ant-*** in the log",
        "-----BEGIN PUBLIC KEY-----\n{b64}\n-----END PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----\n{b64}\n{b64}\n-----END CERTIFICATE-----",
        "-----BEGIN PRIVATE KEY----- (left out)", "data:image/png;base64,iVBORw0KGgo{b80}", "favicon iVBORw0KGgoAAAANSUhEUgAA{b60}=",
        "useGetOrganizationMembershipInvitationsQuery()", "AbstractSingletonProxyFactoryBean2Test", "test_user_can_reset_password_when_token_is_valid",
        "com.acme.auth.internal.JwtTokenFilterFactory", "X-XSRF-TOKEN header", "SESSION_COOKIE_SECURE=True", "TOKEN_TTL_SECONDS=900", "secretName: app-tls-prod",
        "0x{h40} is the contract", "tx 0x{h64} reverted", "bafybeig{l51}", "8.8.8.8 and 1.1.1.1", "fe80::1%lo0", "10.4.168.7:9092",
        "192.168.178.20/24", "2026-05-04T08:00:00.123456+02:00", "3.14159265358979323846", "pin numpy==2.1.3", "GPIO pin: 17",
        "GB00WEST12345698765431 is invalid", "part 000-12-3417", "Call me in 300-600 ms", "111.111.111-11 is invalid", "12345678A is no DNI",
        "GET /api/v1/users/me/home", "PATCH /Users/{h8}-{h4}-4{h3}-9{h3}-{h12}", "the router maps /home/settings", "s3://acme/home/raw/p.parquet",
        r"C:\Windows\System32\drivers\etc\hosts", r"regex \d+\.\w+\\s", "~/.config/acme/x.toml", "$HOME/.local/bin", "%APPDATA%\\Code", "/opt/acme/current",
        "Jenkins calls Ada and Grace", "Ask Claude Code about it", "Contact Red Hat for support", "Visual Studio owns the file", "The Postgres team leads",
        "GITHUB_TOKEN=«REDACTED:github-pat» is read", "postgresql://app:«REDACTED:db-password»@db/x", "model claude-sonnet-4-5-20250929", "gpt-4o-2024-08-06 is fine",
        "CVE-2025-68146 and GHSA-w48q-cv73-mx4w", "Tracking 1Z0P1121Q370QJXJCT", "channel C0O14YD0ZCT", "guild 736887177393162456", "ami-{h17} in eu-west-1",
        "eslint-plugin-react-hooks@5.1.0-rc-fb9a90fa48-20240614", "left-pad-1.3.0.tgz#{h40}", "npm i acme@1.0.0-canary.{h7}", "password_hash = bcrypt(pw)",
        "git describe: v1.4.2-13-g{h9}", "drive.google.com/file/d/{W33}/view", "figma.com/design/{w22}/Acme", "notion.so/acme/Plan-{h32}",
    ),
}  # fmt: skip
HOSTILE = (
    ("one letter", "a"),
    ("BEGIN lines", "-----BEGIN RSA PRIVATE KEY-----\n"),
    ("END lines", "-----END RSA PRIVATE KEY-----\n"),
    ("password=", "password="),
    ("password is is", "password is "),
    ("colons", "a:b:c:"),
    ("at signs", "a@"),
    ("DSN starts", "postgres://u:"),
    ("base64", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldY"),
    ("percent", "%25"),
    ("entities", "&#65;"),
    ("u-escapes", "\\u0041"),
    ("zero width", "a\u200b"),
    ("private tags", "<private>"),
    ("digits", "4111 1111 1111 1111 "),
    ("dashes", "a-"),
    ("underscores", "sk_"),
    ("paths", "/home/a/"),
    ("backslashes", "\\\\a"),
    ("quotes", "\"'"),
    ("newlines", "aB3\n"),
    ("markers", "«REDACTED:jwt»"),
    ("jwt starts", "eyJhbGciOi."),
    ("names", "Ask Anna Weber "),
    ("hex", "0123456789abcdef"),
    ("here-documents", "sudo -S <<a\n"),
    ("here-documents in a line", "sudo -S <<a ok "),
    ("labels", "passport of the "),
    ("phrases", "passphrase = one two "),
)


def lines(seed: int, half: str) -> Iterator[Row]:
    """Yield (text, label, kind, tier, spans) of one half; the same seed gives the same lines."""
    made = Specimens(seed if half == "dev" else seed + 1_000)
    for kind, template in _secrets(half, made):
        yield _row(made, half, template, "secret", kind, kind.partition("/")[0])
    for kind, template in PEOPLE[half]:
        for _ in range(3):
            filled = template.replace("{e}", str(made.random.randrange(10, 28)))
            yield _row(made, half, filled, "pii", kind, "people")
    for template in PATHS[half]:
        yield _row(made, half, template, "path", "path", "paths")
    for template in CLEAN[half]:
        for _ in range(2):
            yield _row(made, half, template, "clean", template[:24], "negative")


def _secrets(half: str, made: Specimens) -> Iterator[tuple[str, str]]:
    rules = provider_rules()
    for number, rule in enumerate(rules):
        if (number % 2 == 0) == (half == "dev"):
            shape = rule.yes[0].split("`")[1]
            yield f"provider/{rule.id}", _framed(made.random, half, rule.label.split("-")[0], shape)
    for vendor, shape in UNKNOWN[half]:
        for _ in range(8):
            frame = _framed(made.random, half, vendor, shape, least=2 if shape[0] in "{0" else 0)
            yield f"unknown/{vendor}", frame
    for kind, template in (*STRUCTURES[half], *STRUCTURES[half]):
        yield f"structure/{kind}", template
    for template in (*PROSE[half], *PROSE[half]):
        yield "prose/password", template
    for name, bend in BYPASSES[half]:
        for shape in ("ghp_{w36}", "glpat-{W20}", "AKIA{U16}", "sk_live_{w99}", "sk-ant-api03-{W93}AA"):
            yield f"bypass/{name}", f"keep this: ⟦{bend(made, made.fill(shape))}⟧ for later"


def _framed(random: Random, half: str, vendor: str, shape: str, least: int = 0) -> str:
    """Put a value in one of the half's frames; a value without a prefix only where a name says what it is."""
    frames = FRAMES[half] if not least else [frame for frame in FRAMES[half] if "name}" in frame or "lower}" in frame]
    frame = random.choice(frames)
    return frame.format(
        name=f"{vendor.upper()}_API_KEY",
        lower=f"{vendor}_token",
        camel=f"{vendor}ApiKey",
        vendor=vendor.title(),
        value=f"⟦{shape}⟧",
    )


def _row(made: Specimens, half: str, template: str, label: str, kind: str, tier: str) -> Row:
    """Fill a template, put a sentence around it, and find the marked span."""
    random = made.random
    text = made.fill(template)
    if random.random() < 0.6:
        glue = "\n" if "\n" in text else random.choice((" ", "\n"))
        text = random.choice(FILLER[half]) + glue + text
    if random.random() < 0.4:
        text = text + ("\n" if "\n" in text or text.endswith("⟧") else " ") + random.choice(FILLER[half])
    start = text.find("⟦")
    if start < 0:
        return text, label, kind, tier, ()
    end = text.index("⟧") - 1
    return text.replace("⟦", "").replace("⟧", ""), label, kind, tier, ((start, end, label),)
