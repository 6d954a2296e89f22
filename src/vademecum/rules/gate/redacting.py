"""Taking secrets out, so that what stays keeps its shape."""

import hashlib
import hmac
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vademecum.model.memory import Finding, FindingKind
from vademecum.rules.gate.blocks import without_private
from vademecum.rules.gate.finding import find
from vademecum.rules.gate.hit import Hit, merged
from vademecum.rules.gate.policy import Policy

ROUNDS = 3  # a redaction can bring two halves together; in practice the second look finds nothing

Cut = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Edits:
    """Replacements made in a text, and the way back from the new offsets to the old ones."""

    cuts: tuple[Cut, ...]

    def apply(self, text: str) -> str:
        """Return the text with every span replaced."""
        parts, at = [], 0
        for start, end, new in self.cuts:
            parts += [text[at:start], new]
            at = end
        return "".join([*parts, text[at:]])

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the old text that the span [start, end) of the new one stands for."""
        return self._back(start, last=False), self._back(end - 1, last=True)

    def _back(self, place: int, *, last: bool) -> int:
        begins, shift = [], 0
        for start, end, new in self.cuts:
            begins.append(start + shift)
            shift += len(new) - (end - start)
        which = bisect_right(begins, place) - 1
        if which < 0:
            return place + last
        start, end, new = self.cuts[which]
        if place < begins[which] + len(new):
            return end if last else start
        return end + place - begins[which] - len(new) + last


def fingerprint(key: bytes, kind: str, value: str) -> str:
    """Return the first 16 hex digits of HMAC-SHA256 over kind and value: a handle that cannot be read back."""
    return hmac.new(key, f"{kind}\0{value}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:16]


def settled(text: str, policy: Policy) -> list[Hit]:
    """Return the hits such that the redacted text has no more secrets."""
    hits = _not_allowed(find(text, policy), text, policy)
    for _ in range(ROUNDS):
        edits = edits_for(hits)
        if not edits.cuts:
            break
        more = [hit for hit in find(edits.apply(text), policy) if hit.kind is FindingKind.SECRET]
        added = []
        for hit in more:
            start, end = edits.back(hit.start, hit.end)
            added.append(replace(hit, start=start, end=end))
        added = _not_allowed(added, text, policy)
        if not added:
            break
        hits = merged([*hits, *added])
    return hits


def _not_allowed(hits: list[Hit], text: str, policy: Policy) -> list[Hit]:
    """Drop what the user has called harmless."""
    if not policy.allow:
        return hits
    return [hit for hit in hits if fingerprint(policy.key, hit.kind, text[hit.start : hit.end]) not in policy.allow]


def edits_for(hits: Sequence[Hit]) -> Edits:
    """Return the replacements of all secrets by markers."""
    return Edits(
        tuple((hit.start, hit.end, f"«REDACTED:{hit.label}»") for hit in hits if hit.kind is FindingKind.SECRET)
    )


def findings(
    text: str, hits: Sequence[Hit], policy: Policy, field: str, edits: Edits | None = None
) -> tuple[Finding, ...]:
    """Turn hits into findings; `edits` leads back to the text as it was given."""
    made = []
    for hit in hits:
        start, end = edits.back(hit.start, hit.end) if edits else (hit.start, hit.end)
        mark = fingerprint(policy.key, hit.kind, text[hit.start : hit.end])
        made.append(Finding(hit.rule, hit.kind, field, start, end, mark))
    return tuple(made)


def scan(text: str, policy: Policy, field: str = "text") -> tuple[Finding, ...]:
    """Return what is in `text`, in order.

    Offsets are code points of `text` as given; `<private>` spans are looked through as well.
    """
    return findings(text, settled(text, policy), policy, field)


def clean(text: str, policy: Policy, field: str = "text") -> tuple[str, tuple[Finding, ...]]:
    """Return the text without `<private>` spans and with secrets redacted, and what was found in the rest.

    Offsets are code points of `text` as given. Cleaning a clean text changes nothing.
    """
    kept, private = without_private(text)
    hits = settled(kept, policy)
    edits = Edits(tuple((start, end, "") for start, end in private)) if private else None
    return edits_for(hits).apply(kept), findings(kept, hits, policy, field, edits)
