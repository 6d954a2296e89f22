"""The light dataclass behaves as the standard library's."""

import copy
import dataclasses
import pickle

import pytest

from vademecum.model.frozen import dataclass, field


@dataclass(frozen=True, slots=True)
class Light:
    """A value."""

    name: str
    size: int = 3
    tags: list[str] = field(default_factory=list)

    @property
    def loud(self) -> str:
        return self.name.upper()


@dataclasses.dataclass(frozen=True, slots=True)
class Standard:
    """The same by the standard library."""

    name: str
    size: int = 3
    tags: list[str] = dataclasses.field(default_factory=list)


def test_it_is_made_printed_compared_and_hashed_like_one_of_the_standard_library() -> None:
    for made in (Light("a"), Light("a", 4), Light(name="a", tags=["x"])):
        twin = Standard(made.name, made.size, made.tags)
        assert repr(made) == repr(twin).replace("Standard", "Light")
        assert dataclasses.asdict(made) == dataclasses.asdict(twin)
    assert Light("a") == Light("a") != Light("b")
    assert Light("a") != Standard("a")
    assert Light("a").tags is not Light("b").tags
    assert Light("a").loud == "A"
    with pytest.raises(TypeError):
        Light()  # type: ignore[call-arg]


def test_its_hash_follows_its_values() -> None:
    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 0

    assert len({Point(1), Point(1, 0), Point(2)}) == 2


def test_it_cannot_be_changed() -> None:
    made = Light("a")
    with pytest.raises(AttributeError, match="frozen"):
        made.name = "b"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="frozen"):
        del made.size
    with pytest.raises(AttributeError):
        made.other = 1  # type: ignore[attr-defined]


def test_the_tools_of_the_standard_library_take_it() -> None:
    made = Light("a", 4, ["x"])
    assert dataclasses.is_dataclass(made)
    assert [spec.name for spec in dataclasses.fields(made)] == ["name", "size", "tags"]
    assert dataclasses.replace(made, size=5) == Light("a", 5, ["x"])
    assert copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == made
    match made:
        case Light(name, size):
            assert (name, size) == ("a", 4)
