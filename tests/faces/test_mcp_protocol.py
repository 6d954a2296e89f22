"""The protocol by itself: what is replied to each message, in both eras."""

import json
from typing import Any

import pytest

from vademecum.faces.mcp import profiles
from vademecum.faces.mcp.protocol import Refusal, Speaker, Unwanted, decode
from vademecum.faces.mcp.tool import Tool
from vademecum.model.errors import UnavailableError

META = "io.modelcontextprotocol/"
MODERN = {"_meta": {META + "protocolVersion": "2026-07-28"}}


class FakeDesk:
    """Answers with what it was asked, or fails as it is told."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.fails: Exception | None = None
        self.steps = 0

    def call(self, tool: Tool, arguments: dict[str, Any], tell: Any) -> dict[str, Any]:
        for step in range(1, self.steps + 1):
            tell(step, self.steps)
        if self.fails:
            raise self.fails
        return {"content": [{"type": "text", "text": json.dumps([tool.name, arguments])}], "isError": False}

    def resources(self) -> list[dict[str, Any]]:
        return [{"uri": "memory://memory/one", "name": "one"}]

    def read(self, uri: str) -> str | None:
        return "text" if uri == "memory://memory/one" else None

    def fault(self, where: str, fault: Exception) -> None:
        self.faults.append(f"{where}: {type(fault).__name__}")

    def rest(self) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def told() -> list[dict[str, Any]]:
    return []


@pytest.fixture
def cancelled() -> set[object]:
    return set()


@pytest.fixture
def speaker(desk: FakeDesk, told: list[Any], cancelled: set[object]) -> Speaker:
    return Speaker(
        profiles.load("agent"),
        "1.2.3",
        desk=lambda: desk,
        notify=lambda message: told.append(json.loads(message)),
        unwanted=cancelled.__contains__,
        fault=desk.fault,
    )


def ask(speaker: Speaker, method: object, params: Any = None, request: object = 1) -> dict[str, Any]:
    reply = speaker.reply({"jsonrpc": "2.0", "id": request, "method": method, "params": params})
    return json.loads(reply)


@pytest.mark.parametrize("version", ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
def test_initialize_agrees_to_every_version_with_sessions(speaker, version):
    result = ask(speaker, "initialize", {"protocolVersion": version})["result"]
    assert result["protocolVersion"] == version
    assert result["serverInfo"] == {"name": "vademecum", "version": "1.2.3"}
    assert "resultType" not in result


def test_initialize_with_another_version_offers_the_newest_one_with_sessions(speaker):
    assert ask(speaker, "initialize", {"protocolVersion": "1999-01-01"})["result"]["protocolVersion"] == "2025-11-25"


def test_discover_says_every_version_and_may_be_followed_by_initialize(speaker):
    result = ask(speaker, "server/discover", MODERN)["result"]
    assert result["supportedVersions"][0] == "2026-07-28"
    assert "2025-11-25" in result["supportedVersions"]
    assert result["resultType"] == "complete"
    assert result["_meta"][META + "serverInfo"]["name"] == "vademecum"
    assert "result" in ask(speaker, "initialize", {"protocolVersion": "2025-06-18"})


def test_a_modern_result_is_complete_and_a_list_says_how_long_it_holds(speaker):
    result = ask(speaker, "tools/list", MODERN)["result"]
    assert (result["resultType"], result["ttlMs"], result["cacheScope"]) == ("complete", 0, "private")


def test_a_legacy_result_has_nothing_of_the_modern_protocol(speaker):
    assert set(ask(speaker, "tools/list")["result"]) == {"tools"}


def test_an_unknown_modern_version_is_refused_with_those_known(speaker):
    error = ask(speaker, "tools/list", {"_meta": {META + "protocolVersion": "2031-01-01"}})["error"]
    assert error["code"] == -32022
    assert error["data"]["requested"] == "2031-01-01"
    assert "2026-07-28" in error["data"]["supported"]


def test_the_list_of_tools_never_changes(speaker):
    assert ask(speaker, "tools/list") == ask(speaker, "tools/list")


def test_a_cursor_is_refused_because_there_is_one_page(speaker):
    assert ask(speaker, "tools/list", {"cursor": "2"})["error"]["code"] == -32602


@pytest.mark.parametrize("params", [{"name": "no_such"}, {}, {"name": 3}, {"name": "memory_status", "arguments": []}])
def test_a_call_of_no_tool_is_an_error_of_the_protocol(speaker, params):
    assert ask(speaker, "tools/call", params)["error"]["code"] == -32602


@pytest.mark.parametrize("method", ["nope", "logging/setLevel", "sampling/createMessage", "x" * 10_000])
def test_an_unknown_method_is_refused(speaker, method):
    assert ask(speaker, method)["error"]["code"] == -32601


@pytest.mark.parametrize("params", [[], "text", 3, True])
def test_params_must_be_an_object(speaker, params):
    assert ask(speaker, "ping", params)["error"]["code"] == -32602


@pytest.mark.parametrize("message", [3, "text", None, True, {}, {"id": 1}, {"id": 1.5, "method": "ping"}])
def test_what_is_no_message_is_refused(speaker, message):
    assert json.loads(speaker.reply(message))["error"]["code"] == -32600


@pytest.mark.parametrize("request_id", [None, True, [1], {"a": 1}])
def test_an_id_is_a_string_or_an_integer(speaker, request_id):
    assert ask(speaker, "ping", request=request_id) == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -32600, "message": "an id is a string or an integer"},
    }


@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/nobody/knows", "tools/call"])
def test_a_notification_is_never_answered(speaker, method):
    assert speaker.reply({"jsonrpc": "2.0", "method": method}) is None


def test_an_answer_to_a_question_never_asked_is_ignored(speaker):
    assert speaker.reply({"jsonrpc": "2.0", "id": 9, "result": {}}) is None


def test_a_batch_is_answered_by_a_list_without_its_notifications(speaker):
    replies = json.loads(speaker.reply([{"id": 1, "method": "ping"}, {"method": "x"}, {"id": 2, "method": "no"}, 7]))
    assert [reply.get("id") for reply in replies] == [1, 2, None]


def test_a_batch_of_notifications_is_not_answered(speaker):
    assert speaker.reply([{"method": "x"}]) is None


def test_an_empty_batch_is_refused(speaker):
    assert json.loads(speaker.reply([]))["error"]["code"] == -32600


def test_an_error_of_the_product_becomes_an_error_with_its_code_and_hint(speaker, desk):
    desk.fails = UnavailableError("the disk is full", hint="make room")
    error = ask(speaker, "tools/call", {"name": "memory_status"})["error"]
    assert (error["code"], error["data"]["hint"]) == (-32603, "make room")


def test_a_bug_is_noted_and_does_not_end_the_conversation(speaker, desk):
    desk.fails = ZeroDivisionError("a secret text")
    error = ask(speaker, "tools/call", {"name": "memory_status"})["error"]
    assert error["code"] == -32603
    assert "secret" not in error["message"]
    assert desk.faults == ["tools/call: ZeroDivisionError"]
    assert ask(speaker, "ping")["result"] == {}


def test_progress_is_told_only_to_who_asked_for_it(speaker, desk, told):
    desk.steps = 3
    ask(speaker, "tools/call", {"name": "memory_status"})
    assert told == []
    ask(speaker, "tools/call", {"name": "memory_status", "_meta": {"progressToken": "t"}})
    assert [one["params"]["progress"] for one in told] == [1, 2, 3]
    assert {one["params"]["progressToken"] for one in told} == {"t"}


def test_progress_is_told_at_most_a_hundred_times(speaker, desk, told):
    desk.steps = 10_000
    ask(speaker, "tools/call", {"name": "memory_status", "_meta": {"progressToken": 1}})
    assert len(told) <= 101
    assert told[-1]["params"]["progress"] == 10_000


def test_a_cancelled_request_is_not_answered(speaker, cancelled):
    cancelled.add(1)
    assert speaker.reply({"id": 1, "method": "tools/list"}) is None


def test_long_work_stops_when_it_is_cancelled(speaker, desk, cancelled):
    desk.steps = 5
    desk.fails = AssertionError("it went on")
    cancelled.add(1)
    assert speaker.reply({"id": 1, "method": "tools/call", "params": {"name": "memory_status"}}) is None
    assert desk.faults == []


def test_a_resource_is_read_by_its_uri(speaker):
    found = ask(speaker, "resources/read", {"uri": "memory://memory/one"} | MODERN)["result"]
    assert found["contents"] == [{"uri": "memory://memory/one", "mimeType": "text/markdown", "text": "text"}]


def test_the_prompt_puts_what_is_found_before_the_model(speaker):
    assert [one["name"] for one in ask(speaker, "prompts/list")["result"]["prompts"]] == ["recall"]
    found = ask(speaker, "prompts/get", {"name": "recall", "arguments": {"topic": "kettle"}})["result"]
    assert found["messages"][0]["role"] == "user"
    assert '["memory_search", {"query": "kettle"}]' in found["messages"][0]["content"]["text"]


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"name": "x"},
        {"name": "recall"},
        {"name": "recall", "arguments": []},
        {"name": "recall", "arguments": {"topic": " "}},
    ],
)
def test_a_prompt_without_a_topic_is_refused(speaker, params):
    assert ask(speaker, "prompts/get", params)["error"]["code"] == -32602


def test_a_missing_resource_has_the_code_of_its_era(speaker):
    missing = {"uri": "memory://memory/two"}
    assert ask(speaker, "resources/read", missing)["error"]["code"] == -32002
    assert ask(speaker, "resources/read", missing | MODERN)["error"]["code"] == -32602
    assert ask(speaker, "resources/read", {})["error"]["code"] == -32602


def test_resources_and_their_template_are_listed(speaker):
    assert ask(speaker, "resources/list")["result"]["resources"][0]["name"] == "one"
    template = ask(speaker, "resources/templates/list")["result"]["resourceTemplates"][0]
    assert template["uriTemplate"] == "memory://memory/{name}"


@pytest.mark.parametrize(
    "line",
    [b"", b"{", b"\xff\xfe", b'{"id": NaN}', b'{"id": Infinity}', b"[" * 100_000, b'{"id": ' + b"9" * 5_000 + b"}"],
)
def test_a_line_that_is_not_json_is_refused(line):
    with pytest.raises(Refusal) as caught:
        decode(line)
    assert caught.value.reply["code"] == -32700


def test_a_lone_surrogate_in_an_id_comes_back_as_it_was(speaker):
    reply = speaker.reply(decode(b'{"id": "\\ud83d", "method": "ping"}'))
    assert b'"id":"\\ud83d"' in reply


def test_a_reply_is_one_ascii_line(speaker):
    reply = speaker.reply({"id": "a\n\u2028b", "method": "ping"})
    assert reply.isascii()
    assert b"\n" not in reply


def test_cancelling_is_no_fault():
    assert not issubclass(Unwanted, Refusal)
