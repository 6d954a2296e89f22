"""The real clients, each connected by `vade init --yes` and by nothing else: what their models are told by themselves.

Turns run without the MCP server, so what arrives is the hooks' work. A client that is not on the PATH is left out;
`tests/e2e/install_client.sh DIR NAME` fetches one.
"""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from e2e.clients import CLIENTS, ClaudeCode, Person, Run, find, play
from vademecum.testing.specimens import Specimens

pytestmark = pytest.mark.e2e

SESSION = "11111111-2222-4333-8444-555555555555"
FREEZE = ("--title", "Billing deploys", "--body", "Deploys of the billing service are frozen on Fridays; ask Marta.")
KNOWN = "ask Marta"
ASKED = "When may I deploy the billing service?"
ASKED_AGAIN = "And the billing service, may I deploy it on a Friday?"
UNRELATED = "Write a haiku about the sea in winter."

LOCKING = """
import pathlib, sqlite3, subprocess, sys

held = [sqlite3.connect(path, isolation_level=None) for path in pathlib.Path(sys.argv[1]).rglob("*.db")]
for one in held:
    one.execute("PRAGMA locking_mode = EXCLUSIVE")
    one.execute("BEGIN EXCLUSIVE")
sys.exit(subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL).returncode if held else "nothing to lock")
"""
WAITING = """
import sys, time
from vademecum import open_vault

deadline = time.monotonic() + 60
while time.monotonic() < deadline:
    with open_vault() as vault:
        if any(sys.argv[1] in version.memory.body for version in vault.browse()):
            sys.exit(0)
    time.sleep(0.2)
sys.exit("it never came")
"""
READING = """
import sys
from vademecum import completers, config

answer = completers.complete(sys.argv[1], "You extract facts.", "BEGIN x\\nact: distil\\nEND x\\n",
                             model="haiku", timeout_s=60, environment=config.child_environment())
print(answer.text, answer.tokens)
"""


@pytest.fixture(params=CLIENTS, ids=lambda kind: kind.name)
def person(request: pytest.FixtureRequest, tmp_path: Path) -> Person:
    return Person(tmp_path, find(request.param))


@pytest.fixture
def of_claude(tmp_path: Path) -> Person:
    return Person(tmp_path, find(ClaudeCode))


def connected(person: Person, *runs: Run) -> list[Run]:
    """Connect the client, write one memory in one project, and do more; return what came of that."""
    return person.play(person.connect(), person.vade("write", *FREEZE, cwd=person.alpha), *runs)[2:]


def told(run: Run) -> str:
    """Return all that was put before the model in a turn that went well."""
    assert run["out"].strip().endswith("ok"), (run["out"], run["err"])
    assert run["told"]
    return "\n".join(run["told"])


def test_a_memory_of_one_project_reaches_the_model_in_another_by_itself(person):
    fitting, unrelated = connected(person, person.asks(ASKED), person.asks(UNRELATED))

    assert KNOWN in told(fitting)
    assert UNRELATED in told(unrelated)
    assert KNOWN not in told(unrelated)


def test_a_session_begins_with_how_the_memory_is_used_and_what_there_is(person):
    (first,) = connected(person, person.asks(UNRELATED))

    assert "call `memory_search` with the words of the task" in told(first)
    assert "Remembered: 0 of beta, 1 for every project" in told(first)
    assert "- billing_deploys - Billing deploys" in told(first)
    assert not (person.memory / "log" / "hooks.log").exists()


def test_what_belongs_to_one_project_never_reaches_another(person):
    token = Specimens(12).fill("ghp_{w36}")
    port = ("--title", "Staging port", "--body", "The staging database listens on port 6543, not on the usual one.")
    login = ("--title", "Staging registry login", "--body", f"Log in to the staging registry with {token}.")
    asked = "Which port has the staging database, and how do I log in to the staging registry?"

    *_, at_home, elsewhere = connected(
        person,
        person.vade("write", "--scope", "project", *port, cwd=person.alpha),
        person.vade("write", "--scope", "project", *login, cwd=person.alpha),
        person.asks(asked, person.alpha),
        person.asks(asked),
    )

    assert "6543" in told(at_home)
    assert "6543" not in told(elsewhere)
    assert "registry login" not in told(elsewhere).lower()
    assert token not in told(at_home) + told(elsewhere)


def test_a_memory_is_given_once_in_a_session(person):
    first, second, other = connected(
        person,
        person.asks(ASKED, session=SESSION),
        person.asks(ASKED_AGAIN, session=SESSION, again=True),
        person.asks(ASKED_AGAIN),
    )

    assert told(first).count(KNOWN) == 1
    assert ASKED in told(second)  # the same conversation, with what it was given
    assert told(second).count(KNOWN) == 1
    assert told(other).count(KNOWN) == 1


@pytest.mark.parametrize("shell", ["fish", "zsh"])
@pytest.mark.parametrize("kind", CLIENTS, ids=lambda kind: kind.name)
def test_the_hook_runs_whatever_shell_the_user_has_and_however_the_folder_is_called(kind, shell, tmp_path):
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"no `{shell}` here")
    person = Person(tmp_path / "Ann O'Brien (home)", find(kind), shell=found)

    (turn,) = connected(person, person.asks(ASKED))

    assert KNOWN in told(turn)
    assert not (person.memory / "log" / "hooks.log").exists()


