"""What was erased does not come back by itself: keyed hashes of it, and nothing else, are kept."""

import hmac

from vademecum.engine.keepers import Keepers
from vademecum.model.memory import Memory
from vademecum.rules.asof import micros
from vademecum.rules.succession import statement, title_key


def is_erased(keepers: Keepers, memory: Memory) -> bool:
    """Tell whether a memory says what was erased, in any scope and under any type."""
    found = keepers.history.db.execute("SELECT 1 FROM tombstone WHERE digest = ?", (_digest(keepers, memory),))
    return found.fetchone() is not None


def bury(keepers: Keepers, memory: Memory) -> str:
    """Keep a tombstone of a memory, inside the caller's transaction; return its digest."""
    digest = _digest(keepers, memory)
    keepers.history.db.execute("INSERT OR IGNORE INTO tombstone VALUES (?, ?)", (digest, micros(keepers.clock())))
    return digest


def _digest(keepers: Keepers, memory: Memory) -> str:
    return hmac.new(keepers.secret("tombstones"), title_key(statement(memory)).encode(), "sha256").hexdigest()
