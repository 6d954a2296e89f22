"""What the gate learned from a fourth author's set: whole kinds, shown by values made at run time."""

import pytest

from vademecum.model.memory import FindingKind
from vademecum.rules.gate import Policy, clean, scan

POLICY = Policy(key=b"tests")

SECRETS = (
    "config/master.key of the billing app contains {h32}",
    'snmpd.conf: createUser monitor SHA "{P12}" AES "{w20}"',
    r"net use Z: \\fs02\builds {P12} /user:ACME\svc",
    "aws ssm put-parameter --name /shop/db --type SecureString --value '{P12}'",
    "condarc channel: https://conda.acme.dev/t/{h40}/stable",
    "A palavra-passe da conta passou a ser {P12} desde segunda-feira",
    "Das Passwort vom Testkonto heißt seit Montag {P12}",
    "Hasło administratora zmieniono na {P12}",
    "Паролата за сървъра е {P12}",
    "ステージングのDBパスワードは{P12}です。",
    "mot de passe « {P12} »",
    "2FA recovery code of the registrar account is {U4}-{U4}-{U4}",
    "chat bot access token of @buildcop is {l26}",
)
PHRASES = (
    "export BORG_PASSPHRASE='willow.badger.dune.thistle'",
    "Encryption passphrase for the March dump is willow badger dune thistle; unzip with 7z.",
    "RESTIC_PASSWORD=willow_badger_dune_thistle",
)
NO_PHRASES = (
    "PASSWORD_MODULE=django.contrib.hashers.argon",
    "The passphrase prompt is hidden behind terminal windows",
    "La contraseña es siempre distinta para cada servidor",
)
PERSONS = (
    "PESEL pacjenta w sprawie 771 to 44051401359",
    "Rodné číslo zákazníka v tiketu 5 je 736028/5163",
    "CNP-ul angajatului este 1780801354888",
    "Tax file number (TFN) of the contractor is 602 990 889",
    "PAN card of the vendor's director: ABCPE1234F",
    "Data di nascita del paziente: 16/10/1953",
    "дата на раждане: 12.01.1991",
    "mail sofia.silva50 (at) acme-corp (dot) com",
)
NOBODY = (
    "PESEL pacjenta w sprawie 771 to 44051401358",
    "birth date column was added 2024-03-01",
    "token expired for client acme-mobile (exp 1794470400)",
)
ELSEWHERE = ("git clone ssh://git-host.lan/home/anna.k/repos/notes.git", "smb://nas/homes/anna/scans/x.pdf")
HARMLESS = (
    "mutation Reset($token: String!, $password: String!) { reset(token: $token, password: $password) { ok } }",
    "type Query { token: ID! secret: [String!]! }",
    "/home/dashboard and /home/reports share the same layout component",
    "`echo aGVsbG8gd29ybGQ= | base64 -d` is the smoke test",
    r"createUser needs SHA and AES",
    "https://acme.dev/t/how-to-rotate-all-of-the-tokens/412",
)


@pytest.mark.parametrize("template", SECRETS)
def test_a_secret_of_a_kind_that_a_fourth_author_wrote_is_redacted(made, template):
    text = made.fill(template)
    value = max(set(text.replace('"', " ").replace("'", " ").split()) - set(template.split()), key=len)
    assert value.strip(".«») ") not in clean(text, POLICY)[0]


@pytest.mark.parametrize("text", PHRASES)
def test_a_pass_phrase_is_told_however_it_is_joined(text):
    assert [one.kind for one in scan(text, POLICY)] == [FindingKind.SECRET]


@pytest.mark.parametrize("text", PERSONS)
def test_a_personal_number_is_found_anywhere_behind_its_label(text):
    assert [one.kind for one in scan(text, POLICY)] == [FindingKind.PII]


@pytest.mark.parametrize("text", ELSEWHERE)
def test_a_home_in_the_address_of_another_machine_is_a_path(text):
    assert [one.kind for one in scan(text, POLICY)] == [FindingKind.PATH]


@pytest.mark.parametrize("text", [*NO_PHRASES, *NOBODY, *HARMLESS])
def test_what_only_looks_like_those_kinds_is_no_finding(text):
    assert scan(text, POLICY) == ()
