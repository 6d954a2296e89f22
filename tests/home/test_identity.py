"""Which project a folder belongs to."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vademecum import config, identity
from vademecum.identity import registry
from vademecum.model.errors import ConflictError, DamagedError, InvalidError, MissingError
from vademecum.rules import naming

TOKEN = "ghp" + "_" + "x" * 36
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def made_home(home):
    config.init_home(home)


def git(folder: Path, *arguments: str) -> None:
    identity_given = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *identity_given, *arguments], cwd=folder, check=True, capture_output=True)


def repository(top: Path, remote: str = "") -> Path:
    """Make a repository as git's own files show it, without starting git."""
    (top / ".git").mkdir(parents=True)
    (top / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    config_text = f'[core]\n\tbare = false\n[remote "origin"]\n\turl = {remote}\n' if remote else "[core]\n"
    (top / ".git" / "config").write_text(config_text, encoding="utf-8")
    return top


def mark(folder: Path, text: str) -> Path:
    (folder / ".vademecum.toml").write_text(text, encoding="utf-8")
    return folder


def name_in(folder: Path, home: Path) -> str:
    return identity.project_of(folder, home).name


@needs_git
def test_worktrees_clones_subfolders_links_and_renamed_folders_are_one_project(tmp_path, home):
    main = tmp_path / "app"
    main.mkdir()
    git(main, "init")
    git(main, "commit", "--allow-empty", "-m", "first")
    git(main, "remote", "add", "origin", "git@github.com:ann/app.git")
    git(main, "worktree", "add", "../feature")
    git(tmp_path, "clone", "app", "clone")
    (main / "packages" / "x").mkdir(parents=True)
    (tmp_path / "link").symlink_to(main, target_is_directory=True)
    places = [main, tmp_path / "feature", tmp_path / "clone", main / "packages" / "x", tmp_path / "link"]

    found = {identity.project_of(place, home) for place in places}
    main.rename(tmp_path / "renamed")
    found.add(identity.project_of(tmp_path / "renamed", home))

    assert {(p.name, p.key, p.rule) for p in found} == {("app", "remote:github.com/ann/app", "remote")}


@needs_git
def test_without_a_remote_the_common_directory_joins_the_worktrees(tmp_path, home):
    main = tmp_path / "app"
    main.mkdir()
    git(main, "init")
    git(main, "commit", "--allow-empty", "-m", "first")
    git(main, "worktree", "add", "../feature")

    there, here = identity.project_of(main, home), identity.project_of(tmp_path / "feature", home)

    assert there == here
    assert (here.name, here.rule) == ("app", "git")


def test_two_repositories_with_one_folder_name_are_two_projects(tmp_path, home):
    one = repository(tmp_path / "client1" / "app", "https://example.org/client1/app")
    two = repository(tmp_path / "client2" / "app", "https://example.org/client2/app")

    assert [name_in(one, home), name_in(two, home)] == ["app", "app_2"]
    assert [name_in(two, home), name_in(one, home)] == ["app_2", "app"]


def test_a_folder_without_git_is_a_project_of_its_own(tmp_path, home):
    (tmp_path / "Mein Büro").mkdir()

    found = identity.project_of(tmp_path / "Mein Büro", home)

    assert (found.name, found.rule) == ("mein_buro", "folder")


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("My-App", "my-app"),
        ("a.b_c", "a_b_c"),
        ("项目", "项目"),
        ("Проект Юг", "проект_юг"),
        ("プログラム-2", "プログラム-2"),
        ("हिन्दी", "हिन्दी"),
        ("Kühn & Söhne", "kuhn_sohne"),
        ("项目 App", "项目_app"),
        ("🎉", "project"),
        ("项" * 99, "项" * 56),
        ("CON", "con_project"),
        ("-x-", "x"),
        ("n" * 99, "n" * 56),
    ],
)
def test_a_name_is_a_safe_folder_name_on_every_system(folder, name):
    assert naming.project_slug(folder) == name
    assert naming.check_project(name) == name


def test_folders_named_in_any_script_are_projects_with_names_of_their_own(tmp_path, home):
    folders = [tmp_path / "项目", tmp_path / "仕事", tmp_path / "Работа", tmp_path / "b" / "项目"]
    for folder in folders:
        folder.mkdir(parents=True)

    assert [name_in(folder, home) for folder in folders] == ["项目", "仕事", "работа", "项目_2"]


