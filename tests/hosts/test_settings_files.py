"""Every settings file there can be: connected once, whatever is in it, and then again what it was."""

import json

import pytest

from faces.terminal import vade
from hosts.agents import (
    DATA,
    ENTRY,
    FILES,
    INVALID,
    JSON_FILES,
    SETTINGS,
    WRONG,
    commands,
    fits,
    is_ours,
    loaded,
    takes_hooks,
    without_ours,
)
from hosts.conftest import tree

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def place(user_dir):
    """Return a function that puts a settings file at an agent's place."""

    def put(relative, data):
        path = user_dir / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    return put


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize(("client", "relative"), JSON_FILES)
def test_connected_twice_is_connected_once_and_disconnected_it_is_what_it_was(user_dir, place, client, relative, name):
    if not fits(name, relative):
        pytest.skip("its hooks are no object")
    path = place(relative, (DATA / name).read_bytes())
    before, said_before = tree(user_dir), loaded(path)

    assert vade("init", "--client", client, "--yes").code == 0
    connected = tree(user_dir)
    found = [command for command in commands(loaded(path)) if is_ours(command)]
    assert len(found) == len(set(found))
    assert all(ENTRY in command for command in found) or not takes_hooks(relative)
    assert without_ours(loaded(path)) == without_ours(said_before)

    assert vade("init", "--client", client, "--yes").code == 0
    assert tree(user_dir) == connected

    assert vade("uninstall").code == 0
    if name == "old_version_of_ours.json" and takes_hooks(relative):
        assert not any(map(is_ours, commands(loaded(path))))
        assert without_ours(loaded(path)) == without_ours(said_before)
    else:
        assert tree(user_dir) == before
    assert vade("uninstall", "--json").json["agents"] == []


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("client", ["claude", "codex", "gemini", "cursor"])
def test_hooks_that_are_no_object_are_left_alone_and_told(user_dir, place, client, name):
    path = place(FILES[client][0], (DATA / name).read_bytes())

    said = vade("init", "--client", client, "--yes", "--json")

    assert said.code == 1
    assert path.read_bytes() == (DATA / name).read_bytes()
    failed = next(one for one in said.json["agents"] if one["path"] == str(path))
    assert failed["deed"] == "failed"
    assert failed["problem"].startswith(f"{path}: line 1: hooks is ")
    assert "hooks" in json.loads(failed["snippet"])


@pytest.mark.parametrize("name", INVALID)
@pytest.mark.parametrize("relative", [".claude/settings.json", ".claude.json"])
def test_a_file_that_is_no_json_is_left_alone_and_told_with_what_to_put_there(user_dir, place, relative, name):
    path = place(relative, (DATA / name).read_bytes())

    said = vade("init", "--client", "claude", "--yes")

    assert said.code == 1
    assert path.read_bytes() == (DATA / name).read_bytes()
    assert f"{path}: line " in said.out
    assert '"UserPromptSubmit": [' in said.out or '"mcpServers": {' in said.out
    assert not path.with_name(path.name + ".vademecum.bak").exists()
    assert vade("uninstall").code == 0
    assert path.read_bytes() == (DATA / name).read_bytes()


@pytest.mark.parametrize("client", FILES)
def test_files_and_folders_that_were_not_there_go_again(user_dir, home, client):
    before = tree(user_dir)

    assert vade("init", "--client", client, "--yes").code == 0
    assert all((user_dir / name).is_file() for name in FILES[client])
    assert tree(user_dir) != before

    assert vade("uninstall", "--client", client).code == 0
    assert tree(user_dir) == before
    assert not (home / "hosts.json").exists()
