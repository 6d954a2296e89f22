"""What is kept of a conversation."""

import json
import os
import stat
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from vademecum.model.memory import Action, Draft, MemoryType, Scope, Trust
from vademecum.model.settings import CaptureSettings, SessionsSettings
from vademecum.testing.specimens import Specimens
from vademecum.testing.transcripts import claude

DATA = Path(__file__).parents[1] / "data" / "transcripts"
SHOP = Scope("shop")
SESSION = "4dc3c215-6c75-4022-94c9-bdaeb7a5d3dd"


def records(*said):
    """Each text is a prompt; one that begins with `agent:` is an answer."""
    lines = []
    for text in said:
        kind = "assistant" if text.startswith("agent:") else "user"
        lines.append({"type": kind, "message": {"role": kind, "content": text.removeprefix("agent:")}})
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def with_capture(plain, **knobs):
    return replace(plain, capture=CaptureSettings(**{"min_chars": 0} | knobs))


@pytest.fixture
def keeping(opened, plain):
    return opened(with_capture(plain))


def bodies(vault):
    return sorted(version.memory.body for version in vault.browse())


def test_lasting_statements_become_memories_of_the_project_with_an_agents_trust(keeping):
    found = keeping.capture(SESSION, "shop", (DATA / "trivia.jsonl").read_bytes())

    assert [receipt.action for receipt in found.receipts] == [Action.STORED] * 3
    memories = [version.memory for version in keeping.browse()]
    assert {memory.scope for memory in memories} == {SHOP}
    assert {memory.trust for memory in memories} == {Trust.AGENT}
    assert all(memory.origin_session.startswith(f"session:{SESSION}:") for memory in memories)
    assert len({memory.origin_session for memory in memories}) == 3


def test_a_second_look_at_the_same_conversation_changes_nothing(keeping):
    data = (DATA / "trivia.jsonl").read_bytes()
    keeping.capture(SESSION, "shop", data)
    before = keeping.status().versions

    found = keeping.capture(SESSION, "shop", data)

    assert {receipt.action for receipt in found.receipts} == {Action.DUPLICATE}
    assert keeping.status().versions == before


def test_a_later_word_on_the_same_topic_takes_the_place_of_the_earlier(keeping):
    keeping.capture(SESSION, "shop", records("Remember: the review of the nightly export job takes two people."))

    later = records("Remember: the review of the nightly export job takes two people, or the release manager alone.")
    found = keeping.capture(SESSION, "shop", later)

    assert [receipt.action for receipt in found.receipts] == [Action.SUPERSEDED]
    assert len(keeping.browse()) == 1


def test_secrets_do_not_get_in_and_a_topic_that_looks_like_one_joins_no_other(keeping):
    token = Specimens(3).fill("ghp_{w36}")

    keeping.capture(
        SESSION,
        "shop",
        records(
            f"Remember that the deploy token is {token} until May.",
            "Remember that the password reset link expires after 20 minutes.",
            "Remember that the api key rotation happens every Monday morning.",
        ),
    )

    assert len(keeping.browse()) == 3
    everything = [path.read_bytes() for path in keeping.path.rglob("*") if path.is_file()]
    assert not [data for data in everything if token.encode() in data]


def test_private_words_leave_nothing(keeping):
    keeping.capture(SESSION, "shop", records("<private>Remember that my salary is paid on the fifth.</private> thanks"))

    assert keeping.browse() == []


def test_what_was_forgotten_does_not_come_back_by_itself(keeping):
    data = records("Remember that the lighthouse is painted red every spring.")
    (receipt,) = keeping.capture(SESSION, "shop", data).receipts
    keeping.forget(receipt.name)

    found = keeping.capture(SESSION, "shop", data)

    assert (found.receipts, found.known) == ((), 1)
    assert keeping.browse() == []


def test_what_was_written_on_purpose_is_not_written_over(keeping):
    keeping.write(Draft(title="We decided to use PostgreSQL", body="For the catalogue only, on port 6543.", scope=SHOP))

    keeping.capture(SESSION, "shop", records("We decided to use PostgreSQL"))

    assert bodies(keeping) == ["For the catalogue only, on port 6543."]


def test_what_is_known_in_nearly_the_same_words_is_not_kept_again(keeping):
    keeping.write(Draft(body="The staging database listens on port 6543.", scope=SHOP))

    found = keeping.capture(SESSION, "shop", records("Remember that our staging database listens on port 6543!"))

    assert found.known == 1
    assert len(keeping.browse()) == 1


def test_what_was_only_said_in_a_session_that_is_searched_is_kept_as_a_memory(opened, plain, tmp_path):
    said = ("Please remember that invoices are numbered per year, starting at 1000.", "Noted.")
    shop = tmp_path / "shop"
    shop.mkdir()
    path = claude(tmp_path / "claude", SESSION, shop, said)
    read = SessionsSettings(hosts=("claude",), claude_path=str(tmp_path / "claude"))
    vault = opened(replace(with_capture(plain), sessions=read))
    vault.gather()
    project = next(iter(vault.sessions())).scope.project

    found = vault.capture(SESSION, project, path.read_bytes())

    assert ([receipt.action for receipt in found.receipts], found.known) == ([Action.STORED], 0)


