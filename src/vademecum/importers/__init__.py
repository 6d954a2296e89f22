"""Foreign memories, read and never changed: one file per format."""
