"""Which embedder is meant, and whether it is there."""

from pathlib import Path

from vademecum.embedders.ports import Embedder
from vademecum.embedders.static import StaticEmbedder
from vademecum.model.errors import InvalidError, UnavailableError


def open_embedder(provider: str, path: str) -> Embedder | None:
    """Open the embedder that the settings name, or None for words only.

    `provider` is `static`, `onnx` or `none`; `path` a folder with model.onnx and tokenizer.json for `onnx`,
    empty for the packaged model.

    Raises:
        InvalidError: there is no such provider.
        UnavailableError: it is not installed, or its files are missing; the hint says what to do.
        DamagedError: its files are not what they should be.
    """
    if provider == "none":
        return None
    if provider == "static":
        return StaticEmbedder()
    if provider == "onnx":
        return _onnx(path)
    raise InvalidError("embedder.provider", f"{provider!r} is not accepted", hint="use one of static, onnx, none")


def _onnx(path: str) -> Embedder:
    try:
        from vademecum.embedders import onnx  # noqa: PLC0415  an extra, and half a second to import
    except ImportError as fault:
        raise UnavailableError(
            f"the onnx embedder needs a package that is not installed ({fault.name})",
            hint="install it with: pip install 'vademecum[onnx]', or set embedder.provider = \"static\"",
            code="unavailable.embedder",
        ) from fault
    return onnx.from_folder(Path(path).expanduser()) if path else onnx.packaged()
