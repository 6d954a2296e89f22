import pytest

from vademecum.rules.generalising import generalise


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see /home/ann/work/x.", "see ~/work/x."),
        ("in /Users/Ann/x", "in ~/x"),
        (r"in C:\Users\Ann\x", r"in ~\x"),
        ("in C:/Users/ann/x", "in ~/x"),
        ("file:///home/ann/x", "~/x"),
        ("cd /root/app", "cd ~/app"),
        ("`/home/ann/`", "`~/`"),
        ("/mnt/c/Users/ann/x", "~/x"),
        ("GET /home/settings", "GET /home/settings"),
        ("/etc/hosts and /usr/root/x stay", "/etc/hosts and /usr/root/x stay"),
    ],
)
def test_home_folders_of_one_machine_become_anybodys(text: str, expected: str):
    assert generalise(text) == expected
