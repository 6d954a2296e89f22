"""What happens to agents' files between the first connection and the last: others' edits, links, other programs."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from faces.stdio import command, environment
from faces.terminal import vade
from hosts.agents import CLINE, DATA, ENTRY, commands, is_ours, loaded
from hosts.conftest import tree

pytestmark = pytest.mark.usefixtures("home")

FOREIGN = {"type": "stdio", "command": "/opt/other/vademecum-notes", "args": ["serve"]}


def connect(*arguments):
    return vade("init", "--client", "claude", "--yes", "--no-import", *arguments)


def ended() -> int:
    """Return the number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", "pass"]) as process:
        return process.pid


def put(path: Path, data: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_hooks_and_server_are_written_as_the_agent_wants_them(claude, user_dir):
    connect()

    hooks = loaded(claude / "settings.json")["hooks"]
    assert list(hooks) == ["SessionStart", "UserPromptSubmit", "SessionEnd", "PreCompact", "SubagentStart"]
    (group,) = hooks["UserPromptSubmit"]
    (handler,) = group["hooks"]
    assert (handler["type"], handler["timeout"]) == ("command", 5)
    assert handler["command"].startswith(f'"{sys.executable}" -I -S -c "import sys;sys.path[:0]=[\'')
    assert handler["command"].endswith(f"'];{ENTRY}\" claude prompt")
    server = loaded(user_dir / ".claude.json")["mcpServers"]["vademecum"]
    assert server["type"] == "stdio"
    assert Path(server["command"]).is_absolute()
    assert server["args"][-1] == "serve"


def test_gemini_waits_in_milliseconds_and_has_its_own_names(user_dir):
    vade("init", "--client", "gemini", "--yes")

    hooks = loaded(user_dir / ".gemini" / "settings.json")["hooks"]
    assert {name: group[0]["hooks"][0]["timeout"] for name, group in hooks.items()} == {
        "SessionStart": 10_000,
        "BeforeAgent": 5_000,
        "SessionEnd": 10_000,
    }


def test_the_moment_before_an_action_is_asked_for_only_when_it_is_wanted(claude):
    connect()
    vade("config", "inject.at_action", "true")
    connect()
    (group,) = loaded(claude / "settings.json")["hooks"]["PreToolUse"]
    assert "Edit" in group["matcher"]

    vade("config", "inject.at_action", "false")
    connect()
    assert "PreToolUse" not in loaded(claude / "settings.json")["hooks"]


@pytest.mark.parametrize("name", ["crlf.json", "tabs_no_newline.json", "minified.json", "foreign_keys_unicode.json"])
def test_what_is_added_is_written_in_the_files_own_style(claude, name):
    before = (DATA / name).read_bytes().decode()
    path = put(claude / "settings.json", before.encode())

    connect()

    after = path.read_bytes().decode()
    assert after.endswith(before[-2:])
    assert after.count("\r\n") == after.count("\n") or "\r\n" not in before
    assert ("\n" in after) == ("\n" in before)
    margins = {line[: len(line) - len(line.lstrip())] for line in after.splitlines()} - {""}
    step = next((line[: -len(line.lstrip())] for line in before.splitlines() if line[:1].isspace()), "")
    assert all(margin.replace(step, "") == "" for margin in margins) if step else margins == set()


def test_what_others_add_meanwhile_stays_when_ours_goes(claude, user_dir):
    path = put(claude / "settings.json", '{\n  "theme": "dark"\n}\n')
    connect()
    said = loaded(path)
    said["model"] = "größer"
    said["hooks"]["Stop"] = [{"hooks": [{"type": "command", "command": "bell"}]}]
    said["hooks"]["UserPromptSubmit"].append({"hooks": [{"type": "command", "command": "other-tool"}]})
    path.write_text(json.dumps(said, indent=2), encoding="utf-8")
    state = loaded(user_dir / ".claude.json")
    (user_dir / ".claude.json").write_text(json.dumps(state | {"numStartups": 3}), encoding="utf-8")

    said = vade("uninstall", "--json")

    assert loaded(path) == {
        "theme": "dark",
        "hooks": {
            "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "other-tool"}]}],
            "Stop": [{"hooks": [{"type": "command", "command": "bell"}]}],
        },
        "model": "größer",
    }
    assert loaded(user_dir / ".claude.json") == {"numStartups": 3}
    (backup,) = [one["backup"] for one in said.json["agents"] if one["backup"]]
    assert Path(backup).read_bytes() == b'{\n  "theme": "dark"\n}\n'
    assert vade("uninstall", "--json").json["agents"] == []


def test_what_others_change_between_two_connections_is_never_undone(claude):
    path = put(claude / "settings.json", '{"theme":"dark"}')
    connect()
    path.write_text(path.read_text(encoding="utf-8").replace('"dark"', '"light"'), encoding="utf-8")
    vade("config", "inject.at_action", "true")
    connect()

    vade("uninstall")

    assert path.read_text(encoding="utf-8") == '{"theme":"light"}'


def test_the_first_backup_is_never_written_over(claude):
    path = put(claude / "settings.json", '{"theme":"dark"}')
    connect()
    vade("config", "inject.at_action", "true")
    connect()

    assert path.with_name("settings.json.vademecum.bak").read_bytes() == b'{"theme":"dark"}'

    path.write_text('{"theme":"light", "x": 1}', encoding="utf-8")
    vade("uninstall")
    connect()
    assert path.with_name("settings.json.vademecum.bak").read_bytes() == b'{"theme":"dark"}'
    assert path.with_name("settings.json.vademecum.bak1").read_bytes() == b'{"theme":"light", "x": 1}'


def test_an_entry_of_another_installation_is_replaced_and_not_doubled(claude, user_dir):
    connect()
    path, state = claude / "settings.json", user_dir / ".claude.json"
    path.write_text(path.read_text(encoding="utf-8").replace(sys.executable, "/gone/bin/python"), encoding="utf-8")
    other = {
        "mcpServers": {
            "vademecum": {"type": "stdio", "command": "/gone/bin/vade", "args": ["serve"], "env": {"A": "1"}}
        }
    }
    put(state, json.dumps(other))

    assert "belongs to another installation" in vade("status").out
    connect()

    assert "/gone" not in path.read_text(encoding="utf-8") + state.read_text(encoding="utf-8")
    assert len([one for one in commands(loaded(path)) if is_ours(one)]) == 5
    assert len(loaded(state)["mcpServers"]) == 1


def test_a_server_that_a_user_added_by_name_is_left_and_goes_with_the_rest(claude, user_dir):
    state = put(
        user_dir / ".claude.json", '{"mcpServers":{"vademecum":{"command":"vade","args":["serve","--user","ann"]}}}'
    )
    connect()
    assert state.read_bytes().count(b"vade") == 2
    vade("uninstall")
    assert loaded(state) == {}


def test_a_foreign_server_of_our_name_is_told_and_stays(claude, user_dir):
    state = put(user_dir / ".claude.json", json.dumps({"mcpServers": {"vademecum": FOREIGN}}))
    before = state.read_bytes()

    said = connect()

    assert said.code == 1
    assert "another MCP server is called vademecum" in said.out
    assert vade("uninstall").code == 0
    assert state.read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="links and modes of POSIX")
