"""The real clients, each with what it takes to run one prompt offline; and a person who uses one of them."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
PLACES = "/usr/local/bin:/usr/bin:/bin"

Run = dict[str, Any]


def play(environment: Mapping[str, str], runs: Sequence[Run], scripts: Mapping[str, Any] | None = None) -> list[Run]:
    """Run commands beside the stand-in, in order, and return what came of each; see `stage.py`."""
    isolated = sys.platform == "linux" and os.geteuid() == 0 and shutil.which("unshare") is not None
    plan = {"isolated": isolated, "scripts": scripts or {}, "env": environment, "runs": runs}
    done = subprocess.run(
        [*(["unshare", "-n"] if isolated else []), sys.executable, str(HERE / "stage.py")],
        input=json.dumps(plan),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["runs"]


@dataclass(frozen=True)
class Client:
    """A client's program. `quiet` is what its settings need so that it looks nothing up, and `seed` a user's own
    settings as a careful person keeps them, both by file.
    """

    program: str
    name: ClassVar[str]
    variables: ClassVar[Mapping[str, str]]
    quiet: ClassVar[Mapping[str, str]] = {}
    seed: ClassVar[Mapping[str, str]]
    tool: ClassVar[str] = ""
    """What it puts before the names of our server's tools."""

    def prompt(self, text: str, *, session: str = "", again: bool = False, server: bool = False) -> list[str]:
        """Return the command of one prompt, in a new session or `again` in the one before; without the MCP server
        unless that is wanted. `session` is the id, for a client that can be told one.
        """
        raise NotImplementedError


