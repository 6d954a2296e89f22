"""The home: private, made once, with a key that is never remade; and what the environment tells."""

import os
from pathlib import Path

import pytest

from vademecum import config
from vademecum.model.errors import DamagedError, RefusedError, UnavailableError

posix_only = pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@posix_only
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_the_home_is_private_whatever_the_umask(home, umask):
    before = os.umask(umask)
    try:
        config.init_home(home)
    finally:
        os.umask(before)

    assert mode(home) == 0o700
    assert {mode(home / name) for name in ("key", "config.toml")} == {0o600}
    assert sorted(p.name for p in home.iterdir()) == ["config.toml", "key"]


def test_the_key_is_32_bytes_from_the_given_randomness(home):
    config.init_home(home, lambda n: bytes(range(n)))

    assert config.read_key(home) == bytes(range(32))
    assert (home / "key").read_text(encoding="ascii") == bytes(range(32)).hex() + "\n"


def test_a_second_start_overwrites_nothing(home):
    config.init_home(home)
    (home / "config.toml").write_text("[recall]\nk = 7\n", encoding="utf-8")
    before = config.read_key(home)

    config.init_home(home)

    assert config.read_key(home) == before
    assert config.load(home).recall.k == 7


@pytest.mark.parametrize("content", [b"", b"abcd\n", b"zz" * 32, b"\xff" * 64, b"00" * 33])
def test_a_damaged_key_is_reported_and_never_remade(home, content):
    config.init_home(home)
    (home / "key").write_bytes(content)

    with pytest.raises(DamagedError) as caught:
        config.init_home(home)

    assert caught.value.code == "damaged.key"
    assert caught.value.hint
    assert (home / "key").read_bytes() == content


def test_a_key_that_is_gone_while_vaults_exist_is_not_remade(home):
    config.init_home(home)
    (home / "vaults" / "default").mkdir(parents=True)
    (home / "key").unlink()

    with pytest.raises(DamagedError, match="missing"):
        config.init_home(home)

    assert not (home / "key").exists()


@posix_only
@pytest.mark.parametrize("open_mode", [0o770, 0o702, 0o777])
def test_a_home_where_others_may_write_is_refused_with_the_command_that_mends_it(home, open_mode):
    home.mkdir()
    home.chmod(open_mode)

    with pytest.raises(RefusedError) as caught:
        config.init_home(home)

    assert f"chmod 700 {home}" in caught.value.hint
    assert list(home.iterdir()) == []


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give a directory away")
def test_a_home_of_another_user_is_refused(home):
    home.mkdir(mode=0o700)
    os.chown(home, 4242, 4242)

    with pytest.raises(RefusedError, match="another user"):
        config.init_home(home)


def test_a_home_that_is_a_file_is_an_environmental_error(home):
    home.write_text("", encoding="utf-8")

    with pytest.raises(UnavailableError) as caught:
        config.init_home(home)

    assert "VADEMECUM_HOME" in caught.value.hint


def test_the_home_is_named_by_the_environment_or_lies_in_the_users_directory(user_dir, monkeypatch):
    assert config.home() == user_dir / ".vademecum"

    monkeypatch.setenv("VADEMECUM_HOME", "~/elsewhere")
    assert config.home() == user_dir / "elsewhere"

    monkeypatch.chdir(user_dir)
    monkeypatch.setenv("VADEMECUM_HOME", "near")
    assert config.home() == user_dir / "near"


def test_the_hosts_folders_come_from_the_environment(user_dir, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert config.claude_config_dir() == user_dir / ".claude"
    assert config.project_dir() == tmp_path

    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "c"))
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path / "p"))
    assert config.claude_config_dir() == tmp_path / "c"
    assert config.project_dir() == tmp_path / "p"


def test_the_values_of_secret_named_variables_are_known_to_the_gate(tmp_path, monkeypatch):
    place = tmp_path / "id_file"
    place.write_text("", encoding="utf-8")
    given = {
        "SERVICE_API_KEY": "not-a-real-value-1",
        "DB_PASSWORD": "not-a-real-value-22",
        "deploy_token": "not-a-real-value-333",
        "SHORT_TOKEN": "seven77",
        "SSH_KEY": str(place),
        "TOKEN_FILE": "/nowhere/at/all",
        "KEYBOARD_LAYOUT": "us-international",
        "MONKEY": "a-long-enough-value",
        "VADEMECUM_HOME": "a-long-enough-value",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)

    found = config.secret_values()

    assert [v for v in found if v.startswith("not-a-real")] == [
        "not-a-real-value-333",
        "not-a-real-value-22",
        "not-a-real-value-1",
    ]
    assert not set(found) & {"seven77", str(place), "/nowhere/at/all", "us-international", "a-long-enough-value"}


def test_the_editor_is_the_users_choice(monkeypatch):
    assert config.editor() in {"vi", "notepad"}

    monkeypatch.setenv("EDITOR", "nano")
    assert config.editor() == "nano"

    monkeypatch.setenv("VISUAL", "code --wait")
    assert config.editor() == "code --wait"
