"""A folder that is to be left alone: nothing is read, stored or given there, by any way, and what was kept can go."""

import json
from pathlib import Path

import pytest

from faces.stdio import Client
from faces.terminal import vade
from hooks.conftest import SHOP, Host, ours, transcript, until
from vademecum import Draft, Scope
from vademecum.engine import jobs
from vademecum.identity import registry
from vademecum.importers.claude_memory import project_slug

PORT = "which port does the staging database listen on?"
KNOWN = "The staging database listens on port 6543."
RULES = {
    "exclude": '[privacy]\nexclude = ["~/shop/**"]\n',
    "only": '[privacy]\nonly = ["~/work/**"]\n',
    "file": "",
}


def close(host: Host, rule: str) -> str:
    """Have the host's folder left alone by a rule; return words that name it."""
    host.set(RULES[rule])
    if rule == "file":
        (host.folder / ".vademecum-off").touch()
    return {"exclude": "privacy.exclude has ~/shop/**", "only": "privacy.only does not have it"}.get(
        rule, "-off is there"
    )


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_comes_in_the_middle_of_a_session_counts_from_then_on(host, rule):
    assert host.fire("prompt", prompt="how do we write a css grid with columns?").code == 0
    close(host, rule)

    assert host.fire("prompt", prompt=PORT).out == ""
    assert host.fire("subagent-start", task=PORT, agent_type="x").out == ""
    (host.folder / ".vademecum-off").unlink(missing_ok=True)
    host.set("")
    assert KNOWN in host.fire("prompt", prompt=PORT).text


CALLS = [
    ("memory_search", {"query": PORT}),
    ("memory_search", {"query": PORT, "scope": "all"}),
    ("memory_write", {"body": "The door opens at nine.", "scope": "global"}),
    ("memory_get", {"name": "the_staging_database_listens_on_port_6543"}),
    ("memory_forget", {"name": "the_staging_database_listens_on_port_6543"}),
    ("memory_status", {}),
]


@pytest.mark.parametrize("rule", RULES)
def test_the_server_refuses_in_such_a_folder_and_names_the_rule(host, rule):
    named = close(host, rule)
    with Client(host.home, cwd=host.folder) as client:
        for tool, arguments in CALLS:
            done = client.call(tool, **arguments)
            assert done["isError"], tool
            assert named in done["content"][0]["text"]
            assert "structuredContent" not in done
        for method, params in (
            ("resources/list", {}),
            ("resources/read", {"uri": "memory://manifest"}),
            ("resources/read", {"uri": "memory://memory/the_staging_database_listens_on_port_6543"}),
        ):
            assert named in client.ask(method, params)["error"]["message"]
        told = client.ask("prompts/get", {"name": "recall", "arguments": {"topic": PORT}})
        assert "6543" not in json.dumps(told)

    assert host.bodies() == [KNOWN]
    assert not (host.folder_of_vault / "log" / "mcp.jsonl").exists()


def test_a_server_that_runs_hears_of_a_rule_at_once(host):
    with Client(host.home, cwd=host.folder) as client:
        assert "6543" in client.call("memory_search", query=PORT)["content"][0]["text"]
        close(host, "exclude")
        assert client.call("memory_search", query=PORT)["isError"]
        host.set("")
        assert "6543" in client.call("memory_search", query=PORT)["content"][0]["text"]


@pytest.mark.parametrize("profile", ["distributed-memory", "sup-mem"])
def test_no_other_profile_is_a_way_round(host, profile):
    named = close(host, "file")
    with Client(host.home, "--profile", profile, cwd=host.folder / ".." / "shop") as client:
        tools = client.ask("tools/list")["result"]["tools"]
        assert len(tools) > 1
        for tool in tools:
            values = {"query": PORT, "text": "The door opens.", "body": "The door opens.", "name": "x"}
            wanted = {name: values.get(name, "get") for name in tool["inputSchema"].get("required", ())}
            done = client.call(tool["name"], **wanted)
            assert named in done["content"][0]["text"], tool["name"]


