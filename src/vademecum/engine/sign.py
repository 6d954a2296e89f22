"""Signed checkpoints: after a batch, and when a vault is closed."""

from vademecum.engine.keepers import Keepers
from vademecum.history import chain, checkpoints
from vademecum.rules.chain import frontier_root
from vademecum.rules.notes import Checkpoint


def signer_of(keepers: Keepers) -> checkpoints.Signer:
    """Return the signing key under this vault's log name."""
    return checkpoints.Signer(keepers.home, f"vademecum.local/{keepers.history.fact('vault')}")


def sign(keepers: Keepers) -> str:
    """Sign the log as it is, unless that was done already; return the newest checkpoint, empty for no events.

    The head beside the key is flushed with it: from here on a power cut cannot make it lag further back.
    """
    history = keepers.history
    if checkpoints.signed_size(history.db) < chain.head(history.db).seq:
        signer = signer_of(keepers)
        with history.noting() as db:
            size, frontier = chain.edge(db)
            checkpoints.keep(db, signer.sign(Checkpoint(signer.name, size, frontier_root(frontier))))
            head = chain.head(db)
            keepers.heads.remember(head.seq, head.hash, flush=True)
    return checkpoints.latest(history.db)
