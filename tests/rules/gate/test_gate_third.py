"""A third author's generator, and what the gate learned from it: whole kinds, shown by values made at run time."""

import sys
from pathlib import Path

import pytest

from vademecum.model.memory import FindingKind
from vademecum.rules.gate import Policy, clean, scan

sys.path.insert(0, str(Path(__file__).parents[3] / "evals"))
import gate
import gate_third

POLICY = Policy(key=b"tests")

HEREDOCS = (
    "docker login -u ci --password-stdin <<EOF\n{P12}\nEOF",
    "chpasswd <<'EOF'\nalice:{P12}\nEOF",
    "cat > /run/secrets/db_password <<EOF\n{P12}\nEOF",
    "password = <<EOF\n{P12}\nEOF",
)
NOBODYS_PATHS = (
    r"C:\Users\%USERNAME%\AppData\x",
    "/home/$USER/app/x",
    "/Users/Shared/app/x",
    r"C:\Users\<you>\app\x",
    "/users/me/settings",
    "/api/users/anna/x.json",
)
RESERVED = ("+1 202 555 0143", "+44 7700 900123", "phone (02) 5550 4321", "mobil +49 171 3920012")
PHRASES = ("WIFI_PSK='willow badger dune thistle'", "passphrase: willow-badger-dune-thistle")
SCREENS = ('password: "please choose something longer"', 'password: "reset-your-password-form"')


@pytest.fixture(scope="module")
def rows():
    return list(gate_third.lines(11))


@pytest.mark.parametrize(("label", "bar"), [("secret", 0.97), ("pii", 0.95), ("path", 0.98)])
def test_most_of_a_third_authors_lines_are_covered(rows, label, bar):
    spans = [(row[0], span) for row in rows if row[1] == label for span in row[4]]
    missed = [text for text, span in spans if not gate.is_removed(span, gate.ours(text), label)]
    assert len(missed) <= (1 - bar) * len(spans), missed


def test_hardly_any_of_a_third_authors_harmless_lines_is_flagged(rows):
    harmless = [row[0] for row in rows if row[1] == "clean"]
    flagged = [text for text in harmless if scan(text, POLICY)]
    assert len(flagged) <= 0.01 * len(harmless), flagged


@pytest.mark.parametrize("template", HEREDOCS)
def test_the_body_of_a_here_document_that_feeds_a_password_is_redacted(made, template):
    text = made.fill(template)
    body = text.split("\n")[1].rpartition(":")[2]
    assert body not in clean(text, POLICY)[0]


@pytest.mark.parametrize("text", ["cat > notes.md <<EOF\nThe token turns weekly\nEOF", "cat <<EOF\nkind: Pod2x\nEOF"])
def test_the_body_of_another_here_document_stays(text):
    assert clean(text, POLICY)[0] == text


@pytest.mark.parametrize("text", NOBODYS_PATHS)
def test_a_path_of_nobody_in_particular_is_no_finding(text):
    assert scan(text, POLICY) == ()


@pytest.mark.parametrize("text", RESERVED)
def test_a_phone_number_kept_for_fiction_is_nobodys(text):
    assert scan(text, POLICY) == ()


@pytest.mark.parametrize("text", PHRASES)
def test_four_words_that_make_no_sentence_are_a_pass_phrase(text):
    assert any(one.kind is FindingKind.SECRET for one in scan(text, POLICY))


@pytest.mark.parametrize("text", SCREENS)
def test_the_words_of_a_screen_are_no_pass_phrase(text):
    assert scan(text, POLICY) == ()
