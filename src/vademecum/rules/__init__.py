"""Decisions, pure: text, values and an instant come in, a value goes out. No clock, no chance, no disk."""
