"""What stays of a text after redaction."""

import pytest

from vademecum.model.memory import FindingKind
from vademecum.rules.gate import Policy, clean, scan

DSN_FORMS = [
    ("postgresql://app:⟦{p14}⟧@db.internal:5432/orders", "db-password"),
    ("postgres://app:⟦aa@{p12}⟧@db.internal/orders?sslmode=require", "db-password"),
    ("mysql+pymysql://root:⟦{p10}%40{h4}⟧@10.2.3.44/shop", "db-password"),
    ("mongodb+srv://svc:⟦{p14}⟧@cluster0.ab1c2.mongodb.net/?retryWrites=true", "db-password"),
    ("redis://:⟦{p16}⟧@cache:6379/0", "db-password"),
    ("amqps://worker:⟦a/{p12}⟧@mq.acme.dev:5671/vhost", "db-password"),
    ("https://deploy:⟦{p12}⟧@artifacts.acme.dev/repo", "db-password"),
    ("jdbc:oracle:thin:scott/⟦{p12}⟧@//ora:1521/X", "db-password"),
]


@pytest.mark.parametrize(("template", "label"), DSN_FORMS)
def test_only_the_password_of_an_address_is_taken_out(template, label, made, policy):
    marked = made.fill(template)
    text = marked.replace("⟦", "").replace("⟧", "")
    secret = marked[marked.index("⟦") + 1 : marked.index("⟧")]
    redacted, findings = clean(text, policy)
    assert redacted == text.replace(secret, f"«REDACTED:{label}»")
    assert [one.kind for one in findings] == [FindingKind.SECRET]


@pytest.mark.parametrize(
    ("template", "kept"),
    [
        ("host=db user=etl password={p14} sslmode=require", "sslmode=require"),
        ("Server=db;Database=crm;User ID=app;Password={p14};Encrypt=True;", ";Encrypt=True;"),
        ("jdbc:postgresql://db:5432/crm?user=etl&password={p12}&ssl=true", "&ssl=true"),
    ],
)
def test_the_parameters_after_a_password_stay(template, kept, made, policy):
    redacted, _ = clean(made.fill(template), policy)
    assert redacted.endswith(kept)
    assert redacted.count("REDACTED") == 1


def test_two_secrets_side_by_side_are_both_taken_out(made, policy):
    first, second = made.fill("ghp_{w36}"), made.fill("AKIA{U16}")
    redacted, _ = clean(f"`{first}` and **{second}**", policy)
    assert redacted == "`«REDACTED:github-pat»` and **«REDACTED:aws-access-key-id»**"


def test_a_finding_tells_the_place_and_never_the_value(made, policy):
    secret = made.fill("ghp_{w36}")
    (finding,) = scan(f"päß {secret} x", policy, "body")
    assert (finding.start, finding.end, finding.field) == (4, 44, "body")
    assert secret not in repr(finding)
    assert len(finding.fingerprint) == 16


def test_a_fingerprint_depends_on_the_key_and_the_value(made):
    text = made.fill("ghp_{w36}")
    one, other = (scan(text, Policy(key=key))[0].fingerprint for key in (b"a", b"b"))
    assert one != other
    assert one == scan(f"again {text}", Policy(key=b"a"))[0].fingerprint


def test_an_allowed_fingerprint_is_left_alone(made, policy):
    text = made.fill("key: ghp_{w36}")
    (finding,) = scan(text, policy)
    lenient = Policy(key=policy.key, allow=frozenset({finding.fingerprint}))
    assert clean(text, lenient) == (text, ())


def test_personal_data_and_paths_are_found_but_not_taken_out(policy):
    text = "Ask lena.brandt@fjordlabs.no, notes in /home/lena/notes.md"
    redacted, findings = clean(text, policy)
    assert redacted == text
    assert {one.kind for one in findings} == {FindingKind.PII, FindingKind.PATH}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <private>b</private> c", "a  c"),
        ("a <PRIVATE>b\nc</Private>d", "a d"),
        ("a <private>b", "a "),
        ("a <private>b<private>c</private>d</private>e", "a e"),
        ("a </private> b", "a </private> b"),
        ("nothing here", "nothing here"),
    ],
)
def test_private_spans_are_removed_and_an_open_one_reaches_to_the_end(text, left, policy):
    assert clean(text, policy)[0] == left


def test_offsets_after_a_private_span_are_those_of_the_text_as_given(made, policy):
    secret = made.fill("ghp_{w36}")
    text = f"<private>x y z</private>token {secret}!"
    _, (finding,) = clean(text, policy)
    assert text[finding.start : finding.end] == secret


def test_a_secret_around_a_private_span_is_found_where_its_halves_meet(made, policy):
    secret = made.fill("ghp_{w36}")
    text = f"{secret[:20]}<private>x</private>{secret[20:]}"
    redacted, (finding,) = clean(text, policy)
    assert redacted == "«REDACTED:github-pat»"
    assert (finding.start, finding.end) == (0, len(text))


def test_our_own_marker_is_never_a_finding(policy):
    for text in (
        "postgresql://user:«REDACTED:db-password»@host/db",
        "GITHUB_TOKEN=«REDACTED:github-pat» is read from the keychain",
        'password: "«REDACTED:password»"',
        "Authorization: Bearer «REDACTED:jwt»",
    ):
        assert clean(text, policy) == (text, ())


def test_a_marker_of_an_unknown_kind_hides_nothing(made, policy):
    text = made.fill("password=«REDACTED:{l20}»")
    text = text.replace("«REDACTED:", "«REDACTED:ghp_").replace("»", made.fill("{w20}»"))
    assert "REDACTED:github" in clean(text, policy)[0]


def test_known_values_are_found_in_prose_and_in_their_written_forms():
    policy = Policy(key=b"k", known=("correct horse/battery",))
    for text in (
        "it is correct horse/battery, really",
        "q=correct%20horse%2Fbattery&x=1",
        "q=correct+horse%2Fbattery",
        "blob Zm9vOmNvcnJlY3QgaG9yc2UvYmF0dGVyeQ== end",
    ):
        redacted, findings = clean(text, policy)
        assert [one.kind for one in findings] == [FindingKind.SECRET], text
        assert "orse" not in redacted
        assert "Zm9v" not in redacted


def test_short_or_stock_known_values_are_ignored():
    policy = Policy(key=b"k", known=("abc", "secret", "password"))
    assert scan("abc secret password", policy) == ()


def test_the_second_opinion_can_be_switched_off(made):
    text = made.fill("the key is re_{w8}_{w24}")
    assert scan(text, Policy(key=b"k", second_opinion=False)) == scan(text, Policy(key=b"k"))
