from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from vademecum.engine.vault import Vault
from vademecum.model.errors import InvalidError, MissingError
from vademecum.model.memory import Draft, Scope, Trust
from vademecum.rules.asof import parse


def bodies(vault: Vault, instant: datetime) -> set[str]:
    return {hit.passage.text for hit in vault.recall("service runtime", as_of=instant, limit=20).hits}


def test_recall_at_an_instant_answers_what_was_believed_then(vault: Vault, clock):
    start = clock.now
    vault.write(Draft(title="Service runtime", body="The service runs on node twenty."))
    clock.pass_(days=1)
    second = clock.now
    vault.write(Draft(name="service_runtime", body="The service runs on bun."))
    clock.pass_(days=1)
    third = clock.now
    vault.forget("service_runtime")

    assert bodies(vault, start - timedelta(seconds=1)) == set()
    assert bodies(vault, start) == {"The service runs on node twenty."}
    assert bodies(vault, second - timedelta(microseconds=1)) == {"The service runs on node twenty."}
    assert bodies(vault, second) == {"The service runs on bun."}
    assert bodies(vault, third) == set()


def test_a_name_is_looked_up_at_an_instant(vault: Vault, clock):
    vault.write(Draft(title="Runtime", body="Runs on node."))
    then = clock.now
    clock.pass_(hours=1)
    vault.write(Draft(name="runtime", body="Runs on bun."))
    assert vault.get("runtime", as_of=then).memory.body == "Runs on node."
    with pytest.raises(MissingError):
        vault.get("runtime", as_of=then - timedelta(hours=1))


def test_intervals_never_invert_when_the_clock_goes_back(vault: Vault, clock):
    vault.write(Draft(title="Runtime", body="Runs on node."))
    for step, hours in enumerate((-5, 0, -1, 3)):
        clock.pass_(hours=hours)
        vault.write(Draft(name="runtime", body=f"Runs on engine {step}."))
    found = vault.history("runtime")
    for earlier, later in pairwise(found):
        assert earlier.recorded_at < earlier.superseded_at == later.recorded_at
    assert [event.seq for event in vault.why("runtime").events] == [1, 2, 3, 4, 5]
    assert vault.verify().is_sound


def test_two_versions_within_one_instant_are_told_apart(vault: Vault):
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.write(Draft(name="runtime", body="Runs on bun."))
    first, second = vault.history("runtime")
    assert second.recorded_at - first.recorded_at == timedelta(microseconds=1)
    assert vault.get("runtime", as_of=first.recorded_at).id == first.id
    assert vault.get("runtime", as_of=second.recorded_at).id == second.id


def test_a_bare_date_means_the_end_of_that_day(vault: Vault, clock):
    clock.now = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    vault.write(Draft(title="Runtime", body="Runs on node."))
    clock.now = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
    vault.write(Draft(name="runtime", body="Runs on bun."))
    for text, body in (
        ("2026-03-28", "Runs on node."),
        ("2026-03-29", "Runs on bun."),
        ("2026-03-28T23:30Z", "Runs on node."),
        ("2026-03-29T01:30+01:00", "Runs on bun."),
        ("yesterday", "Runs on node."),
    ):
        assert vault.get("runtime", as_of=parse(text, clock.now)).memory.body == body, text


def test_a_story_tells_everything_that_happened(vault: Vault):
    vault.write(Draft(title="Runtime", body="Runs on node twenty.", scope=Scope("app")))
    vault.write(Draft(name="runtime", body="Runs on node twenty-two.", scope=Scope("app")))
    vault.promote("runtime")
    vault.forget("runtime")
    vault.restore("runtime")
    story = vault.why("runtime")
    assert [event.event for event in story.events] == ["stored", "superseded", "promoted", "forgotten", "restored"]
    assert len({version.lineage for version in story.versions}) == 1


def test_what_became_of_it_since_is_told(vault: Vault, clock):
    for title, body in (("Alpha", "runtime alpha"), ("Beta", "runtime beta"), ("Gamma", "runtime gamma")):
        vault.write(Draft(title=title, body=f"The {body} engine."))
    then = clock.now + timedelta(seconds=1)
    clock.pass_(days=1)
    vault.write(Draft(name="beta", body="The runtime delta engine."))
    vault.forget("gamma")
    hits = vault.recall("runtime engine", as_of=then, diff_now=True).hits
    assert {hit.passage.name: (hit.diff, hit.now) for hit in hits} == {
        "alpha": ("unchanged", ""),
        "beta": ("changed", "The runtime delta engine."),
        "gamma": ("retired", ""),
    }


def test_the_filters_hold_in_the_past_too(vault: Vault, clock):
    app = Scope("app")
    vault.write(Draft(title="Alpha", body="The runtime alpha engine.", scope=app))
    vault.write(Draft(title="Beta", body="The runtime beta engine.", trust=Trust.AGENT))
    then = clock.now + timedelta(seconds=1)
    for fields, names in (
        ({"scopes": (Scope(),)}, {"beta"}),
        ({"scopes": (app,)}, {"alpha"}),
        ({"min_trust": Trust.OWNER}, {"alpha"}),
        ({"type": "user"}, set()),
        ({"domain": "db"}, set()),
    ):
        hits = vault.recall("runtime engine", as_of=then, **fields).hits
        assert {hit.passage.name for hit in hits} == names, fields


def test_an_instant_without_a_zone_and_a_senseless_limit_are_refused(vault: Vault):
    with pytest.raises(InvalidError):
        vault.recall("x", as_of=datetime(2026, 1, 1))  # noqa: DTZ001  that is the point
    for limit in (0, 1001):
        with pytest.raises(InvalidError):
            vault.recall("x", limit=limit)
