"""The overview of what a vault remembers, kept beside it until the next event."""

import json
import shutil
from dataclasses import asdict
from pathlib import Path

from vademecum import disk
from vademecum.engine.keepers import Keepers
from vademecum.history import chain, versions
from vademecum.model.memory import GLOBAL, MemoryType, Scope, Sensitivity, Trust
from vademecum.model.report import Manifest, Topic
from vademecum.rules.asof import moment
from vademecum.rules.overview import Outline, overview

_FORMAT = 1
_FOLDER = "manifest"


def manifest(keepers: Keepers, project: str | None, budget: int | None = None) -> Manifest:
    """Return the overview for a project, or for no project; `budget` bounds its tokens further than the setting.

    What nobody vouches for and what is more sensitive than hooks may give is left out. As long as nothing happened in
    the vault and no setting changed, the answer is read from a file.
    """
    wanted, allowed = keepers.settings.manifest, keepers.settings.inject.max_sensitivity
    tokens = wanted.token_budget if budget is None else min(wanted.token_budget, budget)
    revision = chain.head(keepers.history.db).seq
    path = keepers.layout.root / _FOLDER / f"{project or '_'}-{tokens}.json"
    key: list[object] = [_FORMAT, revision, project, wanted.full_below, tokens, wanted.max_topics, allowed]
    kept = _kept(path, key)
    if kept is not None:
        return kept
    made = overview(
        _outlines(keepers, project, Sensitivity(allowed)),
        project=project,
        revision=revision,
        full_below=wanted.full_below,
        token_budget=tokens,
        max_topics=wanted.max_topics,
    )
    _keep(path, key, made)
    return made


def drop(keepers: Keepers) -> None:
    """Remove every overview that is kept: something in them is to leave no trace."""
    shutil.rmtree(keepers.layout.root / _FOLDER, ignore_errors=True)


def _outlines(keepers: Keepers, project: str | None, most: Sensitivity) -> list[Outline]:
    scopes = [str(GLOBAL)] + ([str(Scope(project))] if project else [])
    found = []
    for name, scope, at, fields in versions.outlines(keepers.history.db, scopes):
        if fields["trust"] == Trust.UNTRUSTED or Sensitivity(fields["sensitivity"]).rank > most.rank:
            continue
        found.append(
            Outline(
                name,
                fields["description"],
                MemoryType(fields["type"]),
                fields["domain"],
                tuple(fields["tags"]),
                Scope.parse(scope).project,
                moment(at),
            )
        )
    return found


def _kept(path: Path, key: list[object]) -> Manifest | None:
    try:
        kept = json.loads(path.read_bytes())
        if kept["key"] != key:
            return None
        topics = tuple(Topic(name, count, tuple(map(tuple, tags))) for name, count, tags in kept["topics"])
        return Manifest(**kept["manifest"] | {"topics": topics})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _keep(path: Path, key: list[object], made: Manifest) -> None:
    """Keep an overview; where that cannot be, the next one makes it again."""
    plain = asdict(made)
    topics = [[topic.name, topic.count, topic.tags] for topic in made.topics]
    text = json.dumps({"key": key, "topics": topics, "manifest": plain | {"topics": []}}, ensure_ascii=False)
    try:
        disk.make_private_dir(path.parent)
        disk.replace(path, text.encode())
    except OSError:
        return
