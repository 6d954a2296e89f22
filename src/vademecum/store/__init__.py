"""The keeper of what is believed now: markdown files, in a git repository."""
