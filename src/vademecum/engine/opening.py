"""Opening a vault: the home, the settings, the history, and what a dead writer left behind."""

import contextlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from vademecum import config, engine
from vademecum.db import BUSY_MS, naming_errors
from vademecum.engine.clock import utc_now
from vademecum.engine.keepers import Keepers
from vademecum.engine.settle import recover
from vademecum.engine.vault import Vault
from vademecum.model.errors import UnavailableError
from vademecum.model.settings import Settings
from vademecum.rules import naming


def open_vault(
    home: Path | None = None,
    user: str = "default",
    settings: Settings | None = None,
    *,
    clock: Callable[[], datetime] = utc_now,
    patience_ms: int = BUSY_MS,
) -> Vault:
    """Open one user's vault, making the home and the vault when they are not there yet.

    Without `home` it is the one that the environment names; without `settings` they are read from it. Each writing step
    waits at most `patience_ms` for another process.

    Raises:
        InvalidError: the user name or a setting is not accepted.
        UnavailableError: the home cannot be used here.
        DamagedError: the key or the history is missing, cut short or no database.
        ConflictError: a newer version wrote the history.
    """
    where = config.home() if home is None else home
    name = naming.check_user(user)
    config.init_home(where)
    keepers = Keepers(where, name, settings or config.load(where), clock, patience_ms)
    try:
        _begin(keepers)
    except BaseException:
        keepers.close()
        raise
    return Vault(keepers)


def _begin(keepers: Keepers) -> None:
    """Open the history and mend what a dead writer left; on a disk that cannot be written, that waits."""
    with naming_errors(keepers.layout.history):
        if keepers.history.is_read_only:
            return
        with contextlib.suppress(UnavailableError):
            recover(keepers)
            if keepers.history.fact("erasing") is not None:
                engine.erase.finish(keepers)
