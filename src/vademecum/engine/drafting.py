"""A memory as a draft, so that the gate can judge it again, and the gate's answer put back."""

from dataclasses import replace

from vademecum.model.memory import Draft, Memory, Scope, Sensitivity
from vademecum.rules import linking, markdown


def draft_of(memory: Memory, scope: Scope | None = None) -> Draft:
    """Return the draft that states a memory, in its own scope or in another."""
    return Draft(
        body=memory.body,
        title=memory.description,
        name=memory.name,
        type=memory.type,
        domain=memory.domain,
        scope=memory.scope if scope is None else scope,
        sensitivity=memory.sensitivity,
        tags=memory.tags,
        when=memory.when,
        links=linking.links(memory.body),
        cites=memory.cites,
        source=memory.origin_session,
        source_project=memory.source_project,
        trust=memory.trust,
        created=memory.created or None,
        valid_from=memory.valid_from,
    )


def applied(memory: Memory, draft: Draft) -> Memory:
    """Return the memory with what the gate changed in its draft."""
    return replace(
        memory,
        description=draft.title,
        body=markdown.clean_body(draft.body),
        tags=draft.tags,
        when=draft.when or (),
        scope=draft.scope,
        sensitivity=max(memory.sensitivity, Sensitivity(draft.sensitivity), key=lambda level: level.rank),
    )