def test_a_link_stays_a_link_and_a_mode_a_mode(claude, user_dir):
    target = put(user_dir / "dotfiles" / "claude.json", '{"theme": "dark"}\n')
    target.chmod(0o640)
    (claude / "settings.json").symlink_to("../dotfiles/claude.json")
    before = tree(user_dir)

    connect()

    assert (claude / "settings.json").is_symlink()
    assert ENTRY in target.read_text(encoding="utf-8")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    vade("uninstall")
    assert tree(user_dir) == before


def test_claudes_state_is_where_its_folder_is_set(user_dir, tmp_path, monkeypatch):
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "elsewhere"))
    connect()
    assert ENTRY in (tmp_path / "elsewhere" / "settings.json").read_text(encoding="utf-8")
    assert "vademecum" in loaded(tmp_path / "elsewhere" / ".claude.json")["mcpServers"]
    assert not (user_dir / ".claude.json").exists()

    monkeypatch.delenv("CLAUDE_CONFIG_DIR")
    vade("uninstall")
    assert not (tmp_path / "elsewhere").exists()


def test_comments_stay_where_the_agent_reads_them(user_dir):
    text = '{\n  // mine\n  "servers": {\n    "a": {"command": "x"} // keep\n  } /* end */\n}\n'
    path = put(user_dir / ".gemini" / "settings.json", text.replace("servers", "mcpServers"))

    assert vade("init", "--client", "gemini", "--yes").code == 0
    after = path.read_text(encoding="utf-8")
    assert all(part in after for part in ("// mine\n", '{"command": "x"}, // keep\n', "/* end */"))
    path.write_text(after.replace("mine", "yours"), encoding="utf-8")
    vade("uninstall")
    assert path.read_text(encoding="utf-8") == text.replace("servers", "mcpServers").replace("mine", "yours")


