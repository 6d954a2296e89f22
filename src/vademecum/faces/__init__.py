"""The ways in: each takes apart what came, makes one call on the engine, and shows what came out."""
