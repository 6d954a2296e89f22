"""A vault in a temporary home, with a clock that only moves when it is told to."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from vademecum.engine.opening import open_vault
from vademecum.engine.vault import Vault
from vademecum.model.settings import EmbedderSettings, Settings, SyncSettings

PLAIN = Settings(embedder=EmbedderSettings(provider="none"), sync=SyncSettings(cooldown_ms=0))
"""Words only, and every recall looks at the store."""


class Clock:
    """Tells the instant it was set to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **span: float) -> datetime:
        self.now += timedelta(**span)
        return self.now


@pytest.fixture
def plain() -> Settings:
    return PLAIN


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def opened(home: Path, clock: Clock) -> Iterator[Callable[..., Vault]]:
    """Open vaults in the home; they are closed at the end."""
    vaults = []

    def open_(settings: Settings = PLAIN, user: str = "default") -> Vault:
        vaults.append(open_vault(home, user, settings, clock=clock))
        return vaults[-1]

    yield open_
    for vault in vaults:
        vault.close()


@pytest.fixture
def vault(opened: Callable[..., Vault]) -> Vault:
    return opened()


@pytest.fixture
def projects(user_dir: Path) -> Path:
    """Return Claude Code's folder of transcripts."""
    return user_dir / ".claude" / "projects"


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """Return the folder of a project, in which sessions are held."""
    made = tmp_path / "app"
    made.mkdir()
    return made
