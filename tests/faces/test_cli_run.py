"""How the command line behaves, whatever the command."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from faces.stdio import command, environment
from faces.terminal import remember, vade
from vademecum.faces.cli import exits
from vademecum.faces.cli.app import app
from vademecum.faces.entry import serve_options
from vademecum.model import errors


def every_command(group=app, path=()):
    for name, found in group.commands.items():
        yield (*path, name), found
        if isinstance(found, click.Group):
            yield from every_command(found, (*path, name))


def start(home: Path, *arguments: str, **options):
    env = environment(home) | options.pop("env", {})
    return subprocess.run(command(*arguments), env=env, cwd=home.parent, timeout=60, check=False, **options)


@pytest.mark.parametrize(
    ("path", "found"), list(every_command()), ids=lambda value: "-".join(value) if isinstance(value, tuple) else ""
)
def test_every_command_has_help_and_takes_json_and_user(path, found):
    said = vade(*path, "--help")
    assert said.code == 0
    assert found.help
    if not isinstance(found, click.Group):
        assert "--json" in said.out
        assert "--user" in said.out


def test_a_command_that_is_nearly_one_is_answered_with_it():
    said = vade("serach", "x")
    assert said.code == 2
    assert "did you mean `search`?" in said.err


def test_every_branch_of_the_errors_has_an_exit_code():
    codes = {kind.__name__: exits.code_of(kind("x", "y") if kind is errors.InvalidError else kind("x"))
             for kind in errors.VademecumError.__subclasses__()}  # fmt: skip
    assert codes == {
        "InvalidError": 2,
        "RefusedError": 3,
        "MissingError": 4,
        "ConflictError": 5,
        "UnavailableError": 5,
        "DamagedError": 1,
    }


@pytest.mark.usefixtures("home")
def test_users_do_not_see_one_another():
    remember("The kettle is blue", "Bought in May.")
    assert vade("list", "--user", "ann", "--json").json == {"memories": []}
    assert vade("--user", "ann", "show", "the_kettle_is_blue").code == 4


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("user", ["../bob", "a/b", "", "bob ", "u%2e%2e", "x" * 65, "b\u0301"])
def test_a_user_name_that_could_be_another_one_is_refused(user):
    said = vade("list", "--user", user, "--json")
    assert (said.code, said.out) == (2, "")


def test_a_bug_is_told_shortly_and_noted_in_full(home, monkeypatch):
    def bug(*_args, **_options):
        raise ZeroDivisionError("with a secret in its words")

    monkeypatch.setattr(app.commands["list"], "callback", bug)
    said = vade("list")
    assert said.code == 70
    assert said.err.startswith("vade: a bug in vademecum (ZeroDivisionError) (its traceback is in ")
    assert "secret" not in said.err
    noted = (home / "vaults" / "default" / "log" / "faults.jsonl").read_text(encoding="utf-8")
    assert "test_cli_run.py" in noted
    assert "secret" not in noted


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp950"])
def test_a_console_that_lacks_characters_loses_only_those(home, encoding):
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    title = "Tea \N{TEACUP WITHOUT HANDLE} \u2713 \u65e5\u672c"
    assert start(home, "write", "--title", title, "--body", title, env=env).returncode == 0
    for arguments in (
        ["list"],
        ["show", "tea"],
        ["search", "tea"],
        ["status"],
        ["why", "tea"],
        ["search", "tea", "--json"],
    ):
        done = start(home, *arguments, env=env, capture_output=True)
        assert done.returncode in {0, 4}, done.stderr
        assert b"Traceback" not in done.stderr


def test_json_keeps_every_character_on_any_console(home):
    title = "Tea \N{TEACUP WITHOUT HANDLE}"
    start(home, "write", "--title", title, "--body", "x")
    done = start(home, "list", "--json", env={"PYTHONIOENCODING": "ascii"}, capture_output=True)
    assert b"\\ud83c\\udf75" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
def test_closed_standard_streams_are_no_fault(home):
    shell = 'exec "$0" "$@" >&- 2>&- <&-'
    done = subprocess.run(
        ["/bin/sh", "-c", shell, *command("write", "--title", "Tea", "--body", "Hot.")],
        env=environment(home), cwd=home.parent, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert b"Hot." in start(home, "show", "tea", capture_output=True).stdout


@pytest.mark.skipif(os.name == "nt", reason="a pipeline of POSIX")
def test_a_reader_that_leaves_early_stops_neither_the_work_nor_anything_else(home, tmp_path):
    lines = tmp_path / "drafts.jsonl"
    lines.write_text("".join(f'{{"title": "Fact {n}", "body": "{n}"}}\n' for n in range(1000)), encoding="utf-8")
    done = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", '"$0" "$@" | head -1',
         *command("write", "--jsonl", str(lines), "--json")],
        env=environment(home), cwd=home.parent, timeout=60, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    assert start(home, "list", "--json", capture_output=True).stdout.count(b'"name"') == 1000


def test_colours_are_only_for_terminals(home):
    assert b"\x1b" not in start(home, "status", capture_output=True).stdout


def test_help_is_there_without_a_home(home):
    assert start(home, "--help", capture_output=True).returncode == 0
    assert not home.exists()


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_gets_its_completion(home, shell):
    done = start(home, env={"_VADE_COMPLETE": f"{shell}_source"}, capture_output=True)
    assert b"_VADE_COMPLETE" in done.stdout


def test_names_are_completed(home):
    start(home, "write", "--title", "The kettle is blue", "--body", "x")
    env = {"_VADE_COMPLETE": "bash_complete", "COMP_WORDS": "vade show the", "COMP_CWORD": "2"}
    assert start(home, env=env, capture_output=True).stdout == b"plain,the_kettle_is_blue\n"


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["serve"], {}),
        (["serve", "--profile", "agent"], {"profile": "agent"}),
        (["serve", "--user=ann", "--profile", "distributed-memory"], {"user": "ann", "profile": "distributed-memory"}),
        (["serve", "--help"], None),
        (["serve", "--profile", "nobody"], None),
        (["serve", "--user", "../ann"], None),
        (["serve", "--profile"], None),
        (["--user", "ann", "serve"], None),
        (["list"], None),
        ([], None),
    ],
)
def test_only_a_plain_serve_takes_the_short_way(arguments, options):
    assert serve_options(arguments) == options


def test_the_long_way_to_serve_is_the_same_server(home):
    ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    assert start(home, "--user", "ann", "serve", input=ping, capture_output=True).stdout == (
        b'{"jsonrpc":"2.0","id":1,"result":{}}\n'
    )


def test_the_command_line_is_started_by_python_too(home):
    done = subprocess.run(
        [sys.executable, "-m", "vademecum", "--version"],
        env=environment(home), capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.startswith(b"vade, version ")