def test_the_home_directory_and_the_root_are_no_project(user_dir, home):
    repository(user_dir, "https://example.org/ann/dotfiles")
    (user_dir / "notes").mkdir()

    assert identity.project_of(user_dir, home) == identity.NOWHERE
    assert identity.project_of(Path(user_dir.anchor), home) == identity.NOWHERE
    assert identity.project_of(user_dir / "notes", home).rule == "folder"


def test_a_token_in_a_remote_is_nowhere_in_the_home_and_in_no_answer(tmp_path, home):
    found = identity.project_of(repository(tmp_path / "app", f"https://ann:{TOKEN}@github.com/ann/app.git"), home)

    assert TOKEN not in repr(found)
    assert not any(TOKEN in p.read_text(encoding="utf-8") for p in home.rglob("*") if p.is_file())


def test_the_users_own_override_wins_and_may_name_a_known_project(tmp_path, home, monkeypatch):
    app = repository(tmp_path / "app", "https://example.org/ann/app")
    other = mark(repository(tmp_path / "other", "https://example.org/ann/other"), 'project = "marked"\n')
    name_in(app, home)
    monkeypatch.setenv("VADEMECUM_PROJECT", "app")

    found = identity.project_of(other, home)

    assert (found.name, found.key, found.rule) == ("app", "remote:example.org/ann/app", "environment")


def test_a_marker_names_the_project_and_sets_scope_and_domain(tmp_path, home):
    top = repository(tmp_path / "app", "https://example.org/ann/app")
    (top / "deep" / "er").mkdir(parents=True)
    mark(top, '# ours\nproject = "Side Branch"\nscope = "project"\ndomain = "db"\n')

    found = identity.project_of(top / "deep" / "er", home)

    assert found == identity.Project("side_branch", "named:side_branch", "marker", "project", "db")


def test_two_folders_with_one_marker_name_share_a_project(tmp_path, home):
    for name in ("one", "two"):
        mark(repository(tmp_path / name), 'project = "both"\n')

    assert identity.project_of(tmp_path / "one", home) == identity.project_of(tmp_path / "two", home)


def test_a_cloned_repository_cannot_ask_for_another_ones_memories(tmp_path, home):
    assert name_in(repository(tmp_path / "bank", "https://example.org/ann/bank"), home) == "bank"
    hostile = mark(repository(tmp_path / "fun", "https://example.org/eve/fun"), 'project = "bank"\n')

    assert name_in(hostile, home) == "bank_2"


def test_a_marker_may_repeat_its_own_repositorys_name(tmp_path, home):
    top = repository(tmp_path / "bank", "https://example.org/ann/bank")
    before = identity.project_of(top, home)

    after = identity.project_of(mark(top, 'project = "bank"\n'), home)

    assert (after.name, after.key) == (before.name, before.key)


@pytest.mark.parametrize(
    "text",
    [
        'command = "x"\n',
        '[embedder]\nprovider = "onnx"\n',
        'home = "/x"\n',
        "project = 7\n",
        'project = ""\n',
        "project\n",
    ],
)
def test_a_marker_that_wants_more_is_refused_by_name(tmp_path, home, text):
    mark(repository(tmp_path / "app"), text)

    with pytest.raises(InvalidError, match=r"\.vademecum\.toml"):
        identity.project_of(tmp_path / "app", home)


@pytest.mark.parametrize("wanted", ["..", "../../etc", "/etc/passwd", "C:\\Windows", "a/b"])
def test_no_name_is_a_path(tmp_path, home, monkeypatch, wanted):
    monkeypatch.setenv("VADEMECUM_PROJECT", wanted)

    name = name_in(tmp_path, home)

    assert name == naming.check_project(name)


@pytest.mark.parametrize(
    ("content", "rule"),
    [("gitdir: /nowhere/at/all\n", "folder"), ("nonsense", "folder"), ("", "folder")],
)
def test_a_broken_git_file_makes_no_repository(tmp_path, home, content, rule):
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / ".git").write_text(content, encoding="utf-8")

    assert identity.project_of(tmp_path / "app", home).rule == rule


