"""Hooks as hosts run them: one process an event."""
