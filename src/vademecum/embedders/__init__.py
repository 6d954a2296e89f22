"""Embedders turn texts into unit vectors: a packaged token table, or an ONNX model as an extra."""
