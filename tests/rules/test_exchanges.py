"""What of a user's words tells something, and whose words a question is about."""

import pytest

from vademecum.model.search import Passage, Source
from vademecum.rules.asking import is_about_me
from vademecum.rules.exchanges import moves, told


def turn(place, speaker, text, session="session:a"):
    return Passage(f"{session}#{place}", Source.SESSION, text, group=session, place=place, speaker=speaker)


LONG = "The terminal of the harbor has two cranes and a tugboat, and each of them needs a licence of its own. " * 2


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("fix it", "the minimum version is iOS 16, so the new syntax may be used"),
        ("does the exporter of the shop retry three times?", "the exporter of the shop retries three times."),
        ("did you measure?", LONG),
        ("run the tests", "never run the tests on a laptop"),
    ],
)
def test_statements_tell_more_than_questions_and_orders(less, more):
    assert told(turn(1, "user", less)) < told(turn(1, "user", more)) <= 1


def test_a_letter_of_an_unspaced_script_tells_more():
    assert told(turn(1, "user", "版本必须是十六")) > told(turn(1, "user", "version"))


def test_a_question_tells_nothing_in_any_script():
    assert told(turn(1, "user", "テストは直りましたか？")) == told(turn(1, "user", "Did it work?")) == 0


def test_an_answer_rises_to_no_more_than_its_prompt_had_and_the_prompt_falls():
    prompt, answer = turn(1, "user", "did it work?"), turn(2, "assistant", LONG)
    down, up = moves([prompt, answer], [9.0, 5.0])
    assert down["answered"] < 0 < up["answer"] < 4


@pytest.mark.parametrize(
    "others",
    [
        [turn(2, "assistant", LONG, "session:b")],
        [turn(40, "assistant", LONG)],
        [turn(0, "assistant", LONG)],
        [turn(2, "user", LONG), turn(3, "assistant", LONG)],
    ],
)
def test_what_is_no_answer_to_a_prompt_moves_nothing(others):
    assert moves([turn(1, "user", "did it work?"), *others], [9.0] * (1 + len(others)))[0] == {}


@pytest.mark.parametrize(
    "question",
    [
        "what did I say about the queue", "my sprint deadline", "wann ist mein Termin", "j'ai dit", "私は何と言った",
        "我说了什么", "¿cuál es mi plazo?",
    ],
)  # fmt: skip
def test_a_question_that_says_i_or_my_is_about_the_asker(question):
    assert is_about_me(question)


@pytest.mark.parametrize(
    "question",
    [
        "why was the test flaky", "how do I run the tests", "can I use lodash", "what did we do", "was haben wir getan",
        "wie kann ich die Tests starten", "我们做了什么", "私たちは何をしましたか", "show me the plan",
    ],
)  # fmt: skip
def test_other_questions_are_not(question):
    assert not is_about_me(question)
