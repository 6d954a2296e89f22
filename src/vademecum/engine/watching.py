"""Folders of documents, watched for as long as a server runs."""

from collections.abc import Callable

from vademecum.engine.gathering.documents import roots_of
from vademecum.engine.keepers import Keepers
from vademecum.sources import watching


def watch(keepers: Keepers, changed: Callable[[], None]) -> Callable[[], None]:
    """Call `changed` in a thread of its own for each burst of changes; return what ends it. See `Vault.watch`."""
    roots = [root for root, _ in roots_of(keepers)]
    return watching.watch(roots, changed, debounce_ms=keepers.settings.knowledge.watch_debounce_ms).stop
