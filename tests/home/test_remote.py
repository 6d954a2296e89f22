"""Remotes and folders in one form."""

import pytest

from vademecum.identity.remote import local_path, normal_folder, normal_remote

TOKEN = "ghp" + "_" + "x" * 36


@pytest.mark.parametrize(
    "url",
    [
        "git@github.com:Ann/App.git",
        "github.com:ann/app",
        "ssh://git@github.com/ann/app.git",
        "ssh://git@github.com:22/ann/app",
        "ssh://git@ssh.github.com:443/ann/app.git",
        "https://github.com/ann/app",
        "https://GitHub.com/ann/app.git/",
        "https://github.com:443//ann/app",
        "https://www.github.com/ann/app?x=1#y",
        f"https://ann:{TOKEN}@github.com/ann/app.git",
        f"https://{TOKEN}@github.com/ann/app",
        f"https://a@b:{TOKEN}@github.com/ann/app",
        f"{TOKEN}@github.com:ann/app.git",
        "git://github.com/ann/app.git",
        "git+ssh://git@github.com/ann/app",
        "  https://github.com/ann/app\n",
        "foreign::https://github.com/ann/app",
    ],
)
def test_every_way_to_write_a_remote_is_one_project_without_its_credentials(url):
    assert normal_remote(url) == "github.com/ann/app"


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("https://git.example.org/Team/App.git", "git.example.org/Team/App"),
        ("ssh://git@git.example.org:2222/Team/App", "git.example.org/Team/App"),
        ("https://git.example.org:8443/Team/App", "git.example.org:8443/Team/App"),
        ("http://localhost:3000/a/b", "localhost:3000/a/b"),
        ("git@[2001:db8::1]:a/b.git", "[2001:db8::1]/a/b"),
        ("ssh://[2001:db8::1]/a/b.git", "[2001:db8::1]/a/b"),
        ("https://example.org./a/b%20c", "example.org/a/b c"),
        ("git@gitlab.com:group/sub/app.git", "gitlab.com/group/sub/app"),
    ],
)
def test_what_tells_two_repositories_apart_is_kept(url, normal):
    assert normal_remote(url) == normal


@pytest.mark.parametrize(
    "url", ["/srv/app.git", "../app", "./app", "file:///srv/app.git", "C:\\repos\\app", "c:/repos/app"]
)
def test_a_path_on_this_machine_is_no_host(url):
    assert normal_remote(url) is None


def test_a_file_url_is_its_path():
    assert local_path("file:///srv/my%20app.git") == "/srv/my app.git"
    assert local_path("file://localhost/srv/app") == "/srv/app"


@pytest.mark.parametrize(
    "path",
    ["C:\\Users\\Ann\\p", "c:\\users\\ann\\p\\", "c:/Users/Ann/p", "\\\\?\\C:\\Users\\Ann\\p", "/mnt/c/Users/Ann/p"],
)
def test_every_spelling_of_a_windows_folder_is_one(path):
    assert normal_folder(path) == "c:/users/ann/p"


def test_an_msys_folder_is_a_windows_folder_only_where_that_is_known():
    assert normal_folder("/c/Users/Ann/p", msys=True) == "c:/users/ann/p"
    assert normal_folder("/c/Users/Ann/p") == "/c/Users/Ann/p"


def test_network_shares_and_posix_paths_keep_their_meaning():
    assert normal_folder("\\\\Srv\\Share\\p") == normal_folder("\\\\?\\UNC\\srv\\share\\p") == "//srv/share/p"
    assert normal_folder("/home/Ann/p") == "/home/Ann/p"
    assert normal_folder("/mnt/data/p") == "/mnt/data/p"
