"""The whole catalogue, in the order of how much a rule knows; which rules a text needs; its version."""

import hashlib
from dataclasses import dataclass
from functools import cache

from vademecum.rules.gate.contextual import CONTEXTUAL
from vademecum.rules.gate.personal import PERSONAL
from vademecum.rules.gate.places import PLACES
from vademecum.rules.gate.providers import PROVIDERS
from vademecum.rules.gate.rule import Rule
from vademecum.rules.gate.shapes import Shape
from vademecum.rules.gate.structural import STRUCTURAL

_WORDED = (*STRUCTURAL, *CONTEXTUAL, *PERSONAL, *PLACES)

RULESET = hashlib.sha256((PROVIDERS + repr(_WORDED)).encode()).hexdigest()
"""sha256 of the rule catalogue; another value means that what was clean has to be looked at again."""

SHORT = 3  # characters; keywords this short occur nearly everywhere and are looked for one by one


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All rules; those with a longer prefix apart, because one automaton finds all their prefixes at once."""

    rules: tuple[Rule, ...]
    always: tuple[Rule, ...]
    worded: tuple[tuple[Rule, frozenset[bytes]], ...]
    words: tuple[bytes, ...]
    short: tuple[tuple[bytes, Rule], ...]
    prefixed: tuple[tuple[bytes, tuple[Rule, ...]], ...]


@cache
def catalogue() -> Catalogue:
    """Build the catalogue; once a process, on first use."""
    providers = provider_rules()
    worded = tuple((rule, frozenset(map(_coded, rule.keywords))) for rule in _WORDED if rule.keywords)
    by_keyword: dict[bytes, list[Rule]] = {}
    for rule in providers:
        by_keyword.setdefault(_coded(rule.keywords[0]), []).append(rule)
    return Catalogue(
        rules=(*providers, *_WORDED),
        always=tuple(rule for rule in _WORDED if not rule.keywords),
        worded=worded,
        words=tuple(sorted(frozenset().union(*(words for _, words in worded)))),
        short=tuple((word, rule) for word, rules in by_keyword.items() if len(word) <= SHORT for rule in rules),
        prefixed=tuple((word, tuple(rules)) for word, rules in by_keyword.items() if len(word) > SHORT),
    )


def _coded(word: str) -> bytes:
    return word.encode("latin-1")


def provider_rules() -> tuple[Rule, ...]:
    """Turn the providers' table into rules; a kind with several shapes numbers them."""
    rules: list[Rule] = []
    seen: dict[str, int] = {}
    for line in PROVIDERS.splitlines():
        kind, _, text = line.partition(" ")
        if not text or kind == "#":
            continue
        seen[kind] = seen.get(kind, 0) + 1
        shape = Shape(text.strip())
        rules.append(_provider(kind, kind if seen[kind] == 1 else f"{kind}-{seen[kind]}", shape))
    return tuple(rules)


def _provider(kind: str, name: str, shape: Shape) -> Rule:
    example = shape.text.removeprefix("^")
    return Rule(
        name,
        kind,
        shape.tolerant,
        (shape.keyword,),
        glued=shape.strict,
        yes=(f"The key is `{example}` here.",),
        no=(f"Keys look like {shape.keyword}… and more.",),
    )


@cache
def labels() -> frozenset[str]:
    """Return every kind that a marker may name."""
    return frozenset({rule.label for rule in catalogue().rules} | {"secret", "private-key", "known-value"})


@cache
def ranks() -> dict[str, int]:
    """Return how little each rule knows: 0 for a provider's prefix; sentences come after structures."""
    groups = (provider_rules(), STRUCTURAL, CONTEXTUAL, PERSONAL, PLACES)
    return {rule.id: place for place, group in enumerate(groups) for rule in group}