def test_a_rehearsal_shows_the_very_change_and_makes_nothing(claude, user_dir, home):
    path = put(claude / "settings.json", '{\n  "theme": "dark"\n}')
    before = tree(user_dir)

    said = vade("init", "--dry-run")

    assert said.code == 0
    assert tree(user_dir) == before
    assert not home.exists()
    assert f"--- {path}\n+++ {path}\n" in said.out
    assert '\n-  "theme": "dark"\n+  "theme": "dark",\n' in said.out
    assert f"--- {os.devnull}\n+++ {user_dir / '.claude.json'}\n" in said.out

    connect()
    connected = tree(user_dir)
    assert f"--- {user_dir / '.claude.json'}\n+++ {os.devnull}\n" in vade("uninstall", "--dry-run").out
    assert tree(user_dir) == connected


def test_without_a_terminal_and_a_yes_no_agents_file_is_touched(claude, user_dir):
    before = tree(user_dir)
    said = vade("init")
    assert said.code == 0
    assert "Not connected yet: Claude Code. `vade init --yes` does it" in said.out
    assert tree(user_dir) == before


@pytest.mark.usefixtures("claude")
def test_an_agent_with_a_file_that_cannot_be_changed_is_connected_in_part(user_dir):
    (user_dir / ".claude" / "settings.json").write_text("{,}", encoding="utf-8")
    said = vade("init", "--client", "claude", "--yes")
    assert (said.code, "Claude Code is connected in part\n" in said.out) == (1, True)


@pytest.mark.usefixtures("claude")
def test_the_command_that_is_named_asks_for_the_same_rules():
    said = vade("init", "--client", "claude", "--rules")
    assert "`vade init --client claude --rules --yes` does it" in said.out


@pytest.mark.usefixtures("claude")
def test_a_missing_hook_is_named_with_the_command_that_brings_it_back(user_dir):
    assert "-- Claude Code: is here, and not connected" in vade("status").out
    connect()
    assert "ok Claude Code: connected" in vade("status").out
    path = user_dir / ".claude" / "settings.json"
    said = loaded(path)
    del said["hooks"]["UserPromptSubmit"]
    path.write_text(json.dumps(said), encoding="utf-8")

    for look in ("status", "doctor"):
        told = vade(look)
        assert told.code == 1
        assert f"!! Claude Code: the UserPromptSubmit hook is missing in {path}" in told.out
        assert "-> `vade init --client claude --yes --no-import`" in told.out
    connect()
    assert vade("status").code == 0


@pytest.mark.usefixtures("claude")
def test_hooks_that_are_switched_off_are_noted(user_dir):
    put(user_dir / ".claude" / "settings.json", '{"disableAllHooks": true}')
    connect()
    told = vade("status")
    assert told.code == 0
    assert "-- Claude Code: disableAllHooks is set" in told.out


