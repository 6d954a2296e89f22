"""What `import vademecum` offers."""

import importlib
import inspect

import pytest

import vademecum


@pytest.mark.parametrize("name", vademecum.__all__)
def test_every_public_name_resolves_and_says_what_it_is(name):
    found = getattr(vademecum, name)

    assert found.__name__ == name
    assert inspect.getdoc(found)


def test_the_public_names_are_those_with_a_home():
    homes = vademecum._HOMES

    assert vademecum.__all__ == sorted(homes)
    assert all(getattr(importlib.import_module(home), name) is getattr(vademecum, name) for name, home in homes.items())


def test_a_name_that_is_not_public_is_refused():
    with pytest.raises(AttributeError, match="nothing_like_it"):
        vademecum.nothing_like_it  # noqa: B018  the look-up is what is tested


def test_every_public_method_of_the_vault_says_what_it_does():
    methods = inspect.getmembers(vademecum.Vault, inspect.isfunction)

    assert [name for name, method in methods if not name.startswith("_") and not inspect.getdoc(method)] == []
