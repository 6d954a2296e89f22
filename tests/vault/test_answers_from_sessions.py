"""Of what agents and users said, the turn that answers comes first: not the prompt that asked the same."""

from pathlib import Path

import pytest

from vademecum import open_vault
from vademecum.model.search import Query, Source
from vademecum.model.settings import EmbedderSettings, Settings
from vademecum.testing.transcripts import claude

S1, S2 = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"

FLAKY = (
    "The checkout test is flaky in CI. Find out why and fix it.",
    "I'll look at the test and its fixtures first.",
    "did you fix the flaky test?",
    "The flaky test was caused by a currency cache that another test fills; fixed by a fixture that resets it.",
    "good, commit it",
    "Committed as 4f1c2ab.",
)
QUEUE = (
    "How should the importer get its work from the shop?",
    "Two ways are open: polling a table every minute, or a message queue that the shop writes to.",
    "and what if the queue is full?",
    "The shop then waits: a full queue is an error that its workers retry.",
)


@pytest.fixture(params=["static", "none"])
def vault(request, home, clock):
    settings = Settings(embedder=EmbedderSettings(provider=request.param))
    with open_vault(home, settings=settings, clock=clock) as opened:
        yield opened


@pytest.fixture
def say(user_dir: Path, tmp_path: Path, vault):
    """Say something in a session of an agent, and have it taken in."""
    app = tmp_path / "app"
    app.mkdir()

    def said(session, *turns):
        claude(user_dir / ".claude" / "projects", session, app, turns)
        vault.gather()

    return said


def first(vault, text, **fields):
    return vault.recall(Query(text, scopes=None, sources=frozenset({Source.SESSION}), **fields)).hits[0].passage.text


@pytest.mark.parametrize("question", ["why was the test flaky", "did we fix the flaky test?", "flaky test cause"])
def test_an_answer_comes_before_the_prompt_that_asked_the_same(vault, say, question):
    say(S1, *FLAKY)
    assert first(vault, question) == FLAKY[3]


def test_an_answer_comes_before_its_prompt_in_another_language(vault, say):
    answer = "Der wackelige Test lag an einem gemeinsamen Zwischenspeicher; er wird jetzt vor jedem Test geleert."
    say(S1, "woran lag der wackelige Test?", answer)
    assert first(vault, "woran lag der wackelige Test") == answer


def test_what_the_user_told_at_length_does_not_yield_to_an_answer(vault, say):
    told = (
        "The legal team decided about the retention of photos: they are kept for sixty days everywhere and are then "
        "deleted from the backups too, since the contract with the hospital in Lyon says so."
    )
    say(S1, told, "Understood, I'll set the retention of photos everywhere.")
    assert first(vault, "how long is the retention of photos") == told


def test_a_rule_of_the_user_does_not_yield_to_an_answer(vault, say):
    say(S1, "never retry a flaky test", "Understood: a flaky test gets no retry any more.")
    assert first(vault, "may a flaky test get a retry") == "never retry a flaky test"


def test_a_question_about_what_i_said_is_answered_by_what_i_said(vault, say):
    say(S1, *FLAKY)
    assert first(vault, "what did I say about the flaky checkout test").startswith("The checkout test is flaky")


def test_the_turn_that_holds_a_phrase_comes_before_one_that_has_a_word_of_it(vault, say):
    say(S1, *QUEUE)
    say(S2, "Is the queue of mails empty?", "The queue of mails is empty, every message is sent.")
    assert first(vault, "message queue", limit=1) == QUEUE[1]
    assert first(vault, '"message queue"', limit=1) == QUEUE[1]


@pytest.mark.parametrize("prompt", ["ok go on", "thanks, that's great", "super, danke"])
def test_what_asks_for_nothing_is_answered_by_nothing_that_was_said(vault, say, prompt):
    say(
        S1,
        *FLAKY,
        "Thanks a lot!",
        "You are welcome; shall I go on with the next test?",
        "Super, weiter.",
        "Great, done.",
    )
    assert vault.recall(Query(prompt, scopes=None, sources=frozenset({Source.SESSION}))).hits == ()


def test_what_asks_for_nothing_is_found_word_for_word(vault, say):
    say(S1, *FLAKY, "Now sing the chorus of thanks for the fish.", "So long, and thanks for the fish.")
    assert "thanks for the fish" in first(vault, "thanks for the fish")


def test_a_smaller_answer_is_the_beginning_of_a_larger_one(vault, say):
    say(S1, *FLAKY)
    say(S2, *QUEUE)
    keys = [
        [hit.passage.key for hit in vault.recall(Query("flaky test in the queue", scopes=None, limit=limit)).hits]
        for limit in (1, 3, 6)
    ]
    assert keys[0] == keys[1][:1]
    assert keys[1] == keys[2][:3]