def test_outside_a_project_only_what_was_asked_for_is_kept_and_for_every_project(keeping):
    keeping.capture(
        SESSION, None, records("Always use tabs in Makefiles.", "Remember that I work from Lisbon on Fridays.")
    )

    (version,) = keeping.browse()
    assert (version.memory.body, version.memory.scope) == ("I work from Lisbon on Fridays.", Scope())


def test_a_short_conversation_leaves_only_what_was_asked_to_be_remembered(opened, plain):
    vault = opened(with_capture(plain, min_chars=2_000))

    vault.capture(SESSION, "shop", records("We decided to use Redis.", "Remember that the cache is flushed at noon."))

    assert bodies(vault) == ["The cache is flushed at noon."]


def test_no_more_than_the_set_number_is_kept(opened, plain):
    vault = opened(with_capture(plain, max_memories=2))

    vault.capture(SESSION, "shop", records(*(f"Remember that shelf {n} holds {n * 7} lanterns." for n in range(1, 9))))

    assert len(vault.browse()) == 2


def test_nothing_to_read_leaves_nothing(keeping):
    assert keeping.capture(SESSION, "shop", b"").receipts == ()
    assert keeping.capture(SESSION, "shop", b"\0\xff{\n[1]\n").receipts == ()


CLIENT = """#!{python}
import json, os, sys, time
record = {{"argv": sys.argv[1:], "mark": os.environ.get("VADEMECUM_CAPTURE"), "cwd": os.getcwd(),
          "files": sorted(os.listdir(".")), "stdin": sys.stdin.read(),
          "claude": sorted(name for name in os.environ if name.startswith("CLAUDE"))}}
with open({log!r}, "a") as log:
    log.write(json.dumps(record) + "\\n")
{body}
"""
ANSWERS = 'print(json.dumps({"type": "result", "is_error": False, "result": json.dumps(ANSWER),'
ANSWERS += ' "usage": {"input_tokens": 900, "output_tokens": 34}}))'

CONVERSATION = records(
    "The nightly export takes four hours, why?",
    "agent:It reads every row. A covering index on orders.created_at would cut it to minutes.",
    "Good, that worked. Remember that the warehouse closes at noon on Saturdays.",
)
INDEXED = {
    "title": "The nightly export needs a covering index on orders.created_at",
    "body": "The nightly export took four hours, for it reads every row; a covering index on orders.created_at helped.",
    "type": "fact",
    "topic": "nightly export index",
}


