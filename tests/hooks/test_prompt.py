"""The prompt hook gives what is known of a prompt, once, and otherwise nothing."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hooks.running import CODE, ask, run
from vademecum import open_vault
from vademecum.faces.hooks.event import MOST_OUT, fitted
from vademecum.ledger import Session
from vademecum.model.memory import Draft, Scope
from vademecum.rules.framing import CLOSING, OPENING, frame
from vademecum.testing.specimens import Specimens

PARTS = ("cache", "queue", "parser", "deploy")
FREEZE = "can I deploy the billing service this friday?"
TESTS = "how do I run the integration tests?"


def ledger(home: Path, session: str = "s1") -> list[dict]:
    path = home / "vaults" / "default" / "ledger" / f"{session}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_global_reaches_a_prompt_of_another_project(knowing, beta):
    text = ask(knowing, FREEZE, beta).text

    assert "frozen on Fridays" in text
    assert "global" in text
    assert text.startswith("<vademecum")
    assert text.rstrip().endswith("</vademecum>")


def test_what_is_of_a_project_reaches_only_its_own_prompts(knowing, alpha, beta):
    assert "--reuse-db" in ask(knowing, TESTS, alpha).text
    assert ask(knowing, TESTS, beta).is_silent


@pytest.mark.parametrize(
    "prompt",
    [
        "write a css grid with three columns",
        "thanks!",
        "continue",
        "/compact keep names",
        "Vielen Dank",
        "谢谢",
        "",
        "ok\n",
    ],
)
def test_a_prompt_that_nothing_is_known_of_gets_nothing(knowing, alpha, prompt):
    assert ask(knowing, prompt, alpha).is_silent


def test_what_is_too_sensitive_or_not_trusted_is_never_given(knowing, alpha):
    assert ask(knowing, "who may log in at the staging bastion?", alpha).is_silent
    assert ask(knowing, "which script builds the quarterly report?", alpha).is_silent


def test_a_memory_is_given_once_in_a_session(knowing, beta):
    assert ask(knowing, FREEZE, beta).text
    assert ask(knowing, FREEZE, beta).is_silent
    assert ask(knowing, "deploy billing on friday, again", beta).is_silent
    assert ask(knowing, FREEZE, beta, session="s2").text


def test_a_new_version_of_what_was_given_is_given(knowing, beta):
    ask(knowing, FREEZE, beta)
    with open_vault(knowing) as vault:
        old = vault.recall(FREEZE, limit=1).hits[0].passage.name
        vault.write(
            Draft(body="Deploys of the billing service are frozen on Mondays.", title="Deploy freeze", name=old)
        )

    assert "Mondays" in ask(knowing, FREEZE, beta).text


def test_after_a_compaction_it_may_be_given_again(knowing, beta):
    ask(knowing, FREEZE, beta)
    Session(str(knowing / "vaults" / "default"), "s1").append("reset", reason="compact")

    assert ask(knowing, FREEZE, beta).text


def test_thirty_prompts_on_one_topic_cost_what_one_does(knowing, beta):
    texts = [ask(knowing, f"{FREEZE} {'please ' * (n % 3)}", beta).text for n in range(30)]

    assert sum(map(bool, texts)) == 1


def test_the_ledger_has_what_was_considered_and_no_word_of_the_prompt(knowing, beta):
    ask(knowing, FREEZE, beta)

    noted, line = ledger(knowing)
    assert noted["project"] == "beta"
    assert line["given"] == [line["considered"][0][0]]
    assert line["considered"][0][1] > 0.35
    assert len(line["considered"]) <= 12
    assert "friday" not in json.dumps(line).casefold()
    path = knowing / "vaults" / "default" / "ledger" / "s1.jsonl"
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o600


def test_the_hook_and_a_search_with_its_limits_find_the_same(knowing, alpha):
    with open_vault(knowing) as vault:
        for number in range(40):
            vault.write(
                Draft(
                    body=f"The {PARTS[number % 4]} of service {number} is restarted by script {number * 7}.",
                    title=f"Service note {number}",
                )
            )
        asked = "how is the queue of service 17 restarted?"
        found = vault.recall(
            asked, limit=3, threshold=0.35, scopes=(Scope(), Scope("alpha")), project="alpha", min_trust="agent"
        )

    ask(knowing, asked, alpha)
    assert ledger(knowing)[-1]["given"] == [hit.passage.id for hit in found.hits]
    assert found.hits


def test_each_host_is_answered_in_its_own_dialect(knowing, beta):
    names = {"claude": "UserPromptSubmit", "codex": "UserPromptSubmit", "gemini": "BeforeAgent"}
    for host, name in names.items():
        told = json.loads(ask(knowing, FREEZE, beta, session=host, host=host).out)
        assert list(told) == ["hookSpecificOutput"]
        assert set(told["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
        assert told["hookSpecificOutput"]["hookEventName"] == name
    told = json.loads(ask(knowing, FREEZE, beta, session="c", host="cursor").out)
    assert set(told) == {"continue", "additional_context"}


def test_other_spellings_of_an_event_are_understood(knowing, beta):
    event = {"sessionId": "v", "hookEventName": "UserPromptSubmit", "cwd": str(beta), "prompt": FREEZE}
    assert run(knowing, "claude", "prompt", json.dumps(event).encode()).text
    without_folder = {"session_id": "w", "prompt": FREEZE}
    assert run(knowing, "claude", "prompt", b"\xef\xbb\xbf" + json.dumps(without_folder).encode(), beta).text
    echoed = f"<hook_context>\nold {FREEZE}\n</hook_context>\nthanks"
    assert ask(knowing, echoed, beta, session="g", host="gemini").is_silent


def test_nothing_is_done_in_what_the_product_itself_started(knowing, beta):
    event = json.dumps({"session_id": "x", "cwd": str(beta), "prompt": FREEZE}).encode()

    assert run(knowing, "claude", "prompt", event, VADEMECUM_CAPTURE="1").is_silent
    assert not (knowing / "vaults" / "default" / "ledger").exists()


def test_an_excluded_folder_is_left_alone(knowing, beta):
    (knowing / "config.toml").write_text(f'[privacy]\nexclude = ["{beta.parent.as_posix()}/b*/**"]\n', encoding="utf-8")
    below = beta / "src"
    below.mkdir()
    link = beta.parent / "link"
    link.symlink_to(beta)

    assert ask(knowing, FREEZE, beta).is_silent
    assert ask(knowing, FREEZE, below, session="s2").is_silent
    assert ask(knowing, FREEZE, link, session="s3").is_silent
    assert b"frozen" not in (knowing / "vaults" / "default" / "ledger" / "s1.jsonl").read_bytes()


def test_a_marker_file_turns_everything_off_in_its_folder(knowing, beta):
    (beta / ".vademecum-off").touch()

    assert ask(knowing, FREEZE, beta).is_silent


def test_a_change_of_the_settings_counts_at_once(knowing, beta):
    assert ask(knowing, FREEZE, beta).text
    (knowing / "config.toml").write_text(f'[privacy]\nexclude = ["{beta.as_posix()}"]\n', encoding="utf-8")
    assert ask(knowing, "is the billing deploy frozen on friday?", beta, session="s1").is_silent
    (knowing / "config.toml").write_text("[inject]\nenabled = false\n", encoding="utf-8")
    assert ask(knowing, FREEZE, beta, session="s2").is_silent


def test_own_patterns_skip_and_own_cues_outweigh_them(knowing, beta):
    (knowing / "config.toml").write_text('[skip]\npatterns = [".*deploy.*"]\ncues = ["as agreed"]\n', encoding="utf-8")

    assert ask(knowing, FREEZE, beta).is_silent
    assert ask(knowing, f"as agreed: {FREEZE}", beta).text


def test_the_budget_holds_and_a_text_is_clipped_at_a_sentence(home, beta):
    with open_vault(home) as vault:
        for number in range(4):
            body = (
                f"The zeppelin hangar {number} needs its doors greased. "
                + f"Detail {number} of the hangar follows. " * 60
            )
            vault.write(Draft(body=body, title=f"Zeppelin hangar {number}"))
    text = ask(home, "how do I grease the doors of the zeppelin hangar?", beta).text

    items = [line for line in text.splitlines() if line.startswith("- ")]
    assert 1 <= len(items) <= 3
    assert all(len(line) < 700 for line in items)
    assert all(line.endswith(".…") for line in items)
    assert len(text) / 4 <= 520


def test_a_folder_that_a_session_knew_is_known_to_the_next(knowing, alpha):
    assert "--reuse-db" in ask(knowing, TESTS, alpha, session="one").text
    assert "--reuse-db" in ask(knowing, TESTS, alpha, session="two").text

    assert [line["kind"] for line in ledger(knowing, "two")] == ["prompt"]
    assert [line["project"] for line in ledger(knowing, "places")] == ["alpha"]


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / ".vademecum.toml").write_text('project = "another"\n', encoding="utf-8"),
        lambda folder: (folder / ".vademecum-off").touch(),
        lambda folder: (folder.parent / ".vademecum-off").touch(),
    ],
    ids=["a name", "off", "off above"],
)
def test_what_changes_a_folders_project_counts_at_once(knowing, alpha, change):
    assert ask(knowing, TESTS, alpha, session="one").text
    change(alpha)

    assert ask(knowing, TESTS, alpha, session="one").is_silent
    assert ask(knowing, TESTS, alpha, session="two").is_silent


def test_a_session_may_be_called_as_the_file_of_places_is(knowing, beta):
    assert ask(knowing, FREEZE, beta, session="places").text
    assert ask(knowing, FREEZE, beta, session="places").is_silent
    assert [line["kind"] for line in ledger(knowing, "places")] == ["session"]


def test_pinned_facts_come_once_a_session_and_without_secrets(knowing, beta):
    secret = Specimens(3).fill("ghp_{w36}")
    pinned = f"# mine\n\n- Always answer in British English.\n- The key is {secret}\n"
    (knowing / "vaults/default/store/pinned.md").write_text(pinned, encoding="utf-8")
    first = ask(knowing, "write a css grid with three columns", beta).text

    assert "British English" in first
    assert "# mine" not in first
    assert secret not in first
    assert ask(knowing, "write a css grid with two columns", beta).is_silent
    (knowing / "config.toml").write_text("[inject]\npinned_every_prompt = true\n", encoding="utf-8")
    assert "British English" in ask(knowing, "write a css grid with two columns", beta).text


def test_what_is_more_than_a_host_takes_is_cut_and_its_frame_closed():
    text = frame((f"fact {number}", "word " * 40) for number in range(100))

    cut = fitted(text)

    assert len(cut) <= MOST_OUT + len(CLOSING) + 1
    assert cut.endswith(CLOSING)
    assert cut.count(OPENING) == cut.count(CLOSING) == 1
    assert fitted("short") == "short"
    assert fitted("x" * 20_000) == ""


BROKEN = {
    "no home": lambda home: home.rename(home.with_name("moved")),
    "index missing": lambda home: _index(home).unlink(),
    "index is a folder": lambda home: (_index(home).unlink(), _index(home).mkdir()),
    "index is garbage": lambda home: _index(home).write_bytes(b"garbage" * 1000),
    "index is empty": lambda home: _index(home).write_bytes(b""),
    "header is corrupt": lambda home: _index(home).write_bytes(b"\0" * 100 + _index(home).read_bytes()[100:]),
    "settings are broken": lambda home: _write(home / "config.toml", "[inject\nk = 3"),
    "settings are unknown": lambda home: (home / "config.toml").write_text(
        "[inject]\nnonsense = 3\n", encoding="utf-8"
    ),
    "register is broken": lambda home: _write(home / "projects.toml", "not = [a register"),
    "vault is a file": lambda home: (_moved(home / "vaults"), _write(home / "vaults", "")),
}


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _index(home: Path) -> Path:
    for side in ("-wal", "-shm"):
        (home / "vaults" / "default" / f"index.db{side}").unlink(missing_ok=True)
    return home / "vaults" / "default" / "index.db"


def _moved(path: Path) -> None:
    path.rename(path.with_name("moved"))


@pytest.mark.parametrize("break_", BROKEN.values(), ids=BROKEN)
def test_whatever_is_broken_the_prompt_goes_on(knowing, beta, break_):
    break_(knowing)

    assert ask(knowing, FREEZE, beta).is_silent


def test_what_went_wrong_is_a_line_in_the_log_without_a_word_of_the_user(knowing, beta):
    _index(knowing).write_bytes(b"garbage" * 1000)
    ask(knowing, FREEZE, beta)

    line = json.loads((knowing / "log" / "hooks.log").read_text(encoding="utf-8"))
    assert line["event"] == "prompt"
    assert line["kind"]
    assert "billing" not in json.dumps(line)


def test_a_writer_that_holds_the_lock_is_not_waited_for(knowing, beta):
    db = sqlite3.connect(knowing / "vaults" / "default" / "index.db", isolation_level=None)  # noqa: TID251  another process's
    db.execute("BEGIN IMMEDIATE")
    db.execute("UPDATE meta SET value = value")
    try:
        assert "Fridays" in ask(knowing, FREEZE, beta).text
    finally:
        db.execute("ROLLBACK")
        db.close()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="modes mean nothing to this user")
def test_a_home_that_can_only_be_read_still_answers(knowing, beta):  # pragma: no cover  not as root
    folders = [path for path in (knowing, *knowing.rglob("*")) if path.is_dir()]
    for folder in folders:
        folder.chmod(0o500)
    try:
        assert ask(knowing, FREEZE, beta).code == 0
    finally:
        for folder in folders:
            folder.chmod(0o700)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"null", b'"text"', b"{}", b'{"prompt": 3}', b'{"prompt": null, "cwd": []}', b"\xff\xfe{}",
        b"x" * 9_000_000, b'{"prompt":"' + b"a" * 8_000_000 + b'"}',
        b'{"session_id":"../../x","prompt":"zebra crossing","cwd":"/nowhere\\u0000"}',
    ],
    ids=lambda data: repr(data[:24]),
)  # fmt: skip
def test_bad_events_are_answered_with_silence(knowing, data):
    answer = run(knowing, "claude", "prompt", data)

    assert (answer.err, answer.code) == (b"", 0)
    assert not list(knowing.parent.glob("x*"))


@pytest.mark.parametrize("arguments", [[], ["claude"], ["claude", "nonsense"], ["nobody", "prompt"]])
def test_bad_arguments_are_answered_with_silence(knowing, arguments):
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", CODE, *arguments],
        input=b"{}", capture_output=True, check=False, env={"VADEMECUM_HOME": str(knowing)},
    )  # fmt: skip

    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)


def test_a_missing_package_stops_no_prompt():
    code = CODE.replace("vademecum.faces", "vademecum_that_is_gone.faces")
    command = [sys.executable, "-I", "-S", "-c", code, "claude", "prompt"]
    done = subprocess.run(command, input=b"{}", capture_output=True, check=False)

    assert done.returncode == 1  # 2 would block the prompt
    assert done.stdout == b""
