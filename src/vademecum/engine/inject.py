"""Which memories a prompt is given without being asked: the prompt hook's recall.

The candidates are those of every search, from a short look into the index, and more that share a concept with the
prompt; `rules/worth.py` decides. Nothing waits, nothing is written, and what a session was given already, what is not
trusted and what is too sensitive stays out.
"""

from __future__ import annotations

import os

from vademecum.embedders.static import StaticEmbedder
from vademecum.engine import search
from vademecum.index.sqlite.reading import Reader
from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.model.memory import GLOBAL, Scope, Sensitivity, Trust
from vademecum.model.search import Query, Source
from vademecum.rules import worth
from vademecum.rules.asking import asking
from vademecum.rules.framing import CLOSING, OPENING, clip, frame, neutral
from vademecum.rules.tokens import estimate

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from typing import Any

    from vademecum.model.search import Candidate, Hit
    from vademecum.model.settings import Settings

POOL = 12
"""Candidates that are written down for tuning, whether they were given or not."""

CANDIDATES = 50
"""Candidates a leg, as in every search."""

_YEAR_DAYS, _MONTH_DAYS = 365, 30


@dataclass(frozen=True, slots=True)
class Injection:
    """What a prompt is given: `text` is framed and ready, empty for nothing; `given` are the versions in it.

    `items` are the pieces of the text, (heading, what is said) by version. `considered` has, best first, at most `POOL`
    candidates as [version id, relevance, estimated tokens].
    """

    text: str = ""
    items: tuple[tuple[str, tuple[str, str]], ...] = ()
    given: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    considered: tuple[tuple[str, float, int], ...] = ()
    mode: str = ""
    degraded: str | None = None

    def without(self, ids: Collection[str]) -> str:
        """Return the text without these versions."""
        kept = [item for identity, item in self.items if identity not in ids]
        return frame(kept) if kept else ""


def recall_for(
    prompt: str,
    *,
    vault: str,
    project: str | None,
    settings: Settings,
    given: Collection[str] = (),
    now: datetime,
    embedder: Any = StaticEmbedder,  # noqa: ANN401  a class of embedders
) -> Injection:
    """Return what a prompt is given in a project (None for none) of the vault in the directory `vault`.

    Raises:
        VademecumError: the index is missing, damaged, locked or of another version.
    """
    query = query_of(prompt, project, settings)
    with Reader(os.path.join(vault, "index.db"), embedder) as index:  # noqa: PTH118  a hook does without pathlib
        rated = _rated(index.candidates(query, CANDIDATES), prompt, index.mode)
        fresh = [one for one in rated if one.candidate.passage.id not in given]
        hits = search.answer(fresh, query, settings.recall, now, index.mode, query.limit)
        mode, degraded = index.mode, index.degraded
    chosen = _within(hits, settings, now)
    best = sorted(rated, key=lambda one: -one.relevance)[:POOL]
    return Injection(
        text=frame(chosen.values()) if chosen else "",
        items=tuple(chosen.items()),
        given=tuple(chosen),
        names=tuple(hit.passage.name for hit in hits if hit.passage.id in chosen),
        considered=tuple(
            (one.candidate.passage.id, round(one.relevance, 4), estimate(one.candidate.passage.text)) for one in best
        ),
        mode=mode,
        degraded=degraded,
    )


def query_of(prompt: str, project: str | None, settings: Settings) -> Query:
    """Return what a prompt asks: what may be given in its project, and no more."""
    wanted = settings.inject
    return Query(
        prompt,
        limit=wanted.k,
        scopes=(GLOBAL, Scope(project)) if project else (GLOBAL,),
        project=project,
        sources=frozenset({Source.MEMORY}),
        max_sensitivity=Sensitivity(wanted.max_sensitivity),
        min_trust=Trust.AGENT,
        threshold=wanted.threshold,
    )


def _rated(candidates: Sequence[Candidate], prompt: str, mode: str) -> list[search.Rated]:
    """Return the candidates with what each is worth to the prompt in the place of its relevance."""
    asked = asking(prompt)
    found = [(one, worth.evidence(one.signals, one.meeting, asked, mode)) for one in candidates if one.meeting]
    return [search.Rated(one, worth.worth(sum(points.values())), points) for one, points in found]


def _within(hits: list[Hit], settings: Settings, now: datetime) -> dict[str, tuple[str, str]]:
    """Return the hits that fit the budget as (heading, text), by version."""
    left = settings.inject.token_budget - estimate(OPENING + CLOSING)
    chosen: dict[str, tuple[str, str]] = {}
    for hit in hits:
        item = (_heading(hit, now), clip(_said(hit), settings.inject.max_chars))
        cost = estimate(f"- {item[0]}: {item[1]}\n")
        if cost <= left:
            chosen[hit.passage.id] = item
            left -= cost
    return chosen


def _said(hit: Hit) -> str:
    """Return what a memory says in one line; a description that the body repeats is left out."""
    title, body = hit.passage.title.strip(), neutral(hit.passage.text)
    if not body or not title or body.startswith(title.rstrip(" .\u2026")):
        return body or title
    return f"{title.rstrip('.')}. {body}" if title[-1:].isalnum() else f"{title} {body}"


def _heading(hit: Hit, now: datetime) -> str:
    passage = hit.passage
    told = [passage.name, str(passage.scope)]
    if passage.at is not None:
        told.append(_age((now - passage.at).days))
    return " · ".join(told)


def _age(days: int) -> str:
    if days >= _YEAR_DAYS:
        return f"{days // _YEAR_DAYS}y old"
    if days >= _MONTH_DAYS:
        return f"{days // _MONTH_DAYS}mo old"
    return f"{days}d old" if days > 0 else "today"