def garbled(person: Person, run: Run) -> Run:
    """Overwrite every byte of the index."""
    index = person.memory / "vaults" / "default" / "index.db"
    index.write_bytes(b"garbage " * (index.stat().st_size // 8))
    return run


def locked(person: Person, run: Run) -> Run:
    """Hold every database so that nobody else can read it."""
    return run | {"argv": [sys.executable, "-c", LOCKING, str(person.memory), *run["argv"]]}


def read_only(person: Person, run: Run) -> Run:
    """Let nothing be written in our home; root may write everywhere, so for root the file system says no."""
    mounted = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && ! touch "$0/x" 2>/dev/null && exec "$@"'
    closed = 'chmod -R a-w "$0" && ! touch "$0/x" 2>/dev/null && "$@"; code=$?; chmod -R u+w "$0"; exit $code'
    is_root = person.memory.stat().st_uid == 0
    shell = ["unshare", "-m", "sh", "-c", mounted] if is_root else ["sh", "-c", closed]
    return run | {"argv": [*shell, str(person.memory), *run["argv"]]}


def uninstalled(person: Person, run: Run) -> Run:
    """Delete the Python that the hooks are to run with."""
    shutil.rmtree(person.installation)
    return run


@pytest.mark.parametrize("harm", [garbled, locked, read_only, uninstalled], ids=lambda harm: harm.__name__)
def test_trouble_leaves_the_prompt_as_it_is(person, harm: Callable[[Person, Run], Run]):
    connected(person)

    (troubled,) = person.play(harm(person, person.asks(ASKED)))

    assert ASKED in told(troubled)
    assert "Traceback" not in told(troubled) + troubled["err"]
    if harm is not garbled:  # an index that cannot be read is made again when a session starts
        assert KNOWN not in told(troubled)


def test_a_compaction_is_not_held_up_and_what_was_said_and_given_outlives_it(of_claude):
    ask, same = "Please remember: the page size stays at 5000 rows.", {"session": SESSION, "again": True}
    compact = of_claude.asks("/compact", **same)
    compact["argv"][-1:] = ["--output-format", "stream-json", "--verbose", "--include-hook-events", "/compact"]

    *_, compacted, waited, again, later = connected(
        of_claude,
        of_claude.asks(ASKED, session=SESSION),
        of_claude.asks(ask, **same),
        compact,
        {"argv": [of_claude.python, "-c", WAITING, "page size stays at 5000 rows"], "cwd": str(of_claude.home)},
        of_claude.asks(ASKED_AGAIN, **same),
        of_claude.asks("At which page size do we stay?"),
    )

    assert "claude pre-compact] completed successfully" in compacted["out"]
    lines = map(json.loads, compacted["out"].splitlines())
    (boundary,) = (line for line in lines if line.get("subtype") == "compact_boundary")
    assert boundary["compact_metadata"]["duration_ms"] < 10_000  # what reads the conversation may take a minute
    assert waited["code"] == 0
    assert ASKED not in told(again)
    assert "Before the compaction this session was given: billing_deploys" in told(again)
    assert told(again).count(KNOWN) == 1
    assert "The page size stays at 5000 rows" in told(later)


def test_what_init_did_is_undone_to_the_byte(person, tmp_path):
    tidy = Person(tmp_path / "tidy", person.client, person.client.seed)
    before = settings_of(tidy)
    connected(tidy)
    assert settings_of(tidy) != before

    _, after, servers = tidy.play(
        tidy.vade("uninstall", "--yes"),
        tidy.asks(ASKED, server=True),
        {"argv": [tidy.client.program, "mcp", "list"], "cwd": str(tidy.beta)},
    )

    assert settings_of(tidy) == before
    assert not [left for name in before for left in (tidy.home / name).parent.glob("*vademecum*")]
    assert "vademecum" not in told(after).lower()
    assert KNOWN not in told(after)
    assert "vademecum" not in servers["out"] + servers["err"]


def settings_of(person: Person) -> dict[str, bytes]:
    """Return the user's own settings files."""
    return {name: (person.home / name).read_bytes() for name in person.client.seed}


def test_the_headless_client_reads_with_nothing_to_act_with_and_runs_no_hook(of_claude):
    connected(of_claude)
    (of_claude.home / ".claude" / "CLAUDE.md").write_text("a rule of the user", encoding="utf-8")
    read = {"argv": [of_claude.python, "-c", READING, of_claude.client.program], "cwd": str(of_claude.home)}

    (asked,) = play(of_claude.environment(), [read], {"distil": [[], '{"memories": []}']})

    assert asked["out"].strip() == '{"memories": []} 20', asked
    (said,) = asked["told"]
    assert "You extract facts." in said
    assert "a rule of the user" not in said
    assert "Billing" not in said
    assert not (of_claude.memory / "vaults" / "default" / "ledger").exists()
    assert not list((of_claude.home / ".claude").glob("projects/**/*.jsonl"))
