"""Vademecum: local-first memory for AI agents.

Everything public is in `__all__` and resolved on first use, so that `import vademecum` costs almost nothing.
"""

from importlib import import_module

_HOMES = {
    "Draft": "vademecum.model.memory",
    "Memory": "vademecum.model.memory",
    "Receipt": "vademecum.model.memory",
    "Scope": "vademecum.model.memory",
    "Version": "vademecum.model.memory",
    "Hit": "vademecum.model.search",
    "Query": "vademecum.model.search",
    "Recall": "vademecum.model.search",
    "Settings": "vademecum.model.settings",
    "VademecumError": "vademecum.model.errors",
    "Vault": "vademecum.engine.vault",
    "open_vault": "vademecum.engine.opening",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605  a sorted list of names
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'vademecum' has no attribute {name!r}")
