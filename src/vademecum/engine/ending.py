"""What a batch or a session ends with: a signed checkpoint, and one git commit of what changed in the store."""

import contextlib
import sqlite3

from vademecum.engine.keepers import Keepers
from vademecum.engine.sign import sign
from vademecum.history import chain
from vademecum.model.errors import VademecumError

COMMITTED = "committed"
"""The fact that tells up to which event the store is in git."""


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
        checkpoint = sign(keepers)
        done = keepers.settings.store.git == "off" or keepers.git.commit(keepers.clock().timestamp(), checkpoint)
        if done:
            with keepers.history.noting():
                keepers.history.state(COMMITTED, head)
    except (VademecumError, sqlite3.Error, OSError):
        return
