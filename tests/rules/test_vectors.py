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
    assert vectors.cosine(vectors.quantise(one), vectors.aim(other)) == pytest.approx(exact(one, other), abs=0.01)
    assert vectors.cosine(vectors.quantise(one), vectors.aim(one)) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("seed", range(20))
def test_a_cosine_by_distance_is_the_sum_of_products(seed: int) -> None:
    rounded, other = vectors.quantise(some(seed)), some(seed + 100)
    assert vectors.cosine(rounded, vectors.aim(other)) == pytest.approx(
        exact(vectors.restore(rounded), other), abs=1e-6
    )


def test_a_rounded_vector_is_one_byte_a_coordinate_and_its_length() -> None:
    assert len(vectors.quantise(some(1))) == 256 + vectors.HEAD_BYTES


def test_a_rounded_vector_can_be_restored() -> None:
    vector = some(3)
    back = vectors.restore(vectors.quantise(vector))
    assert max(abs(a - b) for a, b in zip(vector, back, strict=True)) <= max(map(abs, vector)) / vectors.LARGEST
    assert math.hypot(*back) == pytest.approx(1)


def test_a_coordinate_is_rounded_to_the_nearest_step() -> None:
    rounded = vectors.quantise([1.0, -1.0, 0.0, 0.4 / 127, 0.6 / 127, -0.6 / 127, 126.4 / 127, -126.6 / 127])
    assert [byte - vectors.BIAS for byte in rounded[vectors.HEAD_BYTES :]] == [127, -127, 0, 0, 1, -1, 126, -127]


@pytest.mark.parametrize("seed", range(20))
def test_a_halved_vector_has_nearly_its_cosine_and_the_same_sketch(seed: int) -> None:
    one, other = some(seed), some(seed + 100)
    rounded = vectors.quantise(one)
    halved = vectors.halve(rounded)
    assert len(halved) == vectors.HEAD_BYTES + 128
    assert vectors.cosine(halved, vectors.aim(other)) == pytest.approx(exact(one, other), abs=0.03)
    assert vectors.cosine(halved, vectors.aim(one)) == pytest.approx(1, abs=0.01)
    assert vectors.cosine(halved, vectors.aim(vectors.restore(halved))) == pytest.approx(1)
    assert vectors.sketch_of(halved) == vectors.sketch_of(rounded)
    assert vectors.halve(halved) == halved


def test_halving_keeps_one_great_coordinate_among_small_ones_in_its_direction() -> None:
    vector = [1.0] + [0.01] * 15
    halved = vectors.restore(vectors.halve(vectors.quantise(vector)))
    assert max(halved) == halved[0]
    assert len(set(halved[1:])) == 1


def test_the_zero_vector_stays_zero() -> None:
    zero = array("f", bytes(4 * 16))
    assert not any(vectors.restore(vectors.quantise(zero)))
    assert vectors.halve(vectors.quantise(zero)) == vectors.quantise(zero)
    assert vectors.cosine(vectors.quantise(zero), vectors.aim(some(1, 16))) == 0
    assert vectors.sketch(zero) == vectors.sketch_of(vectors.quantise(zero)) == b"\0\0"


def test_a_sketch_has_the_sign_of_coordinate_i_at_bit_i() -> None:
    vector = [-1.0] + [1.0] * 8 + [-2.0] + [0.5] * 6
    assert int.from_bytes(vectors.sketch(vector), "little") == 1 << 0 | 1 << 9
    assert vectors.sketch_of(vectors.quantise(vector)) == vectors.sketch(vector)
