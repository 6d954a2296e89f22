"""Which embedders there are here: each one is tried, none is changed."""

from vademecum.embedders.detect import open_embedder
from vademecum.model.errors import VademecumError
from vademecum.model.report import Offer
from vademecum.model.settings import EmbedderSettings

PROVIDERS = ("static", "onnx", "none")


def embedders(settings: EmbedderSettings) -> tuple[Offer, ...]:
    """Return every embedder with its model, or with what it needs to be there."""
    return tuple(_try(provider, settings) for provider in PROVIDERS)


def _try(provider: str, settings: EmbedderSettings) -> Offer:
    chosen = provider == settings.provider
    try:
        embedder = open_embedder(provider, settings.path if provider == "onnx" else "")
    except VademecumError as fault:
        return Offer(provider, chosen=chosen, problem=fault.message, hint=fault.hint)
    if embedder is None:
        return Offer(provider, chosen=chosen, available=True)
    return Offer(provider, embedder.identity.model, embedder.identity.dimension, chosen=chosen, available=True)
