"""The verdict on a draft: what is stored, how far it may travel, or why it is refused."""

import re
from collections.abc import Callable
from dataclasses import replace

from vademecum.model.memory import Cite, Draft, Finding, FindingKind, Sensitivity
from vademecum.rules.gate.catalogue import ranks
from vademecum.rules.gate.policy import Decision, Policy
from vademecum.rules.gate.redacting import clean, scan

_MARK_IN_NAME = re.compile("«REDACTED:([a-z0-9-]+)»")
_HEX = re.compile(r"(?:sha256:)?[0-9a-f]*")
_PLAIN = re.compile(r"[a-z]{0,12}(?:[_-][a-z]{1,12}){0,4}")


def decide(draft: Draft, policy: Policy) -> Decision:
    """Look through every text of a draft and say what may be stored.

    A global draft with a secret or personal data is blocked, and so is one whose sensitivity is `secret`; with
    `policy.global_paths == "block"` a machine path blocks it too. Elsewhere secrets are redacted and the sensitivity
    rises: personal data to `internal`, a secret to `secret`. It never falls. A project whose name is a known
    credential is refused, because the name cannot be redacted.
    """
    safe, found = _cleaned(draft, policy)
    kinds = {finding.kind for finding in found}
    safe = replace(safe, sensitivity=_raised(draft.sensitivity, kinds))
    redactions = sum(finding.kind is FindingKind.SECRET for finding in found)
    project = draft.scope.project
    reason = _refusal(safe, found, policy) if project is None else _misnamed(project, policy)
    return Decision(safe, found, redactions, bool(reason), reason)


def judged(text: str, policy: Policy) -> tuple[str, Sensitivity]:
    """Return a text of somebody else's making without its secrets, and how sensitive what was in it makes it."""
    kept, found = clean(text, policy)
    return kept, _least({finding.kind for finding in found})


def _cleaned(draft: Draft, policy: Policy) -> tuple[Draft, tuple[Finding, ...]]:
    """Return the draft with every text cleaned, and all findings."""
    found: list[Finding] = []

    def tidy(text: str, field: str) -> str:
        if _PLAIN.fullmatch(text) and not policy.known:
            return text
        kept, more = clean(text, policy, field)
        found.extend(more)
        return kept

    safe = replace(
        draft,
        title=tidy(draft.title, "description"),
        body=tidy(draft.body, "body"),
        tags=tuple(tidy(tag, "tags") for tag in draft.tags),
        when=draft.when and tuple(tidy(phrase, "when") for phrase in draft.when),
        links=tuple(tidy(link, "links") for link in draft.links),
        cites=tuple(_cite(cite, tidy) for cite in draft.cites),
        name=draft.name and _MARK_IN_NAME.sub(r"redacted_\1", tidy(draft.name, "name")),
        source=_source(draft.source, tidy),
        source_project=draft.source_project and tidy(draft.source_project, "source_project"),
    )
    return safe, tuple(found)


def _source(source: str, tidy: Callable[[str, str], str]) -> str:
    """Look at a session's origin part by part: `session:` before an id reads like a credential that is being set."""
    kind, colon, rest = source.partition(":")
    if kind != "session" or not colon:
        return tidy(source, "source")
    return ":".join((kind, *(tidy(part, "source") for part in rest.split(":"))))


def _cite(cite: Cite, tidy: Callable[[str, str], str]) -> Cite:
    digest = cite.digest if _HEX.fullmatch(cite.digest) else tidy(cite.digest, "cites")
    return replace(cite, path=tidy(cite.path, "cites"), digest=digest)


def _raised(asked: str, kinds: set[FindingKind]) -> str:
    """Return the sensitivity asked for, or a higher one."""
    least = _least(kinds)
    known = next((level for level in Sensitivity if level == asked), None)
    return asked if known is None or known.rank >= least.rank else least


def _least(kinds: set[FindingKind]) -> Sensitivity:
    if FindingKind.SECRET in kinds:
        return Sensitivity.SECRET
    return Sensitivity.INTERNAL if FindingKind.PII in kinds else Sensitivity.PUBLIC


def _misnamed(project: str, policy: Policy) -> str:
    """Return why a project's name cannot be used; only a known prefix counts, for the name cannot be redacted."""
    found = () if _PLAIN.fullmatch(project) else scan(project, policy, "project")
    rules = sorted({one.rule for one in found if one.kind is FindingKind.SECRET and ranks().get(one.rule) == 0})
    return f"the project's name holds a secret ({', '.join(rules)}); use another name" if rules else ""


def _refusal(draft: Draft, found: tuple[Finding, ...], policy: Policy) -> str:
    """Return why a global draft is refused, and what to do; empty when it is not."""
    barred = {FindingKind.SECRET, FindingKind.PII} | ({FindingKind.PATH} if policy.global_paths == "block" else set())
    reasons = sorted({f"{one.rule} ({one.kind}) in {one.field}" for one in found if one.kind in barred})
    if not reasons and draft.sensitivity == Sensitivity.SECRET:
        reasons = ["its sensitivity is `secret`"]
    if not reasons:
        return ""
    return f"a global memory may not hold this: {'; '.join(reasons)}; use a project scope, or take it out"
