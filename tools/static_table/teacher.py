"""all-MiniLM-L6-v2 as the teacher: its vectors of single vocabulary entries and of whole sentences."""

from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

Floats = NDArray[np.float32]

WIDTH = 384
CLS, SEP = 101, 102
RUN_TOKENS = 1024
"""Most tokens in one run, padding included."""


class Teacher:
    """The model and its tokenizer."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.enable_truncation(256)
        self.tokenizer.no_padding()
        self._session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])

    def vocabulary(self) -> list[str]:
        """Return the entries in order of their numbers."""
        numbers = self.tokenizer.get_vocab()
        return sorted(numbers, key=numbers.__getitem__)

    def entries(self) -> Floats:
        """Run each vocabulary entry alone through the model: `[CLS] entry [SEP]`, mean of the hidden states."""
        return self._vectors([[CLS, number, SEP] for number in range(self.tokenizer.get_vocab_size())])

    def sentences(self, texts: list[str]) -> Floats:
        """Return the sentence vectors, of length 1."""
        vectors = self._vectors([encoding.ids for encoding in self.tokenizer.encode_batch(texts)])
        units: Floats = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return units

    def _vectors(self, tokens: list[list[int]]) -> Floats:
        found = np.zeros((len(tokens), WIDTH), np.float32)
        order = sorted(range(len(tokens)), key=lambda place: len(tokens[place]))
        while order:
            size = max(1, RUN_TOKENS // len(tokens[order[-1]]))
            batch, order = order[-size:], order[:-size]
            found[batch] = self._run([tokens[place] for place in batch])
        return found

    def _run(self, tokens: list[list[int]]) -> Floats:
        length = max(map(len, tokens))
        numbers = np.array([row + [0] * (length - len(row)) for row in tokens], np.int64)
        mask = np.array([[1] * len(row) + [0] * (length - len(row)) for row in tokens], np.int64)
        feed = {"input_ids": numbers, "attention_mask": mask, "token_type_ids": np.zeros_like(numbers)}
        (states,) = self._session.run(None, feed)
        mean: Floats = (states * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        return mean.astype(np.float32)
