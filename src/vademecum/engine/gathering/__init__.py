"""Taking in what agents said and what the user wrote down: transcripts and documents, into the index."""

from vademecum.engine import on_first_use
from vademecum.model.frozen import TYPE_CHECKING

__all__ = ["opened", "run"]

if TYPE_CHECKING:
    from vademecum.engine.gathering import opened, run
else:
    __getattr__ = on_first_use(__name__, __all__)
