"""Keepers of what recall searches: derived from the vault, never the truth, rebuilt at will."""
