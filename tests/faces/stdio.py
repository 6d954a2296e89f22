"""A small MCP client over real standard input and output, for tests."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

SOURCE = Path(__file__).parents[2] / "src"
START = "import sys; sys.argv[0] = 'vade'; from vademecum.faces.entry import main; main()"
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}


def command(*arguments: str) -> list[str]:
    """Return the command line of `vade` from this checkout."""
    return [sys.executable, "-c", START, *arguments]


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return a small environment: nothing of the test's own leaks into the process."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR") if name in os.environ}  # noqa: TID251  for a child process
    own = {"VADEMECUM_HOME": str(home), "PYTHONPATH": str(SOURCE), "HOME": str(home.parent), "PYTHONUTF8": "0"}
    return kept | own | more


class Client:
    """One conversation with `vade serve`."""

    def __init__(
        self, home: Path, *arguments: str, cwd: Path | None = None, env: Mapping[str, str] | None = None, **popen: Any
    ):
        self.process = subprocess.Popen(
            command("serve", *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=popen.pop("stderr", subprocess.PIPE),
            cwd=cwd or home.parent,
            env=environment(home, **(env or {})),
            **popen,
        )
        self._next = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def send(self, *messages: object) -> None:
        """Send messages, or lines of raw bytes."""
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self) -> Any:
        """Return the next message; every line must be JSON."""
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), f"the server ended: {line!r}"
        return json.loads(line)

    def ask(self, method: str, params: dict[str, Any] | None = None, *, modern: bool = True) -> dict[str, Any]:
        """Ask and return the whole reply."""
        self._next += 1
        meta = {"_meta": MODERN | (params or {}).get("_meta", {})} if modern else {}
        self.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": (params or {}) | meta})
        while True:
            reply = self.read()
            if reply.get("id") == self._next:
                return reply

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return its result."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]

    def end(self) -> int:
        """Close the input, wait for the end, and return the exit code."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            return self.process.wait(timeout=20)
        finally:
            for stream in (self.process.stdout, self.process.stderr):
                if stream:
                    stream.close()


def wait_for_end(process: subprocess.Popen[bytes], seconds: float) -> float:
    """Return how long the process took to end, at most `seconds`."""
    began = time.monotonic()
    process.wait(timeout=seconds)
    return time.monotonic() - began
