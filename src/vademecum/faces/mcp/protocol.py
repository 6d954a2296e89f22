"""The protocol: a message in, a reply out. Knows JSON-RPC and both eras of MCP, and nothing of memories.

Since 2026-07-28 the protocol is stateless: each request names its version in `_meta`, each result says that it
is complete. Before, `initialize` opened a session. One process answers both, message by message.
"""

import json
from collections.abc import Callable
from typing import Any, Protocol

from vademecum.faces.mcp.tool import Profile, Tool
from vademecum.model.errors import VademecumError

Plain = dict[str, Any]
Id = str | int

MODERN = ("2026-07-28",)
LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
NO_METHOD = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NO_RESOURCE = -32002
OTHER_VERSION = -32022

_RECALL: Plain = {
    "name": "recall",
    "description": "Put before the model what is remembered about a topic",
    "arguments": [{"name": "topic", "description": "what to recall", "required": True}],
}

_TOPIC_MOST = 300
"""Characters of a topic that are said back."""

_META = "io.modelcontextprotocol/"
_VERSION = _META + "protocolVersion"


class Refusal(Exception):  # noqa: N818  a protocol answer, not a fault of ours
    """A JSON-RPC error to answer with."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.reply = {"code": code, "message": message} | ({} if data is None else {"data": data})


class Unwanted(Exception):  # noqa: N818  the client's choice
    """The client has cancelled this request: no reply."""


class Desk(Protocol):
    """Who answers tool calls and reads resources."""

    def call(self, tool: Tool, arguments: Plain, tell: Callable[[int, int], None]) -> Plain:
        """Return the result of a tool call; faults are results too."""

    def resources(self) -> list[Plain]:
        """Return the resources worth listing."""

    def read(self, uri: str) -> str | None:
        """Return the text of a resource, None when there is none."""

    def answered(self) -> None:
        """Do what an answer has left to be done, now that it is sent."""

    def rest(self) -> None:
        """Do what is best done while nobody waits."""

    def close(self) -> None:
        """End."""


def decode(line: bytes) -> Any:  # noqa: ANN401  any JSON value
    """Read one line of JSON.

    Raises:
        Refusal: it is not JSON in UTF-8, holds NaN or infinity, or is nested beyond reason.
    """
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as fault:
        raise Refusal(PARSE_ERROR, f"this line is not JSON: {str(fault)[:200]}") from fault


def encode(message: object) -> bytes:
    """Write a message as ASCII in one line, so that no newline, separator or lone surrogate can break it."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii")


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def wanted_ids(message: object) -> tuple[Id, ...]:
    """Return the ids that a message waits for answers to."""
    parts = message if isinstance(message, list) else [message]
    ids = (as_id(part.get("id")) for part in parts if isinstance(part, dict))
    return tuple(one for one in ids if one is not None)


def cancelled_id(message: object) -> object:
    """Return the id that a cancellation names; None when the message is none."""
    if not isinstance(message, dict) or message.get("method") != "notifications/cancelled":
        return None
    params = message.get("params")
    return params.get("requestId") if isinstance(params, dict) else None


def as_id(value: object) -> Id | None:
    """Return a value that may be an id, None for any other."""
    return value if isinstance(value, (str, int)) and not isinstance(value, bool) else None


def _wants_nothing(message: Plain) -> bool:
    """Tell whether a message is a notification, or an answer to a question that was never asked."""
    if "method" not in message:
        return "result" in message or "error" in message
    return "id" not in message and isinstance(message["method"], str)


def failure(request: Id | None, refusal: Refusal) -> bytes:
    """Return an error as a whole message."""
    return encode({"jsonrpc": "2.0", "id": request, "error": refusal.reply})


