"""What passages of sessions and documents are called: `session:<id>#<n>` or `document:<path>#<n>`.

Without `#<n>` it is the name of the group: the session or document that a passage is from. A sub-agent's session is
`session:<id>/<agent>`.
"""

SESSION = "session:"
DOCUMENT = "document:"


def is_key(name: str) -> bool:
    """Tell whether a name means a session or a document, or a passage of one, and not a memory."""
    return name.startswith((SESSION, DOCUMENT))


def session_of(group: str) -> str:
    """Return the id in the name of a session's group, with the sub-agent's behind a slash if it is one."""
    return group.removeprefix(SESSION)