@pytest.fixture
def client(tmp_path, monkeypatch):
    """Put a client on the PATH that notes how it was called, and does as told."""
    folder, log = tmp_path / "bin", tmp_path / "calls.jsonl"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "outer")
    monkeypatch.setenv("CLAUDECODE", "1")

    def install(body):
        path = folder / "claude"
        path.write_text(CLIENT.format(python=sys.executable, log=str(log), body=body), encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def calls():
        return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []

    return install, calls


def answering(*memories):
    return f"ANSWER = {{'memories': {list(memories)!r}}}\n{ANSWERS}"


pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in client is a script with a shebang")


def test_a_model_is_asked_with_nothing_to_act_with_and_the_conversation_as_data(client, opened, plain):
    install, calls = client
    install(answering(INDEXED))
    vault = opened(with_capture(plain, model="haiku"))

    found = vault.capture(SESSION, "shop", CONVERSATION)

    (call,) = calls()
    argv = call["argv"]
    assert argv[0] == "-p"
    assert argv[argv.index("--model") + 1] == "haiku"
    assert argv[argv.index("--tools") + 1] == ""
    assert argv[argv.index("--setting-sources") + 1] == ""
    assert json.loads(argv[argv.index("--settings") + 1]) == {"disableAllHooks": True}
    assert {"--strict-mcp-config", "--no-session-persistence"} <= set(argv)
    assert (call["mark"], call["files"], call["claude"]) == ("1", [".vademecum-off"], [])
    assert not Path(call["cwd"]).exists()
    begin, end = call["stdin"].splitlines()[0], call["stdin"].splitlines()[-1]
    assert begin.removeprefix("BEGIN ") == end.removeprefix("END ")
    assert begin.removeprefix("BEGIN ") in argv[argv.index("--system-prompt") + 1]
    assert (found.by, found.tokens) == ("haiku", 934)
    assert bodies(vault) == [INDEXED["body"], "The warehouse closes at noon on Saturdays."]
    assert {version.memory.trust for version in vault.browse()} == {Trust.AGENT}
    assert MemoryType.REFERENCE in {version.memory.type for version in vault.browse()}


@pytest.mark.parametrize(
    "body",
    [
        "sys.exit(3)",
        "print('not json')",
        "print(json.dumps({'type': 'result', 'is_error': True, 'result': ''}))",
        "print(json.dumps({'result': 'I cannot do that.'}))",
        "print(json.dumps({'result': json.dumps({'memories': 'none'})}))",
        "print(json.dumps({'result': json.dumps({'memories': [{'title': 'x'}]})}))",
        "print(json.dumps({'result': json.dumps({'memories': [], 'scope': 'global'})}))",
    ],
)
def test_whatever_a_model_does_wrong_the_rules_stand_in(client, opened, plain, body):
    install, calls = client
    install(body)
    vault = opened(with_capture(plain, model="haiku"))

    found = vault.capture(SESSION, "shop", CONVERSATION)

    assert len(calls()) == 1
    assert (found.by, bool(found.fault)) == ("rules", True)
    assert bodies(vault) == ["The warehouse closes at noon on Saturdays."]


def test_a_model_that_returns_everything_is_held_to_the_same_measure(client, opened, plain):
    data = (DATA / "trivia.jsonl").read_bytes()
    prompts = [json.loads(line) for line in data.decode().splitlines()]
    texts = [one["message"]["content"] for one in prompts if one["type"] == "user"]
    install, _ = client
    install(answering(*({"title": t, "body": t, "type": "fact", "topic": t} for t in texts)))
    vault = opened(with_capture(plain, model="haiku", max_memories=30))

    vault.capture(SESSION, "shop", data)

    assert 3 <= len(vault.browse()) <= 4
    assert all("durable-" in body for body in bodies(vault))


def test_a_model_may_not_add_what_nobody_said(client, opened, plain):
    invented = {
        "title": "Production runs on Kubernetes in Frankfurt",
        "body": "Production runs on Kubernetes clusters hosted in Frankfurt, managed by the platform team.",
        "type": "fact",
        "topic": "production hosting",
    }
    install, _ = client
    install(answering(invented, INDEXED))
    vault = opened(with_capture(plain, model="haiku"))

    vault.capture(SESSION, "shop", CONVERSATION)

    assert not [body for body in bodies(vault) if "Kubernetes" in body]
    assert INDEXED["body"] in bodies(vault)


def test_phrases_of_a_model_that_cannot_be_kept_are_left_out_and_the_fact_is_kept(client, opened, plain):
    install, _ = client
    phrases = ["search is slow", "", "a\0b", "\ud800", "x" * 201, 7, "search \n is slow"]
    install(answering(INDEXED | {"when": phrases}))
    vault = opened(with_capture(plain, model="haiku"))

    vault.capture(SESSION, "shop", CONVERSATION)

    (kept,) = [version.memory for version in vault.browse() if version.memory.body == INDEXED["body"]]
    assert kept.when == ("search is slow",)


def test_a_client_that_hangs_is_ended_with_all_its_children(client, opened, plain, tmp_path):
    install, _ = client
    pid = tmp_path / "pid"
    install(
        "import subprocess\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(pid)!r}, 'w').write(str(child.pid))\ntime.sleep(600)"
    )
    vault = opened(with_capture(plain, model="haiku", timeout_s=5))

    found = vault.capture(SESSION, "shop", CONVERSATION)

    assert "within 5 s" in found.fault
    assert not is_running(int(pid.read_text(encoding="utf-8")))


def is_running(pid):
    """A child of nobody is a zombie only until the system's first process takes it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in {"Z", "X"}
    except OSError:
        return False


def test_no_more_calls_are_made_in_a_day_than_are_set(client, opened, plain, clock):
    install, calls = client
    install(answering())
    vault = opened(with_capture(plain, model="haiku", calls_per_day=2))

    faults = [vault.capture(f"s{n}", "shop", CONVERSATION).fault for n in range(4)]

    assert len(calls()) == 2
    assert faults[:2] == ["", ""]
    assert "the 2 model calls of today are used up" in faults[2]
    spent = vault.status().spending
    assert (spent.calls, spent.tokens, spent.most) == (2, 2 * 934, 2)

    clock.now += timedelta(days=1)
    vault.capture("s5", "shop", CONVERSATION)

    assert len(calls()) == 3


def test_a_count_that_cannot_be_read_is_a_full_one(client, opened, plain):
    install, calls = client
    install(answering())
    vault = opened(with_capture(plain, model="haiku"))
    (vault.path / "capture").mkdir()
    (vault.path / "capture" / "spent.json").write_text("{", encoding="utf-8")

    vault.capture(SESSION, "shop", CONVERSATION)

    assert calls() == []


def test_without_a_client_or_a_model_or_the_callers_word_nothing_is_started(client, opened, plain):
    install, calls = client
    missing = opened(with_capture(plain, model="haiku")).capture(SESSION, "shop", CONVERSATION)
    install(answering(INDEXED))
    opened(with_capture(plain)).capture(SESSION, "shop", CONVERSATION)
    opened(with_capture(plain, model="haiku")).capture(SESSION, "shop", CONVERSATION, may_ask=False)

    assert "no headless client" in missing.fault
    assert calls() == []