class Speaker:
    """Answers messages for one profile.

    `desk` opens the desk at the first need, `notify` sends a notification at once, `unwanted` tells which
    requests were cancelled, `fault` notes a bug.
    """

    def __init__(
        self,
        profile: Profile,
        version: str,
        *,
        desk: Callable[[], Desk],
        notify: Callable[[bytes], None],
        unwanted: Callable[[Id], bool],
        fault: Callable[[str, Exception], None],
    ) -> None:
        self._profile, self._desk = profile, desk
        self._tools = {tool.name: tool for tool in profile.tools}
        self._info = {"name": "vademecum", "version": version}
        self._notify, self._unwanted, self._fault = notify, unwanted, fault
        self._methods: dict[str, Callable[[Plain, Id], Plain]] = {
            "initialize": self._initialize,
            "server/discover": self._discover,
            "ping": lambda _params, _id: {},
            "tools/list": self._list_tools,
            "tools/call": self._call,
            "prompts/list": self._list_prompts,
            "prompts/get": self._get_prompt,
            "resources/list": self._list_resources,
            "resources/templates/list": self._list_templates,
            "resources/read": self._read,
        }

    def reply(self, message: object) -> bytes | None:
        """Return what to send back, None for nothing; a batch is answered by a list."""
        if not isinstance(message, list):
            return self._reply_one(message)
        if not message:
            return failure(None, Refusal(INVALID_REQUEST, "an empty batch"))
        replies = [reply for reply in map(self._reply_one, message) if reply is not None]
        return b"[" + b",".join(replies) + b"]" if replies else None

    def _reply_one(self, message: object) -> bytes | None:
        if not isinstance(message, dict):
            return failure(None, Refusal(INVALID_REQUEST, "a message is an object"))
        if _wants_nothing(message):
            return None
        request = as_id(message.get("id"))
        if request is None:
            return failure(None, Refusal(INVALID_REQUEST, "an id is a string or an integer"))
        return self._attempt(message, request)

    def _attempt(self, message: Plain, request: Id) -> bytes | None:
        try:
            return encode({"jsonrpc": "2.0", "id": request, "result": self._result(message, request)})
        except Unwanted:
            return None
        except Refusal as refusal:
            return failure(request, refusal)
        except VademecumError as fault:
            return failure(request, Refusal(INTERNAL_ERROR, fault.message, {"code": fault.code, "hint": fault.hint}))
        except Exception as fault:  # noqa: BLE001  the MCP fence: a bug of ours must not end the conversation
            self._fault(str(message.get("method"))[:100], fault)
            return failure(request, Refusal(INTERNAL_ERROR, "a bug in vademecum; its log/mcp.jsonl says where"))

    def _result(self, message: Plain, request: Id) -> Plain:
        method, params = message.get("method"), message.get("params")
        if not isinstance(method, str):
            raise Refusal(INVALID_REQUEST, "a method is a string")
        if params is not None and not isinstance(params, dict):
            raise Refusal(INVALID_PARAMS, "params is an object")
        params = params or {}
        asked = _meta(params).get(_VERSION)
        if asked is not None and asked not in MODERN:
            supported = [*MODERN, *LEGACY]
            raise Refusal(OTHER_VERSION, "Unsupported protocol version", {"supported": supported, "requested": asked})
        if method not in self._methods:
            raise Refusal(NO_METHOD, f"no method {method[:100]}")
        if self._unwanted(request):
            raise Unwanted
        result = self._methods[method](params, request)
        if self._unwanted(request):
            raise Unwanted
        modern = asked is not None or method == "server/discover"
        return self._complete(method, result) if modern else result

    def _complete(self, method: str, result: Plain) -> Plain:
        whole = {**result, "resultType": "complete"}
        whole["_meta"] = {**result.get("_meta", {}), _META + "serverInfo": self._info}
        if method == "server/discover" or method.endswith(("/list", "/read")):
            whole |= {"ttlMs": 0, "cacheScope": "private"}
        return whole

    def _about(self) -> Plain:
        return {
            "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
            "instructions": self._profile.instructions,
        }

    def _initialize(self, params: Plain, _request: Id) -> Plain:
        asked = params.get("protocolVersion")
        agreed = asked if asked in LEGACY else LEGACY[0]
        return {"protocolVersion": agreed, "serverInfo": self._info} | self._about()

    def _discover(self, _params: Plain, _request: Id) -> Plain:
        return {"supportedVersions": [*MODERN, *LEGACY]} | self._about()

    def _list_tools(self, params: Plain, _request: Id) -> Plain:
        _no_cursor(params)
        return {"tools": [tool.listed() for tool in self._profile.tools]}

    def _call(self, params: Plain, request: Id) -> Plain:
        name, arguments = params.get("name"), params.get("arguments")
        if not isinstance(name, str) or name not in self._tools:
            known = ", ".join(self._tools)
            raise Refusal(INVALID_PARAMS, f"Unknown tool: {str(name)[:100]} (known are {known})")
        if arguments is not None and not isinstance(arguments, dict):
            raise Refusal(INVALID_PARAMS, "arguments is an object")
        return self._desk().call(self._tools[name], arguments or {}, self._teller(params, request))

    def _teller(self, params: Plain, request: Id) -> Callable[[int, int], None]:
        token = _meta(params).get("progressToken")
        told = -1

        def tell(done: int, total: int) -> None:
            nonlocal told
            if self._unwanted(request):
                raise Unwanted
            percent = done * 100 // total if total else 0
            if as_id(token) is not None and percent > told:
                told = percent
                progress = {"progressToken": token, "progress": done, "total": total}
                self._notify(encode({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress}))

        return tell

    def _list_prompts(self, params: Plain, _request: Id) -> Plain:
        _no_cursor(params)
        return {"prompts": [_RECALL]}

    def _get_prompt(self, params: Plain, request: Id) -> Plain:
        if params.get("name") != _RECALL["name"]:
            raise Refusal(INVALID_PARAMS, f"Unknown prompt: {str(params.get('name'))[:100]}")
        arguments = params.get("arguments")
        topic = arguments.get("topic") if isinstance(arguments, dict) else None
        if not isinstance(topic, str) or not topic.strip():
            raise Refusal(INVALID_PARAMS, "topic is missing")
        tool = self._tools[self._profile.recall]
        found = self._desk().call(tool, {"query": topic}, self._teller(params, request))
        text = f"What memory holds about: {_clipped(topic)}\n\n{found['content'][0]['text']}"
        message = {"role": "user", "content": {"type": "text", "text": text}}
        return {"description": _RECALL["description"], "messages": [message]}

    def _list_resources(self, params: Plain, _request: Id) -> Plain:
        _no_cursor(params)
        return {"resources": self._desk().resources()}

    def _list_templates(self, params: Plain, _request: Id) -> Plain:
        _no_cursor(params)
        template = {
            "uriTemplate": "memory://memory/{name}",
            "name": "memory",
            "description": "One memory, whole, by its name",
            "mimeType": "text/markdown",
        }
        return {"resourceTemplates": [template]}

    def _read(self, params: Plain, _request: Id) -> Plain:
        uri = params.get("uri")
        if not isinstance(uri, str):
            raise Refusal(INVALID_PARAMS, "uri is a string")
        text = self._desk().read(uri)
        if text is None:
            code = INVALID_PARAMS if _VERSION in _meta(params) else NO_RESOURCE
            raise Refusal(code, "Resource not found", {"uri": uri[:300]})
        return {"contents": [{"uri": uri, "mimeType": "text/markdown", "text": text}]}


def _meta(params: Plain) -> Plain:
    found = params.get("_meta")
    return found if isinstance(found, dict) else {}


def _clipped(topic: str) -> str:
    """Return a topic as one short line."""
    line = " ".join(topic.split())
    return line if len(line) <= _TOPIC_MOST else line[:_TOPIC_MOST] + " …"


def _no_cursor(params: Plain) -> None:
    if params.get("cursor") is not None:
        raise Refusal(INVALID_PARAMS, "there is one page only, so no cursor is known")
