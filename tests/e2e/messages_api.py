"""A stand-in for the models' APIs on loopback: it plays the part that a test has written for it.

For the Messages API, a prompt that holds `act: NAME` is answered from the script NAME: first its tool calls, one a
turn, then its last line. The turn is counted from the tool results that follow the prompt, so the server keeps no
state. Every other request (a title for the session, a summary) gets a short text. So does every request of the two
other APIs that clients speak, OpenAI's Responses and Gemini's: there it is enough to see what was asked.
"""

import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_ACT = re.compile(r"act: (\w+)")


@dataclass(frozen=True)
class Script:
    """What the model does: calls tools with arguments, in order, then says a line."""

    calls: Sequence[tuple[str, dict[str, Any]]]
    line: str


class MessagesApi(ThreadingHTTPServer):
    """Listens on a free port of 127.0.0.1 and keeps the requests it got."""

    daemon_threads = True

    def __init__(self, scripts: Mapping[str, Script]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.scripts = scripts
        self.requests: list[dict[str, Any]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def blocks(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        """Return what the model says to a request."""
        name, turn = _place(request)
        script = self.scripts.get(name)
        if script is None:
            return [{"type": "text", "text": "ok"}]
        if turn < len(script.calls) and request.get("tools"):
            tool, arguments = script.calls[turn]
            return [{"type": "tool_use", "id": f"toolu_{name}_{turn}", "name": tool, "input": arguments}]
        return [{"type": "text", "text": script.line}]


def _place(request: dict[str, Any]) -> tuple[str, int]:
    """Return which script a conversation follows, and how many of its tool calls were answered."""
    name, turn = "", 0
    for message in request.get("messages", []):
        for block in _content(message):
            if block.get("type") == "tool_result":
                turn += 1
            elif message.get("role") == "user" and (found := _ACT.search(block.get("text", ""))):
                name, turn = found[1], 0
    return name, turn


def _content(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content") or []
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def said(request: dict[str, Any]) -> str:
    """Return everything that a request puts before the model, as one text."""
    if "messages" not in request:
        return json.dumps(request, ensure_ascii=False)
    parts = [json.dumps(request.get("system", ""), ensure_ascii=False)]
    parts += [json.dumps(_content(message), ensure_ascii=False) for message in request.get("messages", [])]
    return "\n".join(parts)


def offered(requests: Sequence[dict[str, Any]]) -> list[str]:
    """Return the names of the tools that the last of the requests with any gave the model."""
    told = [request["tools"] for request in requests if request.get("tools")]
    return [tool.get("name", "") for tool in told[-1]] if told else []


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: MessagesApi

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        other = next((answer for mark, answer in _OTHERS.items() if mark in self.path), None)
        if other:
            self.server.requests.append(request)
            self._send("text/event-stream", b"".join(other()))
            return
        if not self.path.startswith("/v1/messages") or "count_tokens" in self.path:
            self._send("application/json", json.dumps({"input_tokens": 1}).encode())
            return
        self.server.requests.append(request)
        blocks = self.server.blocks(request)
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": request.get("model", "model"),
            "content": blocks,
            "stop_reason": "tool_use" if blocks[0]["type"] == "tool_use" else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 10},
        }
        if request.get("stream"):
            self._send("text/event-stream", b"".join(_events(message)))
        else:
            self._send("application/json", json.dumps(message).encode())

    def do_GET(self) -> None:
        self._send("application/json", b"{}")

    def do_HEAD(self) -> None:
        self.do_GET()

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def _events(message: dict[str, Any]) -> Iterator[bytes]:
    """Yield a message as the stream of server-sent events that a client reads."""
    yield _event("message_start", message=message | {"content": [], "stop_reason": None})
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = block | {"input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield _event("content_block_start", index=index, content_block=empty)
        yield _event("content_block_delta", index=index, delta=delta)
        yield _event("content_block_stop", index=index)
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield _event("message_delta", delta=stop, usage=message["usage"])
    yield _event("message_stop")


def _event(kind: str, **data: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind} | data)}\n\n".encode()


def _responses() -> Iterator[bytes]:
    """Yield the short text as the Responses API does."""
    text = {"type": "output_text", "text": "ok", "annotations": []}
    item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text]}
    usage = {"input_tokens": 10, "output_tokens": 10, "total_tokens": 20}
    whole = {"id": "resp_1", "object": "response", "status": "completed", "output": [item], "usage": usage}
    yield _event("response.created", response=whole | {"status": "in_progress", "output": []})
    yield _event("response.output_item.added", output_index=0, item=item)
    yield _event("response.output_item.done", output_index=0, item=item)
    yield _event("response.completed", response=whole)


def _generated() -> Iterator[bytes]:
    """Yield the short text as the Gemini API does."""
    told = {"content": {"role": "model", "parts": [{"text": "ok"}]}, "finishReason": "STOP", "index": 0}
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 10, "totalTokenCount": 20}
    yield f"data: {json.dumps({'candidates': [told], 'usageMetadata': usage})}\n\n".encode()


_OTHERS = {"/responses": _responses, ":streamGenerateContent": _generated}
