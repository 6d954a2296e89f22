"""What words stand for: the table, compounds, pairs, and scripts without spaces."""

import subprocess
import sys
from pathlib import Path

import pytest

from vademecum.model.search import Passage, Source
from vademecum.rules.concepts import concept_terms, told
from vademecum.rules.matching import fields, trace_of, words_of

ROOT = Path(__file__).parents[2]


def shared(left, right):
    return set(concept_terms(left)) & set(concept_terms(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("add lodash", "we use pnpm"),
        ("Abhängigkeit installieren", "install a dependency"),
        ("Abhaengigkeit", "dependency"),
        ("mot de passe", "password"),
        ("Datenbankmigration", "alter the schema of the database"),
        ("パッケージを追加", "package"),
        ("安装依赖", "install"),
        ("pull request", "merge request"),
        ("tests laufen lassen", "pytest"),
    ],
)
def test_words_of_one_concept_meet(left, right):
    assert shared(left, right)


def test_a_name_and_an_everyday_word_stand_for_nothing():
    assert concept_terms("Brasa moved again") == []


def test_each_token_of_a_prompt_comes_once_with_its_concepts():
    assert [token for token, _ in told("deploy Deploy the billing service")] == ["deploy", "billing", "service"]


def test_few_lookups_and_many_give_the_same():
    words = ["deploy", "zebra", "Datenbank", "安装", "schema", "aa", "zz"]
    code = (
        "import sys;from vademecum.rules.concepts import _TABLE as t;[t.find(str(n)) for n in range(int(sys.argv[1]))];"
    )
    code += "print([t.find(w) for w in sys.argv[2:]])"
    few, many = (
        subprocess.run(
            [sys.executable, "-c", code, count, *words], capture_output=True, encoding="utf-8", check=True
        ).stdout
        for count in ("0", "1000")
    )

    assert few == many


def test_concepts_of_a_memory_are_no_words_of_it():
    memory = Passage("memory:a", Source.MEMORY, "Run pytest before a deploy.", title="Tests first", name="a")
    turn = Passage("session:a#1", Source.SESSION, "Run pytest before a deploy.", title="Tests first", name="a")

    assert fields(memory)[:2] == fields(turn)[:2]
    assert fields(memory)[2]
    assert words_of(trace_of(fields(memory))) == len(trace_of(fields(turn)))


def test_the_table_is_made_of_its_source():
    subprocess.run([sys.executable, ROOT / "tools" / "make_thesaurus.py", "--check"], check=True)
