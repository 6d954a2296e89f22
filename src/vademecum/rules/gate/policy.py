"""What the gate is told, and what it answers."""

from dataclasses import dataclass

from vademecum.model.memory import Draft, Finding


@dataclass(frozen=True, slots=True)
class Policy:
    """What the engine knows and the gate must not fetch itself.

    `key` keys the fingerprints (HMAC-SHA256). `allow` holds fingerprints known to be harmless. `global_paths` is
    `warn` or `block`. `known` holds exact secret values of the user's environment, each at least 6 characters.
    """

    key: bytes = b""
    allow: frozenset[str] = frozenset()
    global_paths: str = "warn"
    second_opinion: bool = True
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on a draft.

    `draft` is redacted, without `<private>` spans, with its sensitivity escalated; it is also given for a blocked one,
    so that a caller can show what would be safe. `reason` is a sentence and what to do, empty unless blocked.
    """

    draft: Draft
    findings: tuple[Finding, ...]
    redactions: int
    blocked: bool
    reason: str = ""
