"""Agents on this machine: which there are, and how they are wired to this memory and unwired again."""
