"""Two projects and a vault that knows something of each."""

from pathlib import Path

import pytest

from vademecum import open_vault
from vademecum.identity import project_of
from vademecum.model.memory import Draft, Scope, Trust

KNOWN = (
    Draft(body="Deploys of the billing service are frozen on Fridays; ask Marta first.", title="Deploy freeze"),
    Draft(
        body="The integration tests need the flag --reuse-db, else the fixtures are loaded for ten minutes.",
        title="Integration tests need reuse-db",
        scope=Scope("alpha"),
    ),
    Draft(
        body="The staging bastion accepts logins from the office network only.",
        title="Staging bastion logins",
        sensitivity="secret",
        scope=Scope("alpha"),
    ),
    Draft(body="The quarterly report is built by the script in tools/report.sh.", title="Quarterly report script",
          trust=Trust.UNTRUSTED, scope=Scope("alpha")),
)  # fmt: skip


@pytest.fixture
def alpha(tmp_path: Path) -> Path:
    return _project(tmp_path / "alpha")


@pytest.fixture
def beta(tmp_path: Path) -> Path:
    return _project(tmp_path / "beta")


@pytest.fixture
def knowing(home: Path, alpha: Path) -> Path:
    """Return a home that knows something; the project `alpha` has its name."""
    with open_vault(home) as vault:
        assert project_of(alpha, home).name == "alpha"
        for draft in KNOWN:
            assert vault.write(draft).indexed
    return home


def _project(folder: Path) -> Path:
    folder.mkdir()
    return folder
