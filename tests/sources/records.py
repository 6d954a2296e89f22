"""Records as the hosts write them, files of them, and reading those in steps."""

import json
from itertools import cycle

from vademecum.sources.ports import Found
from vademecum.sources.sessions import read

SESSION = "3da5e42b-3f5f-49c0-bd00-7cc275947ec0"


def line(record):
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def prompt(text, uuid="", parent=None, **more):
    record = {"parentUuid": parent, "isSidechain": False, "type": "user", "message": {"role": "user", "content": text}}
    about = {"uuid": uuid, "timestamp": "2026-05-04T08:00:01.037Z", "cwd": "/home/ann/shop", "sessionId": SESSION}
    return record | (about if uuid else about | {"uuid": f"u-{text}"}) | more


def answer(*content, uuid="", parent=None, reply="msg_1", **more):
    blocks = [{"type": "text", "text": block} if isinstance(block, str) else block for block in content]
    message = {"id": reply, "type": "message", "role": "assistant", "content": blocks}
    record = {"parentUuid": parent, "isSidechain": False, "message": message, "type": "assistant"}
    about = {"uuid": uuid or f"a-{content}", "timestamp": "2026-05-04T08:00:02.000Z", "cwd": "/home/ann/shop"}
    return record | about | more


def tool(name, **given):
    return {"type": "tool_use", "id": "toolu_1", "name": name, "input": given}


def result(content, **more):
    block = {"tool_use_id": "toolu_1", "type": "tool_result", "content": content}
    return prompt([block], uuid=f"r-{content}"[:60]) | more


def codex(kind, payload, when="2026-05-04T08:00:01.037Z"):
    return {"timestamp": when, "ordinal": 1, "type": kind, "payload": payload}


def codex_message(speaker, text, when="2026-05-04T08:00:01.037Z"):
    item = {"type": f"{speaker}Message", "id": "x", "content": [{"type": "Text", "text": text}]}
    return codex("event_msg", {"type": "item_completed", "item": item}, when)


def written(path, *records):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(record if isinstance(record, bytes) else line(record) for record in records))
    return path


def found(path):
    status = path.stat()
    return Found(str(path), status.st_size, status.st_mtime_ns)


class Reading:
    """Reads a transcript to its end in steps of these sizes, and goes on when it has grown."""

    def __init__(self, path, host="claude", sizes=(8 * 1024 * 1024,), **more):
        self.path, self.host, self.sizes, self.more = path, host, cycle(sizes), more
        self.said, self.left, self.state, self.skipped, self.steps, self.again = [], [], {}, 0, 0, False
        self.on()

    def on(self):
        done = False
        while not done:
            step = read(self.host, found(self.path), self.state, most_bytes=next(self.sizes), **self.more)
            if step.again:
                self.said, self.left, self.skipped, self.again = [], [], 0, True
            self.said += step.said
            self.left += step.left
            self.skipped += step.skipped
            self.state = json.loads(json.dumps(step.state))
            self.session, self.agent, done = step.session, step.agent, step.done
            self.steps += 1
            assert self.steps < 100_000
        return self

    @property
    def turns(self):
        return [(said.turn, said.speaker, said.text) for said in self.said]

    @property
    def texts(self):
        return [said.text for said in self.said]


def reading(tmp_path, *records, host="claude", name=f"{SESSION}.jsonl", **more):
    return Reading(written(tmp_path / name, *records), host, **more)
