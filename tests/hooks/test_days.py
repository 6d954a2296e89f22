"""Whole days of use: what is given, what is spent and what is left running is bounded, however long they are."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from faces.stdio import Client, command, environment
from faces.terminal import vade
from hooks.conftest import SHOP, Host, transcript, until
from hooks.running import ask
from vademecum import Draft, Scope, open_vault
from vademecum.engine import jobs

PORT = "which port does the staging database listen on?"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")


def running(home: Path) -> list[int]:
    """Return every process, dead parents or not, whose environment names a home; but not this one."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            named = f"VADEMECUM_HOME={home}\0".encode() in (entry / "environ").read_bytes()
            is_dead = b") Z " in (entry / "stat").read_bytes()
        except OSError:
            continue
        if named and not is_dead and int(entry.name) != os.getpid():
            found.append(int(entry.name))
    return found


@linux_only
def test_thirty_sessions_of_hooks_and_servers_leave_no_process(host, tmp_path):
    talk = transcript(tmp_path / "t.jsonl", "Remember that the warehouse closes at noon on Saturdays.")
    for n in range(30):
        session = f"session-{n}"
        host.fire("session-start", session_id=session, source="startup")
        client = Client(host.home, cwd=host.folder)
        if n % 3:
            assert not client.call("memory_search", query=PORT)["isError"]
        else:
            client.ask("ping")
        host.fire("prompt", session_id=session, prompt=PORT)
        host.fire("subagent-start", session_id=session, agent_id=f"a{n}", agent_type="x")
        host.fire("pre-compact", session_id=session, transcript_path=str(talk))
        host.fire("session-end", session_id=session, transcript_path=str(talk))
        if n % 3 == 0:
            client.end()
        else:
            client.process.send_signal(signal.SIGTERM if n % 3 == 1 else signal.SIGKILL)
            client.process.communicate()

    until(lambda: not running(host.home), 20)
    with host.vault() as vault:
        assert vault.verify().is_sound


@linux_only
def test_a_server_whose_parent_was_killed_is_gone_soon(host, tmp_path):
    start = (
        f"import subprocess,sys;p=subprocess.Popen({command('serve')!r},stdin=subprocess.PIPE);"
        "print(p.pid,flush=True);sys.stdin.read()"
    )
    held = os.open(tmp_path / "pipe", os.O_RDWR | os.O_CREAT)
    parent = subprocess.Popen(
        [sys.executable, "-c", start], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(host.home)
    )
    parent.stdout.readline()
    assert running(host.home)
    parent.kill()
    parent.communicate()

    until(lambda: not running(host.home), 10)
    os.close(held)


FAKE = """#!/bin/sh
echo called >> {log}
cat > /dev/null
echo '{{"result": "{{\\\\"memories\\\\": []}}", "is_error": false, "usage": {{"input_tokens": 10}}}}'
"""


@pytest.mark.skipif(os.name == "nt", reason="the stand-in client is a shell script")
@pytest.mark.parametrize(
    ("settings", "most"), [("", 0), ('[capture]\nmodel = "haiku"\nmin_chars = 0\ncalls_per_day = 3\n', 3)]
)
def test_a_day_asks_a_model_no_more_often_than_is_set_and_a_backlog_never(host, tmp_path, user_dir, settings, most):
    folder, log = tmp_path / "bin", tmp_path / "calls.log"
    folder.mkdir()
    (folder / "claude").write_text(FAKE.format(log=log), encoding="utf-8")
    (folder / "claude").chmod(0o755)
    backlog = user_dir / ".claude" / "projects" / "-old"
    backlog.mkdir(parents=True)
    for n in range(50):
        transcript(backlog / f"{n}.jsonl", f"Remember that the old fact {n} lasts.")
    talk = transcript(tmp_path / "t.jsonl", "Remember that the warehouse closes at noon on Saturdays.")
    host.set(settings)
    day = Host(host.home, host.folder, host.env | {"PATH": f"{folder}{os.pathsep}{host.env['PATH']}"})

    for n in range(8):
        day.fire("session-start", session_id=f"s{n}", source="startup")
        day.fire("prompt", session_id=f"s{n}", prompt=PORT)
        day.fire("pre-compact", session_id=f"s{n}", transcript_path=str(talk))
        until(lambda: not jobs.count(host.folder_of_vault))
        day.fire("session-end", session_id=f"s{n}", transcript_path=str(talk))
        until(lambda: not jobs.count(host.folder_of_vault))

    until(lambda: not jobs.count(host.folder_of_vault))
    assert (len(log.read_text(encoding="utf-8").splitlines()) if log.exists() else 0) == most
    assert not [body for body in host.bodies() if "old fact" in body]
    said = vade("status").out
    assert f"{most} of {most or 20} model calls today" in said
    assert "`vade config capture.enabled false` ends it" in said


