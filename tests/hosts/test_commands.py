"""The command line of a hook: it runs in a shell from any folder, and is known again; others' are not taken for it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from vademecum.hosts.ours import Program, hook_command, is_our_hook, is_our_server
from vademecum.model.errors import RefusedError

SHELL = shutil.which("sh")
SHELLS = {name: shutil.which(name) for name in ("sh", "bash", "dash", "ksh", "zsh", "fish")}
"""What agents may run a hook with, sh or the shell that the user logs in with, and where it is, if anywhere."""

ENTRY = "import sys\ndef main():\n    print(sys.argv[1:])\n"


def program(folder: str) -> Program:
    return Program(PurePosixPath(folder) / "bin/python", PurePosixPath(folder) / "lib", (f"{folder}/bin/vade", "serve"))


@pytest.mark.skipif(os.name == "nt", reason="the shell of POSIX")
@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("host", ["claude", "gemini"])
@pytest.mark.parametrize("name", ["plain", "two words", "Ann O'Brien", "größer & (co) #1; *", "a|b>c~ {d,e} [f]?"])
def test_a_hook_runs_in_any_shell_from_any_folder_that_it_is_written_for(tmp_path, name, host, shell):
    start = SHELLS[shell] or pytest.skip(f"no `{shell}` here")
    folder = tmp_path / name
    package = folder / "lib" / "vademecum" / "faces" / "hooks"
    package.mkdir(parents=True)
    (package / "entry.py").write_text(ENTRY, encoding="utf-8")
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(sys.executable)
    command = hook_command(program(str(folder)), host, "prompt")

    done = subprocess.run([start, "-c", command], capture_output=True, text=True, check=False, encoding="utf-8")

    assert (done.stdout, done.returncode) == (f"['{host}', 'prompt']\n", 0), done.stderr
    assert is_our_hook(command)


@pytest.mark.skipif(SHELL is None, reason="needs a shell")
def test_a_package_that_is_gone_never_ends_as_a_refusal(tmp_path):
    command = hook_command(Program(Path(sys.executable), tmp_path / "gone", ("vade", "serve")), "claude", "prompt")
    assert subprocess.run([SHELL, "-c", command], capture_output=True, check=False).returncode == 1


def test_a_path_of_windows_is_written_with_slashes_that_every_shell_leaves_alone():
    folder = PureWindowsPath(r"C:\Users\Ann Lee\venv")
    ours = Program(folder / "Scripts" / "python.exe", folder / "Lib" / "site-packages", ("vade", "serve"))
    command = hook_command(ours, "claude", "session-start")
    assert command.startswith('"C:/Users/Ann Lee/venv/Scripts/python.exe" -I -S -c "import sys;')
    assert "sys.path[:0]=['C:/Users/Ann Lee/venv/Lib/site-packages']" in command
    assert "\\" not in command
    assert command.count('"') == 4
    assert is_our_hook(command)


@pytest.mark.parametrize(
    "shell", sorted(SHELLS.keys() - {"fish"})
)  # Gemini CLI asks bash; fish reads no `||` after this
def test_a_python_that_is_gone_is_no_refusal_to_gemini_which_takes_any_number_above_one_for_one(tmp_path, shell):
    start = SHELLS[shell] or pytest.skip(f"no `{shell}` here")
    command = hook_command(program(str(tmp_path / "gone")), "gemini", "prompt")
    assert subprocess.run([start, "-c", command], capture_output=True, check=False).returncode == 1
    assert is_our_hook(command)


def test_for_gemini_on_windows_the_command_is_one_of_powershell():
    folder = PureWindowsPath(r"C:\Users\Ann Lee\venv")
    ours = Program(folder / "python.exe", folder / "Lib", ("vade", "serve"))
    command = hook_command(ours, "gemini", "prompt")
    assert command.startswith('& "C:/Users/Ann Lee/venv/python.exe" -I -S -c "import sys;')
    assert command.endswith('" gemini prompt')
    assert is_our_hook(command)


@pytest.mark.parametrize("bad", ['"', "$", "`", "\\", "%", "!", "\n", "\udcff"])
def test_a_path_that_no_quoting_is_safe_for_is_refused(bad):
    with pytest.raises(RefusedError, match="cannot be written into a command line"):
        hook_command(program(f"/opt/a{bad}b"), "claude", "prompt")


@pytest.mark.parametrize(
    "command",
    [
        "/home/dev/.old-venv/bin/python -m vademecum.hooks prompt",
        "'/a b/python3.11' -m vademecum.faces.hooks prompt",
        '"C:\\a b\\python.exe" -m vademecum hook prompt',
        "vade hook prompt",
        "/usr/local/bin/vade hooks session-start",
    ],
)
def test_earlier_ways_to_start_us_are_known(command):
    assert is_our_hook(command)


@pytest.mark.parametrize(
    "command",
    [
        "vademecum-notifier stop",
        "echo 'run vademecum hook stop by hand'",
        "echo vademecum.faces.hooks.entry",
        "grep vademecum.hooks file",
        "/opt/vademecum/bin/other hook",
        "python -m vademecum_notes.hooks",
        "python notes.py -m vademecum.hooks",
        "vade-mecum hook x",
        "",
        7,
        None,
    ],
)
def test_a_command_that_only_has_our_name_is_not_ours(command):
    assert not is_our_hook(command)


@pytest.mark.parametrize(
    ("entry", "is_ours"),
    [
        ({"command": "vade", "args": ["serve"]}, True),
        ({"command": "/a/b/vade", "args": ["serve", "--user", "ann"], "env": {}}, True),
        ({"command": "C:\\x\\vade.exe", "args": ["serve"]}, True),
        ({"command": ["/a/vade", "serve"], "type": "local"}, True),
        ({"command": "/v/bin/python3", "args": ["-m", "vademecum", "serve"]}, True),
        ({"command": "vademecum-notes", "args": ["serve"]}, False),
        ({"command": "npx", "args": ["vademecum", "serve"]}, False),
        ({"command": "vade"}, False),
        ({"url": "http://127.0.0.1/vademecum"}, False),
        ({"command": 5, "args": ["serve"]}, False),
        (None, False),
    ],
)
def test_a_server_is_ours_by_what_it_starts(entry, is_ours):
    assert is_our_server(entry) is is_ours
