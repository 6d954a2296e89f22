"""Runs a real client against the stand-in, and says what happened: a plan on standard input, a report on output.

Started by the tests in a network namespace of its own where that is possible, so that nothing can leave the
machine; the client, the stand-in and this script share it.

    plan    {"isolated": bool, "scripts": {name: [[[tool, arguments], ...], line]}, "env": {...},
             "runs": [{"argv": [...], "cwd": "..."}, ...]}    "{api}" in an argument is where the stand-in listens
             a run with "talk": [[keys, text], ...] has a terminal: the keys are pressed until the text is shown
    report  {"runs": [{"code", "out", "err", "told": [everything put before the model, one text a request],
                       "tools": [the names of the tools that it could call at last]}, ...]}
"""

import fcntl
import json
import socket
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from messages_api import MessagesApi, Script, offered, said
from terminal import Screen

RUN_MOST_S = 120
_BASES = ("ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL")


def loopback_up() -> None:
    """Switch the loopback interface on: a new network namespace starts with it off."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        set_flags, up_and_running = 0x8914, 0x41
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh14x", b"lo", up_and_running))


def play(plan: dict[str, Any]) -> dict[str, Any]:
    """Run every command of the plan, in order."""
    if plan["isolated"]:
        loopback_up()
    scripts = {name: Script([tuple(call) for call in calls], line) for name, (calls, line) in plan["scripts"].items()}
    runs = []
    with MessagesApi(scripts) as api:
        for run in plan["runs"]:
            before = len(api.requests)
            run["argv"] = [word.replace("{api}", api.url) for word in run["argv"]]
            done = (talked if "talk" in run else ran)(run, plan["env"] | dict.fromkeys(_BASES, api.url))
            asked = api.requests[before:]
            runs.append(done | {"told": [said(request) for request in asked], "tools": offered(asked)})
        api.shutdown()
    return {"runs": runs}


def ran(run: dict[str, Any], env: dict[str, str]) -> dict[str, Any]:
    """Run a command to its end."""
    done = subprocess.run(
        run["argv"],
        cwd=run["cwd"],
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=RUN_MOST_S,
        check=False,
    )
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


def talked(run: dict[str, Any], env: dict[str, str]) -> dict[str, Any]:
    """Talk with a program on a terminal; the code is 0 when it showed all that it should."""
    screen = Screen(run["argv"], run["cwd"], env | {"TERM": "xterm-256color"})
    try:
        missed = [text for keys, text in run["talk"] if not screen.press(keys, text)]
    finally:
        screen.leave()
    return {"code": len(missed), "out": screen.text(), "err": f"never shown: {missed}" if missed else ""}


if __name__ == "__main__":
    json.dump(play(json.load(sys.stdin)), sys.stdout)
