"""What a batch or a session ends with: a signed checkpoint, and one git commit of what changed in the store."""

import contextlib
import sqlite3

from vademecum import config
from vademecum.engine.keepers import Keepers
from vademecum.engine.rules_file import RULES, render_rules, write_rules
from vademecum.engine.sign import sign
from vademecum.history import chain, versions
from vademecum.model.errors import VademecumError

COMMITTED = "committed"
"""The fact that tells up to which event the store is in git."""

_GLOBAL_CHANGE = """
    SELECT 1 FROM event LEFT JOIN version USING (id)
     WHERE event.seq > ? AND (version.scope = 'global' OR event.event = 'erased') LIMIT 1
"""


def renew_rules(keepers: Keepers, since: int) -> None:
    """Write the always-on file anew, when the host has one and what holds everywhere changed after event `since`.

    Raises:
        UnavailableError: the file cannot be written.
    """
    path = config.claude_config_dir() / RULES
    db = keepers.history.db
    if keepers.user != "default" or not path.is_file() or db.execute(_GLOBAL_CHANGE, (since,)).fetchone() is None:
        return
    shown = versions.select(db, "state = 'live' AND scope = 'global'")
    write_rules(path, render_rules(shown, keepers.settings.rules.token_budget))


def sign_batch(keepers: Keepers) -> None:
    """Sign what a batch wrote; a signing key that cannot be used keeps nobody from writing."""
    with contextlib.suppress(VademecumError, sqlite3.Error, OSError):
        sign(keepers)


def end(keepers: Keepers) -> None:
    """Sign and commit what is new since the last time; whatever fails is done the next time.

    Neither is needed for the truth, so neither may keep a vault from closing.
    """
    try:
        head = str(chain.head(keepers.history.db).seq)
        if head == "0" or keepers.history.fact(COMMITTED) == head:
            return
        with contextlib.suppress(VademecumError, OSError):  # the host's folder is not ours
            renew_rules(keepers, int(keepers.history.fact(COMMITTED) or 0))
        checkpoint = sign(keepers)
        done = keepers.settings.store.git == "off" or keepers.git.commit(keepers.clock().timestamp(), checkpoint)
        if done:
            with keepers.history.noting():
                keepers.history.state(COMMITTED, head)
    except (VademecumError, sqlite3.Error, OSError):
        return