def test_what_another_project_knows_never_reaches_a_prompt_here(knowing, alpha, beta):
    with open_vault(knowing) as vault:
        many = [
            Draft(body=f"The billing invoice of tier {n} is layed out as a grid by column {n}.", scope=Scope("alpha"))
            for n in range(200)
        ]
        assert all(receipt.name for receipt in vault.write_many(many))

    assert ask(knowing, "lay the page out as a css grid with three columns", beta).is_silent
    assert ask(knowing, "how is the billing invoice of tier 17 laid out?", beta, session="s2").is_silent
    assert "tier 17" in ask(knowing, "how is the billing invoice of tier 17 laid out?", alpha, session="s3").text


def test_thirty_prompts_give_each_memory_once_and_again_after_a_compaction(host):
    host.write(
        *(Draft(body=f"The staging database of shard {n} listens on port {6000 + n}.", scope=SHOP) for n in range(12))
    )
    given = [
        host.fire("prompt", prompt=f"which port has the staging database of shard {n % 12}?").text for n in range(30)
    ]
    items = [line for text in given for line in text.splitlines() if line.startswith("- ")]

    assert len(items) == len(set(items)) <= 13
    assert sum(map(len, given)) < 13 * 700
    host.fire("session-start", source="compact")
    assert host.fire("prompt", prompt="which port has the staging database of shard 3?").text


@pytest.mark.parametrize("active", [True, False, None, "yes"])
@pytest.mark.parametrize("event", ["stop", "subagent-stop", "notification", "post-tool"])
def test_an_event_that_is_not_ours_is_never_answered(host, event, active):
    for _ in range(3):
        told = host.fire(event, stop_hook_active=active, transcript_path="/nowhere")
        assert (told.code, told.out, told.err) == (0, "", "")


@pytest.mark.parametrize("name", ["claude", "codex", "gemini", "cursor"])
@pytest.mark.parametrize("event", ["session-end", "pre-compact"])
def test_the_end_of_a_session_says_nothing_that_would_make_it_go_on(host, tmp_path, name, event):
    talk = transcript(tmp_path / "t.jsonl", "hello")
    client = Host(host.home, host.folder, host.env, name)
    for path in (str(talk), "/nowhere", None):
        told = client.fire(event, transcript_path=path, trigger="auto", reason="other")
        assert (told.code, told.out, told.err) == (0, "", "")


@pytest.mark.skipif(os.name == "nt", reason="agents' folders differ there")
def test_installed_used_and_uninstalled_it_leaves_files_as_they_were_and_runs_nowhere(
    home, user_dir, tmp_path, monkeypatch
):
    monkeypatch.setenv("PATH", os.defpath)
    claude = user_dir / ".claude"
    claude.mkdir()
    (claude / "settings.json").write_bytes(b'{\r\n  "model": "opus",\r\n  "hooks": {"Stop": []}\r\n}\r\n')
    (claude / "CLAUDE.md").write_text("# Mine\n", encoding="utf-8")
    for folder in (".codex", ".gemini", ".cursor"):
        (user_dir / folder).mkdir()
    repository = tmp_path / "app"
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    before = _snapshot(user_dir, home) | _snapshot(repository / ".git" / "hooks", home)

    assert vade("init", "--yes", "--client", "all").code == 0
    monkeypatch.chdir(repository)
    assert vade("gate", "install-hook").code == 0
    hooks = json.loads((claude / "settings.json").read_bytes().decode())["hooks"]
    registered = [one["command"] for kind in hooks.values() for group in kind for one in group["hooks"]]
    event = json.dumps({"session_id": "s", "cwd": str(repository), "prompt": PORT, "source": "startup"}).encode()
    for line in registered:
        done = subprocess.run(line, shell=True, input=event, capture_output=True, check=False, env=environment(home))
        assert (done.returncode, done.stderr) == (0, b"")
    until(lambda: not running(home)) if sys.platform == "linux" else None
    assert vade("uninstall").code == 0

    after = _snapshot(user_dir, home) | _snapshot(repository / ".git" / "hooks", home)
    assert {path: data for path, data in after.items() if not path.endswith(".vademecum.bak")} == before
    again = vade("uninstall")
    assert (again.code, "Nothing of Vademecum" in again.out) == (0, True)


def _snapshot(folder: Path, without: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and without not in path.parents
    }
