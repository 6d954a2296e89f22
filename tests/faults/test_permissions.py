"""A part of a home is closed to us: what can be answered is answered, what cannot is named, nothing is lost."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vademecum import config, open_vault
from vademecum.testing.transcripts import claude

DROP = "-dac_override,-dac_read_search"
AS_ORDINARY = ["setpriv", f"--bounding-set={DROP}", f"--inh-caps={DROP}"]
"""Root reads everything: to meet a closed file it has to give up that right."""


@pytest.fixture
def ordinary() -> list[str]:
    if os.name == "nt":
        pytest.skip("modes work otherwise there")
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root cannot give up its rights here")
    return AS_ORDINARY


LOOK = """
import sys
from pathlib import Path
from vademecum import open_vault
with open_vault(Path(sys.argv[1])) as vault:
    found = vault.gather()
    print(found.gone, *(one.place for one in found.omitted))
"""


@pytest.mark.parametrize("mode", [0o000, 0o111])
def test_a_closed_folder_of_transcripts_is_named_and_nothing_in_it_is_called_deleted(mode, home, user_dir, ordinary):
    projects = user_dir / ".claude" / "projects"
    session = "11111111-1111-4111-8111-111111111111"
    folder = claude(projects, session, user_dir, ("Which key?", "The walrus key.")).parent
    with open_vault(home) as vault:
        vault.gather()
    folder.chmod(mode)
    try:
        environment = dict(config.variables()) | {"PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [*ordinary, sys.executable, "-c", LOOK, str(home)], capture_output=True, check=True, env=environment
        )
    finally:
        folder.chmod(0o700)
    assert done.stdout.decode().split() == ["0", str(folder)]
    with open_vault(home) as vault:
        assert [one.gone for one in vault.sessions()] == [False]


def ask(home: Path, closed: str, run_worker, ordinary: list[str]) -> tuple[int, list[dict], str]:
    path = home / closed
    mode = path.stat().st_mode
    path.chmod(0)
    try:
        return run_worker(home, "ask", before=ordinary)
    finally:
        path.chmod(mode)


@pytest.mark.parametrize(
    ("closed", "flaw"),
    [
        ("vaults/default/store/projects/app", "store/projects/app/"),
        ("vaults/default/store", "store/projects/"),
        ("vaults/default/store/projects/app/fact_1.md", "fact_1"),
        ("heads/default", "head"),
        ("heads", "head"),
        ("signing.key", "signing.key"),
        ("vaults/default/incoming", ""),
        ("vaults/default/index.db", ""),
        ("vaults/default/store/.git", ""),
    ],
)
def test_a_closed_part_is_named_by_verify_and_everything_is_still_answered(
    closed: str, flaw: str, fresh_home, run_worker, reopened, ordinary
):
    home = fresh_home()
    code, told, complaints = ask(home, closed, run_worker, ordinary)
    assert code == 0, complaints
    (answer,) = [one for one in told if "hits" in one]
    assert (answer["hits"], answer["body"], answer["live"]) == (7, "Statement 1.", 7)
    assert flaw in answer["flaws"] if flaw else answer["flaws"] == []
    assert bool(answer["problems"]) is closed.endswith(("app", "store"))
    with reopened(home) as vault:
        assert vault.sync().flagged == ()
        assert len(vault.browse()) == 7
        assert vault.verify().is_sound


def test_a_closed_vault_is_not_taken_for_a_lost_one(fresh_home, run_worker, ordinary):
    home = fresh_home()
    code, _, complaints = ask(home, "vaults/default", run_worker, ordinary)
    assert code != 0
    assert "UnavailableError" in complaints
    assert "is gone" not in complaints
