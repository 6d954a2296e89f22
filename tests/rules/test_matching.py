"""Holding a question against passages by words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model.search import Passage, Source
from vademecum.rules.covering import Covering
from vademecum.rules.matching import ask, fields, idf, mark, match, trace_of, weigh
from vademecum.rules.words import query_terms


def memory(name, text, **fields):
    return Passage(f"memory:{name}", Source.MEMORY, text, name=name, **fields)


def signals(query, *texts):
    found = {one.passage.name: one.signals for one in weigh(query, [memory(f"m{n}", t) for n, t in enumerate(texts)])}
    return [found.get(f"m{n}") for n in range(len(texts))]


def test_a_rare_term_weighs_more_than_a_common_one():
    assert idf(1, 1000) > idf(10, 1000) > idf(999, 1000) > 0


def test_coverage_is_the_weighted_share_of_the_question():
    both, one, none = signals("alembic migration", "alembic migration", "the migration", "cats")
    assert both.coverage == pytest.approx(1)
    assert 0.3 < one.coverage < 0.7
    assert none is None


def test_the_parts_of_an_identifier_cover_less_than_the_whole():
    whole, parts = signals("getUserByEmail", "call getUserByEmail()", "the user gave an email")
    assert whole.coverage == pytest.approx(1)
    assert whole.exact == 1
    assert parts.coverage == pytest.approx(0.8)
    assert parts.exact == 0


def test_a_title_counts_more_than_a_body():
    titled = memory("a", "words here", title="backup")
    plain = memory("b", "words here backup")
    found = weigh("backup", [titled, plain])
    assert found[0].signals.title == 1
    assert found[1].signals.title == 0
    assert found[0].signals.bm25 > found[1].signals.bm25


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ('"password reset link"', "the password reset link expires"),
        ("*/15 * * * *", "the cron expression is */15 * * * *."),
        ("ZX-4471", "Ticket ZX-4471: rollback"),
        ("ECONNRESET somewhere in a log", "ECONNRESET is caused by the proxy"),
    ],
)
def test_what_stands_word_for_word_is_an_exact_hit(query, text):
    assert signals(query, text, "other words in a log")[0].exact == 1


def test_a_literal_inside_a_longer_word_is_no_exact_hit():
    assert signals("port", "support for ports")[0].exact == 0


def test_everyday_words_alone_cover_little():
    assert signals("what is the best way", "this is the best way to do it")[0].coverage <= 0.5


@pytest.mark.parametrize("query", ["isort config missing", "run isort on the files", "is isort failing in this repo"])
def test_what_every_prompt_at_work_says_counts_half(query):
    said, _ = signals(query, "isort was removed", "unlike")
    other, _ = signals("isort garden flowers", "isort was removed", "unlike")
    assert said.coverage > 0.45 > other.coverage


def test_a_word_of_any_work_alone_is_all_that_is_asked():
    said, _ = signals("config", "the config is in etc", "unlike")
    assert said.coverage == pytest.approx(1)


def test_a_pasted_log_is_covered_by_its_one_telling_line():
    log = "Traceback most recent call " + " ".join(f"frame{n}" for n in range(30)) + " ECONNRESET"
    assert signals(log, "ECONNRESET in the crawler", "frame1 only")[0].coverage > 0.1


def test_text_around_covers_for_a_passage():
    terms = query_terms("restaurant river")
    asked = ask("restaurant river", terms, {"restaur": 1, "river": 1}, 10, 5)
    first, second = (trace_of(fields(memory("a", text))) for text in ("the restaurant", "by the river"))
    assert match(asked, first).coverage == pytest.approx(0.5)
    covering = Covering(asked)
    alone, beside = covering.bits([first, second])
    assert covering.share(alone) == pytest.approx(0.5)
    assert covering.share(alone | beside) == pytest.approx(1)


WORDS = st.lists(st.sampled_from(("river", "restaurant", "E4012", "parse_url", "url", "the", "deploys")), max_size=6)


@given(WORDS, st.lists(WORDS, max_size=5))
def test_terms_are_found_in_many_texts_at_once_as_in_each_alone(question, texts):
    terms = query_terms(" ".join(question))
    asked = ask(" ".join(question), terms, {}, 10, 5)
    traces = [trace_of(fields(memory("", " ".join(words)))) for words in texts]
    covering = Covering(asked)
    for trace, bits in zip(traces, covering.bits(traces), strict=True):
        assert covering.terms(bits) == [item for item in asked.terms if item.mark in trace]
        assert match(asked, trace, covering.terms(bits)) == match(asked, trace)
        assert covering.share(bits) == match(asked, trace).coverage


@given(st.text(min_size=1))
def test_a_mark_is_one_character_that_can_be_stored(term):
    if not term.isascii():
        return
    assert len(mark(term)) == 1
    assert len(mark(term).encode("utf-16-le")) == 2


@given(st.text(), st.lists(st.text(), max_size=5))
def test_signals_keep_their_bounds(query, texts):
    for one in signals(query, *texts):
        if one is not None:
            assert one.bm25 >= 0
            for value in (one.coverage, one.exact, one.title, one.beside, one.context):
                assert 0 <= value <= 1
