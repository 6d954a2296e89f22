"""What every embedder must keep: one law a function, each raising AssertionError with the law it found broken.

Run each of `LAWS` on the embedder, for instance by `pytest.mark.parametrize("law", LAWS)`.
"""

import math
from collections.abc import Callable

from vademecum.embedders.ports import Embedder, Vector

CLOSE = 1e-5
"""How far two coordinates, or a length and 1, may be apart."""

TEXTS = (
    "How do I roll back a database migration?",
    "Undo the last schema change with `alembic downgrade -1`.",
    "The cat sleeps on the warm window sill all afternoon.",
    "retry_policy = exponential_backoff(max_attempts=5)",
    "Zürich, naïve café, 東京 and ελληνικά in one line",
    "word " * 400,
)


def vectors_have_length_one(embedder: Embedder) -> None:
    """Known text becomes a vector of length 1."""
    for vector in embedder.embed(TEXTS):
        _expect(abs(math.hypot(*vector) - 1) < CLOSE, "a vector is not of length 1")


def vectors_are_single_precision(embedder: Embedder) -> None:
    """A vector is an array of float32 with as many coordinates as the identity says."""
    for vector in (*embedder.embed(TEXTS), embedder.embed_query(TEXTS[0])):
        _expect(vector.typecode == "f", "a vector is not single-precision")
        _expect(len(vector) == embedder.identity.dimension, "a vector has another dimension than the identity")


def company_changes_nothing(embedder: Embedder) -> None:
    """A text has the same vector alone, among others, in another order and at another time."""
    alone = [embedder.embed([text])[0] for text in TEXTS]
    many = embedder.embed(TEXTS * 20)
    backwards = embedder.embed(TEXTS[::-1])[::-1]
    for place, text in enumerate(TEXTS * 20):
        _expect(_close(many[place], alone[TEXTS.index(text)]), "a text among others has another vector")
    _expect(all(map(_close, alone, backwards)), "the order of the texts matters")


def nothing_known_is_the_zero_vector(embedder: Embedder) -> None:
    """Empty and blank texts have the zero vector, and do not disturb the others."""
    for text in ("", " \n\t ", "\u200b"):
        _expect(not any(embedder.embed_query(text)), f"{text!r} has a direction")
    empty, known = embedder.embed(["", TEXTS[0]])
    _expect(not any(empty), "an empty text in a batch has a direction")
    _expect(_close(known, embedder.embed([TEXTS[0]])[0]), "an empty text changes its neighbour")


def no_texts_no_vectors(embedder: Embedder) -> None:
    """No texts give no vectors."""
    _expect(embedder.embed([]) == [], "no texts gave vectors")


def meaning_is_nearer_than_chance(embedder: Embedder) -> None:
    """A question is nearer to its answer than to a text about something else."""
    answer, other = embedder.embed([TEXTS[1], TEXTS[2]])
    question = embedder.embed_query(TEXTS[0])
    _expect(_dot(question, answer) > _dot(question, other) + 0.1, "a question is not nearest to its answer")


def odd_text_is_only_text(embedder: Embedder) -> None:
    """Marks of the vocabulary, control characters, lone surrogates and one endless word raise nothing."""
    embedder.embed(["[CLS] [SEP] ##ing", "\x00\x07", "a" * 100_000, "🙂" * 50, "\u202e\ufeff", "x\ud800y"])


LAWS: tuple[Callable[[Embedder], None], ...] = (
    vectors_have_length_one,
    vectors_are_single_precision,
    company_changes_nothing,
    nothing_known_is_the_zero_vector,
    no_texts_no_vectors,
    meaning_is_nearer_than_chance,
    odd_text_is_only_text,
)


def _expect(kept: bool, broken: str) -> None:  # noqa: FBT001  reads as assert does
    if not kept:
        raise AssertionError(broken)


def _close(one: Vector, other: Vector) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < CLOSE


def _dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
