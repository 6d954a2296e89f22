"""Profiles: named sets of MCP tools, as data. Nothing here does anything."""

from importlib import import_module

from vademecum.faces.mcp.tool import Profile

NAMES = ("agent", "distributed-memory", "infinite-memory", "sup-mem")
"""Every profile there is, the default first."""


def load(name: str) -> Profile:
    """Return a profile by its name.

    Raises:
        KeyError: there is no such profile.
    """
    if name not in NAMES:
        raise KeyError(name)
    found: Profile = import_module(f"{__name__}.{name.replace('-', '_')}").PROFILE
    return found