def test_claude_memories_of_such_folders_are_not_taken_over(host, user_dir):
    config = user_dir / ".claude"
    gone = user_dir / "gone" / "away"
    for number, folder in enumerate((host.folder, user_dir / "open", gone)):
        memory = config / "projects" / project_slug(str(folder)) / "memory"
        memory.mkdir(parents=True)
        (memory / "fact.md").write_text(f"The gate of house {number} is painted green.\n", encoding="utf-8")
        if folder != gone:
            folder.mkdir(exist_ok=True)
            transcript(memory.parent / "s.jsonl", "hi").write_text(
                json.dumps({"type": "user", "cwd": str(folder)}) + "\n", encoding="utf-8"
            )
    named = close(host, "exclude")

    with host.vault() as vault:
        report = vault.import_claude_memory(config)

    assert [body for body in host.bodies() if "gate" in body] == ["The gate of house 1 is painted green."]
    assert sorted(one.message for one in report.troubles) == [
        "left alone: its folder is not known, and there are privacy rules",
        f"left alone: {named}",
    ]
    assert registry.keys_of(host.home).keys() == {"open"}


def test_what_a_session_said_while_it_was_in_such_a_folder_is_not_read(host, user_dir, tmp_path):
    close(host, "exclude")
    elsewhere = user_dir / "elsewhere"
    elsewhere.mkdir()
    said = [
        (elsewhere, "Remember that the north door opens at nine."),
        (host.folder, "Remember that the client is called Quokka."),
        (None, "Remember that their budget is small."),
        (elsewhere, "Remember that the south door opens at ten."),
    ]
    path = tmp_path / "t.jsonl"
    lines = [
        json.dumps({"type": "user", "message": {"content": text}} | ({"cwd": str(where)} if where else {})) + "\n"
        for where, text in said
    ]
    path.write_text("".join(lines), encoding="utf-8")

    Host(host.home, elsewhere, host.env).fire("pre-compact", transcript_path=str(path))

    until(lambda: not ours(host.home) and not jobs.count(host.folder_of_vault))
    kept = " ".join(host.bodies())
    assert "north door" in kept
    assert "south door" in kept
    assert "Quokka" not in kept
    assert "budget" not in kept


@pytest.mark.parametrize("rule", RULES)
def test_status_says_by_which_rule_and_does_not_write_the_folder_down(host, rule, monkeypatch):
    named = close(host, rule)
    before = {path: path.read_bytes() for path in host.home.glob("*.toml")}
    monkeypatch.chdir(host.folder)

    said = vade("status").out

    assert "this folder is left alone" in said
    assert named in said
    assert {path: path.read_bytes() for path in host.home.glob("*.toml")} == before


def test_seen_from_elsewhere_status_names_each_such_project_and_what_removes_it(host, user_dir, monkeypatch):
    host.fire("session-start", source="startup")
    close(host, "exclude")
    monkeypatch.chdir(user_dir)

    said = vade("status").out

    assert "shop is left alone: privacy.exclude has ~/shop/**" in said
    assert "`vade forget --project shop --erase`" in said


def test_one_command_removes_all_that_is_kept_of_a_project(host, tmp_path):
    host.fire("session-start", source="startup")
    host.fire("prompt", prompt=PORT)
    host.fire("prompt", prompt=PORT, session_id="other", cwd=str(tmp_path))
    host.write(
        Draft(body="The staging quokkaflux is red.", name="flux", scope=SHOP),
        Draft(body="The staging quokkaflux is blue.", name="flux", scope=SHOP),
        Draft(body="The quokkaflux was forgotten.", name="lost", scope=SHOP),
        Draft(body="Other projects stay.", scope=Scope("other")),
        Draft(body="Learned there, kept for all.", source_project="shop"),
    )
    with host.vault() as vault:
        vault.forget("lost")
    jobs.put(host.folder_of_vault, "s", "shop", b"quokkaflux\n", may_ask=False)
    jobs.put(host.folder_of_vault, "t", "other", b"stays\n", may_ask=False)

    refused = vade("forget", "--project", "shop", "--erase")
    assert (refused.code, "--yes" in refused.err) == (2, True)
    said = vade("forget", "--project", "shop", "--erase", "--yes")

    assert said.code == 0
    assert "Erased 3 memories of shop." in said.out
    assert "kept for all projects: learned_there_kept_for_all" in said.out
    assert host.bodies() == ["Learned there, kept for all.", "Other projects stay."]
    kept = [path for path in host.home.rglob("*") if path.is_file() and ".git" not in path.parts]
    told = (b"quokkaflux", b"port 6543", b"port_6543")  # the number alone stands by chance in instants, too
    assert [path for path in kept if any(word in path.read_bytes() for word in told)] == []
    assert not (host.folder_of_vault / "ledger" / f"{SESSION_FILE}").exists()
    assert (host.folder_of_vault / "ledger" / "other.jsonl").exists()
    assert jobs.count(host.folder_of_vault) == 1
    assert str(host.folder) not in (host.home / "projects.toml").read_text(encoding="utf-8")
    with host.vault() as vault:
        assert vault.verify().is_sound
    assert vade("forget", "--project", "shop", "--erase", "--yes").code == 4


