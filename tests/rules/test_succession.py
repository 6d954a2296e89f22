from datetime import UTC, datetime

import pytest

from vademecum.model.memory import Memory, Scope, State, Trust, Version
from vademecum.rules.succession import (
    Known,
    Step,
    Succession,
    digest,
    is_specific,
    lowest,
    name_key,
    succeed,
    title_key,
)


def memory(body: str = "text", trust: Trust = Trust.OWNER, **fields) -> Memory:
    return Memory(name="n", description="d", body=body, trust=trust, **fields)


def version(identity: str, body: str = "text", trust: Trust = Trust.OWNER, lineage: str = "") -> Version:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    return Version(memory(body, trust), identity, lineage or identity, now, None, State.LIVE, "", "cli", "")


A, B, C = version("a"), version("b"), version("c")
LATER_OF_A = version("z", lineage="a")


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (Known(), Succession(Step.FIRST)),
        (Known(twin=A, former=B, named=C), Succession(Step.DUPLICATE, A)),
        (Known(named=A, sourced=B, titled=[C]), Succession(Step.SUPERSEDE, A)),
        (Known(sourced=B, titled=[C]), Succession(Step.SUPERSEDE, B)),
        (Known(titled=[C]), Succession(Step.SUPERSEDE, C)),
        (Known(former=A), Succession(Step.REVIVE, A)),
        (Known(former=A, titled=[C]), Succession(Step.REVIVE, A)),
        (Known(former=A, named=LATER_OF_A), Succession(Step.REVIVE, A)),
        (Known(former=A, named=B), Succession(Step.SUPERSEDE, B)),
        (Known(former=A, sourced=B), Succession(Step.SUPERSEDE, B)),
    ],
)
def test_what_is_known_decides_the_step(known: Known, expected: Succession):
    assert succeed(memory(), known, related_at=0.5, similarity=lambda *_: 0.5) == expected


def test_an_unrelated_text_under_the_title_is_a_first():
    known = Known(titled=[A, B])
    assert succeed(memory(), known, related_at=0.5, similarity=lambda *_: 0.49).step is Step.FIRST


def test_of_several_with_the_title_the_nearest_is_succeeded():
    known = Known(titled=[version("a", "far"), version("b", "near")])
    likeness = {"far": 0.6, "near": 0.9}
    found = succeed(memory(), known, related_at=0.5, similarity=lambda _, other: likeness[other])
    assert found.of is known.titled[1]


@pytest.mark.parametrize("way", ["named", "sourced", "former"])
def test_untrusted_text_follows_only_untrusted_text(way: str):
    draft = memory(trust=Trust.UNTRUSTED)
    for trust, follows in ((Trust.OWNER, False), (Trust.AGENT, False), (Trust.UNTRUSTED, True)):
        step = succeed(draft, Known(**{way: version("a", trust=trust)}), related_at=0, similarity=lambda *_: 1).step
        assert (step is not Step.FIRST) == follows


def test_spacing_and_unicode_form_do_not_make_another_content_and_scope_and_type_do():
    one = digest(memory("café  is\nopen"))
    assert one == digest(memory("cafe\u0301 is open "))
    assert one != digest(memory("café is open", scope=Scope("app")))
    assert one != digest(memory("café is shut"))


def test_titles_and_names_are_compared_as_readers_and_file_systems_do():
    assert title_key("Package  Manager.") == title_key("package manager")
    assert name_key("STRASSE") == name_key("straße")
    assert name_key("Cafe\u0301") == name_key("CAFÉ")


@pytest.mark.parametrize(
    ("source", "specific"),
    [
        ("cli", False),
        ("session:4f2", False),
        ("session:4f2:deploy", True),
        ("native:app/notes.md", True),
        ("native:", False),
    ],
)
def test_only_an_origin_that_names_one_place_is_specific(source: str, specific):
    assert is_specific(source) is specific


def test_the_lowest_trust_of_parents_counts():
    assert lowest(Trust.OWNER, Trust.AGENT) is Trust.AGENT
    assert lowest(Trust.OWNER, Trust.UNTRUSTED, Trust.AGENT) is Trust.UNTRUSTED
