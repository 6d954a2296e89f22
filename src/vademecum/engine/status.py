"""How a vault is, for people and for the faces that show it."""

from pathlib import Path

from vademecum.engine import follow, jobs
from vademecum.engine.capture import spending
from vademecum.engine.edits import unadopted
from vademecum.engine.ending import COMMITTED
from vademecum.engine.keepers import Keepers
from vademecum.engine.promote import proposals
from vademecum.history import chain, checkpoints, pending
from vademecum.model.memory import Scope
from vademecum.model.report import Status


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


def _size(path: Path) -> int:
    files = (path.with_name(path.name + suffix) for suffix in ("", "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
