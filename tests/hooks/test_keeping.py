"""What is kept of a conversation when the host compacts it, or the session ends."""

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hooks.conftest import COMMAND, SESSION, Host, ours, transcript, until
from vademecum.engine import jobs

DATA = Path(__file__).parents[1] / "data" / "transcripts"
FACT = "The warehouse closes at noon on Saturdays."
KNOWN = "The staging database listens on port 6543."
EVENTS = ["pre-compact", "session-end"]


@pytest.fixture
def talk(tmp_path):
    return transcript(tmp_path / "t.jsonl", "hello", "agent:hi", f"Remember that {FACT[0].lower()}{FACT[1:]}", "thanks")


def settled(host: Host) -> bool:
    return not jobs.count(host.folder_of_vault) and not ours(host.home)


@pytest.mark.parametrize("event", EVENTS)
def test_facts_outlive_a_transcript_that_is_deleted_at_once(host, talk, event):
    told = host.fire(event, transcript_path=str(talk))
    talk.unlink()

    assert (told.code, told.out, told.err) == (0, "", "")
    until(lambda: host.bodies() == [KNOWN, FACT])
    until(lambda: settled(host))
    assert sorted(path.name for path in jobs.folder_of(host.folder_of_vault).iterdir()) == ["lock"]


def test_the_host_never_waits_for_the_work(host, talk):
    with jobs_held(host):
        told = host.fire("pre-compact", transcript_path=str(talk))

        assert told.seconds < 5  # an interpreter's start, many times over, on a busy machine
        assert jobs.count(host.folder_of_vault) == 1
    until(lambda: host.bodies() == [KNOWN, FACT])


def jobs_held(host: Host):
    jobs.folder_of(host.folder_of_vault).mkdir(exist_ok=True)
    return jobs.lock(host.folder_of_vault, 1)


def test_a_codex_rollout_is_understood(host, tmp_path):
    path = tmp_path / "rollout.jsonl"
    text = f"Remember that {FACT}"
    item = {"type": "UserMessage", "content": [{"type": "text", "text": text}]}
    path.write_text(
        json.dumps({"type": "event_msg", "payload": {"type": "item_completed", "item": item}}) + "\n", encoding="utf-8"
    )

    Host(host.home, host.folder, host.env, "codex").fire("pre-compact", transcript_path=str(path), trigger="auto")

    until(lambda: host.bodies() == [KNOWN, FACT])


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("given", ["missing", "empty", "folder", "pipe", "none", "nul"])
def test_never_another_file_than_the_one_that_is_named(host, tmp_path, event, given):
    transcript(tmp_path / "old.jsonl", f"Remember that {FACT}")
    path = tmp_path / f"{given}.jsonl"
    if given == "empty":
        path.touch()
    elif given == "folder":
        path.mkdir()
    elif given == "pipe":
        os.mkfifo(path)

    told = host.fire(event, transcript_path={"none": None, "nul": "a\0b"}.get(given, str(path)))

    assert (told.code, told.out) == (0, "")
    until(lambda: not ours(host.home))
    assert host.bodies() == [KNOWN]


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("cwd", ["told", "untold", "linked"])
def test_a_folder_to_be_left_alone_is_not_read_also_when_the_host_does_not_name_it(host, talk, user_dir, event, cwd):
    host.set('[privacy]\nexclude = ["~/shop"]\n')
    inside = {"type": "user", "cwd": str(host.folder), "message": {"content": f"Remember that {FACT}"}}
    talk.write_text(json.dumps(inside) + "\n", encoding="utf-8")
    elsewhere = user_dir / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "link").symlink_to(host.folder)
    folder = {"told": str(host.folder), "untold": None, "linked": str(elsewhere / "link")}[cwd]

    Host(host.home, elsewhere, host.env).fire(event, transcript_path=str(talk), cwd=folder)

    until(lambda: not ours(host.home))
    assert host.bodies() == [KNOWN]
    assert jobs.count(host.folder_of_vault) == 0


def test_it_can_be_switched_off(host, talk):
    host.set("[capture]\nenabled = false\n")

    host.fire("pre-compact", transcript_path=str(talk))

    assert (ours(host.home), host.bodies()) == ([], [KNOWN])


def test_what_a_killed_process_left_is_taken_up_at_the_next_start_but_not_for_ever(host, talk):
    vault = host.folder_of_vault
    jobs.put(vault, "earlier", "shop", talk.read_bytes(), may_ask=False)
    with jobs.lock(vault, 1):
        assert jobs.take(vault).session == "earlier"  # and dies here

    host.fire("session-start", source="startup")

    until(lambda: host.bodies() == [KNOWN, FACT] and not ours(host.home))  # else it would take the next one, too
    jobs.put(vault, "deadly", "shop", talk.read_bytes(), may_ask=False)
    with jobs.lock(vault, 1):
        assert [bool(jobs.take(vault)) for _ in range(3)] == [True, True, False]
    assert jobs.count(vault) == 0


def test_a_copy_that_a_killed_hook_left_half_written_does_not_stay(host, talk):
    folder = jobs.folder_of(host.folder_of_vault)
    folder.mkdir()
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", "pass"]) as ended:
        pass
    left, written = (folder / f".a.300.0.job.{process}.6a3f.tmp" for process in (ended.pid, os.getpid()))
    for path in (left, written):
        path.write_bytes(talk.read_bytes())

    host.fire("session-end", transcript_path=str(talk))

    until(lambda: host.bodies() == [KNOWN, FACT])
    assert not left.exists()
    assert written.exists()


