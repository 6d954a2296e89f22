"""Values as JSON and as text."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.faces import columns, places, prose
from vademecum.faces.mcp.clipping import ANSWER_MOST, LEAST_SHARE, bounded, clip_body, clip_hits, lean
from vademecum.identity import Project
from vademecum.model import wire
from vademecum.model.errors import InvalidError, MissingError
from vademecum.model.memory import GLOBAL, Action, Cite, Finding, FindingKind, Receipt, Scope, Sensitivity, Similar
from vademecum.model.report import Link, Links, Proposal
from vademecum.model.search import Hit, Passage, Recall, Source

NOW = datetime(2026, 3, 4, 12, 0, 0, tzinfo=UTC)
HERE = Project("shop", "folder:/shop", "folder")
NOWHERE = Project("", "", "none")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (-5, "just now"), (0, "just now"), (59, "just now"), (60, "1 minute ago"), (3599, "59 minutes ago"),
        (3600, "1 hour ago"), (86_399, "23 hours ago"), (86_400, "1 day ago"), (86_400 * 29, "29 days ago"),
        (86_400 * 30, "1 month ago"), (86_400 * 359, "11 months ago"), (86_400 * 360, "1 year ago"),
        (86_400 * 3600, "10 years ago"),
    ],
)  # fmt: skip
def test_an_age_is_readable(seconds, said):
    assert wire.age(NOW - timedelta(seconds=seconds), NOW) == said


def test_an_unknown_age_is_empty():
    assert wire.age(None, NOW) == ""
    assert wire.instant(None) is None


def test_an_instant_is_written_in_utc():
    assert wire.instant(NOW.astimezone(timezone(timedelta(hours=2)))) == "2026-03-04T12:00:00Z"


def test_a_receipt_has_the_shape_that_scripts_know():
    seen = Finding("github-token", FindingKind.SECRET, "body", 3, 9, "f1")
    done = Receipt(
        Action.STORED,
        "a",
        "id",
        Scope("shop"),
        Sensitivity.SECRET,
        findings=(seen,),
        redactions=1,
        similar=(Similar("b", 0.93456),),
        indexed=True,
        path="/x/a.md",
    )
    written = wire.receipt(done)
    assert written.pop("findings") == [
        {"rule": "github-token", "kind": "secret", "field": "body", "start": 3, "end": 9, "fingerprint": "f1"}
    ]
    assert written == {
        "action": "stored",
        "name": "a",
        "id": "id",
        "scope": "project:shop",
        "sensitivity": "secret",
        "redactions": 1,
        "similar": [{"name": "b", "similarity": 0.9346}],
        "indexed": True,
        "path": "/x/a.md",
        "notes": [],
    }


def test_an_error_names_its_code_and_what_to_do():
    assert wire.error(MissingError("no such thing", hint="look", code="missing.memory")) == {
        "error": {"code": "missing.memory", "message": "no such thing", "hint": "look"}
    }
    assert wire.error(InvalidError("k", "is out of bounds"))["error"]["field"] == "k"


def test_a_report_without_a_shape_is_written_field_by_field():
    @dataclass
    class Inner:
        scope: Scope
        at: datetime

    @dataclass
    class Report:
        inner: tuple[Inner, ...]
        names: frozenset[str]
        counts: dict[str, int]
        path: Path
        digest: bytes
        action: Action

    report = Report((Inner(GLOBAL, NOW),), frozenset("ba"), {"x": 1}, Path("/a"), b"\x01", Action.ERASED)
    assert wire.plain(report, NOW) == {
        "inner": [{"scope": "global", "at": "2026-03-04T12:00:00Z"}],
        "names": ["a", "b"], "counts": {"x": 1}, "path": "/a", "digest": "01", "action": "erased",
    }  # fmt: skip


def hit(text: str, **more: object) -> Hit:
    passage = Passage("memory:a", Source.MEMORY, text, title="Title", name="a", id="1", at=NOW, path="store/a.md")
    return Hit(passage, 0.5, 0.5, **more)


def answer(*hits: Hit, **more: object) -> dict:
    return wire.recall(Recall(hits, "words", **more), NOW)


def test_a_hit_is_written_with_what_it_rests_on():
    written = wire.hit(hit("x", scores={"bm25": 1.23456}, cites=(Cite("a.py", 1, 3),), diff="changed", now="y"), NOW)
    assert written["scores"] == {"bm25": 1.2346}
    assert written["cites"] == [{"path": "a.py", "start": 1, "end": 3, "digest": ""}]
    assert (written["diff"], written["now"]) == ("changed", "y")


@given(st.text(), st.text())
def test_recorded_text_cannot_leave_its_quotation(title, text):
    passage = Passage("memory:a", Source.MEMORY, text, title=title, name="a")
    lines = prose.hits(answer(Hit(passage, 0.5, 0.5))).splitlines()
    assert lines[2].startswith("1. a [")
    assert [line for line in lines[3:] if not line.startswith("   ")] == []


def test_an_empty_answer_says_why():
    said = prose.hits(answer(abstained="nothing is relevant enough", degraded="no vectors", elsewhere=2))
    assert "Nothing found: nothing is relevant enough." in said
    assert "Degraded: no vectors" in said
    assert "2 more in other projects" in said


def test_a_change_since_then_is_told():
    said = prose.hits(answer(hit("x", diff="changed", now="y\nz")))
    assert "   Now: changed\n   | y\n   | z" in said


def test_a_receipt_tells_the_writer_what_matters():
    done = Receipt(
        Action.BLOCKED, "", scope=GLOBAL, findings=(Finding("github-token", FindingKind.SECRET, "body", 0, 1),),
        notes=("use a project scope",),
    )  # fmt: skip
    assert prose.receipt(done).splitlines() == [
        "Not stored: the gate refuses this in global.",
        "The gate saw github-token (secret) in body.",
        "use a project scope",
    ]
    stored = Receipt(Action.STORED, "a", redactions=2, similar=(Similar("b", 0.95),), sensitivity=Sensitivity.SECRET)
    assert "2 secrets redacted; sensitivity is secret." in prose.receipt(stored)
    assert "b says nearly the same (0.95)." in prose.receipt(stored)


@pytest.mark.parametrize("action", Action)
def test_every_action_has_its_sentence(action):
    assert prose.receipt(Receipt(action, "a"))


def test_a_blocked_proposal_says_what_stands_in_the_way():
    seen = (Finding("email", FindingKind.PII, "body", 0, 1),)
    blocked = Proposal("a", Scope("shop"), "global/a.md", NOW, blocked=True, reason="personal data", findings=seen)
    assert "a cannot become global: personal data" in prose.proposal(blocked)
    assert "- email (pii) in body" in prose.proposal(blocked)


def test_neighbours_are_shown_even_when_there_are_none():
    assert "no links" in prose.links(Links("a"))
    assert "-> b (no such memory)" in prose.links(Links("a", (Link("b"),)))


@given(st.lists(st.text(min_size=0, max_size=40_000), min_size=1, max_size=20), st.text(max_size=30))
def test_an_answer_is_never_longer_than_it_may_be(texts, query):
    hits = [{"text": text, "name": "a", "source": "memory", "path": "", "id": ""} for text in texts]
    clipped = clip_hits(hits, query)
    assert sum(len(one["text"]) for one in clipped) <= max(ANSWER_MOST, LEAST_SHARE * len(texts)) + 4 * len(texts)


def test_a_long_hit_is_cut_around_the_words_of_the_query():
    text = "filler " * 10_000 + "the kettle is blue " + "filler " * 10_000
    clipped = clip_hits([{"text": text, "name": "a", "source": "memory", "path": "", "id": ""}], "which kettle")[0]
    assert "kettle is blue" in clipped["text"]
    assert "memory_get a" in clipped["clipped"]


def test_a_long_body_is_read_part_by_part_without_loss():
    body = "".join(f"{n} " for n in range(20_000))
    read, offset = "", 0
    while offset < len(body):
        part = clip_body({"body": body}, offset)
        read += part["body"]
        offset += len(part["body"])
    assert read == body
    assert part["clipped"].endswith("the end")
    assert clip_body({"body": "short"}, 0) == {"body": "short"}


def test_an_odd_answer_is_held_within_bounds():
    odd = {"rows": [{"text": "a" * 100_000}] * 1000}
    held = bounded(odd)
    assert len(held["rows"]) == 100
    assert len(held["rows"][0]["text"]) == 2 * ANSWER_MOST + 2


def test_what_says_nothing_costs_nothing():
    assert lean({"a": 0, "b": None, "c": "", "d": [], "e": {}, "f": False}) == {"a": 0, "f": False}


@pytest.mark.parametrize(
    ("scope", "project", "here", "expected"),
    [
        (None, None, HERE, "global"),
        ("global", None, HERE, "global"),
        ("project", None, HERE, "project:shop"),
        ("project:x", None, HERE, "project:x"),
        (None, "x", HERE, "project:x"),
        ("project", "x", HERE, "project:x"),
        ("project:x", "x", HERE, "project:x"),
        (None, None, Project("shop", "k", "marker", scope="project"), "project:shop"),
    ],
)
def test_a_write_goes_where_it_was_told(scope, project, here, expected):
    assert str(places.for_write(scope, project, here)) == expected


@pytest.mark.parametrize(
    ("scope", "project", "here"),
    [
        ("x", None, HERE),
        ("global", "x", HERE),
        ("project:y", "x", HERE),
        ("project", None, NOWHERE),
        ("project:", None, HERE),
    ],
)
def test_a_scope_that_means_nothing_is_refused(scope, project, here):
    with pytest.raises(InvalidError):
        places.for_write(scope, project, here)


@pytest.mark.parametrize(
    ("scope", "project", "here", "scopes", "asker"),
    [
        (None, None, HERE, (GLOBAL, Scope("shop")), "shop"),
        (None, None, NOWHERE, (GLOBAL, Scope("~")), None),
        (None, "x", HERE, (GLOBAL, Scope("x")), "x"),
        ("global", None, HERE, (GLOBAL,), "shop"),
        ("project", None, HERE, (Scope("shop"),), "shop"),
        ("project", "x", HERE, (Scope("x"),), "x"),
        ("all", None, HERE, None, "shop"),
    ],
)
def test_recall_asks_global_and_the_askers_project(scope, project, here, scopes, asker):
    asked = places.for_recall(scope, project, here)
    assert (asked.scopes, asked.project) == (scopes, asker)


@pytest.mark.parametrize(
    ("text", "taken"), [("", 0), ("abc", 3), ("日本", 4), ("ｱ", 1), ("e\u0301", 1), ("👍", 2), ("a\u200bb", 2)]
)
def test_cells_are_those_of_a_terminal(text, taken):
    assert columns.cells(text) == taken


@given(st.text(max_size=30), st.integers(min_value=0, max_value=40))
def test_what_is_clipped_fits_and_what_fits_is_not_clipped(text, most):
    found = columns.clipped(text, most)
    assert columns.cells(found) <= most
    assert (found == text) == (columns.cells(text) <= most)


def test_columns_are_as_wide_as_their_widest():
    rows = columns.aligned([["予約", "1 turn"], ["a", "12 turns"]])
    assert rows == [["予約", "1 turn  "], ["a   ", "12 turns"]]


@pytest.mark.parametrize(
    ("opener", "key", "said"),
    [
        ("vade show", "session:1a2b-3c#12", "vade show session:1a2b-3c#12"),
        ("vade show", "document:/notes/a b.md#1", "vade show 'document:/notes/a b.md#1'"),
        ("vade show", "document:/notes/メモ.md#1", "vade show document:/notes/メモ.md#1"),
        ("vade show", "document:/$(x)/a;b.md#1", "vade show 'document:/$(x)/a;b.md#1'"),
        ("memory_get", "document:/notes/a b.md#1", "memory_get document:/notes/a b.md#1"),
    ],
)
def test_a_key_is_one_word_for_a_shell_and_bare_for_a_tool(opener, key, said):
    assert prose.opening(opener, key) == said
