"""What tests of other programs may build on: specimens of secrets, transcripts, a cheap embedder."""
