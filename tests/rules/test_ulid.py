from datetime import UTC, datetime, timedelta

from vademecum.rules.ulid import ulid

AT = datetime(2026, 11, 29, 12, tzinfo=UTC)


def test_the_specification_s_example_is_met():
    made = ulid(datetime.fromtimestamp(1469918176.385, UTC), bytes(10))
    assert made[:10] == "01ARYZ6S41"
    assert len(made) == 26


def test_a_later_one_sorts_after_an_earlier_one_whatever_the_chance():
    assert ulid(AT, b"\xff" * 10) < ulid(AT + timedelta(milliseconds=1), bytes(10))


def test_two_of_one_instant_differ_by_chance():
    assert ulid(AT, b"\x01" * 10) != ulid(AT, b"\x02" * 10)
