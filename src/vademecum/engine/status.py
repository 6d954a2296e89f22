"""How a vault is, for people and for the faces that show it."""

import os
from pathlib import Path
from typing import Any

from vademecum.engine import follow, jobs
from vademecum.engine.capture import spending
from vademecum.engine.edits import unadopted
from vademecum.engine.ending import COMMITTED
from vademecum.engine.gathering.documents import roots_of
from vademecum.engine.gathering.forgetting import FORGOTTEN
from vademecum.engine.gathering.keeping import SUFFIX, folder_of
from vademecum.engine.gathering.run import looked_at
from vademecum.engine.keepers import Keepers
from vademecum.engine.promote import proposals
from vademecum.history import chain, checkpoints, pending
from vademecum.model.memory import Scope
from vademecum.model.report import Status
from vademecum.model.search import Source
from vademecum.rules.asof import moment


def status(keepers: Keepers) -> Status:
    """Return counts, sizes and everything that wants attention."""
    db = keepers.history.db
    by_scope = dict(db.execute("SELECT scope, count(*) FROM version WHERE state = 'live' GROUP BY scope"))
    position, embedder, degraded, mend = follow.health(keepers)
    head = chain.head(db)
    return Status(
        user=keepers.user,
        path=str(keepers.layout.root),
        live=sum(by_scope.values()),
        versions=db.execute("SELECT count(*) FROM version").fetchone()[0],
        events=head.seq,
        projects={str(Scope.parse(scope).project): count for scope, count in by_scope.items() if scope != "global"},
        globals=by_scope.get("global", 0),
        history_bytes=_size(keepers.layout.history),
        index_bytes=_size(keepers.layout.index),
        **_gathered(keepers),
        position=position,
        embedder=embedder,
        degraded=degraded,
        mend=mend if degraded else "",
        unadopted=tuple(unadopted(keepers)),
        proposals=len(proposals(keepers)),
        pending=len(pending.everything(db)),
        signed=checkpoints.signed_size(db),
        committed=int(keepers.history.fact(COMMITTED) or 0),
        last_event=head.at if head.seq else None,
        spending=spending(keepers),
        waiting=jobs.count(keepers.layout.root),
        no_room=jobs.given_up(keepers.layout.root, keepers.clock()),
    )


def _gathered(keepers: Keepers) -> dict[str, Any]:
    """Return what is known of sessions and documents; an index that cannot be asked is a line of its own."""
    missing = tuple(str(root) for root, _ in roots_of(keepers) if not os.path.exists(root))  # noqa: PTH110  a Path may raise
    kept = folder_of(keepers)
    held = sum(file.stat().st_size for file in kept.glob(f"*{SUFFIX}")) if kept.is_dir() else 0
    try:
        sessions = {
            file.group
            for file in keepers.index.files(Source.SESSION)
            if file.state.get("turns") and not file.state.get(FORGOTTEN)
        }
        documents = len(keepers.index.marks(Source.DOCUMENT))
    except follow.FAULTS:
        return {"missing": missing, "transcripts_bytes": held}
    at = looked_at(keepers)
    return {
        "sessions": len(sessions),
        "documents": documents,
        "missing": missing,
        "gathered": moment(at) if at else None,
        "transcripts_bytes": held,
    }


def _size(path: Path) -> int:
    files = (path.with_name(path.name + suffix) for suffix in ("", "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
