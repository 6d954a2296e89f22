"""Working memory: changed by many, lost by none, bounded, without secrets."""

import json
import os
import stat
import sys

import pytest

from vademecum.engine.context import MOST
from vademecum.model.errors import ConflictError, DamagedError, InvalidError, RefusedError, UnavailableError
from vademecum.testing.specimens import Specimens

TASKS = {"goal": "ship", "tasks": [{"title": "write", "status": "open"}]}


def test_a_new_vault_has_an_empty_working_memory(vault):
    state = vault.context()
    assert (state.version, state.data, state.changed_at) == (0, {}, None)


def test_what_is_set_is_read_by_the_next_who_opens_the_vault(vault, opened, clock):
    done = vault.context("set", TASKS)
    assert (done.version, done.data) == (1, TASKS)
    again = opened().context("get")
    assert (again.version, again.data, again.changed_at) == (1, TASKS, clock.now)


def test_a_patch_adds_changes_and_takes_out(vault):
    vault.context("set", {"a": 1, "b": {"x": 1, "y": 2}})
    done = vault.context("patch", {"a": None, "b": {"x": 3}, "c": []}, version=1)
    assert (done.version, done.data) == (2, {"b": {"x": 3, "y": 2}, "c": []})


def test_a_stale_version_is_refused_and_nothing_is_written(vault):
    vault.context("set", {"a": 1})
    vault.context("patch", {"a": 2}, version=1)
    for action in ("set", "patch"):
        with pytest.raises(ConflictError, match="at version 2, not 1") as caught:
            vault.context(action, {"a": 3}, version=1)
        assert caught.value.code == "conflict.version"
        assert "get" in caught.value.hint
    assert vault.context().data == {"a": 2}


def test_without_a_version_nothing_that_is_there_is_overwritten(vault):
    vault.context("set", {"a": 1})
    for action, data in [("set", {"b": 1}), ("set", {}), ("patch", {"a": 2}), ("patch", {"a": None})]:
        with pytest.raises(ConflictError, match="would overwrite what is there, at version 1"):
            vault.context(action, data)
    assert vault.context("patch", {"b": 2}).data == {"a": 1, "b": 2}


def test_a_change_that_changes_nothing_makes_no_version(vault, clock):
    first = vault.context("set", TASKS)
    clock.pass_(hours=1)
    assert vault.context("set", TASKS) == first
    assert vault.context("patch", {"goal": "ship"}) == first
    assert vault.context("patch", {"nothing": None}) == first


def test_an_emptied_working_memory_may_be_filled_anew(vault):
    vault.context("set", {"a": 1})
    assert vault.context("set", {}, version=1).data == {}
    assert vault.context("set", {"b": 1}).version == 3


def test_it_is_bounded_and_says_how_long_it_would_be(vault):
    room = MOST - len('{"a":""}')
    vault.context("set", {"a": "ü" * (room // 2)})
    with pytest.raises(InvalidError, match=f"data: would have {MOST + 8} bytes") as caught:
        vault.context("patch", {"b": "x"}, version=1)
    assert str(MOST) in caught.value.hint
    assert vault.context().version == 1


@pytest.mark.parametrize(("action", "data"), [("delete", {}), ("SET", {}), ("set", None), ("patch", None), ("set", [])])
def test_what_does_not_fit_is_refused_by_name(vault, action, data):
    with pytest.raises(InvalidError):
        vault.context(action, data)


def test_secrets_are_redacted_wherever_they_stand(vault):
    made = Specimens(3)
    token, key, word = made.fill("ghp_{w36}"), made.fill("ghp_{w36}"), made.fill("{p18}")
    done = vault.context(
        "set",
        {"note": f"deploy with {token}", "list": ["fine", {"deep": token}], key: "under a secret", "password": word},
    )
    text = json.dumps(done.data) + vault.path.joinpath("context.json").read_text(encoding="utf-8")
    assert all(secret not in text for secret in (token, key, word))
    assert done.redactions == 4
    assert done.data["list"][0] == "fine"
    assert done.data["note"].startswith("deploy with «REDACTED:")


def test_a_secret_in_a_patch_is_redacted_too(vault):
    token = Specimens(4).fill("ghp_{w36}")
    vault.context("set", {"a": 1})
    assert token not in str(vault.context("patch", {"b": token}).data)
    assert vault.context("patch", {"c": "<private>only mine</private>seen"}).data["c"].strip() == "seen"


def test_the_file_is_private_and_readable(vault):
    vault.context("set", {"goal": "überall"})
    path = vault.path / "context.json"
    assert "überall" in path.read_text(encoding="utf-8")
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in vault.path.iterdir() if one.name.startswith(".context")] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 1}',
        '{"version": 1, "changed_at": "2026-01-01T00:00:00+00:00", "data": []}',
        '{"version": 0, "changed_at": "2026-01-01T00:00:00+00:00", "data": {}}',
        '{"version": 1, "changed_at": "2026-01-01T00:00:00", "data": {}}',
        '{"version": 1, "changed_at": "yesterday", "data": {}}',
        '{"version": 1, "changed_at": "2026-01-01T00:00:00+00:00", "data": {"a": NaN}}',
        "[" * 100_000,
        " " * (17 * MOST),
    ],
)
def test_a_file_that_is_no_working_memory_is_named_and_left_as_it_is(vault, text):
    path = vault.path / "context.json"
    path.write_text(text, encoding="utf-8")
    for ask in (vault.context, lambda: vault.context("set", {"a": 1})):
        with pytest.raises(DamagedError) as caught:
            ask()
        assert str(path) in caught.value.message
        assert len(caught.value.message) < len(str(path)) + 300
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_a_link_out_of_the_vault_is_not_followed(vault, tmp_path):
    outside = tmp_path / "outside.json"
    outside.write_text("{}", encoding="utf-8")
    (vault.path / "context.json").symlink_to(outside)
    for action in ("get", "set"):
        with pytest.raises(RefusedError, match="symbolic link"):
            vault.context(action, {"a": 1})
    assert outside.read_text(encoding="utf-8") == "{}"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="modes do not bind this user")
def test_a_file_that_may_not_be_read_is_told_as_that(vault):
    vault.context("set", {"a": 1})
    path = vault.path / "context.json"
    path.chmod(0)
    with pytest.raises(UnavailableError) as caught:
        vault.context()
    assert caught.value.code == "unavailable.denied"
    assert "context.json" in caught.value.message


def test_processes_that_count_together_lose_no_step(vault, home):
    import subprocess  # noqa: PLC0415  this test alone starts processes

    program = (
        "import sys\nfrom pathlib import Path\n"
        "from vademecum.engine.opening import open_vault\nfrom vademecum.model.errors import ConflictError\n"
        "with open_vault(Path(sys.argv[1])) as vault:\n"
        "    left = 25\n"
        "    while left:\n"
        "        seen = vault.context()\n"
        "        try:\n"
        "            vault.context('set', {'n': seen.data.get('n', 0) + 1}, version=seen.version)\n"
        "            left -= 1\n"
        "        except ConflictError:\n"
        "            pass\n"
    )
    vault.context("set", {"n": 0})
    ran = [subprocess.Popen([sys.executable, "-c", program, str(home)]) for _ in range(3)]
    assert [one.wait(timeout=60) for one in ran] == [0, 0, 0]
    assert (vault.context().data, vault.context().version) == ({"n": 75}, 76)