def test_hooks_that_codex_does_not_trust_are_noted_until_it_does(user_dir):
    assert "Trust all and continue" in vade("init", "--client", "codex", "--yes").out
    assert "-- Codex: does not trust our hooks yet: SessionStart, UserPromptSubmit" in vade("status").out
    config = user_dir / ".codex" / "config.toml"
    events = ("session_start", "user_prompt_submit", "session_end", "pre_compact", "subagent_start")
    with config.open("a", encoding="utf-8") as file:
        for event in events:
            file.write(
                f'\n[hooks.state."{user_dir / ".codex" / "hooks.json"}:{event}:0:0"]\ntrusted_hash = "sha256:0"\n'
            )
    assert "ok Codex: connected" in vade("status").out
    assert "trust" not in vade("status").out

    vade("uninstall")
    text = config.read_text(encoding="utf-8")
    assert "vademecum" not in text.replace(str(user_dir), "").lower()
    assert text.count("trusted_hash") == 5


def servers_of_cline(user_dir) -> list[str]:
    """Return the files, seen from the user's folder, that have our server for Cline."""
    files = (CLINE, ".cline/data/settings/cline_mcp_settings.json", "elsewhere/data/mcp.json")
    return [
        name for name in files if b'"serve"' in ((user_dir / name).read_bytes() if (user_dir / name).exists() else b"")
    ]


def test_cline_gets_the_server_where_it_is_in_vs_code_as_a_command_or_both(user_dir, programs):
    storage, command = user_dir / Path(CLINE).parents[1], ".cline/data/settings/cline_mcp_settings.json"
    (programs / "cline").write_bytes(b"")
    (programs / "cline").chmod(0o755)
    assert "Cline is connected" in vade("init", "--client", "cline", "--yes").out
    assert servers_of_cline(user_dir) == [command]

    storage.mkdir(parents=True)
    assert f"the MCP server is missing in {user_dir / CLINE}" in vade("status").out
    vade("init", "--client", "cline", "--yes")
    assert servers_of_cline(user_dir) == [CLINE, command]
    assert "ok Cline: connected" in vade("status").out

    vade("uninstall", "--yes")
    assert not servers_of_cline(user_dir)
    assert not (user_dir / ".cline").exists()


@pytest.mark.parametrize(
    ("variable", "value", "file"),
    [
        ("CLINE_DIR", "elsewhere", "elsewhere/data/settings/cline_mcp_settings.json"),
        ("CLINE_DATA_DIR", "elsewhere/data", "elsewhere/data/settings/cline_mcp_settings.json"),
        ("CLINE_MCP_SETTINGS_PATH", "elsewhere/data/mcp.json", "elsewhere/data/mcp.json"),
    ],
)
def test_the_variables_of_the_cline_command_are_honoured(user_dir, monkeypatch, variable, value, file):
    (user_dir / "elsewhere" / "data").mkdir(parents=True)
    monkeypatch.setenv(variable, str(user_dir / value))

    vade("init", "--client", "cline", "--yes")

    assert loaded(user_dir / file)["mcpServers"]["vademecum"]["args"][-1] == "serve"
    assert not (user_dir / CLINE).exists()


@pytest.mark.parametrize(
    "text",
    ["", 'model = "x"\n', 'model = "x"', "# only this\r\n[a]\r\nb = 1\r\n", "\ufeffmodel = 'y'\n\n# end\n"],
)
def test_codex_settings_are_again_what_they_were(user_dir, text):
    config = put(user_dir / ".codex" / "config.toml", text)
    vade("init", "--client", "codex", "--yes")
    connected = config.read_bytes()
    assert b"[mcp_servers.vademecum]" in connected
    vade("init", "--client", "codex", "--yes")
    assert config.read_bytes() == connected
    (config.parent / "config.toml.vademecum.bak").unlink()  # so that it has to be cut out
    vade("uninstall")
    assert config.read_bytes() == text.encode()


