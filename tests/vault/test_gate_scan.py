"""The gate over files and over what git has staged, with real git."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from vademecum.engine.scan import (
    CHAINED,
    MARK,
    default_command,
    install_hook,
    scan_paths,
    scan_staged,
    uninstall_hook,
)
from vademecum.model.errors import InvalidError, UnavailableError
from vademecum.model.memory import FindingKind
from vademecum.rules.gate import Policy
from vademecum.testing.specimens import Specimens

POLICY = Policy(key=b"tests")
QUIET = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]


@pytest.fixture
def secret():
    return Specimens(11).fill("ghp_{w36}")


@pytest.fixture
def repo(tmp_path):
    folder = tmp_path / "re po"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    return folder


def git(folder, *arguments, check=True):
    environment = {
        "PATH": os.defpath + os.pathsep + str(Path(shutil.which("git")).parent),
        "HOME": str(folder),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        ["git", *QUIET, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert not check or done.returncode == 0, done.stderr
    return done


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_finding_names_file_line_rule_and_never_the_value(tmp_path, secret):
    path = write(tmp_path, "notes/a.md", f"one\ntwo\ntoken: {secret}\n")
    report = scan_paths([tmp_path], POLICY)
    (place,) = report.places
    assert (place.path, place.line, place.rule, place.kind) == (str(path), 3, "github-pat", FindingKind.SECRET)
    assert len(place.fingerprint) == 16
    assert secret not in repr(report)


def test_files_and_folders_are_accepted_and_a_missing_path_is_refused(tmp_path, secret):
    path = write(tmp_path, "a.md", secret)
    assert len(scan_paths([path], POLICY).places) == 1
    assert len(scan_paths([str(tmp_path), path], POLICY).places) == 2
    with pytest.raises(InvalidError):
        scan_paths([tmp_path / "gone"], POLICY)


def test_binary_and_huge_files_are_skipped_and_bad_utf8_is_read(tmp_path, secret):
    (tmp_path / "image.png").write_bytes(b"\x89PNG\0" + secret.encode())
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9 " + secret.encode())
    (tmp_path / "huge.txt").write_bytes(b"a" * (4 * 1024 * 1024 + 1))
    report = scan_paths([tmp_path], POLICY)
    assert [place.path for place in report.places] == [str(tmp_path / "latin.txt")]
    assert {Path(name).name for name in report.skipped} == {"image.png", "huge.txt"}
    assert report.files == 3


def test_version_control_and_dependency_folders_are_left_out(tmp_path, secret):
    for folder in (".git", "node_modules", "src"):
        write(tmp_path, f"{folder}/x.txt", secret)
    assert [place.path for place in scan_paths([tmp_path], POLICY).places] == [str(tmp_path / "src" / "x.txt")]


def test_a_secret_in_a_file_name_is_found(tmp_path, secret):
    write(tmp_path, f"dump-{secret}.txt", "nothing")
    assert [place.rule for place in scan_paths([tmp_path], POLICY).places] == ["github-pat"]


def test_staged_content_counts_and_not_the_working_file(repo, secret):
    path = write(repo, "a.md", f"token {secret}")
    git(repo, "add", "a.md")
    path.write_text("clean now", encoding="utf-8")
    assert [place.path for place in scan_staged(repo, POLICY).places] == ["a.md"]
    git(repo, "add", "a.md")
    path.write_text(f"token {secret}", encoding="utf-8")
    assert scan_staged(repo, POLICY).places == ()


def test_a_repository_without_staged_files_is_clean(repo):
    assert scan_staged(repo, POLICY).files == 0


def test_names_with_blanks_newlines_and_accents_are_read(repo, secret):
    for name in ("with blank.md", "new\nline.md", "é ü.md", "-dash.md", 'quo"te.md'):
        write(repo, name, f"x\n{secret}")
    git(repo, "add", "-A")
    report = scan_staged(repo, POLICY)
    assert {place.path for place in report.places} == {
        "with blank.md",
        "new\nline.md",
        "é ü.md",
        "-dash.md",
        'quo"te.md',
    }
    assert {place.line for place in report.places} == {2}


def test_renames_are_read_and_deletions_are_not(repo, secret):
    write(repo, "old.md", f"keep {secret}")
    write(repo, "gone.md", secret)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "x")
    git(repo, "mv", "old.md", "new name.md")
    git(repo, "rm", "-q", "gone.md")
    assert [place.path for place in scan_staged(repo, POLICY).places] == ["new name.md"]


def test_links_and_binary_files_are_no_trouble(repo, secret):
    (repo / "link").symlink_to("/nowhere/at/all")
    (repo / "blob.bin").write_bytes(b"\0\1\2" + secret.encode())
    git(repo, "add", "-A")
    report = scan_staged(repo, POLICY)
    assert report.places == ()
    assert report.skipped == ("blob.bin",)


def test_outside_a_repository_the_error_says_so(tmp_path):
    with pytest.raises(UnavailableError, match="git"):
        scan_staged(tmp_path, POLICY)


def test_only_secrets_stop_a_commit(repo):
    write(repo, "a.md", "mail lena.brandt@fjordlabs.no, see /home/lena/x.md")
    git(repo, "add", "-A")
    report = scan_staged(repo, POLICY)
    assert len(report.places) == 2
    assert report.blocking == ()


def command(tmp_path):
    """Return a command that scans the index of the current folder, as the real one does."""
    script = write(
        tmp_path,
        "check it.py",
        "import sys\nfrom pathlib import Path\n"
        "from vademecum.engine.scan import scan_staged\nfrom vademecum.rules.gate import Policy\n"
        "found = scan_staged(Path.cwd(), Policy()).blocking\n"
        "[print(f'{p.path}:{p.line}: {p.rule}', file=sys.stderr) for p in found]\nsys.exit(bool(found))\n",
    )
    return (sys.executable, str(script))


def test_the_hook_stops_a_commit_with_a_secret_and_lets_a_clean_one_pass(repo, tmp_path, secret):
    install_hook(repo, command(tmp_path))
    write(repo, "a b.md", f"token {secret}")
    git(repo, "add", "-A")
    refused = git(repo, "commit", "-qm", "x", check=False)
    assert refused.returncode != 0
    assert "a b.md:1: github-pat" in refused.stderr
    assert secret not in refused.stderr
    write(repo, "a b.md", "no token")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "x")


def test_a_partial_commit_is_judged_by_its_own_index(repo, tmp_path, secret):
    install_hook(repo, command(tmp_path))
    write(repo, "clean.md", "fine")
    write(repo, "bad.md", f"token {secret}")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "only the clean one", "--", "clean.md")
    assert git(repo, "commit", "-qm", "the rest", check=False).returncode != 0


def test_installing_twice_changes_nothing(repo):
    hook = install_hook(repo)
    before = hook.read_bytes()
    assert install_hook(repo) == hook
    assert hook.read_bytes() == before
    assert not hook.with_name(CHAINED).exists()
    assert b"\r" not in before
    assert before.startswith(b"#!/bin/sh\n")


def test_an_existing_hook_is_kept_and_runs_after_the_gate(repo, tmp_path):
    own = repo / ".git" / "hooks" / "pre-commit"
    own.parent.mkdir(exist_ok=True)
    own.write_text("#!/bin/sh\necho own hook ran >&2\nexit 3\n", encoding="utf-8")
    own.chmod(0o755)
    install_hook(repo, command(tmp_path))
    install_hook(repo, command(tmp_path))
    write(repo, "a.md", "fine")
    git(repo, "add", "-A")
    done = git(repo, "commit", "-qm", "x", check=False)
    assert done.returncode != 0
    assert "own hook ran" in done.stderr
    assert uninstall_hook(repo) is True
    assert "own hook ran" in own.read_text(encoding="utf-8")
    assert not own.with_name(CHAINED).exists()


def test_a_second_foreign_hook_is_never_overwritten(repo):
    hook = install_hook(repo)
    hook.with_name(CHAINED).write_text("#!/bin/sh\n", encoding="utf-8")
    hook.write_text("#!/bin/sh\n# foreign\n", encoding="utf-8")
    with pytest.raises(InvalidError):
        install_hook(repo)
    assert "foreign" in hook.read_text(encoding="utf-8")


def test_hooks_path_of_the_configuration_is_honoured(repo):
    git(repo, "config", "core.hooksPath", "my hooks")
    hook = install_hook(repo)
    assert hook == (repo / "my hooks" / "pre-commit").resolve()
    assert MARK in hook.read_text(encoding="utf-8")


def test_a_missing_interpreter_is_told_in_plain_words(repo, tmp_path):
    install_hook(repo, (str(tmp_path / "gone" / "python"), "-m", "vademecum"))
    write(repo, "a.md", "fine")
    git(repo, "add", "-A")
    done = git(repo, "commit", "-qm", "x", check=False)
    assert done.returncode != 0
    assert "install-hook" in done.stderr
    assert "Traceback" not in done.stderr


def test_uninstalling_leaves_a_foreign_hook_alone(repo):
    assert uninstall_hook(repo) is False
    own = repo / ".git" / "hooks" / "pre-commit"
    own.parent.mkdir(exist_ok=True)
    own.write_text("#!/bin/sh\n", encoding="utf-8")
    assert uninstall_hook(repo) is False
    assert own.exists()
    own.unlink()
    install_hook(repo)
    assert uninstall_hook(repo) is True
    assert not own.exists()


def test_the_hook_names_an_absolute_interpreter(repo):
    program = default_command()[0]
    assert Path(program).is_absolute()
    assert program in install_hook(repo).read_text(encoding="utf-8")
    assert shutil.which("sh")


@pytest.mark.slow
def test_two_thousand_files_take_less_than_four_seconds_of_processor_time(tmp_path):
    made = Specimens(5)
    for number in range(2_000):
        write(
            tmp_path,
            f"d{number % 20}/f{number}.md",
            f"# Note {number}\n\n" + "Some words about the build. " * 20 + made.fill("{h40}"),
        )
    before = time.process_time()
    report = scan_paths([tmp_path], POLICY)
    assert time.process_time() - before < 4
    assert report.files == 2_000


def test_a_text_of_windows_in_utf_16_is_looked_at(repo, secret):
    (repo / "win.txt").write_bytes(f"token={secret}".encode("utf-16"))
    assert [place.line for place in scan_paths([repo / "win.txt"], POLICY).places] == [1]


def test_a_file_named_like_a_secret_is_reported_without_its_name(repo, secret):
    (repo / f"{secret}.txt").write_text("fine", encoding="utf-8")
    git(repo, "add", ".")
    report = scan_staged(repo, POLICY)
    assert report.blocking
    assert secret not in repr(report)


def test_a_large_staged_file_is_named_as_not_looked_at(repo, secret):
    (repo / "big.txt").write_text("a" * 5_000_000, encoding="utf-8")
    (repo / "small.txt").write_text(secret, encoding="utf-8")
    git(repo, "add", ".")
    report = scan_staged(repo, POLICY)
    assert report.skipped == ("big.txt",)
    assert [place.path for place in report.blocking] == ["small.txt"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_a_hook_that_is_a_link_to_a_script_of_the_project_leaves_the_script_alone(repo):
    script = repo / "checks.sh"
    script.write_text("#!/bin/sh\n", encoding="utf-8")
    hooks = repo / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    (hooks / "pre-commit").symlink_to("../../checks.sh")
    hook = install_hook(repo)
    assert hook.parent.name == "hooks"
    assert script.read_text(encoding="utf-8") == "#!/bin/sh\n"
    assert (hooks / CHAINED).is_symlink()
    assert uninstall_hook(repo)
    assert (hooks / "pre-commit").is_symlink()
