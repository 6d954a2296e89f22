"""The whole catalogue, in the order of how much a rule knows; which rules a text needs; its version."""

import hashlib
from dataclasses import dataclass
from functools import cache

from vademecum.rules.gate.calls import CALLS
from vademecum.rules.gate.codes import CODES
from vademecum.rules.gate.commands import COMMANDS
from vademecum.rules.gate.contextual import CONTEXTUAL
from vademecum.rules.gate.labelled import LABELLED
from vademecum.rules.gate.nations import NATIONS
from vademecum.rules.gate.personal import PERSONAL
from vademecum.rules.gate.places import PLACES
from vademecum.rules.gate.providers import PROVIDERS
from vademecum.rules.gate.reaching import REACHING
from vademecum.rules.gate.recovery import RECOVERY
from vademecum.rules.gate.rule import Rule
from vademecum.rules.gate.shapes import Shape
from vademecum.rules.gate.structural import STRUCTURAL
from vademecum.rules.gate.vendors import VENDORS

SHORT = 3  # characters; a prefix this short occurs by chance

_WORDED = (
    *STRUCTURAL,
    *COMMANDS,
    *CALLS,
    *CODES,
    *CONTEXTUAL,
    *RECOVERY,
    *PERSONAL,
    *LABELLED,
    *NATIONS,
    *REACHING,
    *PLACES,
)

RULESET = hashlib.sha256((PROVIDERS + VENDORS + repr(_WORDED)).encode()).hexdigest()
"""sha256 of the rule catalogue; another value means that what was clean has to be looked at again."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All rules, and how to know which ones a text needs: rules are numbered by their place."""

    rules: tuple[Rule, ...]
    always: tuple[int, ...]
    words: tuple[bytes, ...]
    needing: tuple[tuple[int, ...], ...]
    prefixes: frozenset[int]


@cache
def catalogue() -> Catalogue:
    """Build the catalogue; once a process, on first use."""
    providers = provider_rules()
    rules = (*providers, *_WORDED)
    needing: dict[str, list[int]] = {}
    for number, rule in enumerate(rules):
        for word in rule.keywords:
            needing.setdefault(word, []).append(number)
    distinctive = {rule.keywords[0] for rule in providers if len(rule.keywords[0]) > SHORT}
    return Catalogue(
        rules=rules,
        always=tuple(number for number, rule in enumerate(rules) if not rule.keywords),
        words=tuple(word.encode("latin-1") for word in needing),
        needing=tuple(map(tuple, needing.values())),
        prefixes=frozenset(number for number, rule in enumerate(providers) if rule.keywords[0] in distinctive),
    )


def provider_rules() -> tuple[Rule, ...]:
    """Turn the providers' table into rules; a kind with several shapes numbers them."""
    rules: list[Rule] = []
    seen: dict[str, int] = {}
    for line in (PROVIDERS + VENDORS).splitlines():
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
    groups = (
        provider_rules(),
        (*STRUCTURAL, *COMMANDS, *CALLS, *CODES),
        (*CONTEXTUAL, *RECOVERY),
        (*PERSONAL, *LABELLED, *NATIONS, *REACHING),
        PLACES,
    )
    return {rule.id: place for place, group in enumerate(groups) for rule in group}
