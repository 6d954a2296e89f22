"""The parts of tools/make_static.py: sources (downloads), teacher (the model), student (the fit)."""
