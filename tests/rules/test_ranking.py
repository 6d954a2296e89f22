"""Relevance admits, fusion orders, diversity spreads."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vademecum.model.memory import Scope
from vademecum.model.search import Candidate, Hit, Passage, Query, Signals, Source
from vademecum.rules import dates, fusion
from vademecum.rules.diversity import spread
from vademecum.rules.relevance import HYBRID, WORDS, logistic, relevance, score
from vademecum.rules.spelling import distance, look_alikes
from vademecum.rules.words import Kind, Term

NOW = datetime(2026, 6, 1, tzinfo=UTC)
share = st.floats(0, 1)
SIGNALS = st.builds(
    Signals, bm25=st.floats(0, 60), cosine=st.floats(-1, 1), coverage=share, exact=share, title=share, beside=share,
    context=share,
)  # fmt: skip


def passage(text="text", **fields):
    return Passage(fields.pop("key", f"memory:{text}"), fields.pop("source", Source.MEMORY), text, **fields)


def moves(query, *, speakers=(), signals=None, **fields):
    wanted = fusion.wish(query, speakers, NOW, dates.when(query.text, NOW))
    return fusion.adjustments(Candidate(passage(**fields), signals or Signals()), wanted)


@given(SIGNALS, st.sampled_from([HYBRID, WORDS]))
def test_relevance_is_a_probability(signals, scale):
    assert 0 <= relevance(signals, scale) <= 1


@given(SIGNALS, st.sampled_from(["cosine", "coverage", "beside", "context", "bm25"]))
def test_more_of_a_signal_is_never_less_relevant(signals, name):
    more = replace(signals, **{name: getattr(signals, name) + 0.1})
    assume(0 not in {signals.cosine, more.cosine})  # then there is no vector, which says nothing
    assert relevance(more, HYBRID) >= relevance(signals, HYBRID)


def test_a_passage_with_every_word_is_admitted_whatever_its_vector_says():
    assert relevance(Signals(bm25=2, cosine=-0.5, coverage=1, exact=1, beside=1, context=1), HYBRID) >= 0.5


def test_nothing_in_common_is_irrelevant():
    assert relevance(Signals(cosine=0.3), HYBRID) < 0.01
    assert relevance(Signals(), WORDS) < 0.01


def test_extreme_points_do_not_overflow():
    assert logistic(-1e9) == 0
    assert logistic(1e9) == 1
    assert 0.4 < score(HYBRID.middle, HYBRID) < 0.6


def test_a_speaker_moves_only_when_exactly_one_is_named():
    both = ("Lena Fischer", "Ahmed")
    assert moves(Query("what did Lena say"), speakers=both, speaker="Lena Fischer")["speaker"] > 0
    assert moves(Query("what did Lena say"), speakers=both, speaker="Ahmed")["speaker"] < 0
    assert "speaker" not in moves(Query("Lena and Ahmed"), speakers=both, speaker="Ahmed")
    assert "speaker" not in moves(Query("the user said"), speakers=("user",), speaker="user")


@pytest.mark.parametrize(
    ("question", "at", "moved"),
    [
        ("what happened in May 2023?", datetime(2023, 5, 8, tzinfo=UTC), True),
        ("what happened in May 2023?", datetime(2024, 5, 8, tzinfo=UTC), False),
        ("the trip of september", datetime(2023, 9, 8, tzinfo=UTC), True),
        ("may I ask", datetime(2023, 5, 8, tzinfo=UTC), False),
        ("what happened in May?", None, False),
    ],
)
def test_a_named_month_moves_what_was_said_in_it(question, at, moved):
    assert ("date" in moves(Query(question), at=at)) is moved


def test_age_matters_for_what_is_dated_only():
    old, new = (moves(Query("x"), source=Source.SESSION, at=NOW - timedelta(days=d)) for d in (3000, 1))
    assert new["recent"] > old.get("recent", 0)
    assert new["recent"] <= fusion.RECENT
    assert "recent" not in moves(Query("x"), at=NOW)
    future = moves(Query("x"), source=Source.SESSION, at=NOW + timedelta(days=900))
    assert future["recent"] <= fusion.RECENT


def test_the_own_project_comes_before_others():
    mine = moves(Query("x", project="shop"), scope=Scope("shop"))
    other = moves(Query("x", project="shop"), scope=Scope("lab"))
    assert mine["project"] > 0 > other["project"]


def test_procedures_come_first_when_the_question_asks_how():
    assert "how" in moves(Query("how do I deploy?"), type="procedural")
    assert "how" not in moves(Query("who deploys?"), type="procedural")


def test_a_neighbour_that_means_the_same_moves_a_passage_and_admits_nothing():
    close, far = (moves(Query("q"), signals=Signals(near=near)) for near in (0.8, 0.1))
    assert close["near"] > 0 > far["near"]
    assert "near" not in moves(Query("q"), signals=Signals())
    assert relevance(Signals(near=1.0), HYBRID) == relevance(Signals(), HYBRID)


def test_adjustments_are_bounded():
    assert fusion.bounded({"a": 100.0}) == fusion.MOST
    assert fusion.bounded({"a": -100.0}) == fusion.LEAST


def test_the_blend_stretches_both_scores():
    candidates = [Candidate(passage(str(n)), Signals(bm25=n, cosine=1 - n / 10)) for n in range(3)]
    assert fusion.blend(candidates) == pytest.approx([0.7, 0.5, 0.3])
    assert fusion.blend([]) == []


def hits(*texts, scores=None, **fields):
    values = scores or [0.9 - n / 100 for n in range(len(texts))]
    return [Hit(passage(text, key=f"memory:{n}", **fields), 0.9, values[n]) for n, text in enumerate(texts)]


def test_near_equal_hits_collapse_into_one():
    found = spread(hits("the port is 8443", "the port is 8443", "cats sleep all day"), 5)
    assert [hit.passage.key for hit in found] == ["memory:0", "memory:2"]
    assert found[0].collapsed == ("memory:1",)


def test_at_most_three_of_the_first_five_come_from_one_session():
    texts = [f"alpha{n} beta{n} gamma{n}" for n in range(8)]
    assert len(spread(hits(*texts, group="s"), 5)) == 3
    mixed = hits(*texts, group="s") + hits("delta one", "epsilon two", "zeta three", scores=[0.3, 0.2, 0.1])
    groups = [hit.passage.group for hit in spread(mixed, 5)]
    assert groups == ["s", "s", "s", "", ""]


def test_what_adds_nothing_new_waits():
    repeated = hits("alpha beta gamma delta", "alpha beta gamma epsilon", "zeta eta theta", scores=[0.9, 0.88, 0.86])
    assert [hit.passage.key for hit in spread(repeated, 3)] == ["memory:0", "memory:2", "memory:1"]


def test_a_few_words_in_common_do_not_make_it_wait():
    alike = hits("alpha beta gamma delta", "alpha zeta eta theta", "iota kappa lambda mu", scores=[0.9, 0.88, 0.86])
    assert [hit.passage.key for hit in spread(alike, 3)] == ["memory:0", "memory:1", "memory:2"]


@given(st.lists(st.tuples(st.sampled_from(["a b", "a c", "d e", "f g h", "a b c"]), st.sampled_from(["", "s", "t"]))))
def test_a_smaller_answer_is_a_prefix_of_a_larger_one(drawn):
    found = [
        Hit(Passage(f"k{n}", Source.MEMORY, text, group=group), 0.5, 1 / (n + 1))
        for n, (text, group) in enumerate(drawn)
    ]
    largest = [hit.passage.key for hit in spread(found, 20)]
    for limit in range(len(largest)):
        assert [hit.passage.key for hit in spread(found, limit)] == largest[:limit]


@pytest.mark.parametrize(
    ("left", "right", "errors"),
    [("alembik", "alembic", 1), ("recieve", "receive", 1), ("abc", "abcd", 1), ("abc", "abc", 0), ("abc", "xyz", 3)],
)
def test_errors_are_counted_as_a_typist_makes_them(left, right, errors):
    assert distance(left, right, 3) == errors
    assert distance(right, left, 3) == errors


def test_counting_errors_stops_at_the_limit():
    assert distance("abcdef", "uvwxyz", 2) == 3


@pytest.mark.parametrize(
    ("asked", "known", "alike"),
    [
        ("formatter", "formatting", True),
        ("utilisateur", "utilisation", True),
        ("speicherung", "speichert", True),
        ("internal", "international", False),
        ("transfer", "transport", False),
        ("printer", "printing", False),
    ],
)
def test_a_word_of_the_same_long_root_looks_alike(asked, known, alike):
    assert bool(look_alikes(Term(asked, asked, Kind.WORD, 0), [known])) is alike


def test_a_typo_counts_more_than_a_word_of_the_same_root():
    typo, kin = look_alikes(Term("configuratoin", "configuratoin", Kind.WORD, 0), ["configurable", "configuration"])
    assert (typo.form, kin.form) == ("configuration", "configurable")
    assert typo.share > kin.share


def test_a_typo_a_compound_and_a_piece_look_alike():
    known = ["alembic", "kraftfahrzeugsteuer", "aluminium"]
    assert [t.form for t in look_alikes(Term("alembik", "alembik", Kind.WORD, 0), known)] == ["alembic"]
    assert [t.form for t in look_alikes(Term("steuer", "steuer", Kind.WORD, 0), known)] == ["kraftfahrzeugsteuer"]
    assert look_alikes(Term("plum", "plum", Kind.WORD, 0), ["plug", "plus"]) != look_alikes(
        Term("plums", "plums", Kind.WORD, 0), ["zebra"]
    )
