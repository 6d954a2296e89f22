"""Killed between any two steps: every file is whole, and the next run does what is left, or undoes it."""

import json
import shutil
import signal
import subprocess
import sys

import pytest

from faces.stdio import environment
from hosts.conftest import tree
from vademecum.config import init_home
from vademecum.engine import agents

STEPS = "rename,unlink,fsync,link,linkat,mkdir,chmod,fchmod,rmdir"
STRACE = shutil.which("strace")
DO = """
import sys
from pathlib import Path
from vademecum.engine import agents
home = Path(sys.argv[1])
if sys.argv[2] == "connect":
    agents.connect(home, ["claude", "codex", "cursor"])
else:
    agents.uninstall(home)
"""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(STRACE is None, reason="strace kills at a chosen system call"),
]


def run(home, verb, kill_at):
    trace = ["-f", "-qq", "-o", "/dev/null", "-e", f"trace={STEPS}", "-e", f"inject={STEPS}:signal=KILL:when={kill_at}"]
    done = subprocess.run(
        [STRACE, *trace, sys.executable, "-c", DO, home, verb],
        env=environment(home),
        capture_output=True,
        check=False,
    )
    assert done.returncode in {0, -signal.SIGKILL, 128 + signal.SIGKILL}, done.stderr
    return done.returncode != 0


def make(user_dir, home):
    """Return a user's folder anew, with a file of settings and none beside it."""
    shutil.rmtree(user_dir)
    (user_dir / ".claude").mkdir(parents=True)
    (user_dir / ".claude" / "settings.json").write_bytes(b'{\r\n  "theme": "dark"\r\n}')
    (user_dir / ".codex").mkdir()
    (user_dir / ".codex" / "config.toml").write_bytes(b'model = "x"')
    init_home(home)
    return tree(user_dir)


def check_whole(user_dir):
    for path in user_dir.rglob("*.json"):
        json.loads(path.read_bytes())
    assert len(list(user_dir.rglob(".*.tmp"))) <= 1  # what a killed writer leaves; the next run takes it away


@pytest.mark.parametrize("verb", ["connect", "uninstall"])
def test_what_a_killed_run_left_the_next_one_completes_or_undoes(user_dir, home, verb):
    before = make(user_dir, home)
    agents.connect(home, ["claude", "codex", "cursor"])
    whole = tree(user_dir)
    killed = 0
    for number in range(1, 200):
        make(user_dir, home)
        if verb == "uninstall":
            agents.connect(home, ["claude", "codex", "cursor"])
        if not run(home, verb, number):
            break
        killed += 1
        check_whole(user_dir)
        if number % 2:
            agents.connect(home, ["claude", "codex", "cursor"])
            assert tree(user_dir) == whole
        agents.uninstall(home)
        assert tree(user_dir) == before, number
    assert killed > 10
