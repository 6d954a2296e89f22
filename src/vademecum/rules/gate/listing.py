"""Word lists as text, so that a list of two hundred words is not two hundred lines."""


def listed(words: str) -> frozenset[str]:
    """Return the words of a text that blanks separate."""
    return frozenset(words.split())