class ClaudeCode(Client):
    name = "claude"
    variables: ClassVar = {
        "ANTHROPIC_API_KEY": "a-key-that-opens-nothing",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    seed: ClassVar = {
        ".claude/settings.json": '{\r\n\t"cleanupPeriodDays": 99,\r\n\t"hooks": {"Stop": [ {"hooks":[{"type":"command",'
        '"command":"true"}]} ]},\r\n\t"model" : "claude-sonnet-4-5"\r\n}\r\n'
    }

    def prompt(self, text: str, *, session: str = "", again: bool = False, server: bool = False) -> list[str]:
        which = ["--resume" if again else "--session-id", session] if session else []
        return [self.program, "-p", *which, *([] if server else ["--strict-mcp-config"]), text]


class Codex(Client):
    name = "codex"
    variables: ClassVar = {"OPENAI_API_KEY": "a-key-that-opens-nothing"}
    seed: ClassVar = {
        ".codex/config.toml": '# mine\nmodel   =   "gpt-5"   # as ever\n\n[mcp_servers.other]\ncommand = "true"\n',
        ".codex/hooks.json": '{"hooks": {\n   "Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}',
    }

    def prompt(
        self,
        text: str,
        *,
        session: str = "",  # noqa: ARG002  it names its sessions itself
        again: bool = False,
        server: bool = False,
    ) -> list[str]:
        # The flag stands for the user's trust, which is given in a dialog that has no place here.
        flags = ["--skip-git-repo-check", "--dangerously-bypass-hook-trust", *self.told(server=server)]
        return [self.program, "exec", *(["resume", "--last"] if again else []), *flags, text]

    def told(self, *, server: bool) -> list[str]:
        """Return what it is told on the command line so that it asks the stand-in, and nobody else."""
        stand_in = '{name = "x", base_url = "{api}/v1", wire_api = "responses", env_key = "OPENAI_API_KEY"}'
        settings = [
            'model="gpt-5"',
            'model_provider="x"',
            f"model_providers.x={stand_in}",
            "check_for_update_on_startup=false",
            "analytics.enabled=false",
            "features.plugins=false",
            "features.daemon_auto_start=false",
            *([] if server else ["mcp_servers.vademecum.enabled=false"]),
        ]
        return [word for setting in settings for word in ("-c", setting)]


class Gemini(Client):
    name = "gemini"
    variables: ClassVar = {"GEMINI_API_KEY": "a-key-that-opens-nothing"}
    quiet: ClassVar = {
        ".gemini/settings.json": '{"security": {"auth": {"selectedType": "gemini-api-key"}},\n'
        ' "privacy": {"usageStatisticsEnabled": false}, "general": {"enableAutoUpdate": false}}\n'
    }
    seed: ClassVar = {
        ".gemini/settings.json": '// mine\n{"security": {"auth": {"selectedType": "gemini-api-key"}}, // a key\n'
        '    "privacy": {"usageStatisticsEnabled": false}, "general": {"enableAutoUpdate": false},\n'
        '    "hooks": {"AfterAgent": [{"hooks": [{"type": "command", "command": "true"}]}]}}'
    }

    def prompt(self, text: str, *, session: str = "", again: bool = False, server: bool = False) -> list[str]:
        which = ["--resume", "latest"] if again else ["--session-id", session] if session else []
        servers = [] if server else ["--allowed-mcp-server-names", "none"]
        # A folder that is not trusted runs no hook; the model is named since `auto` asks another model first.
        return [self.program, "--skip-trust", "-m", "gemini-2.5-flash", *which, *servers, "-p", text]


class OpenCode(Client):
    name = "opencode"
    tool = "vademecum_"
    variables: ClassVar = {}
    quiet: ClassVar = {
        ".config/opencode/opencode.json": '{"autoupdate": false, "share": "disabled", "provider": {"anthropic":'
        ' {"options": {"apiKey": "a-key-that-opens-nothing", "baseURL": "{env:ANTHROPIC_BASE_URL}/v1"}}}}\n'
    }
    seed: ClassVar = {
        ".config/opencode/opencode.json": '// mine\n{\r\n\t"autoupdate": false, "share": "disabled", // as ever\n'
        '  "mcp": {"other": {"type": "local", "command": ["true"], "enabled": false}},\n  "provider": {"anthropic":'
        ' {"options": {"apiKey": "a-key-that-opens-nothing", "baseURL": "{env:ANTHROPIC_BASE_URL}/v1"}}}}'
    }

    def prompt(
        self,
        text: str,
        *,
        session: str = "",  # noqa: ARG002  it names its sessions itself
        again: bool = False,
        server: bool = False,  # noqa: ARG002  it has nothing else of ours
    ) -> list[str]:
        which = ["--continue"] if again else []
        return [self.program, "run", "-m", "anthropic/claude-sonnet-4-5", *which, text]


class Cline(Client):
    name = "cline"
    tool = "vademecum__"
    # Without the variable a process that serves later sessions stays behind.
    variables: ClassVar = {"CLINE_SESSION_BACKEND_MODE": "local"}
    seed: ClassVar = {
        ".cline/data/settings/cline_mcp_settings.json": '{\n\t"mcpServers": {"other": {"command": "true", "args": [],'
        ' "disabled": true}} }\n'
    }

    def prompt(
        self,
        text: str,
        *,
        session: str = "",  # noqa: ARG002  it names its sessions itself
        again: bool = False,  # noqa: ARG002  one prompt is one session
        server: bool = False,  # noqa: ARG002  it has nothing else of ours
    ) -> list[str]:
        provider = {"provider": "anthropic", "model": "claude-sonnet-4-5", "apiKey": "a-key", "baseUrl": "{api}/v1"}
        kept = {"settings": provider, "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}
        said = {"version": 1, "lastUsedProvider": "anthropic", "modes": {}, "providers": {"anthropic": kept}}
        # Where its models are is kept in a file; only the run knows on which port the stand-in listens.
        keep = 'd="$HOME/.cline/data/settings"; mkdir -p "$d"; printf %s "$1" >"$d/providers.json"; shift; exec "$@"'
        return ["sh", "-c", keep, "sh", json.dumps(said), self.program, text]


CLIENTS = (ClaudeCode, Codex, Gemini)
"""Those that run our hooks."""

SERVED = (OpenCode, Cline)
"""Those that have the MCP server alone."""


def find(kind: type[Client]) -> Client:
    """Return a client that is on the PATH; a test that needs one which is not is left out."""
    program = shutil.which(kind.name)
    if program is None:
        pytest.skip(f"no `{kind.name}` on the PATH: tests/e2e/install_client.sh DIR {kind.name} fetches it")
    return kind(program)


class Person:
    """Somebody with an empty home, two projects, one client, and Vademecum in an environment of its own."""

    def __init__(
        self, root: Path, client: Client, files: Mapping[str, str] | None = None, *, shell: str = "/bin/sh"
    ) -> None:
        self.client, self.shell = client, shell
        self.home, self.alpha, self.beta = (root / name for name in ("home", "alpha", "beta"))
        for folder in (self.home, self.alpha, self.beta):
            folder.mkdir(parents=True)
        for name, text in (files if files is not None else client.quiet).items():
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).write_bytes(text.encode())
        self.memory = self.home / ".vademecum"
        self.installation = _installed(root / "installation")

    def environment(self) -> dict[str, str]:
        """Return all that the client and the command see."""
        own = {"HOME": str(self.home), "LANG": "C.UTF-8", "TERM": "dumb", "SHELL": self.shell}
        return own | {"PATH": f"{Path(self.client.program).parent}:{PLACES}", **self.client.variables}

    def vade(self, *arguments: str, cwd: Path | None = None) -> Run:
        """Return the run of one of our commands."""
        return {"argv": [str(self.installation / "bin" / "vade"), *arguments], "cwd": str(cwd or self.home)}

    @property
    def python(self) -> str:
        """The Python that Vademecum is installed in."""
        return str(self.installation / "bin" / "python")

    def connect(self) -> Run:
        """Return the run that connects the client: all that a user does."""
        return self.vade("init", "--client", self.client.name, "--yes")

    def asks(self, text: str, cwd: Path | None = None, **how: Any) -> Run:
        """Return the run of one prompt, in the other project unless said otherwise."""
        return {"argv": self.client.prompt(text, **how), "cwd": str(cwd or self.beta)}

    def play(self, *runs: Run, scripts: Mapping[str, Any] | None = None) -> list[Run]:
        """Do it, all of it in good order."""
        done = play(self.environment(), runs, scripts)
        for run, what in zip(done, runs, strict=True):
            assert run["code"] == 0, (what["argv"], run["out"][-2000:], run["err"][-2000:])
        return done


def _installed(folder: Path) -> Path:
    """Make a virtual environment with this checkout in it and a `vade`, without the network."""
    venv.EnvBuilder(symlinks=True, with_pip=False).create(folder)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    paths = f"{SOURCE}\n{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n"
    (folder / "lib" / version / "site-packages" / "checkout.pth").write_text(paths, encoding="utf-8")
    vade = folder / "bin" / "vade"
    # As pip starts a command whose Python lies in a folder with a space: no first line of a script can name that.
    shell = f"#!/bin/sh\n'''exec' \"{folder}/bin/python\" \"$0\" \"$@\"\n' '''\n"
    start = "import sys\nfrom vademecum.faces.entry import main\n\nsys.exit(main())\n"
    vade.write_text(shell + start, encoding="utf-8")
    vade.chmod(0o755)
    return folder
