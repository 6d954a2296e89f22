"""Private keys in armour: whole, quoted, escaped, and cut at either end."""

import pytest

from vademecum.rules.gate import clean

KINDS = ("RSA ", "EC ", "", "ENCRYPTED ", "OPENSSH ", "DSA ")


def body(made, lines=4):
    return "\n".join(made.fill("{b64}") for _ in range(lines)) + "\n" + made.fill("{b40}") + "=="


def armour(kind, text, suffix=""):
    return f"-----BEGIN {kind}PRIVATE KEY{suffix}-----\n{text}\n-----END {kind}PRIVATE KEY{suffix}-----"


@pytest.mark.parametrize("kind", KINDS)
def test_the_body_goes_and_the_frame_stays(kind, made, policy):
    text = f"Deploy key:\n{armour(kind, body(made))}\nThat is all."
    redacted, findings = clean(text, policy)
    assert redacted == f"Deploy key:\n{armour(kind, '«REDACTED:private-key»')}\nThat is all."
    assert len(findings) == 1


def test_a_pgp_block_goes_with_its_headers(made, policy):
    text = armour("PGP ", f"Version: GnuPG v2\n\n{body(made)}\n=zR4L", " BLOCK")
    assert clean(text, policy)[0] == armour("PGP ", "«REDACTED:private-key»", " BLOCK")


@pytest.mark.parametrize("edge", ["> ", "+", "    ", "   7  ", "| "])
def test_a_quoted_diffed_indented_or_numbered_key_goes(edge, made, policy):
    secret = body(made)
    text = "\n".join(edge + line for line in armour("RSA ", secret).splitlines())
    redacted, _ = clean(text, policy)
    assert not any(line in redacted for line in secret.splitlines())
    assert "BEGIN RSA" in redacted


def test_a_key_with_escaped_line_ends_goes(made, policy):
    secret = body(made)
    text = '{"private_key": "' + armour("", secret).replace("\n", "\\n") + '\\n", "x": 1}'
    redacted, _ = clean(text, policy)
    assert not any(line in redacted for line in secret.splitlines())
    assert redacted.endswith('"x": 1}')


def test_a_key_without_its_end_goes_while_lines_look_like_one(made, policy):
    secret = body(made)
    text = f"-----BEGIN RSA PRIVATE KEY-----\n{secret}\nThe rest of the note stays as it is."
    redacted, _ = clean(text, policy)
    assert redacted == "-----BEGIN RSA PRIVATE KEY-----\n«REDACTED:private-key»\nThe rest of the note stays as it is."


def test_a_key_without_its_beginning_goes_back_to_where_it_looks_like_one(made, policy):
    secret = body(made)
    text = f"The note before stays.\n{secret}\n-----END RSA PRIVATE KEY-----\nand after"
    redacted, _ = clean(text, policy)
    assert redacted == "The note before stays.\n«REDACTED:private-key»\n-----END RSA PRIVATE KEY-----\nand after"


def test_a_putty_key_goes(made, policy):
    secret = body(made, 3)
    text = f"PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 4\n{secret}\nPrivate-MAC: {made.fill('{h40}')}\n"
    redacted, _ = clean(text, policy)
    assert not any(line in redacted for line in secret.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN PRIVATE KEY----- (left out)",
        "It starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.",
        "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n-----END RSA PRIVATE KEY-----",
    ],
)
def test_a_frame_without_a_key_is_left_alone(text, policy):
    assert clean(text, policy) == (text, ())


@pytest.mark.parametrize("kind", ["PUBLIC KEY", "CERTIFICATE", "CERTIFICATE REQUEST"])
def test_public_blocks_are_left_alone(kind, made, policy):
    text = f"-----BEGIN {kind}-----\n{body(made)}\n-----END {kind}-----"
    assert clean(text, policy)[0] == text
