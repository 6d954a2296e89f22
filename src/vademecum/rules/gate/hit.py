"""A value that was found, while the gate still holds it."""

from dataclasses import dataclass

from vademecum.model.memory import FindingKind

GUESSES = frozenset(["prefixed-run", "prefixed-tail"])
"""The rules that take any long run for a token, and so begin too early now and then."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A span of a text that a rule named. `rank` says how little the rule knows; less wins when spans are merged."""

    start: int
    end: int
    rule: str
    label: str
    kind: FindingKind
    rank: int


def merged(hits: list[Hit]) -> list[Hit]:
    """Return the hits in order: secrets that overlap are one, and nothing else stays inside a secret."""
    secrets = _united([hit for hit in hits if hit.kind is FindingKind.SECRET])
    others = _widest([hit for hit in hits if hit.kind is not FindingKind.SECRET], secrets)
    return sorted([*secrets, *others], key=lambda hit: (hit.start, hit.end))


def _united(secrets: list[Hit]) -> list[Hit]:
    """Join overlapping spans; the best rule names the whole."""
    done: list[Hit] = []
    for hit in sorted(secrets, key=lambda hit: (hit.start, -hit.end)):
        if done and hit.start < done[-1].end:
            last = done.pop()
            if last.rule in GUESSES and hit.rank == 0 and hit.end == last.end:  # its prefix begins the value
                last = hit
            best = min(last, hit, key=lambda one: (one.rank, one.start - one.end))
            hit = Hit(last.start, max(last.end, hit.end), best.rule, best.label, best.kind, best.rank)  # noqa: PLW2901
        done.append(hit)
    return done


def _widest(others: list[Hit], secrets: list[Hit]) -> list[Hit]:
    """Keep one of overlapping spans of a kind, the longest, and none inside a secret."""
    kept: list[Hit] = []
    for hit in sorted(others, key=lambda hit: (hit.kind, hit.start, -hit.end)):
        inside = kept and kept[-1].kind is hit.kind and hit.start < kept[-1].end
        if inside:
            if hit.end > kept[-1].end:
                kept[-1] = Hit(kept[-1].start, hit.end, kept[-1].rule, kept[-1].label, hit.kind, hit.rank)
        else:
            kept.append(hit)
    return [hit for hit in kept if not _covered(hit, secrets)]


def _covered(hit: Hit, secrets: list[Hit]) -> bool:
    """Tell whether a secret's span holds all of the hit."""
    low, high = 0, len(secrets)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if secrets[middle].start <= hit.start else (low, middle)
    return low > 0 and hit.end <= secrets[low - 1].end
