"""Whatever comes in: an answer or silence, never an end, never more than it deserves."""

import json
import string
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from vademecum.faces.mcp import profiles
from vademecum.faces.mcp.arguments import check
from vademecum.faces.mcp.protocol import Refusal, Speaker, decode, wanted_ids
from vademecum.faces.mcp.tool import Tool
from vademecum.model.errors import InvalidError

METHODS = [
    *("initialize", "server/discover", "ping", "tools/list", "tools/call", "prompts/list", "prompts/get", "x"),
    *("resources/list", "resources/templates/list", "resources/read"),
]
TOOLS = [tool for name in profiles.NAMES for tool in profiles.load(name).tools]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
params = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from([tool.name for tool in TOOLS]) | json_values,
        "arguments": json_values | st.fixed_dictionaries({"topic": json_values}),
        "uri": json_values,
        "cursor": json_values,
        "protocolVersion": json_values,
        "_meta": st.dictionaries(
            st.sampled_from(["io.modelcontextprotocol/protocolVersion", "progressToken"]),
            st.just("2026-07-28") | json_values,
        )
        | json_values,
    },
)
messages = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | json_values,
        "id": st.integers() | st.text(max_size=4) | json_values,
        "method": st.sampled_from(METHODS) | json_values,
        "params": params | json_values,
    },
)


class CheckingDesk:
    """Checks the arguments as the real desk does, and answers nothing."""

    def call(self, tool: Tool, arguments: dict[str, Any], _tell: Any) -> dict[str, Any]:
        try:
            check(tool, arguments)
        except InvalidError as fault:
            return {"content": [{"type": "text", "text": fault.message}], "isError": True}
        return {"content": [{"type": "text", "text": "done"}], "isError": False}

    def resources(self) -> list[dict[str, Any]]:
        return []

    def read(self, _uri: str) -> str | None:
        return None

    def fault(self, where: str, fault: Exception) -> None:
        raise AssertionError(f"a bug in {where}") from fault

    def rest(self) -> None: ...

    def close(self) -> None: ...


def speaker(profile: str = "agent") -> Speaker:
    desk = CheckingDesk()
    return Speaker(
        profiles.load(profile),
        "0",
        desk=lambda: desk,
        notify=lambda _message: None,
        unwanted=lambda _request: False,
        fault=desk.fault,
    )


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(profiles.NAMES), messages | st.lists(messages, max_size=3) | json_values)
def test_every_message_is_answered_in_one_line_or_not_at_all(profile, message):
    reply = speaker(profile).reply(message)
    assert reply is None or (reply.isascii() and b"\n" not in reply and json.loads(reply))


@settings(max_examples=200, deadline=None)
@given(messages)
def test_every_request_is_answered_under_its_own_id(message):
    ids = wanted_ids(message)
    reply = speaker().reply(message)
    if ids and isinstance(message.get("method"), str):
        assert json.loads(reply)["id"] == ids[0]


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_every_line_of_bytes_is_json_or_refused(line):
    assert _code_of(line) in {None, -32700}


def _code_of(line: bytes) -> int | None:
    try:
        decode(line)
    except Refusal as refusal:
        return refusal.reply["code"]
    return None


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(TOOLS), st.data())
def test_arguments_are_checked_or_refused_by_name(tool, data):
    names = st.sampled_from([*tool.parameters, "other"])
    given_ = data.draw(st.dictionaries(names, json_values | st.text(string.printable, max_size=5), max_size=5))
    outcome = _checked(tool, given_)
    if isinstance(outcome, InvalidError):
        assert outcome.field
        assert len(outcome.message) < 300
    else:
        assert set(tool.required) <= set(outcome)


def _checked(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any] | InvalidError:
    try:
        return check(tool, arguments)
    except InvalidError as fault:
        return fault
