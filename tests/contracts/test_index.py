"""The index: what is put in is found, by whoever may see it, whatever happens to the file."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vademecum import db as toolbox
from vademecum.index.ports import Bar, Seen
from vademecum.index.sqlite import matrix
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.memory import GLOBAL, Scope, Sensitivity, Trust
from vademecum.model.search import Passage, Query, Source
from vademecum.rules import vectors
from vademecum.testing.hashing import HashingEmbedder

HOSTILE = (Path(__file__).parents[1] / "data" / "hostile_queries.txt").read_text(encoding="utf-8").split("\n")
EXPORTER = "The exporter writes to Downloads/transcripts at 38.101 GB/s (u=10%)"


def memory(name, text, **fields):
    return Passage(f"memory:{name}", Source.MEMORY, text, name=name, **fields)


def turn(session, place, text, **fields):
    return Passage(f"session:{session}#{place}", Source.SESSION, text, group=session, place=place, **fields)


def keys(index, text, limit=50, **fields):
    return {one.passage.key for one in index.candidates(Query(text, **fields), limit)}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "index.db"


@pytest.fixture
def index(path):
    made = SqliteIndex(path, HashingEmbedder())
    yield made
    made.close()


def test_a_new_index_is_empty_and_follows_nothing(index):
    assert index.position == 0
    assert index.candidates(Query("anything"), 50) == []
    assert index.counts().passages == 0
    assert index.degraded is None


def test_what_was_put_in_is_found_and_comes_back_whole(index):
    passage = Passage(
        key="memory:ports", source=Source.MEMORY, text="Staging listens on port 8443.", title="Ports", name="ports",
        tags=("ops", "net"), id="0192", scope=Scope("shop"), type="reference", domain="infra",
        sensitivity=Sensitivity.INTERNAL, trust=Trust.AGENT, speaker="Lena",
        at=datetime(2026, 3, 1, tzinfo=UTC), valid_from="2026-03-01", path="store/projects/shop/ports.md",
    )  # fmt: skip
    index.apply([passage], [], 7)
    assert [one.passage for one in index.candidates(Query("port 8443"), 50)] == [passage]
    assert index.position == 7


def test_a_passage_is_found_by_title_name_tags_and_speaker(index):
    index.apply([memory("deploy-checklist", "body", title="Before release", tags=("rollout",), speaker="Lena")], [], 1)
    for query in ("deploy checklist", "deploy-checklist", "release", "rollout", "lena"):
        assert keys(index, query) == {"memory:deploy-checklist"}


def test_a_document_is_found_by_its_path(index):
    body = Passage("document:docs/api/errors.md#0", Source.DOCUMENT, "body", path="docs/api/errors.md")
    index.apply([body, memory("other", "unrelated")], [], 1)
    for query in ("docs/api/errors.md", "errors", "errors.md"):
        assert index.candidates(Query(query), 50)[0].passage == body


def test_a_changed_passage_is_found_by_its_new_words_only(index):
    index.apply([memory("a", "old alpha words")], [], 1)
    index.apply([memory("a", "new omega words")], [], 2)
    assert keys(index, "omega") == {"memory:a"}
    assert [c.signals.bm25 for c in index.candidates(Query("alpha"), 50)] in ([], [0.0])


def test_a_deleted_passage_is_gone_from_both_legs(index):
    index.apply([memory("a", "alpha beta gamma"), memory("b", "delta")], [], 1)
    index.apply([], ["memory:a", "memory:never-was"], 2)
    assert keys(index, "alpha beta gamma") <= {"memory:b"}
    assert index.counts().passages == index.counts().vectors == 1


def test_applying_again_changes_nothing(index):
    passages = [memory(f"m{n}", f"text number {n} about topic{n % 3}") for n in range(20)]
    index.apply(passages, [], 1)
    before = index.candidates(Query("topic1"), 50)
    index.apply(passages, [], 1)
    assert index.candidates(Query("topic1"), 50) == before
    assert index.counts().passages == 20


def test_a_text_that_did_not_change_is_not_embedded_again(path):
    embedder = HashingEmbedder()
    index = SqliteIndex(path, embedder)
    index.apply([memory("a", "the same text")], [], 1)
    index.apply([memory("a", "the same text", domain="infra")], [], 2)
    index.rebuild()
    assert embedder.embedded == 1
    index.close()


TEXTS = st.sampled_from(["alpha beta", "beta gamma delta", "client_id=7", "价格策略", "alpha alpha", "Größe XL"])
CHANGES = st.lists(st.tuples(st.integers(0, 5), st.one_of(st.none(), TEXTS)), max_size=12)


@settings(max_examples=25, deadline=None)
@given(CHANGES)
def test_an_index_kept_step_by_step_answers_like_one_made_at_once(tmp_path_factory, changes):
    home = tmp_path_factory.mktemp("index")
    kept, fresh = (SqliteIndex(home / name, HashingEmbedder()) for name in ("kept.db", "fresh.db"))
    live = {}
    for number, text in changes:
        key = f"memory:m{number}"
        live.pop(key, None)
        if text is None:
            kept.apply([], [key], 1)
        else:
            live[key] = memory(f"m{number}", text, scope=Scope("p") if number % 2 else GLOBAL)
            kept.apply([live[key]], [], 1)
    fresh.apply(list(live.values()), [], 1)
    for query in ("alpha", "beta gamma", "client_id", "价格", "grosse"):
        assert _answers(kept, query) == _answers(fresh, query)
    kept.rebuild()
    assert _answers(kept, "alpha beta") == _answers(fresh, "alpha beta")
    kept.close()
    fresh.close()


def _answers(index, query):
    return {one.passage: one.signals for one in index.candidates(Query(query), 50)}


def test_passages_of_others_never_crowd_out_ones_own(index):
    others = [memory(f"o{n}", "zebra stripes in the morning", scope=Scope("other")) for n in range(600)]
    mine = [memory(f"m{n}", "zebra crossing somewhere", scope=Scope("mine")) for n in range(5)]
    index.apply([*others, *mine], [], 1)
    assert keys(index, "zebra stripes in the morning", scopes=(Scope("mine"),)) == {one.key for one in mine}


@pytest.mark.parametrize(
    ("fields", "query"),
    [
        ({"domain": "infra"}, {"domain": "infra"}),
        ({"type": "feedback"}, {"type": "feedback"}),
        ({"sensitivity": Sensitivity.PUBLIC}, {"max_sensitivity": Sensitivity.PUBLIC}),
        ({"trust": Trust.OWNER}, {"min_trust": Trust.OWNER}),
    ],
)
def test_a_filter_holds_inside_both_legs(index, fields, query):
    rest = {"domain": "db", "type": "user", "sensitivity": Sensitivity.SECRET, "trust": Trust.UNTRUSTED} | {}
    others = [memory(f"o{n}", "zebra stripes in the morning", **rest) for n in range(300)]
    wanted = memory("mine", "zebra", **(rest | fields))
    index.apply([*others, wanted], [], 1)
    assert keys(index, "zebra stripes in the morning", **query) == {"memory:mine"}


def test_sources_are_searched_with_one_analyser(index):
    text = "客户对价格很敏感"
    passages = [memory("m", text), turn("s", 0, text), Passage("document:d.md#0", Source.DOCUMENT, text, path="d.md")]
    index.apply(passages, [], 1)
    for source in Source:
        assert len(keys(index, "价格", sources=frozenset({source}))) == 1


def test_no_scope_allowed_finds_nothing(index):
    index.apply([memory("a", "alpha")], [], 1)
    assert keys(index, "alpha", scopes=()) == set()


def test_elsewhere_looks_at_the_scopes_that_were_not_asked(index):
    index.apply([memory("a", "alpha", scope=Scope("x")), memory("b", "alpha", scope=Scope("y"))], [], 1)
    query = Query("alpha", scopes=(Scope("x"),))
    assert [one.passage.key for one in index.candidates(query, 10, elsewhere=True)] == ["memory:b"]


def test_the_turn_after_a_matching_one_is_proposed_too(index):
    turns = [turn("s", n, f"filler number{n} goes here") for n in range(40)]
    turns[20] = turn("s", 20, "Which restaurant did you pick?")
    turns[21] = turn("s", 21, "The small one by the river.")
    index.apply(turns, [], 1)
    found = {one.passage.key: one.signals for one in index.candidates(Query("restaurant picked"), 5)}
    assert found["session:s#21"].beside == 1
    assert found["session:s#21"].coverage == 0


@pytest.mark.parametrize("query", HOSTILE)
def test_no_query_is_an_error(index, query):
    index.apply([memory("a", EXPORTER)], [], 1)
    started = time.process_time()
    index.candidates(Query(query), 50)
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    "query",
    ["Downloads/transcripts", "38.101", "GB/s", "(u=10%)", "exporter:", '"unterminated exporter', "NOT exporter",
     "-exporter", "exporter NEAR transcripts", "^exporter", "{exporter}", "col:exporter", "exporter\\transcripts",
     "(exporter", "exporter 🙂", "exporter;transcripts", "EXPORTER*"],
)  # fmt: skip
def test_punctuation_is_no_operator(index, query):
    index.apply([memory("a", EXPORTER), memory("b", "something else")], [], 1)
    assert index.candidates(Query(query), 50)[0].passage.key == "memory:a"


def test_a_hundred_thousand_characters_are_a_query_like_any(index):
    index.apply([memory("a", EXPORTER)], [], 1)
    started = time.process_time()
    index.candidates(Query("exporter " * 12_000), 50)
    index.candidates(Query("".join(chr(0x4E00 + n % 5000) for n in range(100_000))), 50)
    assert time.process_time() - started < 2


def test_text_that_utf8_cannot_hold_is_stored_all_the_same(index):
    index.apply([memory("a", "alpha \ud800 beta\x00gamma")], [], 1)
    assert keys(index, "alpha") == {"memory:a"}


@pytest.mark.parametrize("text", ["", "   ", "!!!", "x" * 500_000])
def test_odd_texts_are_stored(index, text):
    index.apply([memory("odd", text), memory("b", "beta")], [], 1)
    assert index.counts().passages == 2
    index.apply([], ["memory:odd"], 2)
    assert index.counts().passages == 1


class BrokenEmbedder(HashingEmbedder):
    """Gives vectors nobody can use."""

    def embed(self, texts):
        vectors = super().embed(texts)
        vectors[0] = type(vectors[0])("f", [float("nan")] * len(vectors[0]))
        return [vectors[0], *(type(v)("f", v[: len(v) // 2]) for v in vectors[1:])]


def test_unusable_vectors_leave_the_words(path):
    index = SqliteIndex(path, BrokenEmbedder())
    index.apply([memory("a", "alpha"), memory("b", "beta")], [], 1)
    assert index.counts().vectors == 0
    assert keys(index, "alpha") == {"memory:a"}
    index.close()


def test_vectors_of_another_model_are_not_used_until_reindexed(path):
    with_a = SqliteIndex(path, HashingEmbedder("a"))
    with_a.apply([memory("m", "alpha beta")], [], 1)
    with_a.close()
    with_b = SqliteIndex(path, HashingEmbedder("b"))
    assert with_b.mode == "words"
    assert "hashing a" in with_b.degraded
    assert "hashing b" in with_b.degraded
    with_b.apply([memory("n", "alpha gamma")], [], 2)
    assert {one.signals.cosine for one in with_b.candidates(Query("alpha"), 50)} == {0}
    assert with_b.rebuild() == 2
    assert with_b.mode == "hybrid"
    assert with_b.degraded is None
    assert with_b.identity == ("hashing", "b", 64)
    assert with_b.counts().vectors == 2
    with_b.close()


def test_what_was_stored_without_an_embedder_is_embedded_when_there_is_one(path):
    for embedder, name in ((HashingEmbedder(), "a"), (None, "b"), (HashingEmbedder(), "c")):
        index = SqliteIndex(path, embedder)
        index.apply([memory(name, f"alpha {name}")], [], 1)
        vectors = index.counts().vectors
        index.close()
    assert vectors == 3


def test_words_of_another_version_are_made_anew_once(path):
    index = SqliteIndex(path, HashingEmbedder())
    index.apply([memory("a", "alpha beta"), memory("b", "beta")], [], 1)
    index.close()
    file = toolbox.connect(path, durable=False)
    file.execute("UPDATE meta SET value = '0' WHERE name = 'words'")
    file.execute("INSERT INTO words (words) VALUES ('delete-all')")
    file.close()
    index = SqliteIndex(path, HashingEmbedder())
    assert "another version" in index.degraded
    index.apply([], [], 2)
    assert index.degraded is None
    assert keys(index, "alpha", limit=1) == {"memory:a"}
    assert index.counts().vectors == 2
    index.close()


@pytest.mark.parametrize("content", [b"", b"no database at all" * 500, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_damaged_file_is_moved_aside_and_a_new_one_made(path, content):
    path.write_bytes(content)
    index = SqliteIndex(path, HashingEmbedder())
    assert index.position == 0
    index.apply([memory("a", "alpha")], [], 3)
    assert keys(index, "alpha") == {"memory:a"}
    assert path.with_name("index.db.damaged").exists() is bool(content)
    index.close()


def test_a_file_damaged_while_open_is_replaced(path):
    index = SqliteIndex(path, HashingEmbedder())
    index.apply([memory(f"m{n}", f"alpha text{n} " * 20) for n in range(300)], [], 9)
    index.close()
    index = SqliteIndex(path, HashingEmbedder())
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))
    assert index.candidates(Query("alpha text7"), 50) == []
    assert "damaged" in index.degraded
    assert index.position == 0
    index.apply([memory("a", "alpha")], [], 1)
    assert keys(index, "alpha") == {"memory:a"}
    assert index.degraded is None
    index.close()


def _damage(path):
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (path.stat().st_size - 4096))


def _filled(path):
    index = SqliteIndex(path, HashingEmbedder())
    index.apply([memory(f"m{n}", f"alpha text{n} " * 20) for n in range(300)], [], 9)
    index.close()
    return SqliteIndex(path, HashingEmbedder())


def test_a_write_to_a_damaged_file_leaves_an_empty_one_that_follows_nothing(path):
    index = _filled(path)
    _damage(path)
    index.apply([memory("late", "alpha late")], [], 10)
    assert index.position == 0
    assert index.counts().passages == 0
    index.apply([memory("early", "alpha early"), memory("late", "alpha late")], [], 10)
    assert index.position == 10
    assert keys(index, "alpha") == {"memory:early", "memory:late"}
    index.close()


def test_a_damaged_file_is_made_empty_by_rebuilding(path):
    index = _filled(path)
    _damage(path)
    assert index.rebuild() == 0
    assert index.position == 0
    index.close()


def test_the_one_who_notices_damage_late_does_not_throw_the_new_file_away(path):
    ours, theirs = _filled(path), SqliteIndex(path, HashingEmbedder())
    _damage(path)
    assert ours.candidates(Query("alpha text7"), 50) == []
    ours.apply([memory("a", "alpha")], [], 1)
    assert keys(theirs, "alpha") == {"memory:a"}
    theirs.apply([memory("b", "alpha")], [], 2)
    assert keys(ours, "alpha") == {"memory:a", "memory:b"}
    ours.close()
    theirs.close()


def test_a_file_deleted_while_open_is_begun_anew(path):
    index = _filled(path)
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    assert index.position == 0
    index.apply([memory("a", "alpha")], [], 1)
    assert keys(index, "alpha") == {"memory:a"}
    index.close()
    index = SqliteIndex(path, HashingEmbedder())
    assert index.position == 1
    index.close()


def test_one_rebuilds_while_another_writes_and_a_third_searches(path):
    ours, writer, reader = _filled(path), SqliteIndex(path, HashingEmbedder()), SqliteIndex(path, HashingEmbedder())
    with ThreadPoolExecutor(3) as pool:
        doing = [
            pool.submit(lambda: [ours.rebuild() for _ in range(4)]),
            pool.submit(lambda: [writer.apply([memory(f"w{n}", f"alpha word{n}")], [], 10 + n) for n in range(30)]),
            pool.submit(lambda: [reader.candidates(Query(f"alpha text{n}"), 50) for n in range(60)]),
        ]
    for one in doing:
        one.result()
    assert reader.counts().passages == ours.counts().passages == 330
    assert "memory:w29" in keys(reader, "word29")
    for one in (ours, writer, reader):
        one.close()


def test_an_index_of_before_is_not_kept(path):
    _filled(path).close()
    file = toolbox.connect(path, durable=False)
    file.execute("PRAGMA user_version = 1")
    file.close()
    index = SqliteIndex(path, None)
    assert index.position == 0
    assert not path.with_name("index.db.damaged").exists()
    index.close()


def test_an_older_schema_and_a_foreign_file_are_replaced(path):
    for number, (owner, version) in enumerate([(1, 1), (0x56616465, 99)]):
        own = path.with_name(f"index{number}.db")
        file = toolbox.connect(own, durable=False)
        toolbox.create(file, own, "CREATE TABLE t (x);\n", application_id=owner, version=version)
        file.close()
        index = SqliteIndex(own, None)
        assert index.position == 0
        index.close()


def test_two_processes_see_each_others_changes(path):
    ours, theirs = SqliteIndex(path, HashingEmbedder()), SqliteIndex(path, HashingEmbedder())
    ours.apply([memory("a", "alpha")], [], 1)
    assert keys(theirs, "alpha") == {"memory:a"}
    theirs.apply([memory("b", "alpha beta")], ["memory:a"], 2)
    assert keys(ours, "alpha") == {"memory:b"}
    assert ours.position == 2
    ours.close()
    theirs.close()


def test_a_write_that_fails_leaves_nothing_behind(index):
    index.apply([memory("a", "alpha")], [], 1)
    with pytest.raises(AttributeError):
        index.apply([memory("b", "beta"), None], [], 2)
    assert index.position == 1
    assert keys(index, "beta") <= {"memory:a"}
    index.apply([memory("b", "beta")], [], 2)
    assert "memory:b" in keys(index, "beta")


def test_rebuilding_from_given_passages_replaces_everything(index):
    index.apply([memory("a", "alpha")], [], 1)
    seen = []
    assert index.rebuild([memory("b", "beta")], position=5, progress=seen.append) == 1
    assert keys(index, "beta") == {"memory:b"}
    assert "memory:a" not in keys(index, "alpha")
    assert index.position == 5
    assert seen == [1]


def test_near_finds_memories_that_say_the_same(index):
    text = "the deploy job runs every night at two"
    index.apply([memory("a", text), memory("b", "cats sleep"), turn("s", 0, text)], [], 1)
    near, far, empty = index.near([text, "nothing of the kind", ""], scopes=None, at_least=0.95, limit=5)
    assert [key for key, _ in near] == ["memory:a"]
    assert near[0][1] > 0.99
    assert far == empty == []
    assert index.near([text], scopes=[Scope("other")], at_least=0.95, limit=5) == [[]]


def test_what_is_held_is_compared_by_its_own_vector(path):
    embedder = HashingEmbedder()
    index = SqliteIndex(path, embedder)
    text = "the deploy job runs every night at two"
    index.apply([memory("a", text), memory("b", f"{text} sharp"), memory("c", "cats sleep")], [], 1)
    index.apply([memory("d", text, scope=Scope("other"))], [], 2)
    embedded = embedder.embedded
    first, gone, third = index.alike(["memory:a", "memory:gone", "memory:c"], scopes=[GLOBAL], at_least=0.8, limit=5)
    assert [key for key, _ in first] == ["memory:a", "memory:b"]
    assert gone == []
    assert [key for key, _ in third] == ["memory:c"]
    assert embedder.embedded == embedded
    index.close()


def test_a_batch_compared_with_numpy_gives_what_plain_python_gives(path):
    passages = [memory(f"m{n}", f"word{n % 50} thing{n % 7} item{n % 11}") for n in range(1500)]
    asked = [passage.key for passage in passages[:100]]
    plain = SqliteIndex(path, HashingEmbedder(), numpy_from=10**9)
    plain.apply(passages, [], 1)
    few = [plain.alike([key], scopes=None, at_least=0.9, limit=9)[0] for key in asked]
    assert not plain.counts().uses_numpy
    plain.close()
    fast = SqliteIndex(path, HashingEmbedder(), numpy_from=0)
    many = fast.alike(asked, scopes=None, at_least=0.9, limit=9)
    assert fast.counts().uses_numpy
    assert [sorted(cosine for _, cosine in one) for one in many] == [sorted(cosine for _, cosine in one) for one in few]
    fast.close()


def test_a_misspelt_word_and_a_compound_find_what_was_meant(index):
    index.apply([memory("a", "run alembic upgrade"), memory("b", "die Kraftfahrzeugsteuer ist bezahlt")], [], 1)
    assert "memory:a" in keys(index, "alembik")
    assert next(c for c in index.candidates(Query("Steuer"), 50) if c.passage.name == "b").signals.coverage > 0.5


def test_many_passages_are_searched_as_few_are(index):
    passages = [
        memory(f"m{n}", f"common words here and there number{n}", scope=Scope(f"p{n % 3}")) for n in range(3000)
    ]
    index.apply(passages, [], 1)
    found = index.candidates(Query("common number1234", scopes=(Scope("p1"),)), 50)
    assert found[0].passage.name == "m1234"
    assert len(found) == 50
    assert {one.passage.scope for one in found} == {Scope("p1")}
    assert len(index.candidates(Query("common words here"), 50)) == 50


def test_numpy_and_plain_python_find_the_same(path):
    passages = [memory(f"m{n}", f"word{n % 50} thing{n % 7} item{n % 11}") for n in range(2500)]
    index = SqliteIndex(path, HashingEmbedder())
    index.apply(passages, [], 1)
    plain = _answers(index, "word7 thing3 item4")
    assert not index.counts().uses_numpy
    index.close()
    index = SqliteIndex(path, HashingEmbedder(), numpy_from=0)
    assert _answers(index, "word7 thing3 item4") == plain
    index.apply([replace(passages[0], text="word7 thing3 item4 again")], ["memory:m1"], 2)
    assert "memory:m0" in keys(index, "word7 thing3 item4 again")
    assert index.counts().uses_numpy
    index.close()


@pytest.mark.parametrize(
    "text", ["common number1234", 'what is "common words" for', "number7 number70 number700", "absent"]
)
def test_a_bar_leaves_out_what_does_not_reach_it_and_nothing_else(path, text):
    index = SqliteIndex(path, HashingEmbedder())
    group = {"source": Source.SESSION, "group": "session:s"}
    turns = [Passage(f"session:s#{n}", text=f"common words number{n}", place=n, **group) for n in range(120)]
    index.gather(turns, [], Seen())
    query = Query(text)
    everything = index.candidates(query, 50)
    for least in (0.0, 0.2, 0.5, 0.9):
        bar = Bar(least, lambda signals, source: 0.5 * signals.coverage + 0.5 * signals.exact * (source == "session"))
        reached = [one for one in everything if bar.rating(one.signals, one.passage.source) >= least]
        best = max(everything, key=lambda one: bar.rating(one.signals, one.passage.source), default=None)
        assert index.candidates(query, 50, bar=bar) == (reached or [best])
    index.close()


def test_vectors_are_compared_alike_with_and_without_numpy():
    embedder = HashingEmbedder()
    exact = [vectors.quantise(vector) for vector in embedder.embed([f"word{n} alpha" for n in range(40)])]
    aim = vectors.aim(embedder.embed_query("alpha word7"))
    for rounded in (exact, [vectors.halve(one) for one in exact], [*exact[:3], bytes(len(exact[0]))]):
        expected = [vectors.cosine(one, aim) for one in rounded]
        assert matrix.cosines(rounded, aim) == pytest.approx(expected, abs=1e-9)
    assert len(set(matrix.cosines([exact[0]] * 37, aim))) == 1
