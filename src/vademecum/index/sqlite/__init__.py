"""The default index: one SQLite file with words, traces and vectors."""
