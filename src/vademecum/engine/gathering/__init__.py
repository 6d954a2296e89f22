"""Taking in what agents said and what the user wrote down: transcripts and documents, into the index."""
