"""Rounding, sketching and comparing vectors."""

import math
import random
from array import array

import pytest

from vademecum.rules import vectors


def some(seed: int, dimension: int = 256) -> "array[float]":
    chance = random.Random(seed)
    values = [chance.gauss(0, 1) for _ in range(dimension)]
    return array("f", [value / math.hypot(*values) for value in values])


def exact(one: "array[float]", other: "array[float]") -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_rounding_keeps_a_cosine_within_a_hundredth(seed: int) -> None:
    one, other = some(seed), some(seed + 100)
    assert vectors.dot(vectors.quantise(one), other) == pytest.approx(exact(one, other), abs=0.01)
    assert vectors.dot(vectors.quantise(one), one) == pytest.approx(1, abs=0.01)


def test_a_rounded_vector_is_one_byte_a_coordinate_and_its_unit() -> None:
    assert len(vectors.quantise(some(1))) == 256 + vectors.UNIT_BYTES


def test_a_rounded_vector_can_be_restored() -> None:
    vector = some(3)
    back = vectors.restore(vectors.quantise(vector))
    assert max(abs(a - b) for a, b in zip(vector, back, strict=True)) <= max(map(abs, vector)) / vectors.LARGEST


def test_the_zero_vector_stays_zero() -> None:
    zero = array("f", bytes(4 * 16))
    assert not any(vectors.restore(vectors.quantise(zero)))
    assert vectors.dot(vectors.quantise(zero), some(1, 16)) == 0
    assert vectors.sketch(zero) == b"\0\0"


def test_a_sketch_has_the_sign_of_coordinate_i_at_bit_i() -> None:
    bits = int.from_bytes(vectors.sketch([-1.0] + [1.0] * 8 + [-2.0] + [0.5] * 6), "little")
    assert bits == 1 << 0 | 1 << 9


def test_distances_count_differing_signs_in_order() -> None:
    all_of_them = [some(seed) for seed in range(5)]
    together = b"".join(map(vectors.sketch, all_of_them))
    found = vectors.distances(together, vectors.sketch(all_of_them[2]))
    assert found[2] == 0
    assert found == [sum((a < 0) != (b < 0) for a, b in zip(v, all_of_them[2], strict=True)) for v in all_of_them]


def test_nothing_stored_has_no_distances() -> None:
    assert vectors.distances(b"", vectors.sketch(some(1))) == []