SESSION_FILE = "4dc3c215-6c75-4022-94c9-bdaeb7a5d3dd.jsonl"


def test_without_erase_it_can_be_brought_back(host):
    assert vade("forget", "--project", "shop", "--yes").code == 0
    assert host.bodies() == []
    assert vade("restore", "the_staging_database_listens_on_port_6543").code == 0
    assert host.bodies() == [KNOWN]


@pytest.mark.parametrize("words", [(), ("x", "--project", "shop")])
def test_either_a_memory_or_a_project_is_forgotten(home: Path, words):
    said = vade("forget", *words)

    assert said.code == 2
    assert not home.exists()


def naming(home: Path, *words: str) -> list[str]:
    """Return the files of a home, git's own aside, in whose name or text one of the words stands."""
    found = [path for path in home.rglob("*") if path.is_file() and ".git" not in path.parts]
    told = [word.encode() for word in words]
    return [str(one) for one in found if any(word in one.read_bytes() or word in str(one).encode() for word in told)]


def test_after_an_erasure_no_file_names_the_project_or_its_folder(host, tmp_path, user_dir):
    folder = user_dir / "quokkashop"
    folder.mkdir()
    there = {"cwd": str(folder)}
    talk = transcript(tmp_path / "t.jsonl", "Remember that the warehouse closes at noon.", "agent:yes")
    host.fire("prompt", prompt=PORT, session_id="elsewhere")
    host.fire("session-start", source="startup", **there)
    host.fire("prompt", prompt=PORT, **there)
    host.fire("subagent-start", prompt=PORT, agent_id="a1", agent_type="explorer", **there)
    host.fire("session-end", transcript_path=str(talk), **there)
    until(lambda: not ours(host.home))
    with Client(host.home, cwd=folder) as client:
        client.call("memory_search", query="warehouse")
    (host.home / "config.toml").write_text('[privacy]\nexclude = ["~/quokka*/sub"]\n', encoding="utf-8")
    (folder / "sub").mkdir()
    host.fire("prompt", prompt=PORT, session_id="third", cwd=str(folder / "sub"))
    assert len(naming(host.home, "quokkashop")) > 4

    assert vade("forget", "--project", "quokkashop", "--erase", "--yes").code == 0

    assert naming(host.home, "quokkashop") == []
    ledger = host.folder_of_vault / "ledger"
    assert [path.name for path in ledger.iterdir()] == ["elsewhere.jsonl"]


def test_an_erased_memory_waits_in_no_conversation_and_begins_no_session(host):
    host.write(Draft(body="The quokkaflux is red.", title="Quokkaflux", scope=SHOP))
    host.fire("session-start", source="startup")
    for project in ("shop", None, "other"):
        records = f"the quokkaflux, said in {project}\n".encode()
        jobs.put(host.folder_of_vault, f"s-{project}", project, records, may_ask=False)
    jobs.put(host.folder_of_vault, "t", "other", b"stays\n", may_ask=False)

    said = vade("forget", "quokkaflux", "--erase", "--yes")

    assert said.code == 0
    assert "threw away 3 conversations" in said.out
    assert naming(host.home, "uokkaflux") == []
    assert jobs.count(host.folder_of_vault) == 1
