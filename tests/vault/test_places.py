from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model.errors import InvalidError, RefusedError
from vademecum.model.memory import GLOBAL, Scope
from vademecum.store.layout import Layout, is_plain, memory_at, place_of

HOSTILE = [
    *("", ".", "..", "../x.md", "global/../../x.md", "global/./x.md", "global//x.md", "/etc/passwd"),
    *("C:/x.md", "c:x", "\\\\server\\share", "global/a\\b.md", "global/x.md:stream"),
    *("global/x\0.md", "global/x.md ", "global/x.", "g/\ud800"),
]


@pytest.mark.parametrize("place", HOSTILE)
def test_a_place_that_could_lead_elsewhere_is_refused(tmp_path: Path, place: str):
    with pytest.raises(InvalidError):
        Layout(tmp_path).file(place)


@given(st.text(max_size=60))
def test_no_place_ever_leaves_the_store(text: str):
    layout = Layout(Path("/vault"))
    try:
        path = layout.file(text)
    except InvalidError:
        return
    assert path.is_relative_to("/vault/store")
    assert ".." not in path.parts


@pytest.mark.parametrize("link", ["store", "store/projects", "store/projects/app", "store/projects/app/x.md"])
def test_a_symbolic_link_anywhere_on_the_way_is_refused(tmp_path: Path, link: str):
    outside = tmp_path / "outside"
    outside.mkdir()
    path = tmp_path / "vault" / link
    path.parent.mkdir(parents=True)
    path.symlink_to(outside)
    with pytest.raises(RefusedError):
        Layout(tmp_path / "vault").file("projects/app/x.md")


@pytest.mark.parametrize("scope", [GLOBAL, Scope("app")])
def test_a_place_tells_the_name_and_the_scope_it_was_made_of(scope: Scope):
    assert memory_at(place_of("x", scope)) == ("x", scope)


@pytest.mark.parametrize(
    "place", ["MEMORY.md", "memory/2026-01-01.md", "global/x.txt", "projects/x.md", "a/b/c/d.md", "global/.x.md"]
)
def test_other_files_of_a_store_are_no_memories(place: str):
    assert memory_at(place) is None


@given(st.text(max_size=10))
def test_a_plain_name_is_one_component_on_every_system(text: str):
    if is_plain(text):
        assert not set(text) & set('/\\:*?"<>|\0')
        assert text not in {".", ".."}
