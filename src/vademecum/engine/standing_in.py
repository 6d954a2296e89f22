"""What a server that stands in for *infinite-memory* writes down for all others, before it opens the vault."""

from collections.abc import Iterator
from pathlib import Path

from vademecum import config
from vademecum.config import writing
from vademecum.config.drop_in import SHARED, InfiniteMemory
from vademecum.engine import folders
from vademecum.model.errors import VademecumError
from vademecum.model.memory import GLOBAL


def prepare(home: Path, wanted: InfiniteMemory) -> list[str]:
    """Name the folder of documents, and set what an index has one value of; return what the user should know.

    Another server, or a hook, that knew nothing of these variables would take the documents out again.
    """
    return [*_chunks(home, wanted), *_knowledge(home, wanted), *_database(home, wanted)]


def _chunks(home: Path, wanted: InfiniteMemory) -> Iterator[str]:
    now = {row.key: row.value for row in config.explain(home)}
    for key in SHARED:
        if key in wanted.settings and wanted.settings[key] != now[key]:
            config.init_home(home)
            writing.set_knob(home, key, str(wanted.settings[key]))
            yield f"{key} is {wanted.settings[key]} from now on, in config.toml"


def _knowledge(home: Path, wanted: InfiniteMemory) -> Iterator[str]:
    if wanted.knowledge is None:
        return
    try:
        before = folders.add(home, [wanted.knowledge], GLOBAL)
    except VademecumError as fault:
        yield f"MCP_MEMORY_KNOWLEDGE_PATH is not searched: {fault.message}"
        return
    if None in before.values():
        yield f"{wanted.knowledge} is searched from now on: `vade knowledge list`"


def _database(home: Path, wanted: InfiniteMemory) -> Iterator[str]:
    if wanted.database is not None and wanted.database.exists():
        yield f"memories are kept in {home}; what is in {wanted.database} is neither read nor changed"
