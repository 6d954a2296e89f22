"""What a conversation leaves by rule alone: few things, and the right ones."""

from pathlib import Path

import pytest

from vademecum.model.memory import MemoryType
from vademecum.rules.extraction import extract
from vademecum.rules.turns import AGENT, USER, Turn
from vademecum.sources.transcripts import turns_of

DATA = Path(__file__).parents[1] / "data" / "transcripts"

ASKED = {
    "Remember that the staging database listens on port 6543.": "The staging database listens on port 6543.",
    "please remember: deploys happen on Tuesdays only": "Deploys happen on Tuesdays only",
    "Merk dir, dass die Tests nur mit Python 3.12 laufen.": "Die Tests nur mit Python 3.12 laufen.",
    "Souviens-toi que le serveur de test redémarre chaque nuit.": "Le serveur de test redémarre chaque nuit.",
    "Recuerda que el despliegue se hace los martes.": "El despliegue se hace los martes.",
    "Lembre-se de que o deploy é feito às terças.": "O deploy é feito às terças.",
    "Ricorda che il database di prova si azzera ogni notte.": "Il database di prova si azzera ogni notte.",
    "Onthoud dat de testserver elke nacht herstart.": "De testserver elke nacht herstart.",
    "Запомни, что сервер перезапускается каждую ночь.": "Сервер перезапускается каждую ночь.",
    "请记住测试服务器每天晚上重启。": "测试服务器每天晚上重启。",
    "请记住：退款必须由两个人审批。": "退款必须由两个人审批。",
    "テストサーバーは毎晩再起動することを覚えておいてください。": "テストサーバーは毎晩再起動する",
}
DECIDED = [
    "We decided to use PostgreSQL because SQLite locks.",
    "Decision: never push to main.",
    "Wir haben beschlossen, PostgreSQL zu verwenden.",
    "Nous avons décidé d'utiliser PostgreSQL.",
    "Hemos decidido usar PostgreSQL para el catálogo.",
    "Decidimos usar PostgreSQL no catálogo.",
    "Abbiamo deciso di usare PostgreSQL.",
    "We hebben besloten om PostgreSQL te gebruiken.",
    "Мы решили использовать PostgreSQL.",
    "我们决定使用 PostgreSQL 作为数据库。",
    "PostgreSQLを使うことにしました。",
]
RULED = [
    "Always run the linter before a commit.",
    "Never push to main.",
    "From now on write commit messages in English.",
    "I prefer small pull requests with one subject.",
    "Immer die Tests vor dem Commit laufen lassen.",
    "N'utilise jamais npm dans ce dépôt.",
    "Nunca hagas push a main.",
    "Usa sempre pnpm em vez de npm.",
    "Usa sempre pnpm al posto di npm.",
    "Gebruik altijd pnpm in deze repo.",
    "Всегда запускай линтер перед коммитом.",
    "从现在开始请用中文写提交信息。",
    "今後はコミットメッセージを日本語で書いてください。",
]
CORRECTED = {
    "No, use uv instead of pip.": "Use uv instead of pip.",
    "Nein, nimm pnpm statt npm.": "Nimm pnpm statt npm.",
    "Non, utilise pnpm au lieu de npm.": "Utilise pnpm au lieu de npm.",
    "No, usa pnpm en vez de npm.": "Usa pnpm en vez de npm.",
    "Não, usa pnpm em vez de npm.": "Usa pnpm em vez de npm.",
    "Нет, используй pnpm вместо npm.": "Используй pnpm вместо npm.",
    "不对,应该用 pnpm 而不是 npm。": "应该用 pnpm 而不是 npm。",
    "No, it's port 8443 on staging.": "It's port 8443 on staging.",
}
STATED = [
    "The config lives in /etc/shop/app.toml.",
    "We use Python 3.12.4 in production.",
    "Our API listens on port 8443 on staging.",
    "Die Datenbank läuft auf Port 6543.",
]
MENDED = [
    "The problem was an exhausted connection pool; fixed by raising max_connections to 50.",
    "Das Problem war ein voller Puffer. Behoben durch einen größeren Wert.",
    "El problema era el caché del proxy. Lo arreglamos con un TTL corto.",
    "Проблема была в кэше прокси, исправили коротким TTL.",
]
NOTHING = [
    "Do you remember the port of the staging database?",
    "Should we always run the linter?",
    "What if we decided to use PostgreSQL?",
    "Maybe we should never push to main.",
    "If we always rebuild the index it gets slow.",
    "I think the problem was the cache, fixed by clearing it?",
    "remember to run the tests",
    "don't forget to run the tests afterwards",
    "Vergiss nicht, die Tests laufen zu lassen.",
    "N'oublie pas de lancer les tests.",
    "No olvides ejecutar las pruebas.",
    "Não esqueça de rodar os testes.",
    "Non dimenticare di lanciare i test.",
    "Vergeet niet de tests te draaien.",
    "Не забудь запустить тесты.",
    "always the same error",
    "Never seen this before.",
    "Never mind, forget it",
    "I always forget how this works",
    "no, it is still broken",
    "no, thanks",
    "The build is failing with version 3.12.1 of the image.",
    "Wenn wir immer neu bauen, wird es langsam.",
    "Sollen wir immer neu bauen?",
    "Peut-être qu'on a décidé trop vite.",
    "Quizás decidimos demasiado pronto cambiar de base.",
    "如果我们决定使用 PostgreSQL 呢?",
    "もし常に再構築すると遅くなる。",
    "> We decided to use MySQL for everything.",
    "```\nAlways run the installer as root.\n```",
    "run the tests in src/app.py",
    "thanks, looks good to me",
    "annotation QA: 212 shrubs are labelled as class 4 in batch 31",
]


