"""How fast transcripts are read: MB/s over a generated folder, by the clock and by the processor's time, and the milliseconds of a look at 5,000 files.

    python bench/transcripts.py [megabytes] [--kind new|old|codex]

`new` has what Claude Code writes since 2.1.3xx: whole requests beside each message. `old` has messages and tool
results only. Nothing outside a temporary folder is touched.
"""

import argparse
import json
import random
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from vademecum.sources.sessions import Hosts, read, transcripts

WORDS = """
the build fails because worker retries every queue message before staging deploy of payments service with timeout after
migration index column user session cache token tests pass locally fix branch review merge
""".split()  # noqa: SIM905  words are read more easily so
MANY = 5_000


class Session:
    """Makes the lines of one session; `chance` is seeded, so that every run has the same bytes."""

    def __init__(self, chance: random.Random, kind: str) -> None:
        self.chance, self.kind, self.parent = chance, kind, None
        self.id = str(uuid.UUID(int=chance.getrandbits(128), version=4))
        self.second = 0

    def text(self, least: int, most: int) -> str:
        words = self.chance.choices(WORDS, k=self.chance.randint(least, most))
        return ". ".join(" ".join(words[n : n + 12]).capitalize() for n in range(0, len(words), 12)) + "."

    def code(self, size: int) -> str:
        return "".join(f'{n}\tdef handler_{n}(value):\n\t\treturn "{n}\\\\" + value\n' for n in range(size // 60))

    def record(self, **more: object) -> str:
        own = str(uuid.UUID(int=self.chance.getrandbits(128), version=4))
        self.second += 1
        when = f"2026-05-04T{self.second // 3600 % 24:02}:{self.second // 60 % 60:02}:{self.second % 60:02}.000Z"
        about = {"cwd": "/home/ann/shop", "sessionId": self.id, "version": "2.1.332", "gitBranch": "main"}
        plain = {"parentUuid": self.parent, "isSidechain": False} | more | {"uuid": own, "timestamp": when} | about
        self.parent = own
        return json.dumps(plain, separators=(",", ":"), ensure_ascii=False) + "\n"

    def other(self, kind: str, **more: object) -> str:
        return json.dumps({"type": kind, "sessionId": self.id} | more, separators=(",", ":")) + "\n"

    def lines(self, turns: int) -> Iterator[str]:
        if self.kind == "new":
            yield self.other(
                "api-request-shape",
                shapeHash="a" * 64,
                shape={"system": self.text(6000, 8000), "tools": self.code(40_000)},
            )
        for _ in range(turns):
            yield from self.turn()

    def turn(self) -> Iterator[str]:
        prompt = self.text(8, 120)
        yield self.record(
            type="user", message={"role": "user", "content": prompt}, promptSource="typed", origin={"kind": "human"}
        )
        if self.kind == "new":
            yield self.other("queue-operation", content=prompt)
            yield self.other("last-prompt", lastPrompt=prompt)
            for kind in ("environment", "deferred_tools_delta", "instructions", "skill_listing"):
                yield self.record(
                    attachment={"type": kind, "content": self.text(40, 300)}, type="attachment", rendered=[]
                )
        for _ in range(self.chance.randint(2, 8)):
            yield from self.call()
        yield from self.answer([{"type": "text", "text": self.text(60, 300)}])

    def call(self) -> Iterator[str]:
        number = f"toolu_{self.chance.getrandbits(64):x}"
        yield from self.answer([{"type": "text", "text": self.text(5, 30)}])
        yield from self.answer(
            [{"type": "tool_use", "id": number, "name": "Read", "input": {"file_path": "/home/ann/shop/src/app.py"}}]
        )
        code = self.code(self.chance.randint(500, 12_000))
        result = {"tool_use_id": number, "type": "tool_result", "content": code}
        file = {"type": "text", "file": {"filePath": "/home/ann/shop/src/app.py", "content": code, "numLines": 200}}
        yield self.record(type="user", message={"role": "user", "content": [result]}, toolUseResult=file)

    def answer(self, content: list[dict[str, object]]) -> Iterator[str]:
        if self.kind == "new":
            yield self.other("api-request-blob", hash="b" * 64, message={"role": "user", "content": self.code(3000)})
            yield self.other("api-request", id=self.id, shapeHash="a" * 64, params={"messages": ["c" * 64] * 15})
        usage = {"input_tokens": 12, "cache_read_input_tokens": 2000, "output_tokens": 40}
        about = {"id": f"msg_{self.chance.getrandbits(64):x}", "type": "message", "role": "assistant", "model": "m"}
        message = about | {"content": content, "stop_reason": None, "usage": usage}
        yield self.record(message=message, requestId="req_1", type="assistant")


def rollout(chance: random.Random, turns: int) -> Iterator[str]:
    """Yield the lines of a Codex rollout."""
    maker = Session(chance, "codex")

    def line(kind: str, payload: dict[str, object]) -> str:
        maker.second += 1
        when = f"2026-05-01T{maker.second // 3600 % 24:02}:{maker.second // 60 % 60:02}:{maker.second % 60:02}.000Z"
        plain = {"timestamp": when, "ordinal": maker.second, "type": kind, "payload": payload}
        return json.dumps(plain, separators=(",", ":")) + "\n"

    yield line(
        "session_meta",
        {"id": maker.id, "cwd": "/home/ann/shop", "source": "cli", "base_instructions": maker.text(3000, 4000)},
    )
    for _ in range(turns):
        for speaker, kind in (("UserMessage", "text"), ("AgentMessage", "Text")):
            text = maker.text(10, 150)
            yield line(
                "response_item", {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}
            )
            item = {"type": speaker, "id": "x", "content": [{"type": kind, "text": text}]}
            yield line("event_msg", {"type": "item_completed", "item": item})
            yield line("event_msg", {"type": "token_count", "info": {"total": [1] * 200}})
        for _ in range(4):
            yield line(
                "response_item",
                {
                    "type": "function_call",
                    "name": "exec_command",
                    "arguments": '{"cmd":"pytest -q"}',
                    "call_id": str(maker.second),
                },
            )
            yield line("response_item", {"type": "function_call_output", "call_id": "c", "output": maker.code(6000)})


def generate(root: Path, megabytes: int, kind: str) -> int:
    """Write sessions of about 8 MB each; return the bytes."""
    chance = random.Random(20260504)
    total = 0
    while total < megabytes * 1_000_000:
        session = Session(chance, kind)
        lines = rollout(chance, 250) if kind == "codex" else session.lines(60 if kind == "new" else 90)
        folder = root / "-home-ann-shop"
        folder.mkdir(exist_ok=True)
        path = folder / f"{session.id}.jsonl"
        path.write_text("".join(lines), encoding="utf-8")
        total += path.stat().st_size
    return total


def measure(root: Path, host: str) -> tuple[float, float, int, int]:
    """Read everything; return the seconds by the clock and of the processor, the parts told, and their characters."""
    parts = characters = 0
    began, busy = time.perf_counter(), time.process_time()
    hosts = Hosts(codex=root) if host == "codex" else Hosts(claude=root)
    for name, found in transcripts(hosts):
        state, done = {}, False
        while not done:
            step = read(name, found, state)
            state, done = step.state, step.done
            parts += len(step.said)
            characters += sum(len(said.text) for said in step.said)
    return time.perf_counter() - began, time.process_time() - busy, parts, characters


def look(root: Path) -> float:
    """Make many empty transcripts; return the milliseconds that a warm look takes."""
    for number in range(MANY):
        folder = root / f"-home-ann-{number % 50}"
        folder.mkdir(exist_ok=True)
        (folder / f"{number:08x}-0000-4000-8000-000000000000.jsonl").touch()
    best = 1e9
    for _ in range(5):
        began = time.perf_counter()
        count = sum(1 for _ in transcripts(Hosts(claude=root)))
        best = min(best, time.perf_counter() - began)
    assert count == MANY
    return best * 1000


def main() -> None:
    """Generate, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("megabytes", nargs="?", type=int, default=200)
    parser.add_argument("--kind", choices=["new", "old", "codex"], default="new")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="transcripts-") as folder:
        size = generate(Path(folder), wanted.megabytes, wanted.kind)
        seconds, busy, parts, characters = min(measure(Path(folder), wanted.kind) for _ in range(3))
        print(f"{wanted.kind}: {size / 1e6:.0f} MB in {seconds:.2f} s: {size / 1e6 / seconds:.0f} MB/s")
        print(f"  {busy:.2f} s of the processor: {size / 1e6 / busy:.0f} MB/s")
        print(f"  {parts} parts, {characters / 1e6:.1f} M characters")
    with tempfile.TemporaryDirectory(prefix="transcripts-") as folder:
        print(f"a look at {MANY} files: {look(Path(folder)):.0f} ms")


if __name__ == "__main__":
    main()
