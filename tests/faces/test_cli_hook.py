"""`vade hook`: the same answer as the registered line gives, and never the exit code by which a prompt is refused."""

import json
import subprocess

import pytest

from faces.stdio import command, environment
from faces.terminal import vade
from vademecum import Draft, open_vault
from vademecum.engine.agents import MOMENTS
from vademecum.faces.cli.serving import HOSTS
from vademecum.faces.hooks import event as dialect


def hook(home, *arguments, data):
    return subprocess.run(
        command("hook", *arguments), input=data, capture_output=True, check=False, env=environment(home), timeout=60
    )


def test_the_events_and_hosts_are_those_of_the_hooks():
    assert sorted(MOMENTS) == sorted(dialect.EVENTS)
    assert sorted(HOSTS) == sorted(dialect.HOSTS)


@pytest.mark.parametrize("host", HOSTS)
def test_a_prompt_is_answered_in_the_dialect_of_the_host(home, tmp_path, host):
    with open_vault(home) as vault:
        vault.write(Draft(body="Deploys of the billing service are frozen on Fridays.", title="Deploy freeze"))
    prompt = {"session_id": "s", "cwd": str(tmp_path), "prompt": "when are deploys of the billing service frozen?"}

    done = hook(home, "prompt", "--host", host, data=json.dumps(prompt).encode())

    assert (done.returncode, done.stderr) == (0, b"")
    assert "frozen on Fridays" in done.stdout.decode()
    assert ("additional_context" in json.loads(done.stdout)) == (host == "cursor")


@pytest.mark.parametrize("data", [b"", b"{}", b"not json"])
def test_what_is_no_event_is_answered_with_silence(home, data):
    done = hook(home, "prompt", data=data)

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("arguments", [(), ("promt",), ("prompt", "--hosts", "claude"), ("prompt", "--host", "emacs")])
def test_a_wrong_command_line_does_not_refuse_the_prompt(home, arguments):
    said = vade("hook", *arguments)

    assert said.code == 1
    assert "vade hook --help" in said.err
    assert vade("serve", "--profil").code == 2


def test_hooks_do_not_answer_from_the_default_vault_for_another_user(home, tmp_path):
    with open_vault(home) as vault:
        vault.write(Draft(body="Deploys of the billing service are frozen on Fridays.", title="Deploy freeze"))
    prompt = {"session_id": "s", "cwd": str(tmp_path), "prompt": "when are deploys of the billing service frozen?"}

    done = hook(home, "prompt", "--user", "bob", data=json.dumps(prompt).encode())

    assert (done.returncode, done.stdout) == (1, b"")
    assert b"VADEMECUM_HOME" in done.stderr


def test_the_help_says_what_comes_in_and_what_goes_out():
    said = vade("hook", "--help").out

    assert all(word in said for word in (*MOMENTS, "standard input", "standard output", "--host", "exit"))