def user(*texts: str) -> list[Turn]:
    return [Turn(USER, text) for text in texts]


@pytest.mark.parametrize(("text", "fact"), ASKED.items())
def test_what_a_person_asks_to_remember_is_kept_without_the_asking(text, fact):
    (found,) = extract(user(text), 8)

    assert (found.text, found.asked) == (fact, True)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *((text, MemoryType.PROJECT) for text in DECIDED + MENDED),
        *((text, MemoryType.FEEDBACK) for text in RULED),
        *((text, MemoryType.REFERENCE) for text in STATED),
    ],
)
def test_decisions_rules_causes_and_plain_statements_are_kept_as_they_were_said(text, kind):
    (found,) = extract(user(text), 8)

    assert (found.text, found.type) == (text, kind)
    assert not found.asked


@pytest.mark.parametrize(("text", "fact"), CORRECTED.items())
def test_a_correction_says_what_it_put_right(text, fact):
    (found,) = extract([Turn(AGENT, "I ran `pip install`. Shall I go on?"), *user(text)], 8)

    assert found.text == f"{fact}\n\nThis corrected what the agent had said: I ran `pip install`."
    assert found.type is MemoryType.FEEDBACK


@pytest.mark.parametrize("text", NOTHING)
def test_questions_guesses_conditions_complaints_quotes_and_code_leave_nothing(text):
    assert extract(user(text), 8) == []


def test_thirty_turns_of_noise_leave_the_three_lasting_statements():
    turns = turns_of((DATA / "trivia.jsonl").read_bytes(), most=60_000, turn_most=2_000)

    facts = [fact.text for fact in extract(turns, 8)]

    assert len(facts) == 3
    assert all(any(f"durable-{n}" in fact for fact in facts) for n in (1, 2, 3))


def test_the_agents_own_words_count_only_as_a_cause_that_the_person_agreed_with():
    cause = Turn(AGENT, "The problem was a stale lock file; fixed by removing it before the build.")

    assert extract([cause], 8) == []
    assert extract([cause, *user("hm, it still hangs")], 8) == []
    assert extract([Turn(AGENT, "We decided to use Redis. Always flush it."), *user("great")], 8) == []
    assert [fact.text for fact in extract([cause, *user("thanks, works now")], 8)] == [cause.text]


def test_a_pasted_text_gives_nothing_but_what_it_is_asked_to_be_remembered_for():
    pasted = "\n".join(f"Always set option_{n} in the file." for n in range(60))

    assert extract(user(pasted), 8) == []
    assert len(extract(user(f"{pasted}\nRemember: the options of the old server no longer hold."), 8)) == 1


def test_the_most_deliberate_come_first_when_there_are_too_many():
    stated = [f"The config of part {n} lives in /etc/part{n}/app.toml." for n in range(10)]
    turns = user(*stated, "Remember that the release branch is frozen on Fridays.", "We decided to drop Python 3.9.")

    facts = extract(turns, 3)

    assert [fact.text for fact in facts][:2] == [
        "The release branch is frozen on Fridays.",
        "We decided to drop Python 3.9.",
    ]
    assert facts[2].text == stated[-1]


def test_what_is_said_twice_is_kept_once_and_topics_do_not_collide():
    turns = user("Always use tabs in Makefiles.", "Always use tabs in Go files.", "Always use tabs in Makefiles!")

    facts = extract(turns, 8)

    assert sorted(fact.text for fact in facts) == ["Always use tabs in Go files.", "Always use tabs in Makefiles!"]
    assert len({fact.topic for fact in facts}) == 2


def test_the_same_turns_give_the_same_facts():
    turns = user(*RULED, *DECIDED)

    assert extract(turns, 8) == extract(turns, 8)
