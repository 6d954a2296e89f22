"""What is worth an injection: rules that a prompt touches without naming them; not what it asks the world."""

import subprocess
import sys

import pytest

from hooks.running import CODE, ask
from vademecum import open_vault
from vademecum.model.memory import Draft

MEMORIES = (
    ("Packages are added with pnpm", "Dependencies of the frontend are installed with pnpm, never with npm or yarn."),
    ("Deploys need two approvals", "A deployment to production is released after two reviewers have approved it."),
    ("Backups are kept 35 days", "The nightly backup of the database is deleted after 35 days."),
    ("Webhooks are signed with ed25519", "Outgoing webhooks carry an ed25519 signature of the body."),
    ("Logs are structured", "Log lines are JSON; print is not allowed in services."),
    ("Rania owns the invoices", "Questions about an invoice above 300 EUR go to Rania."),
    ("Times are stored in UTC", "Every timestamp column is UTC; the page shows local time."),
    ("Branch names begin with the ticket", "A branch is called ticket number, dash, two words."),
)


@pytest.fixture
def ruled(home):
    with open_vault(home) as vault:
        for title, body in MEMORIES:
            vault.write(Draft(title=title, body=body))
    return home


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("wie lange werden die Sicherungen der Datenbank aufbewahrt?", "35 days"),
        ("sauvegarde de la base de données : combien de jours de conservation ?", "35 days"),
        ("データベースのバックアップは何日間保存されますか", "35 days"),
        ("数据库备份保留多少天", "35 days"),
        ("wer muss das Ausrollen auf Produktion freigeben?", "two reviewers"),
    ],
)
def test_a_prompt_in_another_language_reaches_an_english_memory(ruled, tmp_path, prompt, told):
    assert told in ask(ruled, prompt, tmp_path).text


def test_an_order_that_breaks_a_rule_without_naming_it_is_given_the_rule(ruled, tmp_path):
    assert "pnpm" in ask(ruled, "install lodash in the frontend", tmp_path).text


@pytest.mark.parametrize(
    "prompt",
    [
        "what is ed25519 in a nutshell",
        "who invented ed25519",
        "was ist ed25519?",
        "c'est quoi ed25519 ?",
        "ed25519是什么",
    ],
)
def test_a_general_question_about_the_rarest_word_of_the_vault_gets_nothing(ruled, tmp_path, prompt):
    assert ask(ruled, prompt, tmp_path).is_silent


def test_the_same_word_in_a_question_of_ones_own_work_is_answered(ruled, tmp_path):
    assert "ed25519" in ask(ruled, "do our webhooks use ed25519 signatures?", tmp_path).text


def test_one_concept_in_common_is_no_reason(ruled, tmp_path):
    assert ask(ruled, "sort this table by the second field", tmp_path).is_silent


def test_modules_that_a_hook_did_without_are_whole_for_whoever_comes_later():
    code = CODE.rpartition("from vademecum")[0] + (
        "from vademecum.faces.hooks import lean;lean.load();before=set(sys.modules);"
        "import array,collections,collections.abc,functools,sqlite3;"
        "assert issubclass(array.array,collections.abc.MutableSequence);"
        "assert functools.lru_cache(lambda n:n)(3)==3 and collections.Counter('aa')['a']==2;"
        "assert sqlite3.connect(':memory:').execute('select 1').fetchone()==(1,);"
        "print('array' in before,'_sqlite3' in before,'functools' in before,'collections' in before)"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, encoding="utf-8", check=True)

    assert done.stdout.split() == ["True", "True", "False", "False"]