@pytest.mark.parametrize(
    ("config_text", "key"),
    [
        ('[remote "up"]\n url = https://h.org/a/b\n[remote "origin"]\n url = https://h.org/c/d\n', "remote:h.org/c/d"),
        ('[remote "up"]\nurl=https://h.org/a/b # note\n', "remote:h.org/a/b"),
        ('[remote "origin"] url = "https://h.org/a/b"\n', "remote:h.org/a/b"),
        ('[Remote "origin"]\n URL = https://h.org/a/b\n url = https://h.org/x/y\n', "remote:h.org/a/b"),
        ('[url "https://h.org/"]\n insteadOf = h:\n[branch "main"]\n remote = origin\n', None),
    ],
)
def test_gits_config_is_read_as_git_reads_it(tmp_path, home, config_text, key):
    top = repository(tmp_path / "app")
    (top / ".git" / "config").write_text(config_text, encoding="utf-8")

    found = identity.project_of(top, home)

    assert found.key == key if key else found.rule == "git"


def test_remotes_that_point_at_one_another_end(tmp_path, home):
    repository(tmp_path / "a", "../b")
    repository(tmp_path / "b", "../a")

    assert identity.project_of(tmp_path / "a", home).rule == "git"


def test_projects_met_at_the_same_time_get_different_names(tmp_path, home):
    tops = [repository(tmp_path / str(n) / "app", f"https://h.org/{n}/app") for n in range(12)]

    with ThreadPoolExecutor(6) as pool:
        names = list(pool.map(lambda top: name_in(top, home), tops))

    assert len(set(names)) == 12
    assert set(names) == set(registry.keys_of(home))


def test_a_renamed_project_keeps_its_folder_and_a_taken_name_is_refused(tmp_path, home):
    one = repository(tmp_path / "one", "https://h.org/a/one")
    two = repository(tmp_path / "two", "https://h.org/a/two")
    name_in(one, home), name_in(two, home)

    registry.rename(home, "one", "uno")

    assert name_in(one, home) == "uno"
    with pytest.raises(ConflictError, match="two"):
        registry.rename(home, "uno", "two")
    with pytest.raises(MissingError):
        registry.rename(home, "one", "three")


def test_merged_projects_are_one(tmp_path, home):
    one = repository(tmp_path / "one", "https://h.org/a/one")
    two = repository(tmp_path / "two", "https://h.org/a/two")
    name_in(one, home), name_in(two, home)

    registry.merge(home, "one", "two")

    assert name_in(one, home) == name_in(two, home) == "two"


def test_a_moved_folder_is_followed_by_remap_and_listed_until_then(tmp_path, home):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    name_in(old, home)
    old.rename(new)
    assert identity.orphans(home) == ["old"]
    assert name_in(new, home) == "new"

    assert identity.remap(home, str(old), new) == ("old", "new")

    assert name_in(new, home) == "old"
    assert identity.orphans(home) == []
    with pytest.raises(MissingError):
        identity.remap(home, str(tmp_path / "never"), new)


def test_a_damaged_list_of_projects_is_named_with_its_line(tmp_path, home):
    name_in(tmp_path, home)
    with (home / "projects.toml").open("a", encoding="utf-8") as file:
        file.write("what is this\n")

    with pytest.raises(DamagedError, match=r"projects\.toml:3"):
        identity.project_of(repository(tmp_path / "other"), home)


def test_a_home_that_is_not_there_is_not_made(tmp_path, home):
    shutil.rmtree(home)

    assert name_in(tmp_path, home)
    assert not home.exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give a file away")
def test_a_marker_of_another_user_above_the_folder_is_not_read(tmp_path, home):
    os.chown(mark(tmp_path, 'project = "trap"\n') / ".vademecum.toml", 4242, 4242)
    (tmp_path / "mine").mkdir()

    assert identity.project_of(tmp_path / "mine", home).rule == "folder"


def test_finding_the_project_starts_no_process(tmp_path, home):
    top = repository(tmp_path / "app", "https://h.org/a/app")
    code = (
        "import sys; from pathlib import Path; from vademecum.identity import project_of;"
        f"print(project_of(Path({str(top)!r}), Path({str(home)!r})).name); "
        "assert not {'subprocess', 'tomllib', 'difflib'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, encoding="utf-8")

    assert done.stdout == "app\n"
