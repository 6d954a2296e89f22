"""Whatever is done to a hook or to what it reads: the host goes on, and the memory is not lost for the session."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hooks.conftest import COMMAND
from hooks.running import ask, run, started, together
from vademecum import open_vault
from vademecum.ledger import Session
from vademecum.model import light_json

FREEZE = "can I deploy the billing service this friday?"
TAKEN = "whatever it is, it takes no longer than this: the start of an interpreter on a busy machine"


def book_of(home: Path, session: str = "s1") -> Path:
    return home / "vaults" / "default" / "ledger" / f"{session}.jsonl"


def event(folder: Path, **more: str) -> bytes:
    return json.dumps({"session_id": "s1", "cwd": str(folder), "prompt": FREEZE} | more).encode()


@pytest.mark.parametrize("repeat", range(4))
def test_a_hook_that_is_registered_twice_gives_once(knowing, beta, repeat):
    ask(knowing, "write a css grid", beta, session="warm")
    answers = together(knowing, event(beta, session_id=f"r{repeat}"), "prompt", 3)

    assert sum(map(bool, answers)) == 1


def test_pinned_facts_and_a_beginning_come_once_too(knowing, beta):
    (knowing / "vaults/default/store/pinned.md").write_text("Answer in British English.\n", encoding="utf-8")
    ask(knowing, "write a css grid", beta, session="warm")
    answers = together(knowing, event(beta, prompt="write a css grid with three columns"), "prompt")
    begun = together(knowing, event(beta, session_id="s2", source="startup"), "session-start")

    assert sum(b"British" in one for one in answers) == 1
    assert sum(b"memory_search" in one for one in begun) == 1


def test_what_was_held_back_for_the_first_prompt_comes_once(knowing, beta):
    begun = run(knowing, "gemini", "session-start", event(beta, source="startup"), beta)
    answers = together(knowing, event(beta, prompt="write a css grid with three columns"), "prompt", 3)

    assert begun.text == ""
    assert sum(b"memory_search" in one for one in answers) == 1


def test_every_cut_of_the_ledger_leaves_a_session_that_goes_on(knowing, beta):
    ask(knowing, FREEZE, beta)
    path = book_of(knowing)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for end in (1, first // 2, first - 1, first + 1, first + 40, (first + len(whole)) // 2, len(whole) - 2):
        path.write_bytes(whole[:end])
        assert "Fridays" in ask(knowing, FREEZE, beta).text, end
        assert ask(knowing, FREEZE, beta).is_silent, end
    path.write_bytes(whole[:-1])
    assert ask(knowing, FREEZE, beta).is_silent
    assert not (knowing / "log" / "hooks.log").exists()


def test_lines_that_are_not_ours_are_left_out(knowing, beta):
    ask(knowing, FREEZE, beta)
    with book_of(knowing).open("ab") as file:
        file.write(
            b'[1,"given":["]\n"given":["\n{"kind":"prompt","given":["a",1,null,{}]}\n["session"]\n3 "reset"\n'
            b'["\\"given\\":[\\"", "session"]\n{"given":["x"],"kind":[]}\n"\\"session\\""\n'
            b'{"kind":"session","given":3}\n{"kind":"session","folder":"/x"}\n\xff\xfe"given":["\n'
            + b'{"session":' * 9_000
            + b"\n"
        )

    assert ask(knowing, FREEZE, beta).is_silent
    assert "reuse-db" in ask(knowing, "how do I run the integration tests?", beta.parent / "alpha").text
    assert not (knowing / "log" / "hooks.log").exists()


@pytest.mark.parametrize(
    "text", ['{"a":"x', '{"a":"x"', '"\\', "{", '{"a":"\\u12', '"a\nb"', "{1:2}", '"\\x"', "[" * 90_000]
)
def test_what_is_no_json_is_a_value_error_and_nothing_else(text):
    code = (
        f"import sys;sys.path[:0]=[{str(Path(light_json.__file__).parents[2])!r}]\n"
        "from vademecum.model import light_json\n"
        "try: light_json.loads(sys.stdin.read())\nexcept ValueError: sys.exit(7)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], input=text.encode(), capture_output=True, check=False
    )

    assert (done.returncode, done.stderr) == (7, b"")


def test_a_hook_that_is_killed_while_it_writes_costs_the_session_nothing(knowing, beta):
    ask(knowing, "write a css grid", beta)
    for n in range(12):
        hook = started(knowing)
        hook.stdin.write(event(beta, prompt=f"{FREEZE} {n}"))
        hook.stdin.close()
        time.sleep(0.004 * n)  # not a wait for anything: each is killed at another moment
        hook.kill()
        hook.wait()
        hook.stdout.close()
        hook.stderr.close()

    ask(knowing, FREEZE, beta)
    assert ask(knowing, FREEZE, beta).is_silent
    assert "Fridays" in ask(knowing, FREEZE, beta, session="s2").text
    assert not (knowing / "log" / "hooks.log").exists()


def test_a_ledger_of_fifty_megabytes_does_not_hold_a_prompt_up(knowing, beta):
    ask(knowing, "write a css grid", beta)
    line = json.dumps({"kind": "prompt", "given": [], "considered": [["x" * 26, 0.1, 20]] * 12}).encode() + b"\n"
    with book_of(knowing).open("ab") as file:
        file.write(line * (50_000_000 // len(line)))
        file.write(b'{"kind":"prompt","given":["' + b"y" * 2_000_000 + b'"]}\n')
    began = time.perf_counter()

    assert "Fridays" in ask(knowing, FREEZE, beta).text
    assert time.perf_counter() - began < 1, TAKEN
    assert ask(knowing, FREEZE, beta).is_silent


def _file(path: Path) -> None:
    path.write_text("mine", encoding="utf-8")


def _link(path: Path) -> None:
    (path.parent.parent / "elsewhere").write_text("mine", encoding="utf-8")
    path.symlink_to(path.parent.parent / "elsewhere")


def _dangling(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")


PLACES = ["vaults/default/ledger", "vaults/default/ledger/s1.jsonl", "log", "log/hooks.log", "config.toml",
          "vaults/default/index.db", "vaults/default/store/pinned.md", "projects.toml"]  # fmt: skip
THINGS = {"file": _file, "link": _link, "dangling": _dangling, "folder": Path.mkdir, "pipe": os.mkfifo}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
@pytest.mark.parametrize("place", PLACES)
def test_whatever_stands_where_a_file_or_folder_should_be(knowing, beta, place, thing):
    path = knowing / place
    path.parent.mkdir(exist_ok=True)
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    thing(path)
    began = time.perf_counter()

    answer = ask(knowing, FREEZE, beta)

    assert (answer.err, answer.code) == (b"", 0)
    if (place, thing) != ("projects.toml", os.mkfifo):
        assert time.perf_counter() - began < 1, TAKEN
    left = knowing / "elsewhere"
    assert thing is not _link or not left.exists() or left.read_text(encoding="utf-8") == "mine"


NAMES = ["../../evil", "a/b/c", "x" * 10_000, "", "nul\0nul", ".", "..", "é", "\ud800", "CON", "-rf"]


@pytest.mark.parametrize("name", ["prompt", "session-start", "subagent-start", "pre-compact", "session-end"])
def test_a_sessions_name_leads_nowhere_and_holds_nothing_up(knowing, beta, name):
    before = {path for path in knowing.parent.rglob("*") if knowing not in path.parents}
    for session in NAMES:
        more = {"agent_id": session, "agent_type": "x", "task": FREEZE, "source": "startup", "transcript_path": session}
        answer = run(knowing, "claude", name, event(beta, session_id=session, **more), beta)
        assert (answer.err, answer.code) == (b"", 0)

    assert {path for path in knowing.parent.rglob("*") if knowing not in path.parents} == before


@pytest.mark.skipif(os.name == "nt", reason="a shell's redirections")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", "| true"])
@pytest.mark.parametrize("name", ["prompt", "session-start", "session-end"])
def test_a_host_that_does_not_read_or_write_gets_no_error_and_no_file_is_written_into(knowing, beta, name, closed):
    files = [knowing / "vaults/default" / one for one in ("index.db", "history.db")]
    script = f'"$@" {closed}; test "$?" -eq 0'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, "claude", name],
        input=event(beta, source="startup"), capture_output=True, check=False, timeout=20,
        env={"VADEMECUM_HOME": str(knowing), "HOME": str(knowing.parent), "PATH": os.defpath},
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, b"")
    assert all(b"hookSpecificOutput" not in file.read_bytes() for file in files)
    with open_vault(knowing) as vault:
        assert vault.verify().is_sound


@pytest.mark.skipif(os.name == "nt", reason="Windows has no timer for this; the host's own ends it there")
def test_a_host_that_never_ends_its_input_is_left(knowing):
    hook = started(knowing)
    hook.stdin.write(b'{"prompt":')
    hook.stdin.flush()
    try:
        assert hook.wait(4) == 0
        assert hook.stdout.read() == b""
    finally:
        hook.kill()
        hook.communicate()
    assert json.loads((knowing / "log" / "hooks.log").read_text(encoding="utf-8"))["kind"] == "TimeoutError"


PROMPTS = {
    "Thai": "ต้องการปรับใช้บริการเรียกเก็บเงินวันศุกร์",
    "Arabic": "هل يمكنني نشر خدمة الفوترة يوم الجمعة؟",
    "emoji": "🚀💥🎉👩‍👩‍👧‍👦",
    "half a letter": "\ud83d",
    "nothing seen": "\u202e\u200b\x00",
    "a long word": "x" * 6_000_000,
    "very long": "deploy the billing service on friday " * 100_000,
}


@pytest.mark.parametrize("prompt", PROMPTS.values(), ids=PROMPTS)
def test_any_prompt_is_answered_in_time(knowing, beta, prompt):
    began = time.perf_counter()
    answer = ask(knowing, prompt, beta)

    assert (answer.err, answer.code) == (b"", 0)
    assert time.perf_counter() - began < 2, TAKEN
    assert not (knowing / "log" / "hooks.log").exists()


@pytest.mark.parametrize("name", ["prompt", "session-start", "subagent-start", "pre-compact", "session-end"])
@pytest.mark.parametrize("is_told", [True, False])
def test_a_folder_that_is_gone_is_no_trouble(knowing, tmp_path, name, is_told):
    gone = tmp_path / "gone"
    gone.mkdir()
    folder = {"cwd": str(gone)} if is_told else {}
    code = f"import os;os.rmdir({str(gone)!r});{COMMAND[-1]}"
    told = json.dumps({"session_id": "s1", "prompt": FREEZE, "source": "startup"} | folder).encode()
    done = subprocess.run(
        [*COMMAND[:-1], code, "claude", name],
        cwd=gone, input=told, capture_output=True, check=False, timeout=20,
        env={"VADEMECUM_HOME": str(knowing), "HOME": str(knowing.parent)},
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Traceback" not in done.stdout


def test_without_a_home_directory_or_with_a_relative_one_it_answers(knowing, beta):
    assert run(knowing, "claude", "prompt", event(beta), beta, HOME="").text
    relative = os.path.relpath(knowing, beta)
    assert run(Path(relative), "claude", "prompt", event(beta, session_id="s2"), beta, HOME=str(beta)).text
    assert run(knowing, "claude", "prompt", event(beta, session_id="s3"), beta, LANG="C", LC_ALL="C").text
    assert not list(beta.iterdir())


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_settings_with_windows_line_ends_are_read(knowing, beta, start):
    (knowing / "config.toml").write_bytes(start + b"[inject]\r\nenabled = false\r\n")

    assert ask(knowing, FREEZE, beta).is_silent
    assert not (knowing / "log" / "hooks.log").exists()


def test_a_session_reads_its_own_lines_after_it_wrote(knowing):
    book = Session(str(knowing / "vaults" / "default"), "own")
    book.append("prompt", given=["a"])
    book.append("prompt", given=["b"])

    assert Session(str(knowing / "vaults" / "default"), "own").given() == {"a", "b"}
    assert book.given_meanwhile() == frozenset()
