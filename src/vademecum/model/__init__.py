"""Frozen values that everything speaks in: memories, questions, reports, errors, settings, and the one serialiser."""
