"""The server as a process: it answers whatever comes, keeps its output clean, and ends when its client does."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from faces.stdio import Client, command, environment, wait_for_end
from vademecum.faces.mcp.lines import MOST

posix_only = pytest.mark.skipif(os.name == "nt", reason="signals and process groups of POSIX")


def test_both_eras_are_answered_in_one_conversation(home):
    with Client(home) as client:
        assert client.ask("server/discover")["result"]["resultType"] == "complete"
        legacy = client.ask("initialize", {"protocolVersion": "2025-06-18"}, modern=False)["result"]
        client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert legacy["protocolVersion"] == "2025-06-18"
        assert client.ask("tools/list", modern=False)["result"] == {
            "tools": client.ask("tools/list")["result"]["tools"]
        }


def test_nothing_that_is_sent_ends_the_server(home):
    hostile = [
        b"garbage",
        b"",
        b"\xff\xfe\x00",
        b'{"id": NaN}',
        b"[" * 100_000,
        b"[]",
        b"null",
        b'{"jsonrpc":"2.0","method":"no/such/notification"}',
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
        json.dumps({"id": "big", "method": "tools/call", "params": {"name": "memory_write"}, "x": "a" * MOST}).encode(),
    ]
    with Client(home) as client:
        client.send(*hostile)
        client.send({"jsonrpc": "2.0", "id": "last", "method": "ping"})
        replies = []
        while (reply := client.read()).get("id") != "last":
            replies.append(reply)
        assert [reply["error"]["code"] for reply in replies] == [*[-32700] * 4, *[-32600] * 3]
        assert replies[-1]["id"] == "big"
        assert client.call("memory_status")["isError"] is False


def test_a_huge_body_is_refused_and_nothing_of_it_is_stored(home):
    with Client(home) as client:
        result = client.call("memory_write", body="a" * 10_000_000)
        assert result["isError"] is True
        assert result["content"][0]["text"].startswith("body: has 10000000 bytes")
        assert client.call("memory_status")["structuredContent"]["live"] == 0


@pytest.mark.parametrize("text", [b'"\\ud83d alone"', b'"nul \\u0000 inside"'])
def test_half_a_character_is_refused_in_a_body_and_harmless_in_a_query(home, text):
    head = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{"%s":%s}}}'
    with Client(home) as client:
        client.send(head % (1, b"memory_write", b"body", text), head % (2, b"memory_search", b"query", text))
        assert client.read()["result"]["isError"] is True
        assert client.read()["id"] == 2
        assert client.ask("ping")["result"]["resultType"] == "complete"


def test_requests_with_the_same_id_are_each_answered(home):
    with Client(home) as client:
        client.send(*[{"jsonrpc": "2.0", "id": 1, "method": "ping"}] * 3)
        assert [client.read()["id"] for _ in range(3)] == [1, 1, 1]


def test_requests_sent_before_the_end_of_input_are_still_answered(home):
    lines = [{"jsonrpc": "2.0", "id": n, "method": "ping"} for n in range(20)]
    done = subprocess.run(
        command("serve"),
        input="\n".join(map(json.dumps, lines)).encode(),
        capture_output=True,
        env=environment(home),
        cwd=home.parent,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == list(range(20))
    assert done.stderr == b""


def test_listing_tools_makes_no_home(home):
    with Client(home) as client:
        client.ask("tools/list")
    assert not home.exists()


def test_a_client_that_reads_slowly_and_never_reads_errors_blocks_nothing(home):
    with Client(home) as client:
        for n in range(300):
            client.send({"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": {"name": "memory_get"}})
        client.send({"jsonrpc": "2.0", "id": "last", "method": "tools/list"})
        time.sleep(0.2)  # the point of the test: nobody reads for a while
        ids = [client.read()["id"] for _ in range(301)]
        assert ids == [*range(300), "last"]


def test_a_stray_print_does_not_reach_the_protocol(home):
    program = (
        "import os, sys\n"
        "from vademecum.faces.mcp.lines import Wire\n"
        "wire = Wire()\n"
        "print('stray from Python')\n"
        "os.system('echo stray from a child')\n"
        "sys.stdout.flush()\n"
        "wire.write(b'{}\\n')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=environment(home), timeout=30, check=True
    )
    assert done.stdout == b"{}\n"
    assert b"stray from Python" in done.stderr
    assert b"stray from a child" in done.stderr


@posix_only
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_server_with_everything_committed(home, number):
    with Client(home) as client:
        assert client.call("memory_write", title="Kept", body="A fact.")["structuredContent"]["action"] == "stored"
        client.process.send_signal(number)
        assert wait_for_end(client.process, 5) < 5
        assert client.process.returncode == 0
    with Client(home) as client:
        assert client.call("memory_get", name="kept")["structuredContent"]["body"] == "A fact."


@posix_only
def test_the_server_ends_when_its_parent_is_gone_though_its_input_stays_open(home, tmp_path):
    reads, writes = os.pipe()
    note = tmp_path / "pid"
    program = (
        "import subprocess, sys, pathlib\n"
        "server = subprocess.Popen(sys.argv[2:], stdin=0, stdout=subprocess.PIPE)\n"
        "server.stdout.readline()\n"
        "pathlib.Path(sys.argv[1]).write_text(str(server.pid))\n"
    )
    os.write(writes, b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    try:
        argv = [sys.executable, "-c", program, str(note), *command("serve")]
        subprocess.run(argv, stdin=reads, env=environment(home), check=True, timeout=30)
        assert _ends(int(note.read_text(encoding="utf-8")), within=8)
    finally:
        os.close(reads)
        os.close(writes)


def _ends(pid: int, within: float) -> bool:
    """Tell whether a process that is not our child ends in time."""
    last = time.monotonic() + within
    while time.monotonic() < last:
        if not _is_alive(pid):
            return True
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    return False


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return Path("/proc").is_dir() is False and _answers(pid)
    return state != "Z"


def _answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@posix_only
def test_a_client_that_dies_leaves_no_server(home):
    client = Client(home)
    client.ask("ping")
    client.process.stdout.close()
    client.send({"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 2, "method": "ping"})
    client.process.stdin.close()
    assert wait_for_end(client.process, 8) < 8
    client.process.stderr.close()


def test_the_first_call_is_noted_in_the_log_without_any_text(home):
    with Client(home) as client:
        client.call("memory_write", title="The kettle is blue", body="Bought in May.")
    log = (home / "vaults" / "default" / "log" / "mcp.jsonl").read_text(encoding="utf-8")
    assert [json.loads(line)["event"] for line in log.splitlines()] == ["opened", "closed"]
    assert "kettle" not in log


def test_the_project_of_the_host_decides_what_a_search_sees(home, tmp_path):
    alpha, beta = tmp_path / "alpha", tmp_path / "beta"
    alpha.mkdir()
    beta.mkdir()
    with Client(home, env={"CLAUDE_PROJECT_DIR": str(alpha)}) as client:
        stored = client.call("memory_write", title="The port is 6543", body="Staging.", scope="project")
        assert stored["structuredContent"]["scope"] == "project:alpha"
    with Client(home, cwd=beta) as client:
        assert client.call("memory_search", query="what is the port")["structuredContent"]["hits"] == []
        everywhere = client.call("memory_search", query="what is the port", scope="all")["structuredContent"]
        assert [hit["scope"] for hit in everywhere["hits"]] == ["project:alpha"]


def test_a_memory_of_another_project_is_not_read_forgotten_or_shown_by_its_name(home, tmp_path):
    alpha, beta = tmp_path / "alpha", tmp_path / "beta"
    alpha.mkdir()
    beta.mkdir()
    with Client(home, cwd=alpha) as client:
        client.call("memory_write", title="The port is 6543", body="Staging.", scope="project")
    with Client(home, cwd=beta) as client:
        unknown = client.call("memory_get", name="the_part_is_6543")
        hidden = client.call("memory_get", name="the_port_is_6543")
        assert hidden["isError"]
        assert hidden["content"][0]["text"] == unknown["content"][0]["text"].replace("part", "port")
        assert client.call("memory_forget", name="the_port_is_6543")["isError"]
        proposed = client.call("memory_promote", name="the_port_is_6543")
        assert proposed["isError"]
        assert proposed["content"] == hidden["content"]
        assert client.ask("resources/read", {"uri": "memory://memory/the_port_is_6543"})["error"]["code"] == -32602
        assert [one["name"] for one in client.ask("resources/list")["result"]["resources"]] == ["manifest"]
        overview = client.ask("resources/read", {"uri": "memory://manifest"})["result"]["contents"][0]["text"]
        assert "port" not in overview
        asked = client.call("memory_get", name="the_port_is_6543", project="alpha")["structuredContent"]
        assert asked["body"].strip() == "Staging."
        named = client.call("memory_promote", name="the_port_is_6543", project="alpha")["structuredContent"]
        assert named["scope"] == "project:alpha"


def test_an_unknown_profile_is_told_on_standard_error(home):
    with Client(home, "--profile", "nobody") as client:
        assert client.process.wait(timeout=20) == 2
        assert client.process.stderr.read().startswith(b"vade: profile: 'nobody' is not accepted")
        assert client.process.stdout.read() == b""


def test_the_server_starts_without_the_engine_and_without_click(home):
    program = (
        "import sys\n"
        "import vademecum.faces.mcp.server, vademecum.faces.mcp.profiles.agent, vademecum.faces.entry\n"
        "heavy = ('click', 'sqlite3', 'yaml', 'numpy', 'cryptography', 'asyncio', 'logging', 'vademecum.engine')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=environment(home), timeout=30, check=True
    )
    assert done.stdout.strip() == b"[]"