def test_what_codex_adds_to_our_table_goes_with_it_and_what_stands_around_it_stays(user_dir):
    config = put(user_dir / ".codex" / "config.toml", 'model = "x"\n')
    vade("init", "--client", "codex", "--yes")
    with config.open("a", encoding="utf-8") as file:
        file.write(
            '\n[mcp_servers.vademecum.tools.memory_write]\napproval_mode = "approve"\n'
            '\n# mine\n[mcp_servers.b]\ncommand = "b"\n'
        )
    vade("uninstall")
    assert config.read_text(encoding="utf-8") == 'model = "x"\n\n\n# mine\n[mcp_servers.b]\ncommand = "b"\n'


@pytest.mark.parametrize("text", ["mcp_servers = {}\n", "a = \n", '[mcp_servers.vademecum]\ncommand = "other"\n'])
def test_codex_settings_that_leave_no_room_are_told_and_left(user_dir, text):
    config = put(user_dir / ".codex" / "config.toml", text)
    said = vade("init", "--client", "codex", "--yes")
    assert said.code == 1
    assert "[mcp_servers.vademecum]\n    command = " in said.out
    assert config.read_text(encoding="utf-8") == text


def test_the_always_on_file_and_git_hooks_go_too(claude, user_dir, tmp_path, monkeypatch):
    (claude / "CLAUDE.md").write_text("Be kind.", encoding="utf-8")
    before = tree(user_dir)
    connect()
    vade("rules", "--import")
    repository = tmp_path / "repository"
    repository.mkdir()
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    monkeypatch.chdir(repository)
    vade("gate", "install-hook")
    monkeypatch.chdir(tmp_path)

    assert vade("uninstall").code == 0

    assert tree(user_dir) == before
    assert not (repository / ".git" / "hooks" / "pre-commit").exists()
    assert vade("uninstall").out.startswith("Nothing of Vademecum is in any agent's settings.\n")


def test_the_memories_go_only_when_they_are_purged_and_somebody_says_yes(home, claude):
    connect()
    vade("uninstall")
    assert (home / "vaults").is_dir()
    refused = vade("uninstall", "--purge")
    assert (refused.code, home.exists()) == (2, True)
    (home / "letter.txt").write_text("not ours", encoding="utf-8")
    assert "letter.txt" in vade("uninstall", "--purge", "--yes").out
    assert [path.name for path in home.iterdir()] == ["letter.txt"]


@pytest.mark.skipif(os.name == "nt", reason="the installer is a shell script")
def test_what_the_installer_put_there_is_named_at_the_end(home, tmp_path, monkeypatch):
    place = tmp_path / "my local" / "share" / "vademecum"
    (place / "venv").mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(place / "venv"))
    assert "The program itself" not in vade("uninstall").out
    (place / "installed").touch()
    assert vade("uninstall").out.endswith(f"The program itself stays: rm -r '{place}'\n")
    (tmp_path / "my local" / "bin").mkdir()
    link = tmp_path / "my local" / "bin" / "vade"
    link.symlink_to(place / "venv" / "bin" / "vade")
    assert vade("uninstall").out.endswith(f"rm -r '{place}' '{link}'\n")
    assert "The program itself" not in vade("uninstall", "--dry-run").out
    assert "The program itself" not in vade("uninstall", "--client", "claude").out


def test_a_folder_that_is_no_home_is_never_purged(home):
    put(home / "letter.txt", "dear")
    assert vade("uninstall", "--purge", "--yes").code == 3
    assert (home / "letter.txt").exists()


def test_without_the_record_our_entries_go_and_nothing_else(claude, user_dir, home):
    path = put(claude / "settings.json", (DATA / "foreign_hooks.json").read_bytes())
    connect()
    (home / "hosts.json").write_text("{", encoding="utf-8")
    assert vade("uninstall").code == 1
    (home / "hosts.json").unlink()

    assert vade("uninstall").code == 0

    assert loaded(path) == loaded(DATA / "foreign_hooks.json")
    assert loaded(user_dir / ".claude.json") == {}


