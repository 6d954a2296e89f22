"""Transcripts: what is found, and what is read of them."""
