"""What holds for any text."""

import string
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from vademecum.model.memory import Draft, FindingKind, Scope, Sensitivity
from vademecum.rules.gate import Policy, clean, decide, scan
from vademecum.testing.specimens import Specimens

POLICY = Policy(key=b"tests")
TEMPLATES = (
    "ghp_{w36}",
    "password={p14}",
    "postgresql://u:{p12}@db/x",
    "{J0}",
    "the pw is {P12}",
    "Bearer {w40}",
    "AKIA{U16}",
    '"api_key": "{h32}"',
    "xoxb-{d12}-{d12}-{w24}",
    "curl -u a:{p12} https://x.dev",
    "lena@fjordlabs.no",
    "/home/lena/x/y",
    "«REDACTED:jwt»",
    "<private>",
    "</private>",
    "-----BEGIN PRIVATE KEY-----\n{b64}\n",
    *("\\n", '"', "`", "=", ":", "@", "%41", "&#65;"),
)
PLAIN = st.text(alphabet=string.ascii_letters + string.digits + " \n.,:;=/@\"'`-_&%\\«»áß密\u200b", max_size=60)


@st.composite
def texts(draw):
    made = Specimens(draw(st.integers(0, 10_000)))
    pieces = draw(st.lists(st.one_of(PLAIN, st.sampled_from(TEMPLATES).map(made.fill)), max_size=6))
    return draw(st.sampled_from(["", " ", "\n"])).join(pieces)


@settings(max_examples=150, deadline=None)
@given(texts())
def test_cleaning_twice_is_cleaning_once(text):
    once, _ = clean(text, POLICY)
    assert clean(once, POLICY)[0] == once


@settings(max_examples=100, deadline=None)
@given(texts())
def test_findings_are_ordered_inside_the_text_and_the_same_each_time(text):
    found = scan(text, POLICY)
    assert found == scan(text, POLICY)
    assert [one.start for one in found] == sorted(one.start for one in found)
    assert all(0 <= one.start < one.end <= len(text) for one in found)


@settings(max_examples=100, deadline=None)
@given(texts())
def test_secrets_never_overlap(text):
    secrets = [one for one in scan(text, POLICY) if one.kind is FindingKind.SECRET]
    assert all(one.end <= other.start for one, other in pairwise(secrets))


@settings(max_examples=60, deadline=None)
@given(PLAIN, PLAIN, st.integers(0, 10_000))
def test_text_on_other_lines_does_not_hide_a_secret(before, after, seed):
    secret = Specimens(seed).fill("ghp_{w36}")
    redacted, _ = clean(f"{before}\n\ntoken `{secret}` here\n\n{after}".replace("<private>", ""), POLICY)
    assert secret not in redacted


@settings(max_examples=80, deadline=None)
@given(texts(), st.sampled_from(list(Sensitivity)), st.sampled_from([None, "acme"]))
def test_sensitivity_never_falls_and_global_holds_nothing_secret(text, asked, project):
    decision = decide(Draft(body=text, sensitivity=asked, scope=Scope(project)), POLICY)
    assert Sensitivity(decision.draft.sensitivity).rank >= asked.rank
    if project is None and not decision.blocked:
        assert decision.redactions == 0
        assert decision.draft.sensitivity != Sensitivity.SECRET


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_at_all_can_be_scanned(text):
    scan(text, POLICY)


def test_a_lone_surrogate_is_no_crash():
    assert scan("password=\ud800 x", POLICY) == ()