def test_a_file_that_has_become_unreadable_is_told_where_the_others_are(claude):
    connect()
    (claude / "settings.json").write_text('{"theme": ', encoding="utf-8")

    told = vade("status")

    assert told.code == 1
    assert f"!! Claude Code: {claude / 'settings.json'}: line 1, column 11: " in told.out
    assert "-> mend that file, then `vade init --client claude --yes --no-import`" in told.out


@pytest.mark.skipif(os.name == "nt", reason="POSIX")
def test_two_that_connect_at_once_connect_once(claude, home):
    vade("init")
    line = command("init", "--client", "claude", "--yes", "--no-import")
    both = [subprocess.Popen(line, env=environment(home), stdout=subprocess.DEVNULL) for _ in range(2)]
    assert [one.wait(timeout=60) for one in both] == [0, 0]
    assert len([one for one in commands(loaded(claude / "settings.json")) if is_ours(one)]) == 5


@pytest.mark.parametrize("verb", ["init", "uninstall"])
def test_what_a_killed_run_left_beside_a_file_goes_with_the_next_and_nothing_of_others(claude, verb):
    put(claude / "settings.json", "{}")
    connect()
    dead = ended()
    left = [put(claude / f".settings.json{more}.{dead}.6a3f.tmp", "{") for more in ("", ".vademecum.bak")]
    foreign = ".settings.json.mine.tmp", f".other.json.{dead}.a.tmp", f"settings.json.{dead}.a.tmp"
    others = [put(claude / name, "x") for name in (*foreign, f".settings.json.{os.getpid()}.6a3f.tmp")]

    assert vade(verb, *(["--client", "claude", "--yes", "--no-import"] if verb == "init" else [])).code == 0

    assert not [path for path in left if path.exists()]
    assert all(path.exists() for path in others)


@pytest.mark.skipif(os.name == "nt", reason="POSIX")
def test_a_link_to_a_file_that_was_not_there_leads_nowhere_again(claude, user_dir):
    (user_dir / "dotfiles").mkdir()
    (claude / "settings.json").symlink_to(user_dir / "dotfiles" / "claude.json")
    before = tree(user_dir)
    connect()
    assert commands(loaded(user_dir / "dotfiles" / "claude.json"))

    vade("uninstall")

    assert tree(user_dir) == before


@pytest.mark.skipif(os.name == "nt", reason="POSIX")
def test_an_always_on_line_is_taken_out_through_a_link(claude, user_dir):
    (user_dir / "dotfiles").mkdir()
    (claude / "CLAUDE.md").symlink_to(user_dir / "dotfiles" / "CLAUDE.md")
    before = tree(user_dir)
    vade("rules", "--import")

    vade("uninstall")

    assert tree(user_dir) == before


@pytest.mark.parametrize("client", ["claude", "codex"])
def test_settings_nested_without_end_are_told_and_left(claude, user_dir, client):
    names = {"claude": ".claude/settings.json", "codex": ".codex/config.toml"}
    path = put(user_dir / names[client], ("" if client == "claude" else "vade = ") + "[" * 100_000)

    told = vade("init", "--client", client, "--yes", "--no-import")

    assert told.code == 1
    assert str(path) in told.out
    assert vade("status").code in {0, 1}
    assert path.stat().st_size >= 100_000


def test_a_record_nested_without_end_is_told_as_any_other_that_is_damaged(claude, home):
    connect()
    (home / "hosts.json").write_text("[" * 100_000, encoding="utf-8")

    told = vade("uninstall")

    assert told.code == 1
    assert "delete it" in told.err


def test_without_the_record_a_backup_that_says_nothing_more_goes_and_another_is_told(claude, home):
    path = put(claude / "settings.json", '{"theme":"dark"}')
    for text, stays in (('{"theme":"dark"}', False), ('{"theme":"light"}', True)):
        path.write_text('{"theme":"dark"}', encoding="utf-8")
        connect()
        (home / "hosts.json").unlink()
        backup = put(path.with_name("settings.json.vademecum.bak"), text)

        told = vade("uninstall")

        assert path.read_text(encoding="utf-8") == '{"theme":"dark"}'
        assert backup.exists() is stays
        assert (str(backup) in told.out) is stays
