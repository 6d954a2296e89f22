"""Recall as its callers see it: hits, their order, and silence with a reason."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.embedders.static import StaticEmbedder
from vademecum.engine.search import rank, search
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.memory import GLOBAL, Scope
from vademecum.model.search import Passage, Query, Source
from vademecum.model.settings import RecallSettings
from vademecum.rules.matching import weigh

NOW = datetime(2026, 6, 1, tzinfo=UTC)
DATA = Path(__file__).parents[2] / "evals" / "data"


def lines(name):
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def memory(name, text, **fields):
    return Passage(f"memory:{name}", Source.MEMORY, text, name=name, **fields)


def ask(index, text, *, settings=None, **fields):
    return search(Query(text, **fields), index=index, settings=settings or RecallSettings(), now=NOW)


def names(recall):
    return [hit.passage.name for hit in recall.hits]


@pytest.fixture(scope="module")
def static():
    embedder = StaticEmbedder()
    yield embedder
    embedder.close()


@pytest.fixture(params=["words", "hybrid"])
def make(request, static, tmp_path):
    opened = []

    def make(passages):
        index = SqliteIndex(tmp_path / f"{len(opened)}.db", static if request.param == "hybrid" else None)
        opened.append(index)
        index.apply(passages, [], 1)
        return index

    yield make
    for index in opened:
        index.close()


DATABASES = [
    memory(f"db{n}", text)
    for n, text in enumerate(
        [
            "The reporting service moved from PostgreSQL to MySQL.",
            "Vacuum runs every night on the orders table.",
            "Migrations must be backwards compatible.",
            "The replica lags up to five seconds behind the primary.",
            "Indexes on jsonb columns use the gin method.",
            "Connection pools are limited to twenty per service.",
        ]
    )
]


@pytest.mark.parametrize("query", ["ZXQ_NO_SUCH_THING_2031", "recipe for plum cake", "and or not", "how do we do it"])
def test_a_question_that_nothing_answers_gets_no_hits_and_a_reason(make, query):
    recall = ask(make(DATABASES), query)
    assert recall.hits == ()
    assert recall.abstained


def test_an_identifier_is_found_among_unrelated_memories(make):
    ticket = memory("ticket", "Ticket ZX-4471: rollback of tariff import")
    index = make([*DATABASES, ticket])
    for threshold in (None, 0.35, 0.5):
        assert names(ask(index, "ZX-4471", threshold=threshold)) == ["ticket"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [("BENCH-100821", ["order"]), ("ask-codex", ["model"]), ("gpt-4o-mini", ["model"]), ("-100821", ["order"])],
)
def test_a_hyphen_is_no_operator(make, query, expected):
    index = make(
        [memory("order", "Order BENCH-100821 was shipped"), memory("model", "we use gpt-4o-mini behind ask-codex")]
    )
    assert names(ask(index, query))[:1] == expected


@pytest.mark.parametrize("query", ["path:Downloads", "tag:Downloads", "Downloads=weekly", "folder==Downloads"])
def test_one_side_of_a_key_and_its_value_finds_as_a_word_does(make, query):
    text = "The folder Downloads is emptied by a script every Friday evening."
    index = make([*DATABASES, memory("downloads", text, title="Downloads are cleaned on Friday")])
    assert names(ask(index, query)) == ["downloads"]
    assert names(ask(index, "tag:greenhouse")) == []


def test_a_key_with_its_value_finds_that_before_another_value(make):
    texts = {"lax": "Session cookies are SameSite=Lax.", "strict": "Partner cookies are SameSite=Strict."}
    index = make([*DATABASES, *(memory(name, text) for name, text in texts.items())])
    recall = ask(index, "SameSite=Lax")
    assert names(recall)[0] == "lax"
    assert recall.hits[0].relevance > 0.9


def test_an_apostrophe_is_no_operator(make):
    index = make([memory("agents", "Don't use agents for release notes"), *DATABASES])
    assert names(ask(index, "don't use agents")) == ["agents"]
    assert names(ask(index, "agents' notes")) == ["agents"]
    assert names(ask(index, "O'Brien")) == []


def test_age_and_project_reorder_but_never_hide(make):
    old = Passage("session:s#1", Source.SESSION, "Quokka archive detail", group="s", place=1,
                  at=datetime(2000, 1, 1, tzinfo=UTC))  # fmt: skip
    index = make([old, *DATABASES])
    assert [hit.passage.key for hit in ask(index, "quokka").hits] == ["session:s#1"]
    assert [hit.passage.key for hit in ask(index, "quokka", project="shop").hits] == ["session:s#1"]


def test_a_smaller_answer_is_a_prefix_of_a_larger_one(make):
    passages = [memory(f"m{n}", f"The deploy step {n} copies {'files ' * (1 + n % 5)}to host{n}") for n in range(120)]
    index = make(passages)
    largest = names(ask(index, "deploy step copies files", limit=100))
    assert len(largest) == 100
    for limit in (1, 3, 5, 10, 20, 50):
        assert names(ask(index, "deploy step copies files", limit=limit)) == largest[:limit]


def test_an_explanation_names_what_was_seen_and_what_moved(make):
    index = make([memory("port", "Staging listens on port 8443", title="Staging port"), *DATABASES])
    hit = ask(index, "staging port", explain=True).hits[0]
    assert {"bm25", "coverage", "cosine", "source"} <= hit.scores.keys()
    assert ask(index, "staging port").hits[0].scores == {}


def test_what_is_relevant_elsewhere_is_counted_not_shown(make):
    index = make([memory("a", "Staging port is 8443", scope=Scope("shop")), memory("b", "Production port is 443")])
    recall = ask(index, "staging port", scopes=(GLOBAL,))
    assert "a" not in names(recall)
    assert recall.elsewhere == 1


def test_a_turn_beside_one_that_means_the_question_is_moved_up(tmp_path, static):
    spoken = {"s": ["The cat sleeps.", "Our dog barks at the postman."], "t": ["Paris is far.", "Blue paint."]}
    turns = [
        Passage(f"session:{group}#{place}", Source.SESSION, text, group=group, place=place)
        for group, texts in spoken.items()
        for place, text in enumerate(texts)
    ]
    index = SqliteIndex(tmp_path / "near.db", static)
    index.apply([*turns, memory("alone", "The dog food is in the cellar.")], [], 1)
    found = {
        hit.passage.key: hit.scores for hit in ask(index, "dog barking", limit=20, explain=True, threshold=0.0).hits
    }
    assert found["session:s#0"]["near"] > 0 > found["session:t#0"]["near"]
    assert "near" not in found["memory:alone"]
    index.close()


def test_without_an_embedder_it_says_so(tmp_path):
    index = SqliteIndex(tmp_path / "index.db", None)
    index.apply(DATABASES, [], 1)
    recall = ask(index, "orders vacuum")
    assert recall.mode == "words"
    assert "words only" in recall.degraded
    index.close()


def test_the_blend_orders_and_relevance_still_admits(make):
    index = make(DATABASES)
    settings = RecallSettings(ranking="blend")
    assert names(ask(index, "orders vacuum", settings=settings))[0] == "db1"
    assert names(ask(index, "recipe for plum cake", settings=settings)) == []


def test_passages_that_no_index_holds_are_ranked_by_the_same_rules(make):
    index = make(DATABASES)
    query = Query("how many connections may a pool have")
    outside = rank(weigh(query.text, DATABASES), query, settings=RecallSettings(), now=NOW, mode="words")
    assert [hit.passage.name for hit in outside][:1] == names(ask(index, query.text))[:1] == ["db5"]


def test_a_body_is_preferred_to_metadata_alike_in_all(make):
    alike = [memory(f"x{n}", f"note {n} on fruit", tags=("status", "updated")) for n in range(60)]
    body = [
        memory(f"b{n}", f"{room} shows the status page, updated by a job from the sensor feed near {place}")
        for n, (room, place) in enumerate([("Lobby", "gate"), ("Hall", "dock"), ("Attic", "roof"), ("Bar", "sink")])
    ]
    found = names(ask(make([*alike, *body]), "status page updated by sensor feed job"))
    assert sum(name.startswith("b") for name in found) >= 4


def test_the_field_cases_are_found_among_their_look_alikes(tmp_path, static):
    rows = lines("search_corpus.jsonl") + lines("search_distractors.jsonl")
    index = SqliteIndex(tmp_path / "index.db", static)
    index.apply([memory(row["id"], row["text"]) for row in rows], [], 1)
    cases = lines("search_queries.jsonl")
    right = sum(_is_right(case, names(ask(index, case["q"], limit=3))) for case in cases)
    assert right / len(cases) >= 0.97
    index.close()


def test_unspaced_scripts_are_found_by_words_alone(tmp_path):
    index = SqliteIndex(tmp_path / "index.db", None)
    index.apply([memory(row["id"], row["text"]) for row in lines("cjk_corpus.jsonl")], [], 1)
    for case in lines("cjk_queries.jsonl"):
        assert _is_right(case, names(ask(index, case["q"], limit=3))), case["q"]
    index.close()


def test_unrelated_prompts_surface_nothing_and_related_ones_are_not_lost(tmp_path, static):
    rows = lines("developer.jsonl")
    index = SqliteIndex(tmp_path / "index.db", static)
    index.apply([memory(r["id"], r["text"], title=r["title"]) for r in rows if r["kind"] == "memory"], [], 1)
    unrelated = [bool(ask(index, row["q"]).hits) for row in rows if row["kind"] == "unrelated"]
    related = [row["expect"] in names(ask(index, row["q"], limit=3)) for row in rows if row["kind"] == "related"]
    assert sum(unrelated) <= 0.02 * len(unrelated)
    assert sum(related) >= 0.97 * len(related)
    index.close()


def _is_right(case, found):
    return not found if case["expect"] == "none" else case["expect"] in found