def test_one_session_leaves_one_job_and_its_name_leaves_the_folder_never(host):
    vault = host.folder_of_vault
    for session in ("../../escape", "a/b", "x" * 500, "", SESSION):
        jobs.put(vault, session, None, b"{}\n", may_ask=False)
        jobs.put(vault, session, None, b"{}\n{}\n", may_ask=False)

    assert jobs.count(vault) == 5
    assert not list(host.home.rglob("*escape*"))


def test_the_end_of_a_session_signs_and_commits_what_is_new(host):
    path = host.folder_of_vault / "store" / "projects" / "shop" / "the_staging_database_listens_on_port_6543.md"
    with host.vault() as vault:
        path.write_text(path.read_text(encoding="utf-8").replace("6543.", "7654."), encoding="utf-8")
        vault.sync()
        vault._keepers.close()  # as if the process had died: no farewell

    told = host.fire("session-end", reason="other")

    assert (told.code, told.out) == (0, "")

    def committed():
        with host.vault() as vault:
            status = vault.status()
            vault._keepers.close()
            return status.committed == status.events == status.signed

    until(committed)


def test_a_huge_transcript_is_put_aside_in_bounded_size(host, tmp_path):
    path = tmp_path / "huge.jsonl"
    picture = json.dumps(
        {"type": "user", "message": {"content": [{"type": "image", "source": {"data": "A" * 3_000_000}}]}}
    )
    with path.open("w", encoding="utf-8") as file:
        for _ in range(8):
            file.write(picture + "\n")
        file.write(json.dumps({"type": "user", "message": {"content": f"Remember that {FACT}"}}) + "\n")

    with jobs_held(host):
        host.fire("pre-compact", transcript_path=str(path))
        (waiting,) = jobs.folder_of(host.folder_of_vault).glob("*.job")
        assert waiting.stat().st_size <= jobs.TAIL_BYTES + 1_000
        assert stat.S_IMODE(waiting.stat().st_mode) == 0o600
    until(lambda: host.bodies() == [KNOWN, FACT])


CLIENT = """#!{python}
import json, os, subprocess, sys
with open({log!r}, "a") as log:
    log.write("called\\n")
sys.stdin.read()
for event in {events!r}:
    told = json.dumps({{"session_id": f"child-{{event}}", "cwd": os.getcwd(), "transcript_path": {path!r},
                       "prompt": "which port does the staging database listen on?", "source": "startup"}})
    done = subprocess.run([*{command!r}, "claude", event], input=told, capture_output=True, text=True)
    with open({log!r} + ".answers", "a") as log:
        log.write(json.dumps([event, done.returncode, done.stdout]) + "\\n")
print(json.dumps({{"result": json.dumps({{"memories": []}}), "is_error": False, "usage": {{}}}}))
"""
ALL = ["session-start", "prompt", "pre-tool", "subagent-start", "pre-compact", "session-end"]


@pytest.mark.skipif(os.name == "nt", reason="the stand-in client is a script with a shebang")
def test_a_client_that_runs_our_hooks_again_starts_nothing(host, talk, tmp_path):
    folder, log = tmp_path / "bin", tmp_path / "calls.log"
    folder.mkdir()
    client = folder / "claude"
    client.write_text(
        CLIENT.format(python=sys.executable, log=str(log), events=ALL, path=str(talk), command=COMMAND),
        encoding="utf-8",
    )
    client.chmod(0o755)
    host.set('[capture]\nmodel = "haiku"\nmin_chars = 0\n')
    path = {"PATH": f"{folder}{os.pathsep}{host.env['PATH']}"}

    host.fire("session-end", transcript_path=str(talk), more_env=path)
    until(lambda: settled(host))
    assert not log.exists()
    host.fire("pre-compact", transcript_path=str(talk), more_env=path)
    until(log.exists)
    until(lambda: settled(host))

    assert log.read_text(encoding="utf-8").splitlines() == ["called"]
    answers = [json.loads(line) for line in Path(f"{log}.answers").read_text(encoding="utf-8").splitlines()]
    assert answers == [[event, 0, ""] for event in ALL]
    assert not list((host.folder_of_vault / "ledger").glob("child-*"))
    assert host.bodies() == [KNOWN, FACT]


@pytest.mark.parametrize("event", ALL)
def test_under_our_mark_every_hook_leaves_at_once(host, talk, event):
    before = sorted(host.home.rglob("*"))

    told = host.fire(
        event, transcript_path=str(talk), prompt="which port?", source="compact", more_env={"VADEMECUM_CAPTURE": "1"}
    )

    assert (told.code, told.out, told.err) == (0, "", "")
    assert sorted(host.home.rglob("*")) == before


def test_many_sessions_leave_no_process_behind(host, talk):
    for n in range(6):
        host.fire("session-start", session_id=f"s{n}", source="startup")
        host.fire("pre-compact", session_id=f"s{n}", transcript_path=str(talk))
        host.fire("session-end", session_id=f"s{n}", transcript_path=str(talk))

    until(lambda: settled(host))
    assert host.bodies() == [KNOWN, FACT]


def test_no_file_of_the_host_stays_open_in_what_runs_on(host, talk):
    """A host that waits for the end of a pipe would wait for the work otherwise."""
    with jobs_held(host):
        read, write = os.pipe()
        told = json.dumps({"session_id": SESSION, "cwd": str(host.folder), "transcript_path": str(talk)})
        done = subprocess.run(
            [*COMMAND, "claude", "pre-compact"], input=told.encode(), env=host.env, pass_fds=(write,), check=False
        )
        os.close(write)

        assert done.returncode == 0
        assert os.read(read, 1) == b""
        os.close(read)
    until(lambda: settled(host))
    shutil.rmtree(jobs.folder_of(host.folder_of_vault))
